import { sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { recordLog } from '#server/logs/logs.ts';
import { releaseDeleted } from '#server/users/place-in-company.ts';

/**
 * Removes what companies hold of things that are gone: deleted people, prices and part numbers of deleted variants,
 * tiers of vendors and categories that no longer are. Answers how many.
 */
export async function runClean(db: Db, by: SessionUser): Promise<number> {
  return retrying(db, async tx => {
    const people = await releaseDeleted(tx);
    const [found] = rows<{ prices: number; numbers: number; tiers: number }>(
      await tx.execute(sql`
        with prices as (
          delete from special_prices s using variants v
          where v.id = s.variant and v.deleted_at is not null returning 1),
        numbers as (
          delete from part_numbers n using variants v
          where v.id = n.variant and v.deleted_at is not null returning 1),
        tiers as (
          delete from price_tiers t
          where (t.scope = 'vendor' and not exists (select from vendors d where d.name = t.ref))
            or (t.scope = 'category' and not exists (select from tags g where g.id::text = t.ref))
          returning 1)
        select (select count(*)::int from prices) as prices, (select count(*)::int from numbers) as numbers,
          (select count(*)::int from tiers) as tiers`),
    );
    const cleaned = { people, ...found };
    await recordLog(tx, by, {
      type: 'settings',
      category: 'companies',
      name: 'Cleaned companies',
      after: cleaned,
    });
    return Object.values(cleaned).reduce((sum, count) => sum + count, 0);
  });
}
