import { KeptList } from '#client/features/catalog/kept-list.ts';

/** Does something when its keys are pressed, outside of fields and dialogs. */
export interface Deed {
  /** A key as `KeyboardEvent.key` has it, or several, one after the other: `g o`. With a modifier, `Ctrl-S`, it is listed alone. */
  keys: string;
  /** Says what it does, in the list of keys. */
  text: string;
  /** Answers `false` where it had nothing to do: the next with these keys may have. */
  run: () => unknown;
  /** Says whether there is anything for it to do just now; without it there always is. */
  isThere?: () => boolean;
}

interface KeyGroup {
  title: string;
  deeds: readonly Deed[];
}

/** A longer pause begins anew. */
const PAUSE_MS = 1500;

/** Lists keys with a modifier, which whoever does the deed takes up, in fields too. */
export const listed = (keys: string, text: string): Deed => ({ keys, text, run: () => false });

/** Whether these keys do something where single ones are switched off, too. */
export const hasModifier = (keys: string): boolean => /^(Ctrl|Alt)-/.test(keys);

/** Groups of what is on the page, as it was drawn last, the oldest first. */
const groups = new Set<{ readonly current: KeyGroup }>();

/** Keeps that single keys do nothing in this browser (WCAG 2.1.4), for those who speak to their computer. */
const switchedOff = new KeptList('officeKeysOff', (value): value is true => value === true);

export const keysSwitch = {
  isOff: () => switchedOff.current().length > 0,
  turn: (off: boolean) => switchedOff.change(() => (off ? [true] : [])),
  subscribe: switchedOff.subscribe,
};

/** Takes keys up; answers how they are given up. */
export function addKeys(group: { readonly current: KeyGroup }): () => void {
  if (groups.size === 0) document.addEventListener('keydown', onKeyDown);
  groups.add(group);
  return () => {
    groups.delete(group);
    if (groups.size === 0) document.removeEventListener('keydown', onKeyDown);
  };
}

/** Lists what keys do on the page as it stands, those of one title together. */
export function keysNow(): KeyGroup[] {
  const byTitle = new Map<string, Deed[]>();
  for (const { current } of groups) {
    const deeds = current.deeds.filter(({ isThere }) => !isThere || isThere());
    if (deeds.length > 0) byTitle.set(current.title, [...(byTitle.get(current.title) ?? []), ...deeds]);
  }
  return [...byTitle].map(([title, deeds]) => ({ title, deeds: withoutDoubles(deeds) }));
}

const withoutDoubles = (deeds: readonly Deed[]) =>
  deeds.filter(({ keys, text }, at) => at === deeds.findIndex(one => one.keys === keys && one.text === text));

let pressed: string[] = [];
let pressedAt = 0;

const MODIFIERS: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'];

function onKeyDown(event: KeyboardEvent): void {
  // Shift makes a `?`; alone it is none.
  if (MODIFIERS.includes(event.key)) return;
  if (isForOthers(event) || keysSwitch.isOff()) {
    pressed = [];
    return;
  }
  const isLate = event.timeStamp - pressedAt > PAUSE_MS;
  const before = isLate ? [] : pressed;
  pressedAt = event.timeStamp;
  const all = [...groups].flatMap(({ current }) => current.deeds);
  for (const keys of [[...before, event.key], [event.key]]) {
    const text = keys.join(' ');
    const done = all.some(({ keys: own, run }) => own === text && run() !== false);
    pressed = !done && all.some(({ keys: own }) => own.startsWith(`${text} `)) ? keys : [];
    if (done) event.preventDefault();
    if (done || pressed.length > 0) return;
  }
}

/** Fields get what is typed into them, dialogs have the page, and the browser its own keys. */
const isForOthers = (event: KeyboardEvent) =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  document.querySelector('dialog[open]') !== null ||
  (event.target instanceof Element && isTypedInto(event.target));

const PRESSED: readonly string[] = [
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'range',
  'color',
  'file',
];

function isTypedInto(element: Element): boolean {
  const field = element.closest('input, select, textarea, [contenteditable]:not([contenteditable="false"])');
  return field !== null && !(field instanceof HTMLInputElement && PRESSED.includes(field.type));
}
