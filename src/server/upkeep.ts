import { lt } from 'drizzle-orm';
import { lapseChanges } from '#server/auth/email-changes.ts';
import { removeOldSessions } from '#server/auth/sessions.ts';
import { oneTimeTokens } from '#server/auth/tables.ts';
import { removeOldWaiting } from '#server/auth/waiting-sign-ins.ts';
import type { Db } from '#server/database/db.ts';
import { removeOldLimits } from '#server/http/rate-limits.ts';
import { defineJobs } from '#server/jobs/define-jobs.ts';
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

export const upkeepJobs = defineJobs({
  'remove-expired': { run: ({ db }) => removeExpired(db), everySeconds: 3600 },
});
