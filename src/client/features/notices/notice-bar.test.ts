import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('takes room of its own in a dialog, whatever its width, where it would cover a field', () => {
  const style = document.head.appendChild(document.createElement('style'));
  // A browser reads them so, but for the names that the build makes of its classes.
  style.textContent = readFileSync(join(import.meta.dirname, 'notice-bar.module.css'), 'utf8');
  document.body.innerHTML = '<div class="region"></div><dialog open><div class="region"></div></dialog>';
  const positions = [...document.querySelectorAll('.region')].map(one => getComputedStyle(one).position);
  expect(positions).toEqual(['fixed', 'static']);
  style.remove();
  document.body.innerHTML = '';
});
