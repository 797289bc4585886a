import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { bundleItems } from '#server/variants/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';

/**
 * A shop in which Erin and Ben pick what Dana orders on account: knobs of bin A10, pulls of A2, sets of ten and two of
 * them, and what its maker sends.
 */
export async function openPicking() {
  const shop = await openShop();
  const { db } = shop.app;
  const erin = await makeUser(db, { permissionLevel: 'Employee', name: 'Erin Field' });
  const ben = await makeUser(db, { permissionLevel: 'Employee', name: 'Ben Oak' });
  const company = await makeCompany(db, { name: 'Hollis', creditLimit: usd(100_000), taxExempt: true });
  const dana = await makeUser(db, { company, name: 'Dana Hollis', email: 'dana@hollis.test' });
  const thing = (productNum: string, binLocation: string, more = {}) =>
    makeVariant(db, { price: usd(10), stock: 5000, productNum, binLocation, ...more });
  const knob = await thing('K-1', 'A10');
  const pull = await thing('P-1', 'A2');
  const set = await thing('SET-1', '', { isBundle: true });
  const fromMaker = await thing('M-1', '', { dropShip: true });
  await db.insert(bundleItems).values([
    { bundle: set.variantId, variant: knob.variantId, quantity: 10 },
    { bundle: set.variantId, variant: pull.variantId, quantity: 2 },
  ]);
  const ordered = async (cart: readonly (readonly [MadeVariant, number])[], said = {}): Promise<Order> => {
    const lines = cart.map(([of, quantity]) => lineOf(of, quantity));
    const asked = { cart: lines, shippingMethod: 'local' as const, ...said };
    const { total } = await shop.as(dana).orders.getCost(asked);
    return shop.as(dana).orders.submit({
      ...{ ...guest, ...asked, total, paymentType: 'Terms', idempotencyKey: randomUUID() },
    });
  };
  const picking = (user: SessionUser = erin) => shop.as(user).picking;
  return {
    ...{ shop, erin, ben, dana, company, knob, pull, set, fromMaker, ordered, picking },
    /** 40 knobs and 10 pulls. */
    fifty: (said = {}) =>
      ordered(
        [
          [knob, 40],
          [pull, 10],
        ],
        said,
      ),
    begin: (order: Order, user = erin, takeOver?: string) => picking(user).begin({ id: order._id, takeOver }),
    finish: (sheet: PickSheet, pieces = {}, more: object = {}, user = erin) =>
      picking(user).finish({ ...listOf(sheet), counts: counted(sheet, pieces), ready: true, ...more }),
    historyOf: async ({ _id }: Order) => {
      const { name, description, order, date } = orderEvents;
      const events = await db
        .select({ name, description })
        .from(orderEvents)
        .where(eq(order, _id))
        .orderBy(asc(date), asc(orderEvents._id));
      return events.flatMap(one => (one.name === 'submitted' ? [] : `${one.name}: ${one.description}`));
    },
    readyMails: async ({ _id }: Order) => {
      const sent = await db.select().from(emails).where(eq(emails.order, _id)).orderBy(asc(emails._id));
      return sent.filter(({ template }) => template === 'order-ready');
    },
    stateOf: async ({ _id }: Order) => {
      const [row] = await db.select().from(orders).where(eq(orders._id, _id));
      const { order, position, fulfilled } = orderLines;
      const lines = await db
        .select({ fulfilled })
        .from(orderLines)
        .where(eq(order, _id))
        .orderBy(asc(position));
      return { status: row?.status, fulfilled: lines.map(line => line.fulfilled) };
    },
    close: async () => {
      await expectStockExplained(db);
      await shop.close();
    },
  };
}

export const keyOf = ({ pick }: PickSheet) => pick?.key ?? 'nobody picks it';
export const listOf = (sheet: PickSheet) => ({ key: keyOf(sheet), list: sheet.list });

/** Counts of a sheet by product number; what is less than asked for is none on the shelf. */
export const counted = (
  { places }: PickSheet,
  pieces: Record<string, number> = {},
  short = 'none on shelf',
) =>
  places.map(({ place, asked, productNum }) => {
    const picked = pieces[productNum] ?? asked;
    return { place, picked, ...(picked < asked && { short }) };
  });

/** The pieces that the shop has for each place of a sheet. */
export const pieces = ({ pick, places }: PickSheet) =>
  places.map(({ place }) => pick?.counts.find(one => one.place === place)?.picked ?? 0);
