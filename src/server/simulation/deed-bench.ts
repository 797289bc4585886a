import type { Deed, DeedOf, Whose } from '#server/simulation/deeds.ts';
import type { Add, Select } from '#server/simulation/judge.ts';

export const NOT_DONE = 'staff find in the books what they did';
export const UNASKED = 'nothing is in the books that nobody did';
export const NOT_CHANGED = 'an edit does what was asked for';

/** An act that waited for an Admin. */
export interface Act {
  key: string;
  kind: string;
  cents: number;
  state: string;
}

/** Holds all that deeds are compared with the books by. */
export interface Bench {
  select: Select;
  add: Add;
  deeds: readonly Deed[];
  /** By their keys; of one key the act that was done, else the latest. */
  acts: ReadonlyMap<string, Act>;
  /** Names the company or person; null: an order's without an account. */
  ownerOf: (whose: Whose) => string | null;
}

/** Reads what each comparison needs; `acts`: all of them, also several of one key. */
export async function openBench(
  select: Select,
  add: Add,
  deeds: readonly Deed[],
): Promise<{ bench: Bench; acts: readonly Act[] }> {
  const acts = await select<Act>(`
    select key, kind, amount::int as cents, state from waiting_acts
    order by state = 'done', created_at, id`);
  const orders = await select<{ id: string; owner: string | null }>(
    `select id, coalesce(company, "user") as owner from orders`,
  );
  const ofOrder = new Map(orders.map(({ id, owner }) => [id, owner]));
  const ownerOf = (whose: Whose) => {
    if ('order' in whose) return ofOrder.get(whose.order) ?? null;
    return 'company' in whose ? whose.company : whose.user;
  };
  const byKey = new Map(acts.map(act => [act.key, act]));
  return { bench: { select, add, deeds, acts: byKey, ownerOf }, acts };
}

export const deedsOf = <Kind extends Deed['kind']>(deeds: readonly Deed[], kind: Kind) =>
  deeds.filter((deed): deed is DeedOf<Kind> => deed.kind === kind);

/** Tells whether a deed must be in the books: undefined where nobody can say. */
function isThere({ acts }: Bench, { key, told }: { key: string; told: Deed['told'] }): boolean | undefined {
  if (told === 'done' || acts.get(key)?.state === 'done') return true;
  return told === 'nothing' ? undefined : false;
}

/**
 * Finds the rows of deeds by their keys: each that must be there, and none that must not, or that nobody did. `wrong` says how
 * a row is another than was meant.
 */
export function match<Kept extends { key: string; told: Deed['told']; kind: string }, Row>(
  bench: Bench,
  deeds: readonly Kept[],
  rows: ReadonlyMap<string, Row>,
  wrong: (deed: Kept, row: Row) => string | null,
): void {
  const { add } = bench;
  for (const deed of deeds) {
    const row = rows.get(deed.key);
    const isDue = isThere(bench, deed);
    if (row === undefined && isDue) add(NOT_DONE, `no ${deed.kind} of ${JSON.stringify(deed)}`);
    if (row === undefined) continue;
    if (isDue === false) add(UNASKED, `${deed.kind}, which was refused: ${JSON.stringify(deed)}`);
    const what = wrong(deed, row);
    if (what) add(NOT_DONE, `${deed.kind} is ${what}: ${JSON.stringify([deed, row])}`);
  }
  const known = new Set(deeds.map(({ key }) => key));
  for (const [key, row] of rows) if (!known.has(key)) add(UNASKED, JSON.stringify([key, row]));
}
