import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addKeys,
  type Deed,
  hasModifier,
  keysNow,
  keysSwitch,
  listed,
} from '#client/features/office/keys.ts';

let done: string[];
let leave: (() => void)[];
let now: number;

beforeEach(() => {
  done = [];
  now = 10_000;
  document.body.innerHTML =
    '<input id="text"><input id="box" type="checkbox"><select id="list"></select><p id="words" contenteditable><b id="bold"></b></p><button id="button"></button>';
  leave = [addKeys({ current: { title: 'Go to', deeds: [deed('g o'), deed('g u'), deed('?')] } })];
});
afterEach(() => {
  for (const end of leave) end();
  keysSwitch.turn(false);
  document.body.innerHTML = '';
});

const deed = (keys: string, more: Partial<Deed> = {}): Deed => ({
  keys,
  text: `does ${keys}`,
  run: () => void done.push(keys),
  ...more,
});

/** Presses a key after so many milliseconds; answers whether it was taken. */
function press(
  key: string,
  { at = 'button', after = 100, ...more }: { at?: string; after?: number } & KeyboardEventInit = {},
) {
  now += after;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, 'timeStamp', { value: now });
  document.getElementById(at)?.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('keys', () => {
  it('do what they are for, one after the other or alone', () => {
    expect(press('g')).toBe(false);
    expect(done).toEqual([]);
    expect(press('o')).toBe(true);
    press('o');
    press('Shift', { shiftKey: true });
    press('?', { shiftKey: true });
    expect(done).toEqual(['g o', '?']);
  });

  it('begin anew after another key or a pause', () => {
    press('g');
    press('x');
    press('o');
    press('g');
    press('o', { after: 2000 });
    expect(done).toEqual([]);
    press('g');
    press('g');
    press('u');
    expect(done).toEqual(['g u']);
  });

  it.each(['text', 'list', 'words', 'bold'])('do nothing while somebody types into #%s', at => {
    press('?', { at });
    expect(done).toEqual([]);
  });

  it('work from a box that is ticked, which nothing is typed into', () => {
    press('?', { at: 'box' });
    expect(done).toEqual(['?']);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])(
    'do nothing with %j',
    held => {
      press('?', held);
      expect(done).toEqual([]);
    },
  );

  it('do nothing behind a dialog', () => {
    document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
    press('?');
    expect(done).toEqual([]);
  });

  it('do nothing while they are switched off, which this browser keeps', () => {
    keysSwitch.turn(true);
    press('?');
    expect(done).toEqual([]);
    expect(localStorage.getItem('officeKeysOff')).toBe('[true]');
    keysSwitch.turn(false);
    press('?');
    expect(done).toEqual(['?']);
  });

  it('are left to the next that has them, where one has nothing to do', () => {
    leave.push(addKeys({ current: { title: 'List', deeds: [deed('j', { run: () => false })] } }));
    expect(press('j')).toBe(false);
    leave.push(addKeys({ current: { title: 'List', deeds: [deed('j')] } }));
    expect(press('j')).toBe(true);
    expect(done).toEqual(['j']);
  });

  it('end with what they belong to', () => {
    for (const end of leave) end();
    press('?');
    expect(done).toEqual([]);
  });
});

it('the list of keys has what does something now, each once', () => {
  let isThere = false;
  leave.push(
    addKeys({ current: { title: 'List', deeds: [deed('j'), deed('e', { isThere: () => isThere })] } }),
  );
  leave.push(addKeys({ current: { title: 'List', deeds: [deed('j')] } }));
  const listed = () => keysNow().map(({ title, deeds }) => [title, ...deeds.map(({ keys }) => keys)]);
  expect(listed()).toEqual([
    ['Go to', 'g o', 'g u', '?'],
    ['List', 'j'],
  ]);
  isThere = true;
  expect(listed()[1]).toEqual(['List', 'j', 'e']);
});

it('keys with a modifier are listed, and left to whoever takes them up, also where single ones are off', () => {
  leave.push(addKeys({ current: { title: 'This page', deeds: [listed('Ctrl-S', 'Save what is changed')] } }));
  expect(keysNow().at(-1)?.deeds).toMatchObject([{ keys: 'Ctrl-S', text: 'Save what is changed' }]);
  expect(press('s', { ctrlKey: true })).toBe(false);
  expect(['Ctrl-S', 'Alt-1…4', 'g o', '?'].map(hasModifier)).toEqual([true, true, false, false]);
});
