import { beforeAll, describe, expect, it } from 'vitest';
import { loadSafeHtml, type SafeHtml } from '#server/safe-html.ts';

describe('safeHtml', () => {
  let safeHtml: SafeHtml;
  beforeAll(async () => {
    safeHtml = await loadSafeHtml();
  });

  it.each([
    ['<script>alert(1)</script>Knob', 'Knob'],
    ['<p onclick="x()" style="position:fixed" class="y">Knob</p>', '<p>Knob</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener">x</a>'],
    ['<a href="//evil.example">x</a>', '<a rel="noopener">x</a>'],
    ['<a href="/about" target="_top">x</a>', '<a href="/about" rel="noopener">x</a>'],
    ['<img src="data:text/html,x" onerror="x()">', '<img loading="lazy" />'],
    ['<svg><animate onbegin="x()"/></svg><h1>Knob</h1>', '<h2>Knob</h2>'],
    ['<iframe src="https://a.example"></iframe><form><input></form>a < b', 'a &lt; b'],
  ])('%s', (given, expected) => {
    expect(safeHtml(given)).toBe(expected);
  });

  it('leaves what it has let through as it is', () => {
    const once = safeHtml('<h1>Tom & Jerry</h1><p>3-3/4" <b>bar<p>pull');
    expect(safeHtml(once)).toBe(once);
  });
});
