import { useSyncExternalStore } from 'react';

/**
 * A short list that this browser keeps, the same in all its tabs. A stored text that is no list of such entries
 * counts as empty; where storage is forbidden the list lasts as long as the page.
 */
export class KeptList<Entry> {
  readonly #key: string;
  readonly #isEntry: (value: unknown) => value is Entry;
  readonly #watchers = new Set<() => void>();
  #text: string | null = null;
  #entries: readonly Entry[] = [];

  constructor(key: string, isEntry: (value: unknown) => value is Entry) {
    this.#key = key;
    this.#isEntry = isEntry;
  }

  /** The same array as long as nothing changed. */
  readonly current = (): readonly Entry[] => {
    const text = this.#stored();
    if (text !== this.#text) {
      this.#text = text;
      this.#entries = this.#read(text);
    }
    return this.#entries;
  };

  readonly change = (update: (entries: readonly Entry[]) => readonly Entry[]): void => {
    this.#entries = update(this.current());
    this.#text = JSON.stringify(this.#entries);
    try {
      localStorage.setItem(this.#key, this.#text);
    } catch {
      // Kept for this page alone.
    }
    for (const watcher of this.#watchers) watcher();
  };

  readonly subscribe = (watcher: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === this.#key || key === null) watcher();
    };
    this.#watchers.add(watcher);
    window.addEventListener('storage', onStorage);
    return () => {
      this.#watchers.delete(watcher);
      window.removeEventListener('storage', onStorage);
    };
  };

  #stored(): string | null {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return this.#text;
    }
  }

  #read(text: string | null): readonly Entry[] {
    try {
      const stored: unknown = JSON.parse(text ?? '[]');
      return Array.isArray(stored) ? stored.filter(this.#isEntry) : [];
    } catch {
      return [];
    }
  }
}

const NOTHING: readonly never[] = [];
const nothing = () => NOTHING;

/** Empty while a page is rendered on the server and taken over: only the browser knows. */
export function useKept<Entry>(list: KeptList<Entry>): readonly Entry[] {
  return useSyncExternalStore<readonly Entry[]>(list.subscribe, list.current, nothing);
}
