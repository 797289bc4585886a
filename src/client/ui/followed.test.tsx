import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFollowedField, useFollowedText } from '#client/ui/followed.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  page.remove();
});

function KeptByReact({ text }: { text: string }) {
  const [written, write] = useFollowedText(text);
  return <input value={written} onChange={event => write(event.target.value)} />;
}

function KeptByField({ text }: { text: string }) {
  return <input {...useFollowedField<HTMLInputElement>(text)} />;
}

const field = () => page.querySelector('input') as HTMLInputElement;
const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
const type = (text: string) =>
  act(() => {
    write?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });

describe.each([
  ['whose text React keeps', KeptByReact],
  ['that keeps its own text', KeptByField],
])('a field %s', (_, Field) => {
  const come = (text: string) => act(() => root.render(<Field text={text} />));

  it('follows the address, also after what was written has become it', () => {
    come('');
    come('99');
    expect(field().value).toBe('99');
    type('20');
    come('20');
    come('');
    expect(field().value).toBe('');
  });

  it('keeps text and focus where the address comes while somebody writes', () => {
    come('');
    const before = field();
    before.focus();
    type('20');
    come('99');
    expect(field().value).toBe('20');
    expect(document.activeElement).toBe(before);
    come('20');
    come('5');
    expect(field().value).toBe('5');
  });
});
