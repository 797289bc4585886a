import { lt } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { gatewayEvents } from '#server/payments/tables.ts';

/** Ten times as long as the gateway repeats an event. */
const KEPT_DAYS = 30;

/** Removes the notes of events that can't come again. */
export async function removeOldEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  await db.delete(gatewayEvents).where(lt(gatewayEvents.receivedAt, before));
}
