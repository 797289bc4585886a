import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Customer, customerOf } from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import {
  couponCustomer,
  findCoupon,
  givenVariant,
  lockCoupons,
  spendCoupon,
} from '#server/coupons/coupons.ts';
import { type Db, retrying } from '#server/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { cancelHeld } from '#server/orders/cancel-order.ts';
import { announceOrder } from '#server/orders/complete-submit.ts';
import {
  askedLines,
  figuresOf,
  type PricedOrder,
  piecesOf,
  priceLines,
  quoteOf,
  refuseFreight,
  shortLines,
} from '#server/orders/figures.ts';
import { takenBy } from '#server/orders/give-back.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { shopRates } from '#server/orders/rates.ts';
import {
  describeOrder,
  lockIdempotencyKey,
  mayReachOrder,
  type OrderRow,
  orderOf,
} from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { writeOrder } from '#server/orders/write-order.ts';
import {
  chargeAccount,
  creditOwner,
  lockOwed,
  lockStoreCredit,
  spendStoreCredit,
} from '#server/payments/ledgers.ts';
import { lockVariants, takeStock } from '#server/variants/stock.ts';
import { type Money, toCents, ZERO } from '#shared/rules/money.ts';
import { creditCheck, paymentTypeIssue } from '#shared/rules/payment.ts';
import type { Checkout, Order } from '#shared/schemas/orders.ts';

/** What a submit has to know before it may price and write. */
interface Submission {
  app: App;
  user: SessionUser | null;
  customer: Customer | null;
  input: Checkout;
  key: string;
  hash: string;
  now: Date;
}

/**
 * Places an order (decisions: Carts, orders, payment, credit): one transaction for stock, coupon, credit, number,
 * lines, ledger, mails and notifications. A card order stays Held until it is charged. The same key again answers
 * the first order; with other contents `key_reused`. Other figures than the customer saw: `figures_changed`,
 * `out_of_stock` or `line_gone`, with the new ones in `details`, and nothing is written.
 */
export async function submitOrder(
  app: App,
  user: SessionUser | null,
  input: Checkout,
  now = new Date(),
): Promise<Order> {
  const customer = user ? await customerOf(app.db, user) : null;
  const key = `${user?._id ?? 'guest'}:${input.idempotencyKey}`;
  const submission = { app, user, customer, input, key, hash: hashOf(input), now };
  return retrying(app.db, tx => placeOrder(tx, submission));
}

/** Of what was submitted, whatever the order of its fields; the key itself is not part of it. */
function hashOf({ idempotencyKey: _, ...contents }: Checkout): string {
  const sorted = JSON.stringify(contents, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest('base64url');
}

async function placeOrder(tx: Db, submission: Submission): Promise<Order> {
  const { input, user, customer, key, hash, now, app } = submission;
  const first = await lockIdempotencyKey(tx, key);
  if (first) {
    if (first.requestHash !== hash) throw new AppError('key_reused');
    return orderOf(tx, first, user === null);
  }
  const held = await lockReplaced(tx, submission);
  refusePaymentType(input, customer);
  const { lines, savedCarts } = await askedLines(tx, input, user, now);
  const quote = quoteOf(savedCarts, now);
  refuseFreight(input, quote);
  const rates = await shopRates(tx);
  const owner = user ? creditOwner({ user: user._id, company: customer?.company ?? null }) : null;
  const owed =
    input.paymentType === 'Terms' && customer?.company ? await lockOwed(tx, customer.company) : ZERO;
  const balance = owner && input.useStoreCredit ? await lockStoreCredit(tx, owner) : ZERO;
  const buyer = couponCustomer(user, input.email);
  const coupons = await lockCoupons(tx, [input.couponCode, held?.couponCode ?? '']);
  await lockVariants(tx, [
    ...lines.map(line => line.variantId),
    ...coupons.flatMap(coupon => givenVariant(coupon) ?? []),
    ...(held ? (await takenBy(tx, held)).map(taken => taken.variant) : []),
  ]);
  if (held) await cancelHeld(app, tx, held, user ?? { guest: held.email }, 'replaced by a changed cart');
  const found = await findCoupon(tx, input.couponCode, buyer);
  const priced = await priceLines(tx, {
    lines,
    customer,
    storeCreditBalance: balance,
    rates,
    shippingMethod: input.shippingMethod,
    quotedShipping: quote?.quotedShipping ?? null,
    found,
    couponCode: input.couponCode,
    useStoreCredit: input.useStoreCredit,
    now,
  });
  await takeStockOf(tx, priced);
  refuseOtherFigures(input, priced);
  refuseOverCredit(input, customer, owed, priced.total);

  const stored = await writeOrder(tx, { ...submission, priced, savedCarts, rates, orderKey: newOrderKey() });
  const order = stored.row;
  if (found.coupon && priced.couponStatus === 'success')
    await spendCoupon(tx, found.coupon, order._id, buyer);
  if (owner) await spendStoreCredit(tx, owner, order._id, priced.storeCredit);
  if (order.paymentType === 'Terms' && customer?.company) {
    await chargeAccount(tx, customer.company, order._id, priced.total);
  }
  await recordOrderEvent(tx, order._id, user ?? { guest: order.email }, 'submitted', order.status);
  if (order.status !== 'Held') await announceOrder(app, tx, describeOrder(stored, true));
  return describeOrder(stored, user === null);
}

const newOrderKey = () => randomBytes(18).toString('base64url');

/**
 * The Held order that a changed cart gives up, so that nobody is shut out by his own hold; locked, and given back
 * only once everything that both orders touch is locked in the one order that all paths keep.
 */
async function lockReplaced(tx: Db, { input, user }: Submission): Promise<OrderRow | null> {
  if (!input.replaces) return null;
  const [held] = await tx
    .select()
    .from(orders)
    .where(eq(orders._id, input.replaces._id))
    .for('no key update');
  if (!held || !mayReachOrder(held, user, input.replaces.orderKey)) {
    throw fieldError(['replaces', '_id'], 'is not one of your orders');
  }
  if (held.status === 'Canceled') return null;
  if (held.status !== 'Held') throw new AppError('order_state', { details: { order: { _id: held._id } } });
  return held;
}

function refusePaymentType(input: Checkout, customer: Customer | null): void {
  const company = customer?.company ? customer : null;
  const issue = paymentTypeIssue(input.paymentType, { company, byStaff: false });
  if (issue) throw new AppError('invalid', { issues: [issue] });
}

async function takeStockOf(tx: Db, priced: PricedOrder): Promise<void> {
  const short = await takeStock(tx, priced.cart.flatMap(piecesOf));
  if (short.length === 0) return;
  const left = new Map(short.map(one => [one.variant, one.stock]));
  const issues = shortLines(priced.cart, left);
  throw new AppError('out_of_stock', { issues, details: { figures: figuresOf(priced) } });
}

function refuseOtherFigures(input: Checkout, priced: PricedOrder): void {
  const couponFell = input.couponCode !== '' && priced.couponStatus !== 'success';
  if (!couponFell && toCents(priced.total) === toCents(input.total)) return;
  throw new AppError('figures_changed', { details: { figures: figuresOf(priced) } });
}

function refuseOverCredit(input: Checkout, customer: Customer | null, owed: Money, total: Money): void {
  if (input.paymentType !== 'Terms' || !customer) return;
  if (!creditCheck({ owed, creditLimit: customer.creditLimit, total }).allowed)
    throw new AppError('credit_limit');
}
