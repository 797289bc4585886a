import { act, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { QuantityField } from '#client/ui/quantity-field.tsx';
import { QuantityStepper } from '#client/ui/quantity-stepper.tsx';
import { setStage } from '#client/ui/stage.test-support.ts';

const stage = setStage();
/** The quantity of the screen around the field. */
let quantity: number;

function Stepper() {
  const [value, setValue] = useState(4);
  quantity = value;
  return <QuantityStepper value={value} onChange={setValue} label="pulls" />;
}

function Blank() {
  const [value, setValue] = useState(0);
  quantity = value;
  return <QuantityField blank value={value} onChange={setValue} label="pulls" />;
}

const field = () => stage.page.querySelector('input') as HTMLInputElement;
const said = () => stage.page.querySelector('[role=alert]')?.textContent;
const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

function type(...texts: string[]) {
  act(() => {
    field().dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  });
  for (const text of texts) {
    act(() => {
      write?.call(field(), text);
      field().dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

function leave() {
  act(() => {
    field().dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
}

/** Letter by letter, as somebody types. */
const lettersOf = (text: string) => [...text].map((_, index) => text.slice(0, index + 1));

describe('a quantity that is typed', () => {
  beforeEach(() => stage.show(<Stepper />));

  it.each([
    ['12', 12],
    ['12.0', 12],
    ['1,200', 1200],
    ['999999', 100_000],
  ])('%s becomes %i', (text, settled) => {
    type(...lettersOf(text));
    leave();
    expect(quantity).toBe(settled);
    expect(field().value).toBe(String(settled));
    expect(said()).toBe(settled === 100_000 ? 'At most 100,000' : undefined);
  });

  it.each(['1.5', '-3', '1 2', '0', '2,5', 'ten'])('%s becomes no other number', text => {
    type(...lettersOf(text));
    expect(field().value).toBe(text);
    leave();
    expect(quantity).toBe(4);
    expect(field().value).toBe('4');
    expect(said()).toBe('Whole numbers from 1');
  });

  it('that is pasted in one is read in the same way', () => {
    type('-3');
    leave();
    expect(quantity).toBe(4);
    type('12.0');
    expect(quantity).toBe(12);
    expect(said()).toBeUndefined();
  });

  it('comes back when its field is emptied and left, however it was emptied', () => {
    type('12');
    leave();
    type('1', '');
    leave();
    expect(quantity).toBe(12);
    expect(field().value).toBe('12');
    expect(said()).toBeUndefined();
  });

  it('has nothing said of it any more once it is another one', () => {
    type('1.5');
    leave();
    act(() => stage.page.querySelector<HTMLElement>('[aria-label="One more"]')?.click());
    expect(quantity).toBe(5);
    expect(field().value).toBe('5');
    expect(said()).toBeUndefined();
  });
});

it('the buttons beside a quantity keep the focus at its ends, and then do nothing', () => {
  stage.show(<Stepper />);
  const press = (name: string) => {
    const button = stage.page.querySelector(`[aria-label="${name}"]`) as HTMLButtonElement;
    button.focus();
    act(() => button.click());
    expect(document.activeElement).toBe(button);
    return button.getAttribute('aria-disabled');
  };
  expect(['One less', 'One less', 'One less', 'One less'].map(press)).toEqual([null, null, 'true', 'true']);
  expect(quantity).toBe(1);
  type('99999');
  expect(['One more', 'One more'].map(press)).toEqual(['true', 'true']);
  expect(quantity).toBe(100_000);
});

describe('a quantity that may be none', () => {
  beforeEach(() => stage.show(<Blank />));

  it.each([
    ['10', 10, '10'],
    ['', 0, ''],
    ['0', 0, ''],
    ['12.5', 3, '3'],
  ])('%j after 3 is %i', (text, settled, shown) => {
    type('3');
    leave();
    type(text);
    leave();
    expect(quantity).toBe(settled);
    expect(field().value).toBe(shown);
  });
});
