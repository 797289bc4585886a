import { eq, inArray } from 'drizzle-orm';
import { companies } from '#server/companies/tables.ts';
import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { NAMED_PRICES } from '#server/limits/refuse-above-limit.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { products } from '#server/products/tables.ts';
import { returnLines } from '#server/returns/tables.ts';
import { priceForStaff } from '#server/staff-orders/price-for-staff.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import type { waitingActs } from '#server/waiting-acts/tables.ts';
import { type CreateOrder, createOrderSchema, priceForStaffSchema } from '#shared/schemas/create-order.ts';
import { editOrderSchema } from '#shared/schemas/edit-order.ts';
import { grantStoreCreditSchema, makeRefundSchema } from '#shared/schemas/give-back.ts';
import { updateReturnSchema } from '#shared/schemas/returns.ts';
import type { ActContents, ActLine } from '#shared/schemas/waiting-acts.ts';

type ActRow = Pick<typeof waitingActs.$inferSelect, 'kind' | 'input' | 'order' | 'words'>;

const NOTHING: ActContents = {
  ...{ whom: '', why: 'limit', lines: [], shipping: null, fee: null, before: null, after: null },
  ...{ way: null, number: '', reason: '' },
};

/** Reads what an act would do, as it was asked for: whoever decides it sees that, and not its sum alone. */
export async function contentsOf(app: App, { kind, input, order, words }: ActRow): Promise<ActContents> {
  const { db } = app;
  const of = order ? await orderOf(db, order) : null;
  const whom = of?.whom ?? '';
  switch (kind) {
    case 'refund': {
      const { lines = [], shipping = null, way, number, reason } = makeRefundSchema.parse(input);
      const goods = lines.flatMap(({ _id, quantity }) => of?.line(_id, { quantity }) ?? []);
      return { ...NOTHING, whom, lines: goods, shipping, way, number, reason };
    }
    case 'return': {
      const { _id, fee = null, refund = null, refundTo = null, number } = updateReturnSchema.parse(input);
      const came = await db.select().from(returnLines).where(eq(returnLines.return, _id));
      const lines = came.flatMap(
        ({ line, received, reason }) => of?.line(line, { quantity: received, reason }) ?? [],
      );
      return { ...NOTHING, whom, lines, fee, after: refund, way: refundTo, number };
    }
    case 'edit': {
      const { cart, figures, reason } = editOrderSchema.parse(input);
      const why = words.endsWith(NAMED_PRICES) ? 'prices' : 'limit';
      const [before, after] = [of?.total ?? null, figures?.total ?? null];
      return { ...NOTHING, whom, why, lines: await changesOf(db, cart, of), before, after, reason };
    }
    case 'grant': {
      const { user, company, reason } = grantStoreCreditSchema.parse(input);
      return { ...NOTHING, whom: await nameOf(db, { user, company }), way: 'credit', reason };
    }
    case 'order':
      return newOrder(app, createOrderSchema.parse(input));
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
    whom: await nameOf(db, order),
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
                reason: '',
              },
              ...said,
            }
          : [],
      ),
  };
}

/** Lists the lines that an edit changes, adds and takes out; `was`: how many there are of it. */
async function changesOf(
  db: Db,
  cart: ReturnType<typeof editOrderSchema.parse>['cart'],
  of: Awaited<ReturnType<typeof orderOf>>,
): Promise<ActLine[]> {
  if (!of) return [];
  const kept = new Set(cart.flatMap(line => ('_id' in line ? line._id : [])));
  const called = await namesOf(
    db,
    cart.flatMap(line => ('variantId' in line ? line.variantId : [])),
  );
  return [
    ...cart.flatMap((line): ActLine[] => {
      const { quantity, price = null, priceReason: reason = '' } = line;
      if (!('_id' in line))
        return [{ ...called(line.variantId), quantity, was: 0, price, ours: null, reason }];
      const before = of.sold.find(({ _id }) => _id === line._id);
      if (!before || (before.quantity === quantity && line.price === undefined)) return [];
      const named =
        line.price === undefined ? { price: before.price } : { price, ours: before.price, reason };
      return of.line(line._id, { quantity, was: before.quantity, ...named });
    }),
    ...of.sold.flatMap(({ _id, quantity: was }) => (kept.has(_id) ? [] : of.line(_id, { quantity: 0, was }))),
  ];
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
  return {
    ...NOTHING,
    ...{ whom: input.name || (await nameOf(app.db, { user, company })), why: 'prices', after: input.total },
    reason: input.notes,
    lines: cart.map(({ variantId, quantity, price = null, priceReason }) => {
      const ours = priced?.prices.find(one => one.variantId === variantId)?.ours ?? null;
      const line = { ...called(variantId), quantity, was: null, reason: priceReason };
      return price === null ? { ...line, price: ours, ours: null } : { ...line, price, ours };
    }),
  };
}

async function namesOf(db: Db, ids: readonly string[]) {
  const found =
    ids.length === 0
      ? []
      : await db
          .select({ _id: variants._id, productNum: variants.productNum, name: products.title })
          .from(variants)
          .innerJoin(products, eq(products._id, variants.product_id))
          .where(inArray(variants._id, [...ids]));
  return (variant: string) => {
    const { name = '', productNum = '' } = found.find(({ _id }) => _id === variant) ?? {};
    return { name, productNum };
  };
}

async function nameOf(
  db: Db,
  {
    company,
    user,
    name = '',
  }: { company?: string | null | undefined; user?: string | null | undefined; name?: string },
): Promise<string> {
  if (company) {
    const [found] = await db
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies._id, company));
    return found?.name ?? name;
  }
  if (name || !user) return name;
  const [found] = await db.select({ name: users.name }).from(users).where(eq(users._id, user));
  return found?.name ?? '';
}
