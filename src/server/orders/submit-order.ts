import { and, eq, isNull } from 'drizzle-orm';
import { isGranted } from '#server/approvals/granted.ts';
import { refuseAboveKey } from '#server/auth/key-scopes.ts';
import { type CartRow, lockCartsToOrder } from '#server/carts/carts.ts';
import { type Customer, customerOf, lockCustomer, mayOrderFor } from '#server/companies/customers.ts';
import type { App, Context, SessionUser } from '#server/context.ts';
import {
  couponCustomer,
  findCoupon,
  givenVariant,
  lockCoupons,
  spendCoupon,
} from '#server/coupons/coupons.ts';
import { limitCoupon } from '#server/coupons/telling.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { cancelHeld } from '#server/orders/cancel-order.ts';
import { announceOrder } from '#server/orders/complete-submit.ts';
import { equalsOf } from '#server/orders/equals.ts';
import { couponWords } from '#server/orders/fallen-coupon.ts';
import {
  askedLines,
  figuresOf,
  type PricedOrder,
  pricerOf,
  quoteOf,
  refuseFreight,
  shortLines,
} from '#server/orders/figures.ts';
import { takenBy } from '#server/orders/give-back.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { holdOf } from '#server/orders/hold-stock.ts';
import { orderKeyReused } from '#server/orders/key-reused.ts';
import { oneByOne } from '#server/orders/one-by-one.ts';
import { countPlaced, countRefusal } from '#server/orders/order-counts.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import { describeOrder, mayReachOrder, type OrderRow, orderOf } from '#server/orders/read-order.ts';
import { bidsOf, type Divisible, restWithin } from '#server/orders/rest-of-order.ts';
import { orders } from '#server/orders/tables.ts';
import { lockFirstOrder, type Placer, placerOf, refuseTooManyUnpaid } from '#server/orders/unpaid-orders.ts';
import { writeOrder } from '#server/orders/write-order.ts';
import { chargeAccount, creditOwner, spendStoreCredit } from '#server/payments/ledgers.ts';
import { openOrders } from '#server/payments/open-orders.ts';
import { type ShopRates, shopRates } from '#server/site/rates.ts';
import { chance, clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { lockVariants, shortOf, takeStock } from '#server/variants/stock.ts';
import { creditCheck, ordersToRelease } from '#shared/rules/credit.ts';
import { type Money, toCents, ZERO } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { paymentTypeIssue } from '#shared/rules/payment.ts';
import { needsApproval } from '#shared/rules/permissions.ts';
import { stockDemand } from '#shared/rules/stock.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';
import type { Figures, Order } from '#shared/schemas/orders.ts';

/** The facts that a submit has to know before it may price and write. */
interface Submission {
  app: App;
  user: SessionUser | null;
  input: Checkout;
  key: string;
  hash: string;
  placer: Placer | null;
  /** The API key that places it. */
  apiKey: Context['key'];
  /** The Primary who approved it, whatever its buyer's limit. */
  approvedBy?: SessionUser;
  now: Date;
}

/**
 * Places an order (rule O5): one transaction for stock, coupon, credit, number, lines, ledger, mails and notifications.
 * A card order stays Held until it is charged (rule O7). The same key again answers the first order; with other
 * contents `key_reused`. Other figures than the customer saw (rule T8): `figures_changed`, `out_of_stock` or
 * `line_gone`, with the new ones in `details`, and nothing is written. A saved cart that was ordered already:
 * `cart_ordered`. Above a Member's limit: `needs_approval`; above what its API key may order: `key_amount`. Too many
 * orders that nobody paid, or coupons and addresses that were tried: `too_many`; more pieces or dollars of them than
 * may be held: `hold_limit`. Nobody, or another, signed in by now: `signed_out`.
 */
export async function submitOrder(
  { app, user, ip, key: apiKey }: Pick<Context, 'app' | 'user' | 'ip' | 'key'>,
  input: Checkout,
  now = clock.now(),
): Promise<Order> {
  if (input.signedInAs && input.signedInAs !== user?._id) throw new AppError('signed_out');
  const key = `${user?._id ?? 'guest'}:${input.idempotencyKey}`;
  const placer = placerOf(app, user, ip, input);
  const submission = { app, user, input, apiKey, key, hash: hashOfCheckout(input), placer, now };
  const place = () =>
    oneByOne(app, placer?.address, () => retrying(app.db, tx => placeOrder(tx, submission)));
  try {
    const { order, isNew } = await limitCoupon({ db: app.db, ip, user }, input, place);
    if (isNew) countPlaced(order);
    return order;
  } catch (error) {
    countRefusal(error);
    throw error;
  }
}

/** Places a Member's order that a Primary approved, in the approval's transaction, as if that Member submitted it. */
export async function placeApproved(
  app: App,
  tx: Db,
  approval: { user: SessionUser; approvedBy: SessionUser; input: Checkout },
  now = clock.now(),
): Promise<Order> {
  const { user, input, approvedBy } = approval;
  const key = `${user._id}:${input.idempotencyKey}`;
  const hash = hashOfCheckout(input);
  const { order } = await placeOrder(tx, { app, ...approval, apiKey: null, key, hash, placer: null, now });
  await recordOrderEvent(tx, order._id, approvedBy, 'approved', `for ${user.email}`);
  return order;
}

/** Hashes what is to be ordered; the key itself is not part of it. */
export const hashOfCheckout = ({ idempotencyKey: _, ...contents }: Checkout) => hashOfContents(contents);

/** `isNew`: no earlier call with the same key had placed it. */
async function placeOrder(tx: Db, submission: Submission): Promise<{ order: Order; isNew: boolean }> {
  const { app, input, user, key, hash } = submission;
  const replaced = input.replaces?._id ?? null;
  const { first, unpaid } = await lockFirstOrder(tx, key, { ...submission, replaced });
  if (first) {
    if (first.requestHash !== hash) throw keyReused(first, user);
    return { order: await orderOf(tx, first, { withKey: user === null }), isNew: false };
  }
  const held = await lockReplaced(tx, submission);
  const customer = await lockBuyer(tx, submission);
  // Somebody with credit from staff is known to pay, and not counted.
  const counted = toCents(customer?.creditLimit ?? ZERO) > 0 ? null : unpaid;
  if (counted) await refuseTooManyUnpaid(tx, counted, submission);
  const rates = await shopRates(tx);
  await refuseWrongChoices(tx, submission, customer, rates);
  const { found, ...divisible } = await priceLocked(tx, submission, { held, customer, rates });
  const { priced, savedCarts } = divisible;
  const figures = () => figuresOf(priced, savedCarts);
  const _id = chance.uuidInOrder();
  // Before anything is written: it costs the shop little to be asked for what is refused.
  if (isOtherThanSeen(submission, priced, savedCarts)) {
    const short = await shortOf(tx, priced.cart.flatMap(stockDemand));
    await refuseShort(tx, submission, divisible, { short, figures });
    const message = couponWords(input.couponCode, priced);
    throw new AppError('figures_changed', { ...(message && { message }), details: { figures: figures() } });
  }
  const short = await takeStock(tx, priced.cart.flatMap(stockDemand), { reason: 'order', order: _id });
  await refuseShort(tx, submission, divisible, { short, figures });
  const { paymentType } = input;
  refuseAboveKey(submission.apiKey, { paymentType, total: priced.total });
  await refuseOverLimit(tx, submission, customer, priced);
  await refuseOverCredit(tx, submission, customer, priced.total);
  const placedBy = counted ? (submission.placer?.address ?? null) : null;
  const hold = isPaidByCard(input, priced)
    ? await holdOf(tx, divisible, { ...submission, unpaid: counted, placedBy, held, rates })
    : null;

  const stored = await writeOrder(tx, {
    ...submission,
    _id,
    customer,
    priced,
    savedCarts,
    rates,
    hold,
    placedBy,
  });
  const order = stored.row;
  if (found.coupon && priced.couponStatus === 'success') await spendCoupon(tx, found.coupon, order);
  if (customer) await spendStoreCredit(tx, creditOwner(customer), order._id, priced.storeCredit);
  if (order.paymentType === 'Terms' && customer?.company) {
    await chargeAccount(tx, customer.company, order._id, priced.total);
  }
  if (order.status !== 'Held') await announceOrder(app, tx, describeOrder(stored, { withKey: true }));
  return { order: describeOrder(stored, { withKey: user === null }), isNew: true };
}

type Choices = Pick<Checkout, 'paymentType' | 'deliveryDate' | 'poNumber' | 'associatedAccountNumber'>;

/** Reads the customer's terms as they stand. A company, and whatever they are about to spend, is locked before that. */
async function lockBuyer(tx: Db, { user, input }: Submission): Promise<Customer | null> {
  if (!user) return null;
  const spends = user.company !== null || input.useStoreCredit || input.paymentType !== 'credit-card';
  return spends ? lockCustomer(tx, user) : customerOf(tx, user);
}

/**
 * Prices what was asked for, once everything that it is made of and given up for is locked in the order that all
 * paths keep: carts, coupons, variants.
 */
async function priceLocked(
  tx: Db,
  { app, user, input, now }: Submission,
  { held, customer, rates }: { held: OrderRow | null; customer: Customer | null; rates: ShopRates },
) {
  if (input.cartIds && user) await lockCartsToOrder(tx, input.cartIds, user._id, held?._id ?? null);
  const { lines, savedCarts } = await askedLines(tx, input, user, now);
  const quote = quoteOf(savedCarts, now);
  refuseFreight(input, quote, () => bidsOf({ lines, savedCarts }, { ...input, user, now }));
  const coupons = await lockCoupons(tx, [input.couponCode, held?.couponCode ?? '']);
  await lockVariants(tx, [
    ...lines.map(line => line.variantId),
    ...coupons.flatMap(coupon => givenVariant(coupon) ?? []),
    ...(held ? (await takenBy(tx, held)).map(taken => taken.variant) : []),
  ]);
  if (held) {
    await cancelHeld(app, tx, held, user ?? { guest: held.email }, 'replaced by a changed cart', now);
  }
  const found = await findCoupon(tx, input.couponCode, couponCustomer(user, input.email), now);
  const { couponCode } = input;
  const price = await pricerOf(tx, {
    lines,
    savedCarts,
    customer,
    // An order that was given up has given its store credit back.
    storeCreditBalance: (held && user ? await customerOf(tx, user) : customer)?.storeCredit ?? ZERO,
    rates,
    shippingMethod: input.shippingMethod,
    quotedShipping: quote?.quotedShipping ?? null,
    found,
    couponCode,
    useStoreCredit: input.useStoreCredit,
    now,
  });
  return { lines, price, priced: price(lines, couponCode), found, savedCarts, couponCode };
}

/**
 * Returns the Held order that a changed cart gives up, so that nobody is shut out by their own hold; locked, and given
 * back only once everything that both orders touch is locked in the one order that all paths keep.
 */
export async function lockReplaced(
  tx: Db,
  { input, user }: Pick<Submission, 'input' | 'user'>,
): Promise<OrderRow | null> {
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
  if (held.status !== 'Held') {
    const { _id, orderNumber, status } = held;
    const details = { order: { _id, status } };
    throw new AppError('order_state', {
      details,
      about: { order: { _id, orderNumber, status }, replaces: true },
    });
  }
  return held;
}

/** Refuses, as a field error, what may not be chosen (any more) for this customer's order: payment type, day or PO. */
export async function refuseWrongChoices(
  tx: Db,
  { input, now }: Pick<Submission, 'now'> & { input: Choices },
  customer: Customer | null,
  rates: ShopRates,
): Promise<void> {
  const company = customer?.company ? customer : null;
  const issue = paymentTypeIssue(input.paymentType, { company, byStaff: false });
  if (issue) {
    const mend = { text: 'Pay by card.', change: { paymentType: 'credit-card' } };
    throw new AppError('invalid', { issues: [issue], about: { mend } });
  }
  const today = shopDate(now, rates.timeZone);
  if (input.deliveryDate && input.deliveryDate <= today) {
    const message = input.deliveryDate === today ? 'can be tomorrow at the earliest' : 'is in the past';
    throw fieldError('deliveryDate', message, {
      mend: {
        text: 'Order without a day, and it will go out as soon as possible.',
        change: { deliveryDate: null },
      },
    });
  }
  if (customer?.poRequired && input.poNumber === '') {
    throw fieldError('poNumber', 'is required by your company');
  }
  const account = input.associatedAccountNumber;
  if (account && !(await mayOrderFor(tx, customer, account))) {
    throw fieldError('associatedAccountNumber', 'is not an account that you may order for', {
      mend: { text: 'Order without the account number.', change: { associatedAccountNumber: '' } },
    });
  }
}

/** Held until its card is charged. */
const isPaidByCard = ({ paymentType }: Checkout, { total }: PricedOrder) =>
  paymentType === 'credit-card' && toCents(total) > 0;

/** Throws `out_of_stock`, with what is left of the lines of which there is too little. */
async function refuseShort(
  tx: Db,
  { user }: Submission,
  order: Divisible,
  { short, figures }: { short: readonly { variant: string; stock: number }[]; figures: () => Figures },
): Promise<void> {
  const { cart } = order.priced;
  if (short.length === 0) return;
  const left = new Map(short.map(one => [one.variant, one.stock]));
  const issues = shortLines(cart, left);
  const missing = cart.filter((_, index) => issues.some(({ path }) => path[1] === index));
  const rest = restWithin(order, left);
  // A guest can't be told when there is more.
  const about = { rest, equals: await equalsOf(tx, missing), ...(user && { missing }) };
  throw new AppError('out_of_stock', { issues, details: { figures: figures() }, about });
}

/**
 * Other figures, a coupon that fell, or a saved cart that somebody changed meanwhile, at the same total too. An
 * approver has no coupon to take off: they agree to the total.
 */
function isOtherThanSeen(
  { input, approvedBy }: Submission,
  priced: PricedOrder,
  savedCarts: readonly CartRow[],
): boolean {
  const { cartVersions: seen } = input;
  const couponFell = !approvedBy && input.couponCode !== '' && priced.couponStatus !== 'success';
  const cartChanged = seen !== undefined && savedCarts.some(({ version }, index) => version !== seen[index]);
  return couponFell || cartChanged || toCents(priced.total) !== toCents(input.total);
}

async function refuseOverCredit(
  tx: Db,
  { input, user, approvedBy }: Submission,
  customer: Customer | null,
  total: Money,
): Promise<void> {
  if (input.paymentType !== 'Terms' || !customer) return;
  const { allowed, missing } = creditCheck({ ...customer, total });
  if (allowed) return;
  const payer = approvedBy ?? user;
  const { orders: release, isEnough } = ordersToRelease(payer ? await openOrders(tx, payer) : [], {
    missing,
    owed: customer.owed,
  });
  const open = release.map(order => ({ _id: order._id, orderNumber: order.orderNumber, open: order.open }));
  throw new AppError('credit_limit', {
    details: { missing },
    about: { release: { orders: open, isEnough } },
  });
}

/**
 * Refuses orders over the limit. One that waits for approval could be ordered otherwise, but for the company's credit,
 * which is looked at when it is placed. The limit was read under a lock.
 */
async function refuseOverLimit(
  tx: Db,
  { input, approvedBy }: Submission,
  customer: Customer | null,
  priced: PricedOrder,
): Promise<void> {
  if (!customer?.company || approvedBy || !needsApproval(customer, priced)) return;
  const { user, company, spendingLimit } = customer;
  const { cartIds = [], paymentType } = input;
  const { total, storeCredit } = priced;
  if (await isGranted(tx, { user, company, cartIds, paymentType, total, storeCredit })) return;
  const primaries = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.company, company), eq(users.role, 'Primary'), isNull(users.deletedAt)))
    .orderBy(users.createdAt)
    .limit(MAX_NAMED);
  throw new AppError('needs_approval', {
    details: { spendingLimit },
    about: { primaries: primaries.map(({ name }) => name) },
  });
}

/** More Primaries are not named to somebody who is to ask one of them. */
const MAX_NAMED = 3;

/** Tells its account alone what an earlier order of the same key became. */
const keyReused = (first: OrderRow, user: SessionUser | null): AppError =>
  orderKeyReused(user !== null && first.user === user._id ? first : null);
