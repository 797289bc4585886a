import { asc, isNull, sql } from 'drizzle-orm';
import { type CleanedName, eachUncleanName } from '#server/clean-names.ts';
import { associatedAccounts, companies } from '#server/companies/tables.ts';
import type { App } from '#server/context.ts';
import { type Db, pgError } from '#server/database/db.ts';
import { cleanNamesOfPeople } from '#server/users/clean-names.ts';
import { foldedName } from '#shared/rules/company-name.ts';

const AT_ONCE = 500;

/**
 * Cleans names that were stored with letters that show nothing or turn the direction, and folds those of companies that
 * were stored without: by an earlier version, or by one that still runs beside this. If two look the same, the older
 * one has the name; the other stays a customer as ever, is named in the log, and gets its own once either is renamed.
 */
export async function foldOldNames({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> {
  await cleanNamesOfPeople(db);
  await cleanNamesOfAssociates(db);
  await eachUncleanName(db, companies, some => cleanCompanies(db, some));
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

const cleanNamesOfAssociates = (db: Db) =>
  eachUncleanName(db, associatedAccounts, some =>
    db.execute(sql`
      update associated_accounts a set name = w.clean
      from json_to_recordset(${JSON.stringify(some)}::json) as w(_id uuid, name text, clean text)
      where a.id = w._id and a.name = w.name`),
  );

/** A name that another company has without such letters stays as it is, and so does one that has no others. */
async function cleanCompanies(db: Db, some: CleanedName[]): Promise<void> {
  const first = firstOfEach(some, ({ clean }) => clean.toLowerCase());
  const wanted = JSON.stringify([...first.values()].filter(({ clean }) => clean !== ''));
  await again(() =>
    db.execute(sql`
      update companies c set name = w.clean, updated_at = now()
      from json_to_recordset(${wanted}::json) as w(_id uuid, name text, clean text)
      where c.id = w._id and c.name = w.name
        and not exists (select from companies o where lower(o.name) = lower(w.clean) and o.id <> c.id)`),
  );
}

async function fold(db: Db, some: { _id: string; name: string }[]): Promise<void> {
  const first = firstOfEach(some, ({ name }) => foldedName(name));
  const wanted = JSON.stringify([...first].map(([folded, company]) => ({ ...company, folded })));
  await again(() =>
    db.execute(sql`
      update companies c set folded_name = w.folded
      from json_to_recordset(${wanted}::json) as w(_id uuid, name text, folded text)
      where c.id = w._id and c.name = w.name and c.folded_name is null
        and not exists (select from companies o where o.folded_name = w.folded)`),
  );
}

function firstOfEach<T>(some: readonly T[], keyOf: (one: T) => string): Map<string, T> {
  const first = new Map<string, T>();
  for (const one of some) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return first;
}

/** Somebody may take one of these names at this moment: the next attempt sees it taken. */
async function again(write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write();
      return;
    } catch (error) {
      if (attempt === 3 || !['23505', '40P01'].includes(pgError(error)?.code ?? '')) throw error;
    }
  }
}
