import { and, asc, inArray, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, pgError, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { completeKeptDays } from '#server/site/kept-days.ts';
import { SITE_DEFAULTS } from '#server/site/site.ts';
import { SITE, shippingTiers, siteSettings } from '#server/site/tables.ts';
import { isOfStaff, users } from '#server/users/tables.ts';
import { changesOf, refuseStale } from '#server/versioned.ts';
import type { SaveSite, Settings } from '#shared/schemas/staff-settings.ts';

type Row = typeof siteSettings.$inferSelect;
type Given = SaveSite['site'];

/** Reads all of the site settings, what is not public too. */
export async function readSettings(db: Db): Promise<Settings> {
  const [row] = await db.select().from(siteSettings);
  if (row) return settingsOf(db, row);
  // Nobody took the row away but somebody at a prompt of the database; whoever saves makes it anew.
  await db.insert(siteSettings).values(SITE_DEFAULTS).onConflictDoNothing();
  return readSettings(db);
}

async function settingsOf(db: Db, row: Row): Promise<Settings> {
  const tiers = await db.select().from(shippingTiers).orderBy(asc(shippingTiers.position));
  return {
    ...row,
    tax: Number(row.tax),
    keptDays: completeKeptDays(row.keptDays),
    shippingTiers: tiers.map(({ price, cost }) => ({ price, cost })),
  };
}

/** Lists the accounts that may be special ones (rule A2). */
export function staffAccounts(db: Db) {
  const { _id, name, email } = users;
  return db.select({ _id, name, email }).from(users).where(isOfStaff).orderBy(asc(users.email));
}

/**
 * Saves the given fields of the site settings, logged with what they were before; every process hears of it. `forgets`:
 * what else is kept of a field. Throws `stale` and, for what only the database knows to be wrong, `invalid`.
 */
export async function saveSite(
  app: App,
  by: SessionUser,
  { version, site }: SaveSite,
  forgets: Partial<Record<keyof Given, string>> = {},
): Promise<Settings> {
  if (site.timeZone !== undefined) await refuseUnknownZone(app.db, site.timeZone);
  return retrying(app.db, async tx => {
    const row = await lockSettings(tx);
    refuseStale(row, version);
    const given: Partial<Row> = {
      ...site,
      ...(site.closedDays && { closedDays: site.closedDays.toSorted(byDate) }),
      ...(site.keptDays && { keptDays: { ...row.keptDays, ...site.keptDays } }),
    };
    const { names, before, after } = changesOf<Row>(row, given);
    if (names.length === 0) return settingsOf(tx, row);
    if (after.specialAccounts) await refuseOthers(tx, after.specialAccounts);
    const [saved] = await tx
      .update(siteSettings)
      .set({ ...after, version: row.version + 1 })
      .returning();
    await recordLog(tx, by, {
      ...{ type: 'settings', category: 'site', name: 'Site settings changed', description: names.join(', ') },
      ...{ before, after },
    });
    await app.cache.invalidate(tx, SITE);
    for (const [name, scope] of Object.entries(forgets)) {
      if (names.includes(name as keyof Row)) await app.cache.invalidate(tx, scope);
    }
    return settingsOf(tx, saved ?? row);
  });
}

const byDate = (one: { date: string }, other: { date: string }) => (one.date < other.date ? -1 : 1);

async function lockSettings(tx: Db): Promise<Row> {
  const [row] = await tx.select().from(siteSettings).for('update');
  if (row) return row;
  await tx.insert(siteSettings).values(SITE_DEFAULTS).onConflictDoNothing();
  return lockSettings(tx);
}

/** A zone that this process knows and the database does not would fail every list of orders. */
async function refuseUnknownZone(db: Db, timeZone: string): Promise<void> {
  try {
    await db.execute(sql`select now() at time zone ${timeZone}::text`);
  } catch (error) {
    if (pgError(error)?.code !== '22023') throw error;
    throw fieldError(['site', 'timeZone'], 'is not known to the database');
  }
}

/** Special accounts are of the staff (rule A2). */
async function refuseOthers(tx: Db, accounts: readonly string[]): Promise<void> {
  const found = await tx
    .select({ _id: users._id })
    .from(users)
    .where(and(isOfStaff, inArray(users._id, [...accounts])));
  const issues = accounts.flatMap((account, index) =>
    found.some(({ _id }) => _id === account)
      ? []
      : [{ path: ['site', 'specialAccounts', index], message: 'is not an account of the staff' }],
  );
  if (issues.length > 0) throw new AppError('invalid', { issues });
}
