import { lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { lapseChanges } from '#server/auth/email-changes.ts';
import { removeOldSessions } from '#server/auth/sessions.ts';
import { oneTimeTokens } from '#server/auth/tables.ts';
import { removeOldWaiting } from '#server/auth/waiting-sign-ins.ts';
import type { Db } from '#server/database/db.ts';
import { vacuumTable, wornTables } from '#server/database/vacuum.ts';
import { removeOldLimits } from '#server/http/rate-limits.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';
import { forEachIsolated } from '#server/jobs/sweep.ts';
import { forgetAddresses } from '#server/orders/unpaid-orders.ts';
import { removeOldEvents } from '#server/payments/gateway-events.ts';
import { clock } from '#server/time-and-chance.ts';

/** Removes the sessions, counters, links, events and addresses whose time is over: they count for nothing, and would only pile up. */
export async function removeExpired(db: Db, now = clock.now()): Promise<void> {
  await removeOldSessions(db, now);
  await removeOldWaiting(db, now);
  await removeOldLimits(db, now);
  await lapseChanges(db, now);
  await removeOldEvents(db, now);
  await forgetAddresses(db, now);
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now.toISOString()));
}

/** Does for the embedded database, table by table, what a Postgres does by itself: else what changes only ever grows. */
export async function vacuumWorn(
  db: Db,
  { log, signal }: { log: FastifyBaseLogger; signal: AbortSignal },
): Promise<void> {
  const tables = (await wornTables(db)).map(name => ({ _id: name }));
  await forEachIsolated(log, tables, ({ _id: name }) => vacuumTable(db, name), signal);
}

export const upkeepJobs = defineJobs({
  'remove-expired': { run: ({ db }) => removeExpired(db), everySeconds: 3600 },
  /** At night, and two hours after `clear-old`, which leaves the most dead rows. */
  'vacuum-tables': {
    run: ({ db, log }, _none, { signal }) => vacuumWorn(db, { log, signal }),
    ...{ everySeconds: 24 * 3600, offsetSeconds: 7 * 3600 },
    retryLimit: 1,
    timeoutSeconds: 3600,
    onlyEmbedded: true,
  },
});
