import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { useFollowedField, useFollowedText } from '#client/ui/followed.ts';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();

function KeptByReact({ text }: { text: string }) {
  const { ref, value, write } = useFollowedText(text);
  return (
    <form>
      <input ref={ref} value={value} onChange={event => write(event.target.value)} />
      <button type="submit">Go</button>
    </form>
  );
}

function KeptByField({ text }: { text: string }) {
  return (
    <form>
      <input {...useFollowedField<HTMLInputElement>(text)} />
      <button type="submit">Go</button>
    </form>
  );
}

const field = () => stage.page.querySelector('input') as HTMLInputElement;
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
  const come = (text: string) => stage.show(<Field text={text} />);

  const leave = () => field().blur();

  it('follows the address, also after what was written has become it', () => {
    come('');
    come('99');
    expect(field().value).toBe('99');
    field().focus();
    type('20');
    come('20');
    leave();
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

  it('keeps none that the address writes otherwise, once another comes', () => {
    come('');
    field().focus();
    type('19.50');
    come('19.5');
    expect(field().value).toBe('19.50');
    come('');
    expect(field().value).toBe('');
  });

  it('gives up a draft that nobody is at any longer, and what was said of it', () => {
    come('20');
    field().focus();
    type('3o');
    field().setCustomValidity('Write it like 30.');
    leave();
    come('');
    expect(field().value).toBe('');
    expect(field().validity.valid).toBe(true);
  });
});

it('a choice follows the address, too', () => {
  function Choice({ text }: { text: string }) {
    return (
      <select {...useFollowedField<HTMLSelectElement>(text)}>
        <option value="title">Name</option>
        <option value="price">Price</option>
      </select>
    );
  }
  const choice = () => stage.page.querySelector('select') as HTMLSelectElement;
  stage.show(<Choice text="title" />);
  choice().value = 'price';
  stage.show(<Choice text="price" />);
  stage.show(<Choice text="title" />);
  expect(choice().value).toBe('title');
});
