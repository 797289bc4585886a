import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { clock } from '#server/time-and-chance.ts';

const MAX_LENGTH = 80;
/** Kept in the table, the newest; and waiting in this process. */
const MAX = 2000;
const MAX_WAITING = 200;
const WAIT_MS = 3000;

const waiting = new WeakMap<Db, Map<string, number>>();

/** Tells whether words may be somebody's address or telephone, which is nobody's business. */
const isPersonal = (words: string): boolean => words.includes('@') || /(?:\d[\s().+-]?){9,}/.test(words);

/**
 * Remembers that nothing in the shop has all of these words. Written a moment later, many at once, and lost if the
 * process goes down before: nobody waits for it.
 */
export function rememberMiss(db: Db, words: string): void {
  const folded = words.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH);
  if (folded === '' || isPersonal(folded)) return;
  const known = waiting.get(db);
  const misses = known ?? new Map<string, number>();
  if (misses.size < MAX_WAITING || misses.has(folded)) misses.set(folded, (misses.get(folded) ?? 0) + 1);
  if (known) return;
  waiting.set(db, misses);
  clock
    .setTimeout(() => {
      waiting.delete(db);
      // Lost is a statistic, and the next ones are written again.
      writeMisses(db, misses).catch(() => undefined);
    }, WAIT_MS)
    .unref();
}

/** Adds these questions to those of before; of too many the oldest are forgotten. */
export async function writeMisses(db: Db, misses: ReadonlyMap<string, number>): Promise<void> {
  const sorted = [...misses].sort(([one], [other]) => (one < other ? -1 : 1));
  await db.execute(sql`
    insert into search_misses (words, count)
    select w, c from unnest(${sql.param(sorted.map(([words]) => words))}::text[],
      ${sql.param(sorted.map(([, count]) => count))}::int[]) as m(w, c)
    on conflict (words) do update set count = search_misses.count + excluded.count, last = now()`);
  await db.execute(sql`
    delete from search_misses where words in (
      select m.words from search_misses m order by m.last desc, m.words offset ${MAX})`);
}
