import { and, arrayOverlaps, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { approvals } from '#server/approvals/tables.ts';
import { type Asker, holdAsker } from '#server/auth/hold-asker.ts';
import { lockCartsToOrder } from '#server/carts/carts.ts';
import { newLines } from '#server/carts/lines.ts';
import { ownerOf, storeCart } from '#server/carts/own-carts.ts';
import type { App, Context, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { approvalRequested } from '#server/mail/templates/team-mails.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { cancelHeld } from '#server/orders/cancel-order.ts';
import { orderKeyReused } from '#server/orders/key-reused.ts';
import { hashOfCheckout, lockReplaced, submitOrder } from '#server/orders/submit-order.ts';
import { orders } from '#server/orders/tables.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Approval } from '#shared/schemas/team.ts';

type Colleague = SessionUser & { company: string };

/**
 * Submits an order, and where it is above its Member's limit keeps it until a Primary has decided: whatever else is
 * wrong with it is refused as `submitOrder` does. The goods of the working cart become a saved cart, so that nothing
 * is lost whatever the answer is. The same key again is the same request: with other contents `key_reused`, and once it was
 * declined or taken back `approval_state`, so that nobody takes it for asked anew. `too_many` for one who asks for many.
 */
export async function requestApproval(
  ctx: Context,
  user: Colleague,
  input: Checkout,
): Promise<{ approval: Approval | null; order: Order | null }> {
  const key = `${user._id}:${input.idempotencyKey}`;
  const request = { key, hash: hashOfCheckout(input) };
  const first = await firstOf(ctx.db, request);
  if (first) return { approval: first, order: null };
  try {
    // Nothing of it is written where it is refused.
    return { approval: null, order: await submitOrder(ctx, input) };
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'needs_approval') throw error;
  }
  const asker = { ...ctx, user };
  await limit(ctx.db, `approval:${user._id}`, LIMITS.approval);
  const _id = await retrying(ctx.db, tx => keepRequest(ctx.app, tx, asker, input, request));
  return { approval: await approvalById(ctx.db, _id), order: null };
}

interface Request {
  key: string;
  hash: string;
}

/** The request that a key brought already; null: none. */
async function firstOf(db: Db, { key, hash }: Request): Promise<Approval | null> {
  const [known] = await db
    .select({ _id: approvals._id, requestHash: approvals.requestHash })
    .from(approvals)
    .where(eq(approvals.idempotencyKey, key));
  if (!known) return null;
  if (known.requestHash !== null && known.requestHash !== hash) throw orderKeyReused(null);
  const first = await findApproval(db, eq(approvals._id, known._id));
  if (first?.state === 'declined' || first?.state === 'withdrawn')
    throw new AppError('approval_state', { details: { state: first.state } });
  return first;
}

/** A Held order of the same cart is given up: what a Primary approves is ordered anew. */
async function keepRequest(
  app: App,
  tx: Db,
  asker: Asker & { user: Colleague },
  input: Checkout,
  request: Request,
): Promise<string> {
  const { user } = asker;
  const held = await lockReplaced(tx, { input, user });
  const buyer = await holdAsker(tx, asker);
  if (buyer.company !== user.company) throw new AppError('stale');
  const cartIds = await cartsOf(tx, user, input, held?._id ?? null);
  const { cart: _cart, cartIds: _ids, cartVersions: _seen, idempotencyKey: _key, total, ...checkout } = input;
  const { replaces: _replaces, signedInAs: _signedInAs, ...kept } = checkout;
  const asked = {
    company: user.company,
    user: user._id,
    idempotencyKey: request.key,
    requestHash: request.hash,
  };
  const [made] = await tx
    .insert(approvals)
    .values({ ...asked, cartIds, checkout: kept, total })
    .onConflictDoNothing({ target: approvals.idempotencyKey })
    .returning({ _id: approvals._id });
  if (!made) {
    const first = await firstOf(tx, request);
    if (first) return first._id;
    throw new AppError('stale');
  }
  if (held) await cancelHeld(app, tx, held, user, 'sent for approval');
  await tellPrimaries(app, tx, { user, limit: buyer.spendingLimit, input });
  return made._id;
}

/** The saved carts of a request; a working cart becomes one. */
async function cartsOf(tx: Db, user: Colleague, input: Checkout, replaced: string | null): Promise<string[]> {
  const owner = ownerOf(user);
  if (!input.cartIds) {
    const { lines } = await newLines(tx, input.cart ?? [], owner);
    const { timeZone } = await shopRates(tx);
    const fields = {
      orderName: input.orderName || nameOf(clock.now(), timeZone),
      poNumber: input.poNumber,
      notes: input.notes,
      shippingMethod: input.shippingMethod,
      recentKeys: [input.idempotencyKey],
    };
    return [(await storeCart(tx, owner, fields, lines))._id];
  }
  const cartIds = [...new Set(input.cartIds)];
  await lockCartsToOrder(tx, cartIds, user._id, replaced);
  const waiting = and(
    eq(approvals.user, user._id),
    eq(approvals.state, 'waiting'),
    arrayOverlaps(approvals.cartIds, cartIds),
  );
  if ((await tx.$count(approvals, waiting)) > 0)
    throw fieldError('cartIds', 'is already waiting for approval');
  return cartIds;
}

/** A cart needs a name, which stays with what was ordered: none that says how far the order has come. */
const nameOf = (now: Date, timeZone: string) =>
  `Order of ${now.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })}`.replace(
    '\u202f',
    ' ',
  );

async function tellPrimaries(
  app: App,
  tx: Db,
  { user, limit, input }: { user: Colleague; limit: Approval['total'] | null; input: Checkout },
): Promise<void> {
  const primaries = await tx
    .select({ _id: users._id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.company, user.company), eq(users.role, 'Primary'), isNull(users.deletedAt)));
  const site = await mailSite(app, tx);
  const { total, orderName, poNumber } = input;
  for (const { _id, name, email } of primaries) {
    await notifyCustomer(tx, _id, {
      type: 2,
      title: 'An order is waiting for your approval',
      details: `${user.name}, ${formatMoney(total)}`,
      link: '/user/team',
    });
    const mail = approvalRequested({ name, member: user.name, limit, total, orderName, poNumber }, site);
    await queueMail(tx, app, { ...mail, template: 'approval-requested', to: email, user: _id });
  }
}

/** Takes a Member's own request back; their cart stays. `approval_state` for one that was decided. */
export async function takeBackRequest(db: Db, user: SessionUser, _id: string): Promise<Approval> {
  const own = and(eq(approvals._id, _id), eq(approvals.user, user._id));
  const [withdrawn] = await db
    .update(approvals)
    .set({ state: 'withdrawn' })
    .where(and(own, eq(approvals.state, 'waiting')))
    .returning({ _id: approvals._id });
  const approval = await findApproval(db, own);
  if (!approval) throw new AppError('not_found');
  if (!withdrawn) throw new AppError('approval_state', { details: { state: approval.state } });
  return approval;
}

/** The most requests that a list shows; older ones are orders by now, or nothing. */
const MAX_LISTED = 100;

/** Lists requests of a company, those that wait first: all of them for a Primary, their own for a Member. */
export async function listApprovals(db: Db, user: Colleague): Promise<Approval[]> {
  const whose = user.role === 'Primary' ? sql`true` : eq(approvals.user, user._id);
  return readApprovals(db, sql`${eq(approvals.company, user.company)} and ${whose}`, MAX_LISTED);
}

/** Returns one request that the asker may see: their own, or as a Primary any of their company. Throws `not_found`. */
export async function reachApproval(db: Db, user: Colleague, _id: string): Promise<Approval> {
  const [found] = (await listedOf(db, user, _id)) ?? [];
  if (!found) throw new AppError('not_found');
  return found;
}

const listedOf = (db: Db, user: Colleague, _id: string) => {
  const whose = user.role === 'Primary' ? sql`true` : eq(approvals.user, user._id);
  return readApprovals(
    db,
    sql`${eq(approvals._id, _id)} and ${eq(approvals.company, user.company)} and ${whose}`,
    1,
  );
};

export async function approvalById(db: Db, _id: string): Promise<Approval> {
  const found = await findApproval(db, eq(approvals._id, _id));
  if (!found) throw new AppError('not_found');
  return found;
}

async function findApproval(db: Db, where: SQL | undefined): Promise<Approval | null> {
  const [found] = await readApprovals(db, where, 1);
  return found ?? null;
}

const decider = alias(users, 'decider');

/** Reads requests, without those of people who left the company: nothing of theirs waits any longer. */
async function readApprovals(db: Db, where: SQL | undefined, most: number): Promise<Approval[]> {
  const found = await db
    .select({
      approval: approvals,
      user: { _id: users._id, name: users.name, email: users.email },
      decidedBy: decider.name,
      order: { _id: orders._id, orderNumber: orders.orderNumber },
    })
    .from(approvals)
    .innerJoin(users, and(eq(users._id, approvals.user), eq(users.company, approvals.company)))
    .leftJoin(decider, eq(decider._id, approvals.decidedBy))
    .leftJoin(orders, eq(orders._id, approvals.order))
    .where(where)
    .orderBy(sql`${approvals.state} <> 'waiting'`, desc(approvals.createdAt), desc(approvals._id))
    .limit(most);
  return found.map(({ approval: { checkout, ...approval }, ...joined }) => ({
    ...checkout,
    ...approval,
    ...joined,
  }));
}
