import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { readVariants } from '#server/products/read-product.ts';
import { bare, findNumbers, sold } from '#server/variants/find-numbers.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { NumberMatch } from '#shared/schemas/products.ts';

/** The most variants offered in the place of a number that nothing has. */
const MAX_SIMILAR = 4;

interface Found {
  /** Which of the numbers, from 1. */
  at: number;
  variant: string;
  isSimilar: boolean;
}

/**
 * Tells what the numbers of a list mean, in their order, at the customer's prices; for one that nothing has, what
 * comes nearest. Goods that shoppers may not see are not found.
 */
export async function matchNumbers(
  db: Db,
  numbers: readonly string[],
  customer: PricedCustomer | null,
): Promise<NumberMatch[]> {
  const found = await findOrLike(db, numbers, customer?.company ?? null);
  const ids = [...new Set(found.map(({ variant }) => variant))];
  const read = new Map((await readVariants(db, ids, customer)).map(variant => [variant._id, variant]));
  return numbers.map((number, index) => {
    const own = found.filter(({ at }) => at === index + 1);
    const similar = own
      .filter(({ isSimilar }) => isSimilar)
      .flatMap(({ variant }) => read.get(variant) ?? []);
    const exact = own.find(({ isSimilar }) => !isSimilar);
    return { number, variant: (exact && read.get(exact.variant)) ?? null, similar };
  });
}

async function findOrLike(db: Db, numbers: readonly string[], company: string | null): Promise<Found[]> {
  const meant = await findNumbers(db, numbers, company);
  const known = new Set(meant.map(({ at }) => at));
  const unknown = numbers.flatMap((number, index) =>
    known.has(index + 1) ? [] : [{ number, at: index + 1 }],
  );
  return [
    ...meant.map(row => ({ ...row, isSimilar: false })),
    ...(await findSimilar(db, unknown)).map(row => ({ ...row, isSimilar: true })),
  ];
}

/** The nearest first; nothing for a number of which hardly a letter is left. */
async function findSimilar(
  db: Db,
  unknown: readonly { number: string; at: number }[],
): Promise<{ at: number; variant: string }[]> {
  if (unknown.length === 0) return [];
  const number = bare(sql`a.number`);
  return rows(
    await db.execute(sql`
      select a.at::int as at, m.id::text as variant
      from unnest(${sql.param(unknown.map(one => one.number))}::text[], ${sql.param(unknown.map(one => one.at))}::int[])
        a(number, at)
      cross join lateral (
        select v.id, similarity(${bare(sql`v.product_num`)}, ${number}) as likeness from variants v
        where ${bare(sql`v.product_num`)} % ${number} and ${sold}
        order by likeness desc, v.id limit ${MAX_SIMILAR}) m
      order by a.at, m.likeness desc, m.id`),
  );
}
