import { createHash } from 'node:crypto';
import type { DemoClock } from '#demo/clock.ts';
import { demoId } from '#demo/demo-id.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { PlacedOrder } from '#demo/orders/place-orders.ts';
import { creditOwnerOf, type Market } from '#demo/orders/price-order.ts';
import { DEFAULT_TERMS_DAYS, DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import { type Money, toCents, toMoney, ZERO } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { cartPayment, figuresOfLines } from '#shared/rules/totals.ts';

export interface Settled {
  amountPaid: Money;
  amountRefunded: Money;
  /** `_id`s of an order's carts that are paid. */
  paidCarts: Set<string>;
}

/** Cents that a company owed at an instant. */
export function owedAt({ accountEntries }: OrderRows, company: string, at: string): number {
  return accountEntries
    .filter(entry => entry.company === company && (entry.createdAt ?? '') <= at)
    .reduce((sum, entry) => sum + toCents(entry.amount), 0);
}

/** Writes what was paid, charged and given back; the ledgers' sums are the only word on what is open. */
export function settleOrder(order: PlacedOrder, rows: OrderRows, clock: DemoClock): Settled {
  const none: Settled = { amountPaid: ZERO, amountRefunded: ZERO, paidCarts: new Set() };
  const { total } = order.priced;
  if (order.paymentType === 'Terms') return settleTerms(order, rows, clock);
  if (order.fate.status === 'Held' || toCents(total) === 0) return none;
  const isCard = order.paymentType === 'credit-card';
  if (isCard && order.dice.chance(0.07)) declined(order, rows);
  if (!isCard && order.fate.status === 'Canceled') return none;
  const paying: Paying = { amount: total, at: order.occasion.at, purpose: 'order', cart: null };
  const carts = new Set(order.carts.map(({ _id }) => _id));
  const paid = { ...none, amountPaid: total, paidCarts: carts };
  if (!isCard) {
    takeIn(order, rows, paying);
    return paid;
  }
  const payment = payByCard(order, rows, paying);
  if (order.fate.status !== 'Canceled') return paid;
  refund(order, rows, {
    payment,
    amount: total,
    reason: 'order canceled',
    at: clock.later(order.occasion.at, 26),
  });
  return { ...paid, amountRefunded: total };
}

function settleTerms(order: PlacedOrder, rows: OrderRows, clock: DemoClock): Settled {
  const { priced, occasion, dice, fate } = order;
  const { row: company, draft } = occasion.buyer.company ?? {};
  const cents = toCents(priced.total);
  const settled: Settled = { amountPaid: ZERO, amountRefunded: ZERO, paidCarts: new Set() };
  if (!company || cents === 0) return settled;
  const entry = (
    kind: 'charge' | 'payment' | 'receipt' | 'cancel',
    amount: Money,
    at: string,
    by: { payment: string } | { receipt: string } | null = null,
  ) =>
    rows.accountEntries.push({
      _id: demoId('account entry', [order.number, kind, ...Object.values(by ?? {})].join(' ')),
      company: company._id,
      order: order._id,
      ...by,
      kind,
      amount,
      createdAt: at,
    });
  const minus = (amount: Money) => toMoney(-toCents(amount));
  entry('charge', priced.total, occasion.at);
  if (fate.status === 'Canceled') {
    entry('cancel', minus(priced.total), clock.later(occasion.at, 26));
    return settled;
  }
  // A single job is paid by card, an account by check.
  const put = (amount: Money, at: string, cart: string | null) => {
    const paying: Paying = { amount, at, purpose: 'delayed', cart };
    if (cart) entry('payment', minus(amount), at, { payment: payByCard(order, rows, paying) });
    else entry('receipt', minus(amount), at, { receipt: takeIn(order, rows, paying) });
    settled.amountPaid = toMoney(toCents(settled.amountPaid) + toCents(amount));
  };
  // The first of several jobs is often paid by itself, when its client has paid.
  const [first] = order.carts;
  const firstAt = daysLater(occasion.at, dice.int(4, 12));
  if (first && dice.chance(0.6) && firstAt <= clock.now.toISOString()) {
    const of = figuresOfLines(priced.cart.filter(line => line.cartIndex === first.position));
    put(cartPayment(of, priced.total), firstAt, first._id);
    settled.paidCarts.add(first._id);
  }
  const term = company.termsDays ?? DEFAULT_TERMS_DAYS;
  const paidAt = daysLater(occasion.at, term + dice.int(-16, 6) + (draft?.paysLate ?? 0));
  const open = cents - toCents(settled.amountPaid);
  if (paidAt <= clock.now.toISOString() && open > 0) {
    put(toMoney(open), paidAt, null);
    for (const { _id } of order.carts) settled.paidCarts.add(_id);
  }
  return settled;
}

const daysLater = (at: string, days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString();

interface Paying {
  amount: Money;
  at: string;
  purpose: 'order' | 'delayed';
  cart: string | null;
}

const HALF_A_MINUTE_MS = 30_000;

function payByCard(order: PlacedOrder, rows: OrderRows, paying: Paying): string {
  const { amount, purpose, cart } = paying;
  // A card is asked once its order stands.
  const begunMs = Date.parse(paying.at) + (purpose === 'order' ? HALF_A_MINUTE_MS : 0);
  const at = new Date(begunMs).toISOString();
  const _id = demoId('payment', `${order.number} ${purpose} ${cart ?? ''}`);
  rows.payments.push({
    _id,
    order: order._id,
    purpose,
    provider: 'test',
    method: 'card',
    status: 'succeeded',
    amount,
    idempotencyKey: `demo:${_id}`,
    reference: `test_paid_${toCents(amount)}_${letters(_id)}`,
    declineReason: null,
    user: order.occasion.buyer.user?._id ?? null,
    createdAt: at,
    updatedAt: at,
    settledAt: at,
  });
  rows.paymentAllocations.push({
    _id: demoId('allocation', _id),
    payment: _id,
    order: order._id,
    orderCart: cart,
    amount,
    createdAt: at,
  });
  return _id;
}

/** Takes in cash or a check for an order. */
function takeIn(order: PlacedOrder, rows: OrderRows, { amount, at, purpose }: Paying): string {
  const _id = demoId('receipt', `${order.number} ${purpose}`);
  const { user, company } = order.occasion.buyer;
  const isCash = order.paymentType === 'Cash';
  rows.receipts.push({
    _id,
    ...(company ? { company: company.row._id } : { user: user?._id ?? null }),
    method: isCash ? 'cash' : 'check',
    number: isCash ? '' : String(1000 + (order.number % 9000)),
    amount,
    receivedOn: shopDate(new Date(at), DEFAULT_TIME_ZONE),
    key: demoId('receipt key', _id),
    requestHash: createHash('sha256').update(_id).digest('hex'),
    createdAt: at,
  });
  rows.receiptParts.push({
    _id: demoId('receipt part', _id),
    ...{ receipt: _id, order: order._id, amount, reason: 'paid', createdAt: at },
  });
  return _id;
}

function declined(order: PlacedOrder, rows: OrderRows): void {
  const { at, buyer } = order.occasion;
  const _id = demoId('payment', `${order.number} declined`);
  rows.payments.push({
    _id,
    order: order._id,
    purpose: 'order',
    provider: 'test',
    method: 'card',
    status: 'declined',
    amount: order.priced.total,
    idempotencyKey: `demo:${_id}`,
    reference: null,
    declineReason: 'card_declined',
    user: buyer.user?._id ?? null,
    createdAt: at,
    updatedAt: at,
    settledAt: at,
  });
}

export function refund(
  order: PlacedOrder,
  rows: OrderRows,
  { payment, amount, reason, at }: { payment: string; amount: Money; reason: string; at: string },
): void {
  const _id = demoId('refund', `${order.number} ${reason}`);
  rows.refunds.push({
    _id,
    payment,
    order: order._id,
    status: 'succeeded',
    amount,
    reason,
    idempotencyKey: `refund:${payment}:${reason}`,
    reference: `test_refund_${letters(_id)}`,
    createdAt: at,
    settledAt: at,
  });
}

/** The `_id` of the payment that settled a card order. */
export const paymentOf = (order: PlacedOrder): string => demoId('payment', `${order.number} order `);

/** Writes a reference as the test gateway does: letters only. */
function letters(id: string): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 32);
  return digest.replace(/\d/g, digit => 'ghijklmnop'.charAt(Number(digit)));
}

/** Counts what an order used up: a coupon, store credit. A canceled one gave both back. */
export function spend(order: PlacedOrder, market: Market, rows: OrderRows): void {
  const { occasion, priced, fate } = order;
  const { user, email, company } = occasion.buyer;
  const isLive = fate.status !== 'Canceled';
  const coupon = market.coupons.find(({ code }) => code === priced.couponCode);
  if (coupon && isLive && priced.couponStatus === 'success') {
    const key = `${coupon.code} ${email}`;
    coupon.uses += 1;
    market.usesByCustomer.set(key, (market.usesByCustomer.get(key) ?? 0) + 1);
    rows.couponUses.push({
      order: order._id,
      coupon: coupon._id,
      user: user?._id ?? null,
      email,
      createdAt: occasion.at,
    });
  }
  const used = toCents(priced.storeCredit);
  const owner = creditOwnerOf(occasion);
  if (used === 0 || !owner) return;
  const entry = (kind: 'used' | 'returned', cents: number) =>
    rows.storeCreditEntries.push({
      _id: demoId('store credit', `${order.number} ${kind}`),
      user: company ? null : owner,
      company: company ? owner : null,
      order: order._id,
      kind,
      amount: toMoney(cents),
      note: '',
      createdBy: null,
      createdAt: occasion.at,
    });
  entry('used', -used);
  if (isLive) market.credit.set(owner, (market.credit.get(owner) ?? 0) - used);
  else entry('returned', used);
}
