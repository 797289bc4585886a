import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { editOrder } from '#server/orders/edit-order.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { orders } from '#server/orders/tables.ts';
import { refundAtWill } from '#server/payments/refund-at-will.ts';
import { updateReturn } from '#server/returns/update-return.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { editOrderSchema } from '#shared/schemas/edit-order.ts';
import { makeRefundSchema } from '#shared/schemas/give-back.ts';
import { updateReturnSchema } from '#shared/schemas/returns.ts';
import type { WaitingAct } from '#shared/schemas/waiting-acts.ts';

type ActRow = typeof waitingActs.$inferSelect;

/** After so long nobody is asked any more. */
const LAPSES_MS = 3 * 86_400_000;

/** Lists the acts that wait for an Admin, the oldest first. */
export async function listWaiting(db: Db): Promise<WaitingAct[]> {
  return db
    .select({
      _id: waitingActs._id,
      kind: waitingActs.kind,
      order: waitingActs.order,
      orderNumber: orders.orderNumber,
      amount: waitingActs.amount,
      words: waitingActs.words,
      state: waitingActs.state,
      askedBy: sql<string>`coalesce(${users.name}, '')`,
      createdAt: waitingActs.createdAt,
    })
    .from(waitingActs)
    .innerJoin(orders, eq(orders._id, waitingActs.order))
    .leftJoin(users, eq(users._id, waitingActs.askedBy))
    .where(eq(waitingActs.state, 'waiting'))
    .orderBy(asc(waitingActs.createdAt));
}

/**
 * Says yes or no to an act that waits. With yes it is carried out as it was asked for, once; one that is over, or whose
 * order somebody changed since, has lapsed: `act_state`.
 */
export async function decideAct(
  app: App,
  admin: SessionUser,
  { _id, approve }: { _id: string; approve: boolean },
): Promise<{ _id: string }> {
  const act = await takeAct(app.db, admin, _id, approve ? 'done' : 'declined');
  if (!approve) return { _id };
  if (act.state === 'lapsed') {
    await app.db.update(waitingActs).set({ state: 'lapsed' }).where(eq(waitingActs._id, _id));
    throw new AppError('act_state');
  }
  try {
    await carryOut(app, admin, act);
  } catch (error) {
    // It was not done: it may be decided again, unless its order is another by now.
    const isOver =
      error instanceof AppError && ['stale', 'order_state', 'figures_changed'].includes(error.reason);
    await app.db
      .update(waitingActs)
      .set(isOver ? { state: 'lapsed' } : { state: 'waiting', decidedBy: null, decidedAt: null })
      .where(eq(waitingActs._id, _id));
    throw isOver ? new AppError('act_state') : error;
  }
  return { _id };
}

/** Takes an act out of the queue, so that of two Admins one decides. */
async function takeAct(db: Db, admin: SessionUser, _id: string, state: 'done' | 'declined'): Promise<ActRow> {
  return db.transaction(async tx => {
    const [act] = await tx
      .update(waitingActs)
      .set({ state, decidedBy: admin._id, decidedAt: clock.now().toISOString() })
      .where(and(eq(waitingActs._id, _id), eq(waitingActs.state, 'waiting')))
      .returning();
    if (!act) throw new AppError('act_state');
    const [order] = await tx
      .select({ version: orders.version })
      .from(orders)
      .where(eq(orders._id, act.order));
    if (state === 'done' && order?.version !== act.version) return { ...act, state: 'lapsed' as const };
    if (state === 'declined') await recordOrderEvent(tx, act.order, admin, 'Admin declined', act.words);
    return act;
  });
}

/** Does what was asked for, as whoever asked; its own key keeps it from happening twice. */
async function carryOut(app: App, admin: SessionUser, { kind, input }: ActRow): Promise<void> {
  switch (kind) {
    case 'refund':
      await refundAtWill(app, admin, makeRefundSchema.parse(input));
      return;
    case 'edit':
      await editOrder(app, admin, editOrderSchema.parse(input));
      return;
    case 'return':
      await updateReturn(app, admin, updateReturnSchema.parse(input));
  }
}

/** Lets acts lapse that nobody decided in three days. */
export async function lapseActs(db: Db, now = clock.now()): Promise<void> {
  await db
    .update(waitingActs)
    .set({ state: 'lapsed' })
    .where(
      and(
        eq(waitingActs.state, 'waiting'),
        lt(waitingActs.createdAt, new Date(now.getTime() - LAPSES_MS).toISOString()),
      ),
    );
}
