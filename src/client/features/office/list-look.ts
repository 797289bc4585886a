import { useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#client/features/session/session.ts';
import { DENSITIES, type Density, LIST_COLUMNS, type ListScreen } from '#shared/office-lists.ts';

/** Which columns a list shows, in which order, and how close its rows stand. */
export interface ListLook {
  columns: readonly string[];
  density: Density;
}

interface KeptLook {
  look: ListLook;
  /** It is not as the view, or the list by itself, has it. */
  isChanged: boolean;
  change: (look: ListLook) => void;
  /** Goes back to that. */
  reset: () => void;
}

const watchers = new Set<() => void>();
const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
/** Lasts as long as the page where nothing can be stored. */
const unstored = new Map<string, string>();

/**
 * Keeps in this browser how somebody looks at a list, for each of its saved views apart. `view` is the id of the one that
 * is open, '' for none; `usual`: as that view, or the list by itself, has it.
 */
export function useListLook(screen: ListScreen, view: string, usual: ListLook): KeptLook {
  const user = useUser();
  const key = `look ${user?._id} ${screen} ${view}`;
  const text = useSyncExternalStore(
    subscribe,
    () => stored(key),
    () => null,
  );
  const kept = useMemo(() => readLook(screen, text), [screen, text]);
  const isChanged = kept !== null && JSON.stringify(kept) !== JSON.stringify(orderly(usual));
  return {
    look: kept ?? usual,
    isChanged,
    change: look => store(key, JSON.stringify(orderly(look))),
    reset: () => store(key, null),
  };
}

const orderly = ({ columns, density }: ListLook): ListLook => ({ columns, density });

/** Reads what was kept; columns that are gone since are left out. */
export function readLook(screen: ListScreen, text: string | null): ListLook | null {
  try {
    const { columns, density } = JSON.parse(text ?? 'null') as Record<string, unknown>;
    const known = LIST_COLUMNS[screen].filter(id => Array.isArray(columns) && columns.includes(id));
    const found = DENSITIES.find(one => one === density);
    if (known.length === 0 || !found) return null;
    return { columns: (columns as string[]).filter(id => known.includes(id)), density: found };
  } catch {
    return null;
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text === null) unstored.delete(key);
    else unstored.set(key, text);
  }
  for (const watcher of watchers) watcher();
}
