import { useState } from 'react';

/** Rows of a list that are chosen, over all of its pages, with what is known of each. */
export interface Selection<Known> {
  chosen: ReadonlyMap<string, Known>;
  /** Adds rows, or takes them out. */
  choose: (rows: Iterable<readonly [id: string, known: Known]>, isChosen: boolean) => void;
  clear: () => void;
}

/**
 * Keeps which rows of a list are chosen. `list` tells it from others, by its view and by what that is narrowed by:
 * another one begins with none, so that nothing is done to rows that nobody sees.
 */
export function useSelection<Known>(list: string): Selection<Known> {
  const [{ of, chosen }, set] = useState<State<Known>>({ of: list, chosen: new Map() });
  if (of !== list) set({ of: list, chosen: new Map() });
  return {
    chosen: of === list ? chosen : new Map(),
    // News that come late, of rows of a list that is not shown any more, change nothing.
    choose: (rows, isChosen) =>
      set(before =>
        before.of === list ? { of: list, chosen: changed(before.chosen, rows, isChosen) } : before,
      ),
    clear: () => set({ of: list, chosen: new Map() }),
  };
}

interface State<Known> {
  of: string;
  chosen: ReadonlyMap<string, Known>;
}

function changed<Known>(
  chosen: ReadonlyMap<string, Known>,
  rows: Iterable<readonly [string, Known]>,
  isChosen: boolean,
): ReadonlyMap<string, Known> {
  const next = new Map(chosen);
  for (const [id, known] of rows) {
    if (isChosen) next.set(id, known);
    else next.delete(id);
  }
  return next;
}

/** Lists the rows from one to another, whichever of them comes first; without the first, the other alone. */
export function rangeOf<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const start = from === -1 ? to : Math.min(from, to);
  return rows.slice(start, Math.max(from, to) + 1);
}
