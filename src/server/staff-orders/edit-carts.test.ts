import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { siteSettings } from '#server/site/tables.ts';
import {
  type MadeVariant,
  makeCart,
  makeCompany,
  makeUser,
  makeVariant,
  usd,
} from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import type { Money } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let clerk: SessionUser;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterAll(() => shop.close());

const read = (_id: string) => shop.as(clerk).orders.byId({ id: _id });
const stand = ({ carts: of }: Order) => of.map(({ orderName, paid }) => [orderName, paid]);

const cartOf = (user: SessionUser, orderName: string, quantity: number) =>
  makeCart(shop.app.db, user, knob, { orderName, quantity });

/** Four knobs of a kitchen and one of a bath at $10 each; a card paid those of the bath. */
async function ordered() {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const { _id } = await shop.as(buyer).orders.submit({
    ...{ ...guest, shippingMethod: 'local', paymentType: 'Terms', total: usd(50) },
    ...{ cartIds: [await cartOf(buyer, 'Kitchen', 4), await cartOf(buyer, 'Bath', 1)] },
    idempotencyKey: randomUUID(),
  });
  const pay = async (orderName: string, total: number) =>
    shop.as(buyer).orders.pay({
      ...{ orders: _id, card: { testOutcome: 'approve' }, idempotencyKey: randomUUID(), total: usd(total) },
      cartIds: (await read(_id)).carts.filter(cart => cart.orderName === orderName).map(cart => cart._id),
    });
  await pay('Bath', 10);
  return { _id, company, pay };
}

async function edit(_id: string, quantities: { Kitchen: number; Bath: number }): Promise<Order> {
  const { version, carts: of } = await read(_id);
  const lines = of.flatMap(({ orderName, cartItems }) =>
    cartItems.map(line => ({ _id: line._id, quantity: quantities[orderName as keyof typeof quantities] })),
  );
  const asked = { _id, version, idempotencyKey: randomUUID(), mail: false, cart: lines };
  const { edit: seen } = await shop.as(clerk).orders.adminReplace({ ...asked, preview: true });
  return shop.as(clerk).orders.adminReplace({ ...asked, figures: seen.after });
}

describe('an edit of one saved cart of an order', () => {
  it('leaves one paid that a card paid, beside one that nobody has', async () => {
    const { _id, pay } = await ordered();
    expect(stand(await edit(_id, { Kitchen: 6, Bath: 1 }))).toEqual([
      ['Kitchen', false],
      ['Bath', true],
    ]);
    await pay('Kitchen', 60);
    expect(await read(_id)).toMatchObject({ paid: true, amountPaid: 70 });
  });

  it('leaves one paid that a card paid, where a check had paid the rest', async () => {
    const { _id, company, pay } = await ordered();
    await shop.as(clerk).receipts.take({
      ...{ company, method: 'check', number: '7', amount: usd(40), receivedOn: '2026-11-24' },
      ...{ note: '', key: randomUUID() },
    });
    expect(stand(await read(_id))).toEqual([
      ['Kitchen', true],
      ['Bath', true],
    ]);
    const raised = await edit(_id, { Kitchen: 6, Bath: 1 });
    expect(raised).toMatchObject({ paid: false, amountPaid: 50, total: 70 });
    expect(stand(raised)).toEqual([
      ['Kitchen', false],
      ['Bath', true],
    ]);
    await pay('Kitchen', 20);
    expect(stand(await read(_id))).toEqual([
      ['Kitchen', true],
      ['Bath', true],
    ]);
  });

  it('opens the one again that has more than its card paid', async () => {
    const { _id, pay } = await ordered();
    await pay('Kitchen', 40);
    const raised = await edit(_id, { Kitchen: 4, Bath: 3 });
    expect(stand(raised)).toContainEqual(['Bath', false]);
    await pay('Bath', 20);
    expect(await read(_id)).toMatchObject({ paid: true, amountPaid: 70 });
  });

  it('does so beside one that nobody has paid, and closes it when its card paid all that it has again', async () => {
    const { _id, pay } = await ordered();
    const open = [
      ['Kitchen', false],
      ['Bath', false],
    ];
    expect(stand(await edit(_id, { Kitchen: 4, Bath: 3 }))).toEqual(open);
    expect(stand(await edit(_id, { Kitchen: 5, Bath: 1 }))).toEqual([open[0], ['Bath', true]]);
    expect(stand(await edit(_id, { Kitchen: 5, Bath: 3 }))).toEqual(open);
    await pay('Bath', 30);
    await pay('Kitchen', 40);
    expect(await read(_id)).toMatchObject({ paid: true, amountPaid: 80 });
  });
});

it('prices all of a variant that an edit touches by its whole quantity, and leaves what it does not touch', async () => {
  const steps = { wholeSaleQtyOne: 8, wholeSalePriceOne: usd(11.9) };
  const pull = await makeVariant(shop.app.db, { price: usd(12.4), stock: 100, ...steps });
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  const ordered = { company, cart: [lineOf(pull, 6)], total: usd(74.4), idempotencyKey: randomUUID() };
  const { _id } = await shop.as(clerk).orders.createByStaff(ordered);
  const { version, cart } = await read(_id);
  const pricesAt = async (quantity: number) => {
    const { edit: seen } = await shop.as(clerk).orders.adminReplace({
      ...{ _id, version, idempotencyKey: randomUUID(), preview: true },
      cart: [...cart.map(line => ({ _id: line._id, quantity })), lineOf(pull, 4)],
    });
    return seen.lines.map(({ price, ours }) => [price, ours]);
  };
  // Untouched, six stay at 12.40; the four beside them make ten.
  expect(await pricesAt(6)).toEqual([
    [12.4, 11.9],
    [11.9, 11.9],
  ]);
  expect((await pricesAt(5)).map(([price]) => price)).toEqual([11.9, 11.9]);
  expect((await pricesAt(3)).map(([price]) => price)).toEqual([12.4, 12.4]);
});

it('prices a set that it touches by the things in it as they are today, and writes those down', async () => {
  const { db } = shop.app;
  const part = await makeVariant(db, { price: usd(10), stock: 100 });
  const set = await makeVariant(db, { price: usd(0), isBundle: true, bundleDiscountPer: 10 });
  await db.insert(bundleItems).values({ bundle: set.variantId, variant: part.variantId, quantity: 2 });
  const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  const ordered = { company, cart: [lineOf(set, 1)], total: usd(18), idempotencyKey: randomUUID() };
  const { _id } = await shop.as(clerk).orders.createByStaff(ordered);
  await db
    .update(variants)
    .set({ price: usd(12) })
    .where(eq(variants._id, part.variantId));
  await db.update(variants).set({ bundleDiscountPer: 20 }).where(eq(variants._id, set.variantId));
  const edited = async (quantity: number) => {
    const { version, cart } = await read(_id);
    const lines = cart.map(line => ({ _id: line._id, quantity }));
    const asked = { _id, version, idempotencyKey: randomUUID(), mail: false, cart: lines, reason: 'more' };
    const { edit: seen } = await shop.as(clerk).orders.adminReplace({ ...asked, preview: true });
    return shop.as(clerk).orders.adminReplace({ ...asked, figures: seen.after });
  };
  const parts = ({ cart: [line] }: Order) => [line?.price, line?.bundleItems.map(({ price }) => price)];
  expect(parts(await edited(1))).toEqual([18, [10]]);
  expect(parts(await edited(2))).toEqual([19.2, [12]]);
});

describe('a set that has other parts by now', () => {
  /** Two sets of two knobs at $20 each; today each holds a pull besides, and costs $65. */
  async function sold() {
    const { db } = shop.app;
    const part = await makeVariant(db, { price: usd(10), stock: 20 });
    const pull = await makeVariant(db, { price: usd(45), stock: 20 });
    const set = await makeVariant(db, { price: usd(0), isBundle: true, bundleDiscountPer: 0 });
    await db.insert(bundleItems).values({ bundle: set.variantId, variant: part.variantId, quantity: 2 });
    const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
    const ordered = { company, cart: [lineOf(set, 2)], total: usd(40), idempotencyKey: randomUUID() };
    const { _id } = await shop.as(clerk).orders.createByStaff(ordered);
    await db.insert(bundleItems).values({ bundle: set.variantId, variant: pull.variantId, quantity: 1 });
    await db.update(variants).set({ bundleDiscountPer: 20 }).where(eq(variants._id, set.variantId));
    const change = async (asked: { quantity: number; price?: Money | null; priceReason?: string }) => {
      const { version, cart } = await read(_id);
      const lines = cart.map(line => ({ _id: line._id, ...asked }));
      const about = { _id, version, idempotencyKey: randomUUID(), mail: false, cart: lines, reason: 'asked' };
      const { edit: seen } = await shop.as(clerk).orders.adminReplace({ ...about, preview: true });
      return shop.as(clerk).orders.adminReplace({ ...about, figures: seen.after });
    };
    const stocks = async () => {
      const found = await db.select().from(variants);
      return [part, pull].map(({ variantId }) => found.find(row => row._id === variantId)?.stock);
    };
    return { change, stocks };
  }
  const told = ({ total, cart: [line] }: Order) => [
    ...[total, line?.price, line?.bundleDiscountPer],
    line?.bundleItems.map(({ quantity, price }) => [quantity, price]),
  ];

  it('can’t be raised at the price of today, which is one of other things', async () => {
    const { change, stocks } = await sold();
    expect(await refusal(change({ quantity: 3 }))).toMatchObject({
      reason: 'invalid',
      issues: [
        {
          path: ['cart', 0, 'quantity'],
          message: 'can’t rise, as this set has other parts by now: add it as another line, or name a price',
        },
      ],
    });
    expect(await stocks()).toEqual([16, 20]);
  });

  it('is raised at a price that staff name, with the things that it was sold with', async () => {
    const { change, stocks } = await sold();
    const raised = await change({ quantity: 3, price: usd(19), priceReason: 'as agreed' });
    expect(told(raised)).toEqual([57, 19, 0, [[2, 10]]]);
    expect(await stocks()).toEqual([14, 20]);
    expect(await refusal(change({ quantity: 3, price: null }))).toMatchObject({
      issues: [
        { path: ['cart', 0, 'price'], message: 'has to be named, as this set has other parts by now' },
      ],
    });
  });

  it('is named a price against what it was sold for, not against today’s', async () => {
    const { change } = await sold();
    const limit = { employeePriceLimit: 10 };
    await shop.app.db
      .insert(siteSettings)
      .values({ hoursOfOperation: [], ...limit })
      .onConflictDoUpdate({ target: siteSettings.only, set: limit });
    const named = (price: number) => change({ quantity: 2, price: usd(price), priceReason: 'a scratch' });
    expect(await refusal(named(17.9))).toMatchObject({ reason: 'waits_for_admin' });
    expect(told(await named(18))).toEqual([36, 18, 0, [[2, 10]]]);
    // Named before, it is held against what it was before that.
    expect(await refusal(named(17.9))).toMatchObject({ reason: 'waits_for_admin' });
    await shop.app.db.update(siteSettings).set({ employeePriceLimit: null });
  });

  it('keeps its price as it becomes fewer, and its things come back', async () => {
    const { change, stocks } = await sold();
    expect(told(await change({ quantity: 1 }))).toEqual([20, 20, 0, [[2, 10]]]);
    expect(await stocks()).toEqual([18, 20]);
  });
});
