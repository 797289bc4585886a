import { eq, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { tookOffShipping } from '#server/coupons/coupons.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { paidBack } from '#server/orders/edited-lines.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { refundPart } from '#server/payments/refunds.ts';
import { accountEntries, givenBack, payouts, storeCreditEntries } from '#server/payments/tables.ts';
import { refuseStale } from '#server/versioned.ts';
import { byOf, orWait, refuseAboveLimit } from '#server/waiting-acts/refuse-above-limit.ts';
import type { AtWillWay } from '#shared/enumerations.ts';
import { addMoney, formatMoney, type Money, subtractMoney, toMoney, ZERO } from '#shared/rules/money.ts';
import { NO_UNITS, unitsOf, worthOf } from '#shared/rules/returns.ts';
import type { MakeRefund } from '#shared/schemas/give-back.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Gives money of an order back because staff want to (rule O22): it stays paid, and nothing of it is owed again. To the
 * card that paid, as store credit, or by hand what came in by hand; never more than is left of what was paid. Throws
 * `order_state` for an order that nothing was paid of, `stale`, `key_reused`, and `invalid` beside what can't be.
 */
export const refundAtWill = (app: App, staff: SessionUser, input: MakeRefund): Promise<Order> =>
  orWait(app.db, staff, () => retrying(app.db, tx => refundIn(app, tx, staff, input)));

async function refundIn(app: App, tx: Db, staff: SessionUser, input: MakeRefund): Promise<Order> {
  const { key, ...contents } = input;
  const requestHash = hashOfContents(contents);

  const order = await lockOrder(tx, input.order);
  const [first] = await tx
    .select()
    .from(givenBack)
    .where(eq(givenBack.key, `goodwill:${key}`));
  if (first) {
    if (first.requestHash !== requestHash) throw new AppError('key_reused');
    return orderById(tx, order._id, { withCost: true });
  }
  refuseStale(order, input.version);
  if (order.status === 'Held' || order.status === 'Canceled' || order.amountPaid === 0)
    throw new AppError('order_state', { details: { order: { _id: order._id, status: order.status } } });
  const amount = await amountOf(tx, order, input);
  const { way, reason } = input;
  const left = await leftToGive(tx, order);
  refuseMore(amount, way, left);
  const words = `${formatMoney(amount)} ${WAY_WORDS[way]}: ${reason}`;
  await refuseAboveLimit(tx, staff, { kind: 'refund', order, key, input, amount, words });
  const [given] = await tx
    .insert(givenBack)
    .values({
      ...{ order: order._id, cause: 'goodwill', way, amount, reason, requestHash, ...byOf(staff) },
      key: `goodwill:${key}`,
    })
    .returning();
  if (!given) throw new Error('the refund was not stored');
  await payOut(app, tx, staff, order, { ...input, given: given._id, amount });
  await tx
    .update(orders)
    .set({ version: order.version + 1 })
    .where(eq(orders._id, order._id));
  await recordOrderEvent(tx, order._id, staff, 'refund at will', words);
  await recordLog(tx, staff, {
    ...{ type: 'payment', category: 'refund', name: `Order ${order.orderNumber}` },
    ...{ description: words, subject: order._id },
  });
  return orderById(tx, order._id, { withCost: true });
}

const WAY_WORDS: Record<AtWillWay, string> = {
  card: 'to the card',
  credit: 'as store credit',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by transfer',
};

/** The amount that staff mean: of units, with their tax, and of shipping; or as they say it. */
async function amountOf(
  tx: Db,
  order: OrderRow,
  { lines, shipping = ZERO, amount }: MakeRefund,
): Promise<Money> {
  if (amount !== undefined) {
    if (amount <= 0) throw fieldError('amount', 'must be above 0');
    return amount;
  }
  if (shipping > order.shipping)
    throw fieldError('shipping', `is more than the ${formatMoney(order.shipping)} of the order`);
  const sold = await tx.select().from(orderLines).where(eq(orderLines.order, order._id));
  const back = await paidBack(tx, order._id);
  const isShippingFree = await tookOffShipping(tx, order._id);
  const worth = (lines ?? []).map(({ _id, quantity }, index) => {
    const line = sold.find(one => one._id === _id);
    if (!line) throw fieldError(['lines', index, '_id'], 'is not in this order');
    const before = back.get(_id) ?? NO_UNITS;
    if (quantity > line.quantity - before.units)
      throw fieldError(
        ['lines', index, 'quantity'],
        `is more than the ${line.quantity - before.units} that are left`,
      );
    const of = { ...line, discount: isShippingFree ? ZERO : line.itemDiscount };
    return worthOf(line.price, unitsOf(of, before, quantity));
  });
  const sum = addMoney(shipping, ...worth);
  if (sum <= 0) throw fieldError('lines', 'come to nothing');
  return sum;
}

interface Left {
  /** Of what cards paid, and of what came in by hand. */
  card: Money;
  byHand: Money;
  /** Of all of it: what was given as store credit is not to be given again. */
  inAll: Money;
}

/** Sums what of an order's payments has not been given back yet, whichever way. */
async function leftToGive(tx: Db, { _id }: OrderRow): Promise<Left> {
  const [sums] = rows<Record<'card' | 'back' | 'hand' | 'out' | 'credit', string>>(
    await tx.execute(sql`
      select
        (select coalesce(sum(amount), 0) from payment_allocations where "order" = ${_id})::text as card,
        (select coalesce(sum(r.amount), 0) from refunds r where r."order" = ${_id} and r.status <> 'failed'
          and exists (select from payment_allocations a where a.payment = r.payment))::text as back,
        (select coalesce(sum(amount), 0) from receipt_parts where "order" = ${_id})::text as hand,
        (select coalesce(sum(amount), 0) from payouts where "order" = ${_id})::text as out,
        (select coalesce(sum(amount), 0) from store_credit_entries where "order" = ${_id} and kind = 'granted')::text as credit`),
  );
  const cents = (name: 'card' | 'back' | 'hand' | 'out' | 'credit') => Number(sums?.[name] ?? 0);
  const [card, byHand] = [cents('card') - cents('back'), cents('hand') - cents('out')];
  return {
    card: toMoney(Math.max(0, card)),
    byHand: toMoney(Math.max(0, byHand)),
    inAll: toMoney(Math.max(0, card + byHand - cents('credit'))),
  };
}

function refuseMore(amount: Money, way: AtWillWay, { card, byHand, inAll }: Left): void {
  const ofWay = way === 'card' ? card : way === 'credit' ? inAll : byHand;
  const most = ofWay < inAll ? ofWay : inAll;
  if (amount <= most) return;
  if (way === 'card' && card === 0)
    throw fieldError('way', 'can’t be the card: nothing is left that a card paid');
  if (way !== 'card' && way !== 'credit' && byHand === 0)
    throw fieldError(
      'way',
      'can’t be by hand: what a card paid goes back to the card, or becomes store credit',
    );
  throw fieldError('amount', `is more than the ${formatMoney(most)} that can go back this way`);
}

async function payOut(
  app: App,
  tx: Db,
  staff: SessionUser,
  order: OrderRow,
  { given, amount, way, reason, number }: MakeRefund & { given: string; amount: Money },
): Promise<void> {
  const onAccount = order.paymentType === 'Terms' ? order.company : null;
  if (way === 'card') {
    await refundPart(app, tx, order, { amount, reason, cause: `goodwill:${given}` });
  } else if (way === 'credit') {
    const owner = order.company ? { company: order.company } : order.user ? { user: order.user } : null;
    if (!owner) throw fieldError('way', 'needs an account: this order was placed by a guest');
    await tx.insert(storeCreditEntries).values({
      ...owner,
      order: order._id,
      given,
      kind: 'granted',
      amount,
      note: reason,
      createdBy: staff._id,
    });
  } else {
    await tx.insert(payouts).values({ order: order._id, given, way, amount, number, createdBy: staff._id });
    await tx
      .update(orders)
      .set({ amountRefunded: addMoney(order.amountRefunded, amount) })
      .where(eq(orders._id, order._id));
  }
  if (!onAccount) return;
  // A card's refund has taken it off what was paid already; the debt that it leaves is let go.
  const entries = [
    ...(way === 'card' ? [] : [{ kind: 'refund' as const, amount }]),
    { kind: 'credit' as const, amount: subtractMoney(ZERO, amount) },
  ];
  await tx
    .insert(accountEntries)
    .values(entries.map(entry => ({ ...entry, company: onAccount, order: order._id, given })));
}
