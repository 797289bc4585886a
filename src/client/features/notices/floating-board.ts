import { NOTICE_MS } from '#shared/constants.ts';

export interface Floating {
  title: string;
  details: string;
  /** The target of its go button; null: no button. */
  link: string | null;
  /** Time on screen; 2500 without it. */
  ms?: number;
}

export interface ShownFloating extends Floating {
  id: number;
}

/** More would cover the page; the rest stands in the list. */
const MAX_SHOWN = 3;

/**
 * The floating notifications: each goes by itself after its time, or is dismissed. While one of them is pointed at or
 * focused all stay, and their times start anew afterwards (rule N4).
 */
export class FloatingBoard {
  #shown: readonly ShownFloating[] = [];
  #lastId = 0;
  #isHeld = false;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #watchers = new Set<() => void>();

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  readonly shown = (): readonly ShownFloating[] => this.#shown;

  post(floating: Floating): void {
    this.#lastId += 1;
    const one = { ...floating, id: this.#lastId };
    for (const old of this.#shown.slice(0, -(MAX_SHOWN - 1))) this.#stop(old.id);
    this.#set([...this.#shown.slice(-(MAX_SHOWN - 1)), one]);
    if (!this.#isHeld) this.#start(one);
  }

  readonly dismiss = (id: number): void => {
    this.#stop(id);
    this.#set(this.#shown.filter(one => one.id !== id));
    // The notification that was pointed at is gone, and can't be left any more.
    if (this.#isHeld) this.release();
  };

  /** Takes all away: the person they were for has gone. */
  readonly clear = (): void => {
    for (const { id } of this.#shown) this.#stop(id);
    this.#set([]);
    this.#isHeld = false;
  };

  readonly hold = (): void => {
    this.#isHeld = true;
    for (const { id } of this.#shown) this.#stop(id);
  };

  readonly release = (): void => {
    this.#isHeld = false;
    for (const one of this.#shown) this.#start(one);
  };

  #start({ id, ms = NOTICE_MS.default }: ShownFloating): void {
    this.#stop(id);
    this.#timers.set(id, setTimeout(this.dismiss, ms, id));
  }

  #stop(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  #set(shown: readonly ShownFloating[]): void {
    this.#shown = shown;
    for (const watcher of this.#watchers) watcher();
  }
}

/** Those of this tab. */
export const floatingBoard = new FloatingBoard();
