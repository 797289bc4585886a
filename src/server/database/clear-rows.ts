import type { SQL } from 'drizzle-orm';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';

/**
 * Makes the statement that looks at the next so many rows of a table, along its key from behind `after`, and clears
 * those of them that are too old. It answers how many it `cleared`, and `next`, the last key that it looked at, null
 * behind the last row.
 */
export type ClearNext = (after: string, size: number) => SQL;

/** Sorts before every id. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const FIRST_ROWS = 50;
const MAX_ROWS = 300;
/** Others wait behind a statement, on the embedded database all of them, and one may take 50 ms. */
const QUICK_MS = 20;

/**
 * Clears a table in portions, each a transaction of its own, and rests for as long as it works. Ended by `signal` it
 * leaves the rest to the next time. Tells `onCleared` after each how many rows it was: what fails later leaves them so.
 */
export async function clearInPortions(
  db: Db,
  next: ClearNext,
  { signal, onCleared }: { signal: AbortSignal; onCleared: (count: number) => void },
): Promise<void> {
  let after: string | null = BEFORE_ALL;
  for (let size = FIRST_ROWS; after !== null && !signal.aborted; ) {
    const began = clock.elapsed();
    const portion: Cleared = await clearPortion(db, next(after, size));
    onCleared(portion.cleared);
    after = portion.next;
    const took = clock.elapsed() - began;
    size = took < QUICK_MS ? Math.min(Math.ceil(1.5 * size), MAX_ROWS) : Math.ceil(size / 2);
    await clock.sleep(took);
  }
}

interface Cleared {
  cleared: number;
  next: string | null;
}

async function clearPortion(db: Db, statement: SQL): Promise<Cleared> {
  const [portion] = rows<Cleared>(await retrying(db, tx => tx.execute(statement)));
  return portion ?? { cleared: 0, next: null };
}
