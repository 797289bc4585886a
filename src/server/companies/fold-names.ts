import { asc, isNull, sql } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { App } from '#server/context.ts';
import { type Db, pgError } from '#server/db.ts';
import { foldedName } from '#shared/rules/company-name.ts';

declare module '#server/jobs.ts' {
  interface JobPayloads {
    'fold-names': Record<string, never>;
  }
}

const AT_ONCE = 500;

/**
 * Folds the names of companies that were stored without: by an earlier version, or by one that still runs beside
 * this. Of two that look the same the older one has the name; the other stays a customer as ever, is named in the
 * log, and gets its own once either is renamed.
 */
export async function foldOldNames({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  const old = await unfolded(db);
  for (let start = 0; start < old.length; start += AT_ONCE) {
    await fold(db, old.slice(start, start + AT_ONCE));
  }
  const left = old.length > 0 ? await unfolded(db) : [];
  if (left.length === 0) return;
  log.warn(
    { companies: left.slice(0, 100).map(({ _id }) => _id), count: left.length },
    'companies have names that look like those of others: rename one of each',
  );
}

const unfolded = (db: Db) =>
  db
    .select({ _id: companies._id, name: companies.name })
    .from(companies)
    .where(isNull(companies.foldedName))
    .orderBy(asc(companies.createdAt), asc(companies._id));

async function fold(db: Db, some: { _id: string; name: string }[]): Promise<void> {
  const first = new Map<string, { _id: string; name: string }>();
  for (const company of some) {
    const folded = foldedName(company.name);
    if (!first.has(folded)) first.set(folded, company);
  }
  const wanted = JSON.stringify([...first].map(([folded, company]) => ({ ...company, folded })));
  for (let attempt = 1; ; attempt++) {
    try {
      await db.execute(sql`
        update companies c set folded_name = w.folded
        from json_to_recordset(${wanted}::json) as w(_id uuid, name text, folded text)
        where c.id = w._id and c.name = w.name and c.folded_name is null
          and not exists (select from companies o where o.folded_name = w.folded)`);
      return;
    } catch (error) {
      // Somebody takes one of these names at this moment: the next attempt sees it taken.
      if (attempt === 3 || !['23505', '40P01'].includes(pgError(error)?.code ?? '')) throw error;
    }
  }
}
