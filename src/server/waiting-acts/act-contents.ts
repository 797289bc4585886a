import { eq, inArray } from 'drizzle-orm';
import { readBid } from '#server/carts/bid-desk.ts';
import { creditOf } from '#server/companies/customers.ts';
import { companies } from '#server/companies/tables.ts';
import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { nameOf } from '#server/limits/act-words.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { products } from '#server/products/tables.ts';
import { returnLines } from '#server/returns/tables.ts';
import { priceForStaff } from '#server/staff-orders/price-for-staff.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import { asStored } from '#server/waiting-acts/as-stored.ts';
import type { JudgedLine, waitingActs } from '#server/waiting-acts/tables.ts';
import { RECEIPT_METHODS } from '#shared/enumerations.ts';
import { lineName } from '#shared/rules/cart.ts';
import { creditCheck } from '#shared/rules/credit.ts';
import { type Money, multiplyMoney, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { townLine } from '#shared/rules/order-facts.ts';
import { needsShippingAddress } from '#shared/rules/payment.ts';
import { type QuoteCart, quoteCartSchema } from '#shared/schemas/carts.ts';
import { type CreateOrder, createOrderSchema, priceForStaffSchema } from '#shared/schemas/create-order.ts';
import { editOrderSchema } from '#shared/schemas/edit-order.ts';
import { grantStoreCreditSchema, makeRefundSchema } from '#shared/schemas/give-back.ts';
import { updateReturnSchema } from '#shared/schemas/returns.ts';
import type { ActContents, ActLine } from '#shared/schemas/waiting-acts.ts';

type ActRow = Pick<typeof waitingActs.$inferSelect, 'kind' | 'input' | 'order' | 'why' | 'lines'>;

const NOTHING: ActContents = {
  ...{ whom: '', account: '', name: '', email: '', shipTo: '', paymentType: null, takenAlong: false },
  ...{ why: 'limit', lines: [], shipping: null, fee: null, aboveCredit: null, before: null, after: null },
  ...{ way: null, number: '', until: null, reason: '' },
};

/**
 * Reads what an act would do, as it was asked for: whoever decides it sees that, and not its sum alone. One that can't be
 * read any more tells nothing: it takes the others' place in no list.
 */
export async function contentsOf(app: App, act: ActRow): Promise<ActContents> {
  try {
    return await readContents(app, act);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'stale') return NOTHING;
    throw error;
  }
}

async function readContents(
  app: App,
  { kind, input, order, why, lines: priced }: ActRow,
): Promise<ActContents> {
  const { db } = app;
  const of = order ? await orderOf(db, order) : null;
  const { whom = '', account = '' } = of ?? {};
  const ofIt = { ...NOTHING, why, whom, account };
  switch (kind) {
    case 'refund': {
      const { lines = [], shipping = null, way, number, reason } = asStored(makeRefundSchema, input);
      const goods = lines.flatMap(({ _id, quantity }) => of?.line(_id, { quantity }) ?? []);
      return { ...ofIt, lines: goods, shipping, way, number, reason };
    }
    case 'return': {
      const { _id, fee = null, refund = null, refundTo = null, number } = asStored(updateReturnSchema, input);
      const came = await db.select().from(returnLines).where(eq(returnLines.return, _id));
      const lines = came.flatMap(
        ({ line, received, reason }) => of?.line(line, { quantity: received, reason }) ?? [],
      );
      return { ...ofIt, lines, fee, after: refund, way: refundTo, number };
    }
    case 'edit': {
      const { cart, figures, reason } = asStored(editOrderSchema, input);
      const [before, after] = [of?.total ?? null, figures?.total ?? null];
      const aboveCredit = of && after !== null ? await aboveBy(db, of, after) : null;
      return {
        ...ofIt,
        lines: await changesOf(db, cart, of, priced ?? []),
        aboveCredit,
        before,
        after,
        reason,
      };
    }
    case 'grant': {
      const { user, company, reason } = asStored(grantStoreCreditSchema, input);
      const account = await accountOf(db, { user, company });
      return { ...NOTHING, why, whom: account, account, way: 'credit', reason };
    }
    case 'order':
      return { ...(await newOrder(app, asStored(createOrderSchema, input))), why };
    case 'quote':
      return { ...(await newQuote(db, asStored(quoteCartSchema, input))), why };
  }
}

/** Adds what differs from the lines of an order's row, as an act says it. */
type Said = Partial<ActLine> & { quantity: number };

async function orderOf(db: Db, _id: string) {
  const [order] = await db.select().from(orders).where(eq(orders._id, _id));
  if (!order) return null;
  const sold = await db.select().from(orderLines).where(eq(orderLines.order, _id));
  return {
    total: order.total,
    onAccount: order.paymentType === 'Terms' ? order.company : null,
    party: { user: order.user, company: order.company },
    whom: await nameOf(db, order),
    account: await accountOf(db, order),
    sold,
    line: (line: string, said: Said): ActLine[] =>
      sold.flatMap(one =>
        one._id === line
          ? {
              ...{
                name: one.name,
                productNum: one.productNum,
                was: null,
                price: one.price,
                ours: null,
                cost: null,
                reason: '',
              },
              ...said,
            }
          : [],
      ),
  };
}

/** Tells how far a change of an order on account would take its company above what it may owe now; null: it would not. */
async function aboveBy(
  db: Db,
  { onAccount, total }: { onAccount: string | null; total: Money },
  after: Money,
): Promise<Money | null> {
  if (!onAccount || after <= total) return null;
  const { missing } = creditCheck({ ...(await creditOf(db, onAccount)), total: subtractMoney(after, total) });
  return missing > 0 ? missing : null;
}

/**
 * Lists the lines that an edit changes, adds and takes out, at the prices by which it was judged; `was`: how many there are
 * of it.
 */
async function changesOf(
  db: Db,
  cart: ReturnType<typeof editOrderSchema.parse>['cart'],
  of: Awaited<ReturnType<typeof orderOf>>,
  priced: readonly JudgedLine[],
): Promise<ActLine[]> {
  if (!of) return [];
  // A coupon's gift comes and goes with it, be it named in the list or not.
  const bought = of.sold.filter(({ priceSource }) => priceSource !== 'free');
  const called = await namesOf(
    db,
    cart.flatMap(line => ('variantId' in line ? line.variantId : [])),
  );
  const pricedKept = new Map(priced.map(one => [one.line, one]));
  const pricedAdded = priced.filter(({ line, gift }) => line === null && !gift);
  const changed = cart.flatMap((line): ActLine[] => {
    const { quantity, price: named, priceReason = '' } = line;
    if ('_id' in line) {
      const before = bought.find(({ _id }) => _id === line._id);
      const now = pricedKept.get(line._id);
      const isAsBefore = quantity === before?.quantity && (now?.price ?? before.price) === before.price;
      if (!before || (isAsBefore && named === undefined)) return [];
      const prices = pricesBy(now?.isNamed ? now.price : named, now);
      const reason = priceReason || (now?.isNamed ? before.priceReason : '');
      return of.line(line._id, { quantity, was: before.quantity, reason, ...prices });
    }
    const prices = pricesBy(named, pricedAdded.shift());
    return [{ ...called(line.variantId), quantity, was: 0, reason: priceReason, ...prices }];
  });
  const kept = new Set(cart.flatMap(line => ('_id' in line ? line._id : [])));
  const out = bought.flatMap(({ _id, quantity: was }) =>
    kept.has(_id) ? [] : of.line(_id, { quantity: 0, was }),
  );
  const gifts = priced.flatMap(({ gift, price }): ActLine[] =>
    gift ? [{ ...gift, price, ours: null, cost: null, reason: '' }] : [],
  );
  return [...changed, ...out, ...gifts];
}

/** A price that was named and the one that it takes the place of; none was named: the one that they pay. */
function pricesBy(
  named: Money | null | undefined,
  { price = null, ours = null, cost = null }: Partial<Pick<ActLine, 'price' | 'ours' | 'cost'>> = {},
) {
  return typeof named === 'number' ? { price: named, ours, cost } : { price, ours: null, cost };
}

/** An order that is not placed yet; `ours`: the price that its customer would pay today, beside one that was named. */
async function newOrder(app: App, input: CreateOrder): Promise<ActContents> {
  const { user, company, cart, email, shippingMethod, couponCode, useStoreCredit } = input;
  const asked = { user, company, cart, email, shippingMethod, couponCode, useStoreCredit };
  const priced = await priceForStaff(app, priceForStaffSchema.parse(asked)).catch(error => {
    // Something of it can't be sold any more: that is said when it is done.
    if (error instanceof AppError) return null;
    throw error;
  });
  const called = await namesOf(
    app.db,
    cart.map(({ variantId }) => variantId),
  );
  const account = await accountOf(app.db, { user, company });
  const gifts = (priced?.cart ?? []).flatMap(
    ({ priceSource, name, productNum, quantity, price }): ActLine[] =>
      priceSource === 'free'
        ? [{ name, productNum, quantity, was: null, price, ours: null, cost: null, reason: '' }]
        : [],
  );
  const { shippingAddress, shippingCity, shippingState, shippingZip } = input;
  return {
    ...NOTHING,
    ...{ whom: account || input.name, account, name: input.name, email, after: input.total },
    aboveCredit: input.paymentType === 'Terms' ? (priced?.missing ?? null) : null,
    ...{ paymentType: input.paymentType, takenAlong: input.takenAlong !== undefined },
    // Whoever comes for it may have said where they live.
    shipTo: needsShippingAddress(shippingMethod)
      ? [shippingAddress, townLine(shippingCity, shippingState, shippingZip)].filter(Boolean).join(', ')
      : '',
    ...{ way: wayOf(input), number: input.takenAlong?.number ?? '' },
    reason: input.notes,
    lines: [
      ...cart.map(({ variantId, quantity, price = null, priceReason: reason }) => {
        const { ours = null, cost = null } = priced?.prices.find(one => one.variantId === variantId) ?? {};
        const prices = pricesBy(price, { price: ours, ours, cost });
        return { ...called(variantId), quantity, was: null, reason, ...prices };
      }),
      ...gifts,
    ],
  };
}

/** The way in which what is taken along is paid by hand; null: it is not. */
function wayOf({ takenAlong }: CreateOrder): ActContents['way'] {
  return RECEIPT_METHODS.find(method => method === takenAlong?.method) ?? null;
}

/** Prices of a cart that its customer sent; nothing but what was asked for where that is ordered or gone by now. */
async function newQuote(
  db: Db,
  { _id, prices, quotedUntil, quotedShipping, quoteNotes }: QuoteCart,
): Promise<ActContents> {
  const said = { shipping: quotedShipping, until: quotedUntil, reason: quoteNotes };
  const bid = await readBid(db, _id).catch(error => {
    if (error instanceof AppError) return null;
    throw error;
  });
  if (!bid) return { ...NOTHING, ...said };
  const lines = bid.prices.flatMap(({ variantId, ours, cost }): ActLine[] => {
    const of = bid.cart.filter(line => line.variantId === variantId);
    const quantity = of.reduce((sum, line) => sum + line.quantity, 0);
    const price = prices.find(one => one.variantId === variantId)?.price ?? null;
    const { name = '', productNum = '' } = of[0] ?? {};
    return [
      { name, productNum, quantity, was: null, reason: '', ...pricesBy(price, { price: ours, ours, cost }) },
    ];
  });
  const sumOf = (priceOf: (line: ActLine) => ActLine['price']) =>
    sumMoney(lines.flatMap(line => multiplyMoney(priceOf(line) ?? ZERO, line.quantity)));
  const account = await accountOf(db, bid);
  return {
    ...{ ...NOTHING, ...said, whom: account, account, name: bid.orderName, email: bid.email, lines },
    ...{ before: sumOf(({ price, ours }) => ours ?? price), after: sumOf(({ price }) => price) },
  };
}

/** Names variants with their finish and size, as the lines of an order and of a cart do. */
async function namesOf(db: Db, ids: readonly string[]) {
  const found =
    ids.length === 0
      ? []
      : await db
          .select({
            ...{ _id: variants._id, productNum: variants.productNum },
            ...{ title: products.title, options: variants.options },
          })
          .from(variants)
          .innerJoin(products, eq(products._id, variants.product_id))
          .where(inArray(variants._id, [...ids]));
  return (variant: string) => {
    const { title = '', productNum = '', options = [] } = found.find(({ _id }) => _id === variant) ?? {};
    const values = options.map(({ value }) => value);
    return { name: lineName(title, values), productNum };
  };
}

/** Names an account: a person with their company, or a company alone; '' for none. */
async function accountOf(
  db: Db,
  { user, company }: { user?: string | null | undefined; company?: string | null | undefined },
): Promise<string> {
  if (!user) return company ? nameOf(db, { company }) : '';
  const [found] = await db
    .select({ name: users.name, email: users.email, business: companies.name })
    .from(users)
    .leftJoin(companies, eq(companies._id, company ?? users.company))
    .where(eq(users._id, user));
  if (!found) return '';
  const { name, email, business } = found;
  return [name || email, business].filter(Boolean).join(', ');
}
