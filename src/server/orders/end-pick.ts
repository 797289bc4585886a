import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { type PICK_ENDS, picks } from '#server/picking/tables.ts';
import { clock } from '#server/time-and-chance.ts';

/**
 * Ends the pick of an order that goes on, if there is one, in the transaction that has locked the order. Every pick ends by
 * this. It stands here, as orders end picks and lead to nothing of `picking`, which leads to them.
 */
export async function endPick(tx: Db, order: string, end: (typeof PICK_ENDS)[number]): Promise<void> {
  await tx
    .update(picks)
    .set({ end, endedAt: clock.now().toISOString() })
    .where(and(eq(picks.order, order), isNull(picks.endedAt)));
}
