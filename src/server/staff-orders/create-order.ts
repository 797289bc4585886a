import { eq, sql } from 'drizzle-orm';
import { refuseAboveKey } from '#server/auth/key-scopes.ts';
import {
  type Buyer,
  companyTermsOf,
  customerOf,
  lockCustomer,
  lockOwner,
} from '#server/companies/customers.ts';
import type { App, SessionUser } from '#server/context.ts';
import {
  couponCustomer,
  findCoupon,
  givenVariant,
  lockCoupons,
  spendCoupon,
} from '#server/coupons/coupons.ts';
import { type Db, retrying, rows } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { countingStaffMail } from '#server/http/rate-limits.ts';
import { NAMED_PRICES } from '#server/limits/act-words.ts';
import { orWait, refuseLowPrices, takePlaceOf } from '#server/limits/refuse-above-limit.ts';
import { announceOrder } from '#server/orders/complete-submit.ts';
import { refuseEarlyDelivery, refuseFarDate, refuseFarDelivery } from '#server/orders/early-delivery.ts';
import { refuseFallenCoupon } from '#server/orders/fallen-coupon.ts';
import { figuresOf, type PricedOrder, pricerOf, refuseFreight, shortLines } from '#server/orders/figures.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { orderKeyReused } from '#server/orders/key-reused.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { allOpen, moveLocked, storeCounts } from '#server/orders/order-status.ts';
import { describeOrder, lockOrder, type OrderRow, orderById } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { writeOrder } from '#server/orders/write-order.ts';
import { chargeAccount, creditOwner, spendStoreCredit } from '#server/payments/ledgers.ts';
import { takeReceiptIn } from '#server/receipts/take-receipt.ts';
import { type ShopRates, shopRates } from '#server/site/rates.ts';
import { linesByStaff } from '#server/staff-orders/lines-by-staff.ts';
import {
  aboveCredit,
  refuseFurther,
  refuseOverLimitAlone,
  withinLimit,
} from '#server/staff-orders/over-limit.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { lockVariants, takeStock } from '#server/variants/stock.ts';
import { ORDER_DATE_DAYS } from '#shared/constants.ts';
import type { CounterMethod } from '#shared/office-lists.ts';
import { creditCheck } from '#shared/rules/credit.ts';
import type { KeyGrant } from '#shared/rules/key-scopes.ts';
import { formatMoney, type Money, toCents, ZERO } from '#shared/rules/money.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import { paymentTypeIssue } from '#shared/rules/payment.ts';
import { REFUND_WAY_WORDS } from '#shared/rules/refund-ways.ts';
import { stockDemand } from '#shared/rules/stock.ts';
import type { CreateOrder } from '#shared/schemas/create-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

/**
 * Places an order that staff make (rule O23): at the prices of its customer, or at those that staff name. It waits for no
 * card: one that is to be paid by card is Submitted and unpaid. The same key again is the first order; with other contents
 * `key_reused`. Throws `figures_changed`, `out_of_stock`, `credit_limit` (an Admin may go on), `receipt_known` (of a check that
 * is taken) and `invalid`. With prices that an Employee may not name, or above a company's limit, it waits (rules A14 to
 * A16). `too_many` for many that are confirmed to addresses which staff name.
 */
export async function createOrder(
  app: App,
  staff: SessionUser,
  input: CreateOrder,
  key: KeyGrant | null = null,
): Promise<Order> {
  // Placed before anything is paid, however it is to be: it is owed as one on account is.
  refuseAboveKey(key, { paymentType: 'Terms', total: input.total });
  const placeIt = () =>
    orWait(app.db, staff, () => retrying(app.db, tx => createOrderIn(app, tx, staff, input)));
  const isCounted = await mailsElsewhere(app.db, staff, input);
  const _id = await (isCounted ? countingStaffMail(app.db, staff, placeIt) : placeIt());
  return orderById(app.db, _id, { withCost: true });
}

/**
 * Tells whether its confirmation goes to an address that staff name, and none of its customer's own; a second press sends
 * none.
 */
async function mailsElsewhere(db: Db, staff: SessionUser, input: CreateOrder): Promise<boolean> {
  const { email, user = null, company = null, idempotencyKey } = input;
  if (email === '') return false;
  const own = await db.execute(sql`
    select from users where (id = ${user}::uuid or company = ${company}::uuid) and lower(email) = lower(${email})
    union all select from companies where id = ${company}::uuid and lower(email) = lower(${email})`);
  const isPlaced = eq(orders.idempotencyKey, keyOf(staff._id, idempotencyKey));
  return rows(own).length === 0 && (await db.$count(orders, isPlaced)) === 0;
}

/** Stands in the place of the name of whoever is at the counter and does not tell it. */
const NOBODY = 'Counter sale';

const keyOf = (askedBy: string | null, idempotencyKey: string) => `${askedBy}:${idempotencyKey}`;

/**
 * The same in the transaction of whoever decides it; answers its `_id`. `askedBy`: whose key it is; `mostAbove`: how far
 * above a company's limit they saw it go.
 */
export async function createOrderIn(
  app: App,
  tx: Db,
  staff: SessionUser,
  input: CreateOrder,
  { askedBy, mostAbove }: { askedBy: string | null; mostAbove: Money | null } = {
    askedBy: staff._id,
    mostAbove: null,
  },
): Promise<string> {
  // Whether it may go above a limit is nothing of the order.
  const { idempotencyKey, overLimit: _, ...contents } = input;
  const key = keyOf(askedBy, idempotencyKey);
  const hash = hashOfContents(contents);
  const isAsked = askedBy === staff._id;
  // Locked before the key, as by whoever decides it.
  if (isAsked) await takePlaceOf(tx, staff, { kind: 'order', key: idempotencyKey, input });
  // A second press waits for the first here, and is answered with its order.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`order ${key}`}, 0))`);
  const [first] = await tx.select().from(orders).where(eq(orders.idempotencyKey, key));
  if (!first)
    return place(app, tx, staff, { input, key, hash, askedBy, isAsked, mostAbove, now: clock.now() });
  // Whoever changed the form since may mean the order that was made of it, or another.
  if (first.requestHash !== hash) throw orderKeyReused(first);
  return first._id;
}

interface Placing {
  input: CreateOrder;
  key: string;
  hash: string;
  askedBy: string | null;
  /** By whoever places it; else it was asked for before, and waited. */
  isAsked: boolean;
  mostAbove: Money | null;
  now: Date;
}

async function place(app: App, tx: Db, staff: SessionUser, placing: Placing): Promise<string> {
  const { input, now } = placing;
  const customer = await lockFor(tx, input);
  const rates = await shopRates(tx);
  const company = customer?.company ? customer : null;
  const issue = paymentTypeIssue(input.paymentType, { company, byStaff: true });
  if (issue) throw new AppError('invalid', { issues: [issue] });
  if (customer?.poRequired && input.poNumber === '')
    throw fieldError('poNumber', 'is required by their company');
  if (placing.isAsked && !input.takenAlong) {
    refuseFarDate(input.date, shopDate(now, rates.timeZone));
    refuseEarlyDelivery(input.deliveryDate, dateOf(input, rates, now));
    refuseFarDelivery(input.deliveryDate, shopDate(now, rates.timeZone));
  }
  refuseFreight(input, null, () => undefined);
  const { priced, plain, found } = await priceFor(tx, customer, { input, rates, now });
  const _id = chance.uuidInOrder();
  const figures = () => figuresOf(priced, []);
  refuseFallenCoupon(input.couponCode, priced, () => ({ figures: figures() }));
  const short = await takeStock(tx, priced.cart.flatMap(stockDemand), {
    ...{ reason: 'order', order: _id, user: staff._id },
  });
  if (short.length > 0) {
    const left = new Map(short.map(one => [one.variant, one.stock]));
    throw new AppError('out_of_stock', {
      issues: shortLines(priced.cart, left),
      details: { figures: figures() },
    });
  }
  if (toCents(priced.total) !== toCents(input.total))
    throw new AppError('figures_changed', { details: { figures: figures() } });
  const above = aboveLimit(customer, priced, input);
  refuseFurther(above, placing.mostAbove);
  await refuseAlone(tx, staff, { input, customer, priced, plain, above });
  const stored = await writeOrder(tx, {
    ...{
      _id,
      user: customer?.user ? { _id: customer.user, email: customer.email } : null,
      customer,
      createdBy: staff,
      askedBy: placing.askedBy,
    },
    ...{
      key: placing.key,
      hash: placing.hash,
      placedBy: null,
      hold: null,
      now,
      rates,
      priced,
      savedCarts: [],
    },
    input: withDefaults(input, customer, rates, now),
  });
  const order = stored.row;
  if (above) await recordOrderEvent(tx, _id, staff, 'taken on over limit', `${formatMoney(above)} above it`);
  if (found.coupon && priced.couponStatus === 'success') await spendCoupon(tx, found.coupon, order);
  if (customer) await spendStoreCredit(tx, creditOwner(customer), _id, priced.storeCredit);
  if (order.paymentType === 'Terms' && customer?.company)
    await chargeAccount(tx, customer.company, _id, priced.total);
  await announceOrder(app, tx, describeOrder(stored, { withKey: true }));
  // An Admin says yes to a check as it was sent, and is not asked about its number.
  const again = placing.isAsked ? input.takenAlong?.again : true;
  if (input.takenAlong) await handOut(app, tx, staff, order, { ...input.takenAlong, again });
  return _id;
}

interface Weighed {
  input: CreateOrder;
  customer: Buyer | null;
  priced: PricedOrder;
  plain: PricedOrder;
  above: Money | null;
}

/** Throws `MustWait` for what an Employee may not sell alone: at prices that are too low, or above a company's limit. */
async function refuseAlone(
  tx: Db,
  staff: SessionUser,
  { input, customer, priced, plain, above }: Weighed,
): Promise<void> {
  const named = namedPrices(priced, plain);
  const atPrices = named.length > 0 ? NAMED_PRICES : '';
  const whose = `An order of ${formatMoney(priced.total)} for ${customer?.name || input.name || 'a walk-in'}`;
  const said = (...parts: string[]) =>
    [whose, ...deliveredAndPaid(input, priced), ...parts].filter(Boolean).join(', ');
  const asked = {
    ...{ kind: 'order' as const, order: null, key: input.idempotencyKey, input: withinLimit(input, above) },
    account: customer ?? { user: null, company: null, email: input.email ?? '' },
    aboveCredit: above,
  };
  await refuseLowPrices(tx, staff, named, { ...asked, words: said(aboveCredit(above), atPrices) });
  refuseOverLimitAlone(staff, above, { ...asked, words: said(atPrices, aboveCredit(above)) });
}

/** Says what its lines don't tell an Admin: how it gets there, and what is taken off it. */
const deliveredAndPaid = (
  { shippingMethod, takenAlong }: CreateOrder,
  { couponStatus, couponCode, storeCredit }: PricedOrder,
): string[] => [
  takenAlong ? `taken along, paid ${COUNTER_WORDS[takenAlong.method]}` : SHIPPING_WORDS[shippingMethod].name,
  couponStatus === 'success' ? `with the coupon ${couponCode}` : '',
  storeCredit > 0 ? `with ${formatMoney(storeCredit)} of their store credit` : '',
];

const COUNTER_WORDS: Record<CounterMethod, string> = {
  ...REFUND_WAY_WORDS,
  ...{ card: 'by card after that', account: 'on account' },
};

/** Reads whom the order is for, with what they may spend locked. */
async function lockFor(tx: Db, { user, company }: CreateOrder): Promise<Buyer | null> {
  if (user) {
    await customerOf(tx, { _id: user });
    return lockCustomer(tx, { _id: user });
  }
  if (!company) return null;
  await lockOwner(tx, { user: null, company });
  return companyTermsOf(tx, company);
}

async function priceFor(
  tx: Db,
  customer: Buyer | null,
  { input, rates, now }: { input: CreateOrder; rates: ShopRates; now: Date },
) {
  const coupons = await lockCoupons(tx, [input.couponCode]);
  const lines = linesByStaff(input.cart);
  await lockVariants(tx, [
    ...lines.map(line => line.variantId),
    ...coupons.flatMap(coupon => givenVariant(coupon) ?? []),
  ]);
  const buyer = customer?.user ? { _id: customer.user, email: customer.email } : null;
  const found = await findCoupon(
    tx,
    input.couponCode,
    couponCustomer(buyer, input.email || (customer?.email ?? '')),
    now,
  );
  const price = await pricerOf(tx, {
    ...{ lines, customer, rates, found, now },
    ...{ storeCreditBalance: customer?.storeCredit ?? ZERO, useStoreCredit: input.useStoreCredit },
    ...{ shippingMethod: input.shippingMethod, couponCode: input.couponCode },
  });
  const plain = lines.map(line => ({ ...line, overridePrice: null }));
  return { priced: price(lines, input.couponCode), plain: price(plain, input.couponCode), found };
}

/** The lines whose price staff named, with the one that they would have. */
export function namedPrices({ cart }: PricedOrder, plain: PricedOrder) {
  return cart.flatMap(({ variantId, quantity, price, priceSource }) => {
    const ours = plain.cart.find(line => line.variantId === variantId)?.price;
    return priceSource === 'override' && ours !== undefined ? [{ price, ours, quantity }] : [];
  });
}

/**
 * Tells how far above what the company may owe an order on account goes; null: it does not. Throws `credit_limit` where
 * nobody said that it may.
 */
function aboveLimit(
  customer: Buyer | null,
  { total }: PricedOrder,
  { paymentType, overLimit }: CreateOrder,
): Money | null {
  if (paymentType !== 'Terms' || !customer) return null;
  const { allowed, missing } = creditCheck({ ...customer, total });
  if (allowed) return null;
  if (!overLimit) throw new AppError('credit_limit', { details: { missing } });
  return missing;
}

/** Fills in what staff left blank and is known of the customer; dates as those of staff orders are. */
function withDefaults(input: CreateOrder, customer: Buyer | null, rates: ShopRates, now: Date) {
  const date = dateOf(input, rates, now);
  const { takenAlong, deliveryDate = '' } = input;
  // One that waited for an Admin may come too late for the day that was asked for.
  const later = deliveryDate < date ? addDays(date, 1) : deliveryDate;
  return {
    ...input,
    name: input.name || customer?.name || NOBODY,
    email: input.email || customer?.email || '',
    phone: input.phone || customer?.phone || '',
    deliveryDate: takenAlong ? date : later,
    date,
  };
}

/** The order's own day: today where they take it along, else tomorrow where nobody said another (rule O4). */
function dateOf({ takenAlong, date }: CreateOrder, { timeZone }: ShopRates, now: Date): string {
  const today = shopDate(now, timeZone);
  return takenAlong ? today : (date ?? addDays(today, ORDER_DATE_DAYS));
}

/** Anything wrong with the receipt is wrong with how the order is paid. */
function besidePayment(error: unknown): never {
  if (!(error instanceof AppError && error.reason === 'invalid')) throw error;
  const issues = error.issues?.map(({ path, message }) => ({ path: ['takenAlong', ...path], message })) ?? [];
  throw new AppError('invalid', { issues });
}

/**
 * Everything is picked, paid and handed over in one go, with its history; on account it is due by their terms. Goods that a card
 * pays lie Ready instead: the order can be paid now that it is made, and they are handed over after that.
 */
async function handOut(
  app: App,
  tx: Db,
  staff: SessionUser,
  { _id, name, total }: OrderRow,
  { method, number, again }: NonNullable<CreateOrder['takenAlong']>,
): Promise<void> {
  const isPaidLater = method === 'card' && total > 0;
  if (method !== 'card' && method !== 'account' && total > 0) {
    const receipt = {
      ...{ method, number, ...(again && { again }) },
      ...{ order: _id, amount: total, orders: [{ _id, amount: total }], note: '', key: chance.uuid() },
      receivedOn: shopDate(clock.now(), (await shopRates(tx)).timeZone),
    };
    await takeReceiptIn(app, tx, staff, receipt).catch(besidePayment);
  }
  for (const to of ['Processing', 'Ready', 'Completed'] as const) {
    if (to === 'Completed' && isPaidLater) return;
    const order = await lockOrder(tx, _id);
    if (to === 'Ready') await storeCounts(tx, staff, order, await allOpen(tx, order));
    await moveLocked(app, tx, staff, order, { to, evenOverLimit: true, atCounter: true });
  }
  await recordOrderEvent(
    tx,
    _id,
    staff,
    'handed over',
    name === NOBODY ? 'at the counter' : `to ${name}, at the counter`,
  );
}
