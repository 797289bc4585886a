import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { carts } from '#server/carts/tables.ts';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { grantIn } from '#server/goodwill/grant-credit.ts';
import { refundIn } from '#server/goodwill/refund-at-will.ts';
import { byAsker, nameOf } from '#server/limits/act-words.ts';
import { tellDecided, tellLapsed } from '#server/limits/tell-asker.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { endingUnfinished } from '#server/payments/unfinished.ts';
import { returns } from '#server/returns/tables.ts';
import { updateReturnIn } from '#server/returns/update-return.ts';
import { createOrderIn } from '#server/staff-orders/create-order.ts';
import { editIn } from '#server/staff-orders/edit-order.ts';
import { quoteAsAsked } from '#server/staff-orders/quote-cart.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { contentsOf } from '#server/waiting-acts/act-contents.ts';
import { asStored } from '#server/waiting-acts/as-stored.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import type { ErrorReason } from '#shared/errors.ts';
import { type Money, ZERO } from '#shared/rules/money.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { hasLapsed, lapsesBefore } from '#shared/rules/waiting-acts.ts';
import { quoteCartSchema } from '#shared/schemas/carts.ts';
import { createOrderSchema } from '#shared/schemas/create-order.ts';
import { editOrderSchema } from '#shared/schemas/edit-order.ts';
import { grantStoreCreditSchema, makeRefundSchema } from '#shared/schemas/give-back.ts';
import { type UpdateReturn, updateReturnSchema } from '#shared/schemas/returns.ts';
import type { DecideAct, WaitingAct, WaitingActs } from '#shared/schemas/waiting-acts.ts';

type ActRow = typeof waitingActs.$inferSelect;

/**
 * Lists the acts that wait for an Admin, the oldest first, and says how many there are. An Employee is told of those alone
 * that they asked for, of which they knew all when they did.
 */
export async function listWaiting(
  app: App,
  reader: SessionUser,
  { limit }: { limit: number },
): Promise<WaitingActs> {
  const isWaiting = and(
    isAdmin(reader) ? undefined : eq(waitingActs.askedBy, reader._id),
    eq(waitingActs.state, 'waiting'),
    gte(waitingActs.createdAt, lapsesBefore(clock.now())),
  );
  const found = await app.db
    .select({
      input: waitingActs.input,
      _id: waitingActs._id,
      kind: waitingActs.kind,
      order: waitingActs.order,
      cart: waitingActs.cart,
      orderNumber: orders.orderNumber,
      amount: waitingActs.amount,
      words: waitingActs.words,
      why: waitingActs.why,
      lines: waitingActs.lines,
      state: waitingActs.state,
      askedBy: sql<string>`coalesce(${users.name}, '')`,
      createdAt: waitingActs.createdAt,
      isOver: isOver(),
    })
    .from(waitingActs)
    .leftJoin(orders, eq(orders._id, waitingActs.order))
    .leftJoin(carts, eq(carts._id, waitingActs.cart))
    .leftJoin(users, eq(users._id, waitingActs.askedBy))
    .where(isWaiting)
    .orderBy(asc(waitingActs.createdAt), asc(waitingActs._id))
    .limit(limit);
  const acts: WaitingAct[] = [];
  // In turn: all at once they would take every connection there is.
  for (const { input, lines, why, ...act } of found)
    acts.push({ ...act, contents: await contentsOf(app, { ...act, input, lines, why }) });
  return { acts, total: await app.db.$count(waitingActs, isWaiting) };
}

/** Tells of an act that a yes would let it lapse: somebody changed what it is for, or its quote has ended. */
const isOver = () => sql<boolean>`(
  ${waitingActs.version} is distinct from coalesce(${orders.version}, ${carts.version})
  or (${waitingActs.kind} = 'quote' and (${waitingActs.input} ->> 'quotedUntil')::timestamptz <= ${clock.now().toISOString()})
)`;

/**
 * An act that ends so was asked for of an order that is another by now, unless it is refused for a moment alone; or its asker
 * did something else under its key just as it was stored.
 */
const OVER: readonly ErrorReason[] = ['stale', 'order_state', 'figures_changed', 'key_reused'];

/**
 * Says yes or no to an act that waits, in one transaction with the act: carried out as it was asked for, once. One that is
 * over, or whose order or cart somebody changed since, lapses: `act_state`, with how it ended. Whatever else it is refused
 * for, it goes on waiting.
 */
export async function decideAct(
  app: App,
  admin: SessionUser,
  { _id, approve, reason, aboveCredit }: DecideAct,
): Promise<{ _id: string }> {
  const isOfIt = and(eq(waitingActs._id, _id), eq(waitingActs.state, 'waiting'));
  try {
    await endingUnfinished(app, async tx => {
      const [act] = await tx.select().from(waitingActs).where(isOfIt).for('update');
      if (!act) throw await endOf(tx, _id);
      // The sweep that lets it lapse may not have run yet.
      if (hasLapsed(act, clock.now())) throw new AppError('stale');
      const placed = approve ? await carryOut(app, tx, admin, act, aboveCredit ?? ZERO) : null;
      if (!approve && act.order) {
        const words = act.words + (reason && `; reason: ${reason}`);
        await recordOrderEvent(tx, act.order, admin, 'Admin declined', words);
      }
      await tx
        .update(waitingActs)
        .set({
          ...{ state: approve ? 'done' : 'declined', declineReason: reason },
          ...{ decidedBy: admin._id, decidedAt: sql`now()` },
        })
        .where(eq(waitingActs._id, _id));
      await tellDecided(tx, act, { approve, by: admin.name, reason, placed });
    });
  } catch (error) {
    if (!(error instanceof AppError && OVER.includes(error.reason)) || error.about?.isPassing) throw error;
    await lapse(app.db, isOfIt);
    throw new AppError('act_state', { details: { state: 'lapsed' } });
  }
  return { _id };
}

/** Refuses an act that waits no more, and says how it ended. */
async function endOf(tx: Db, _id: string): Promise<AppError> {
  const [act] = await tx
    .select({ state: waitingActs.state })
    .from(waitingActs)
    .where(eq(waitingActs._id, _id));
  return act ? new AppError('act_state', { details: act }) : new AppError('not_found');
}

/**
 * Does what was asked for; answers the order that it became, where it is a new one. `mostAbove`: how far above a company's
 * limit the Admin saw it go, who says yes to nothing else (rule A16).
 */
async function carryOut(
  app: App,
  tx: Db,
  admin: SessionUser,
  { kind, input, order, version, askedBy, words }: ActRow,
  mostAbove: Money,
): Promise<string | null> {
  if (order) {
    if ((await lockOrder(tx, order)).version !== version) throw new AppError('stale');
    await recordOrderEvent(tx, order, admin, 'Admin approved', words);
  }
  const askerOf = () => nameOf(tx, { user: askedBy });
  switch (kind) {
    case 'refund':
      await refundIn(app, tx, admin, asStored(makeRefundSchema, input), { isAsked: true });
      return null;
    case 'edit':
      await editIn(app, tx, admin, asStored(editOrderSchema, input), { mostAbove });
      return null;
    case 'return': {
      const step = asStored(updateReturnSchema, input);
      await refuseTaken(tx, step);
      await updateReturnIn(app, tx, admin, step, { isAsked: true });
      return null;
    }
    case 'grant':
      await grantIn(tx, admin, asStored(grantStoreCreditSchema, input), await askerOf());
      return null;
    case 'order': {
      const asked = asStored(createOrderSchema, input);
      const placed = await createOrderIn(app, tx, admin, asked, { askedBy, mostAbove });
      const approved = words + byAsker(await askerOf());
      await recordOrderEvent(tx, placed, admin, 'approved', approved);
      return placed;
    }
    case 'quote':
      await quoteAsAsked(app, tx, admin, asStored(quoteCartSchema, input), await askerOf());
      return null;
  }
}

/** Throws `stale` where somebody else took this step of a return meanwhile: it would count as this one sent again. */
async function refuseTaken(tx: Db, { _id, status }: UpdateReturn): Promise<void> {
  const isTaken = status && and(eq(returns._id, _id), eq(returns.status, status));
  if (isTaken && (await tx.$count(returns, isTaken)) > 0) throw new AppError('stale');
}

/** Lets acts lapse that nobody decided in three days. */
export async function lapseActs(db: Db, now = clock.now()): Promise<void> {
  await lapse(db, and(eq(waitingActs.state, 'waiting'), lt(waitingActs.createdAt, lapsesBefore(now))), now);
}

async function lapse(db: Db, which: SQL | undefined, now?: Date): Promise<void> {
  await db.transaction(async tx => {
    const lapsed = await tx.update(waitingActs).set({ state: 'lapsed' }).where(which).returning();
    for (const act of lapsed) await tellLapsed(tx, act, now);
  });
}
