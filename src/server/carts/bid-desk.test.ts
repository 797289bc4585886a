import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { notifications } from '#server/notifications/tables.ts';
import { products } from '#server/products/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, reasonOf, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let staff: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  staff = await makeUser(db, { permissionLevel: 'Employee' });
  knob = await makeVariant(db, { price: usd(10), cost: usd(6), stock: 500 });
  pull = await makeVariant(db, { price: usd(4), stock: 500 });
});
afterAll(() => shop.close());

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Four knobs in one room, two in another, and two pulls, with words to staff. */
async function bid(orderName: string) {
  const company = await makeCompany(shop.app.db);
  const buyer = await makeUser(shop.app.db, { company });
  const cart = [
    { ...lineOf(knob, 4), room: 'Island' },
    { ...lineOf(knob, 2), room: 'Pantry' },
    lineOf(pull, 2),
  ];
  const sent = await shop.as(buyer).carts.saveAsBid({ orderName, cart, notes: 'Brass if you have it' });
  return { buyer, company, ...sent };
}

const quote = async (_id: string) =>
  shop.as(staff).carts.quote({
    _id,
    version: (await shop.as(staff).carts.bid({ _id })).version,
    prices: [{ variantId: knob.variantId, price: usd(7.5) }],
    quotedUntil: inHours(48),
  });

it('is listed where it stands, the longest waiting first, and found by its names', async () => {
  const { bids } = shop.as(staff).carts;
  const [first, second, third] = [
    await bid('Smith kitchen'),
    await bid('Jones 100% bath'),
    await bid('Porch'),
  ];
  await quote(second._id);
  await quote(third._id);
  await shop.app.db
    .update(carts)
    .set({ quotedUntil: inHours(-1) })
    .where(eq(carts._id, third._id));
  const waiting = await bids({ view: 'bid' });
  expect(waiting).toMatchObject({ total: 1, counts: { bid: 1, quoted: 1, over: 1 } });
  expect(waiting.bids).toMatchObject([
    {
      ...{ _id: first._id, orderName: 'Smith kitchen', user: first.buyer._id, name: first.buyer.name },
      ...{ lineCount: 3, itemCount: 8, bidNotes: 'Brass if you have it', quotedUntil: null },
    },
  ]);
  expect((await bids({ view: 'quoted' })).bids).toMatchObject([{ _id: second._id, state: 'quoted' }]);
  expect((await bids({ view: 'over' })).bids).toMatchObject([{ _id: third._id }]);
  const found = async (search: string) => (await bids({ view: 'quoted', search })).bids.map(({ _id }) => _id);
  expect(await found('0% BATH')).toEqual([second._id]);
  expect(await found(second.buyer.name)).toContain(second._id);
  expect(await found('x%')).toEqual([]);
  expect(await reasonOf(shop.as(first.buyer).carts.bids({}))).toBe('forbidden');
});

it('tells what its goods cost this customer today, and the shop', async () => {
  const { _id, company, buyer } = await bid('Margin');
  await quote(_id);
  expect(await shop.as(staff).carts.bid({ _id })).toMatchObject({
    ...{ state: 'quoted', subTotal: 53, company, email: buyer.email, bidNotes: 'Brass if you have it' },
    prices: [
      { variantId: knob.variantId, ours: 10, cost: 6, quoted: 7.5 },
      { variantId: pull.variantId, ours: 4, cost: null, quoted: 4 },
    ],
  });
  expect(await reasonOf(shop.as(buyer).carts.bid({ _id }))).toBe('forbidden');
  const saved = await shop.as(buyer).carts.create({ orderName: 'Mine', cart: [lineOf(knob, 1)] });
  expect(await reasonOf(shop.as(staff).carts.bid({ _id: saved._id }))).toBe('not_found');
});

it('holds what its customer pays of a thing that can’t be sold just now, once it can be', async () => {
  const { db } = shop.app;
  const steps = { wholeSaleQtyOne: 6, wholeSalePriceOne: usd(7) };
  const [hinge, latch] = [
    await makeVariant(db, { price: usd(10), stock: 500 }),
    await makeVariant(db, { price: usd(10), stock: 500, ...steps }),
  ];
  const company = await makeCompany(db);
  const buyer = await makeUser(db, { company });
  await shop.as(staff).companies.addSpecialItem({
    ...{ companyId: company, variant: hinge.variantId, price: usd(5) },
  });
  const cart = [
    lineOf(hinge, 1),
    { ...lineOf(latch, 4), room: 'Island' },
    { ...lineOf(latch, 2), room: 'Pantry' },
  ];
  const { _id, version } = await shop.as(buyer).carts.saveAsBid({ orderName: 'Gone', cart });
  const publish = (isSold: boolean) =>
    db
      .update(products)
      .set({ publish: isSold })
      .where(inArray(products._id, [hinge.productId, latch.productId]));
  await publish(false);
  const { prices } = await shop.as(staff).carts.bid({ _id });
  expect(prices.map(({ ours }) => ours)).toEqual([5, 7]);
  await shop.as(staff).carts.quote({ _id, version, prices: [], quotedUntil: inHours(48) });
  await publish(true);
  expect(await shop.as(buyer).carts.byId({ _id })).toMatchObject({ state: 'quoted', subTotal: 47 });
});

it('is sent back for other prices by its customer, in their words: those quoted hold no more', async () => {
  const { _id, buyer } = await bid('Again');
  const mine = shop.as(buyer).carts;
  expect(await reasonOf(mine.askAgain({ _id, notes: 'Lower?' }))).toBe('cart_state');
  await quote(_id);
  expect(await reasonOf(shop.as(await makeUser(shop.app.db)).carts.askAgain({ _id, notes: 'Mine' }))).toBe(
    'not_found',
  );
  const asked = await mine.askAgain({ _id, notes: 'Lower? We take 200' });
  expect(asked).toMatchObject({ state: 'bid', bidNotes: 'Lower? We take 200', subTotal: 68 });
  // Nor once an order of it is given up: it would be a quote again by the day until which one held.
  expect(asked).toMatchObject({ quotedUntil: null, quotedShipping: null });
  const told = await shop.app.db.select().from(notifications).where(eq(notifications.user, staff._id));
  expect(told.at(-1)).toMatchObject({
    ...{ title: 'Bid: Again', details: 'A customer is asking for other prices.', link: `/admin/bids/${_id}` },
  });
  await expect(mine.askAgain({ _id, notes: ' ' })).rejects.toThrow(/notes/);
  expect(await reasonOf(mine.askAgain({ _id: randomUUID(), notes: 'x' }))).toBe('not_found');
});
