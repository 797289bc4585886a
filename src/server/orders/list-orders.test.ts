import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let buyer: SessionUser;
let other: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;
const numbers: number[] = [];

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(10_000), taxExempt: true });
  buyer = await makeUser(db, { company });
  other = await makeUser(db, { company, role: 'Member' });
  knob = await makeVariant(db, { price: usd(10), productNum: 'AVK-100%_9' }, { title: 'Avalon knob' });
  pull = await makeVariant(db, { price: usd(1), productNum: 'BP-7' }, { title: 'Bar pull' });
  const order = async (user: SessionUser, quantity: number, said: object = {}) => {
    const made = await shop.as(user).orders.submit({
      ...onTerms(knob, quantity),
      ...said,
    });
    numbers.push(made.orderNumber);
    return made;
  };
  await order(buyer, 3, { orderName: 'Smith kitchen', poNumber: 'ŁÓDŹ 4' });
  await order(buyer, 1, { poNumber: 'PO-778' });
  const gone = await order(buyer, 2);
  await shop.as(buyer).orders.cancel({ _id: gone._id });
  await order(buyer, 1, { cart: [lineOf(pull, 5), lineOf(knob, 2)], total: usd(25) });
  await order(other, 4);
  const old = { createdAt: '2025-03-12T17:00:00.000Z' };
  await db
    .update(orders)
    .set(old)
    .where(eq(orders.orderNumber, numbers[0] ?? 0));
});
afterAll(() => shop.close());

/** Which of the orders, by when they were made. */
async function listed(asked: Parameters<ReturnType<typeof shop.as>['orders']['list']>[0], user = buyer) {
  const found = await shop.as(user).orders.list(asked);
  return { at: found.orders.map(order => numbers.indexOf(order.orderNumber)), total: found.total };
}

describe('the history of orders', () => {
  it('[ACC-10] has one’s own orders, the latest first, in pages with their total', async () => {
    expect(await listed({})).toEqual({ at: [3, 2, 1, 0], total: 4 });
    expect(await listed({ page: 2, limit: 3 })).toEqual({ at: [0], total: 4 });
    expect(await listed({ page: 3, limit: 3 })).toEqual({ at: [], total: 4 });
    const { orders: found } = await shop.as(buyer).orders.list({});
    expect(found[0]).toMatchObject({ lineCount: 2, itemCount: 7, total: 25, status: 'Submitted' });
    expect(found[0]).not.toHaveProperty('orderKey');
    expect(found[0]).not.toHaveProperty('cart');
  });

  it.each([
    ['its number', () => String(numbers[1]), [1]],
    ['its number with a sign', () => `#${numbers[1]}`, [1]],
    ['a PO number', () => 'po-778', [1]],
    ['a job', () => 'SMITH', [0]],
    ['letters beyond ASCII', () => 'łódź', [0]],
    ['a product number', () => 'bp-7', [3]],
    ['a product’s name', () => 'bar pull', [3]],
    ['signs that patterns know', () => '100%_9', [3, 2, 1, 0]],
    ['what is nowhere', () => '100%x9', []],
    ['a pattern', () => '%', [3, 2, 1, 0]],
    ['somebody else’s number', () => String(numbers[4]), []],
  ])('[ACC-10] is searched by %s', async (_, search, at) => {
    expect(await listed({ search: search() })).toEqual({ at, total: at.length });
  });

  it('is narrowed by status, payment and days, and sorted', async () => {
    expect(await listed({ status: ['Canceled'] })).toEqual({ at: [2], total: 1 });
    expect(await listed({ status: ['Canceled', 'Submitted'] })).toMatchObject({ total: 4 });
    expect(await listed({ paid: true })).toEqual({ at: [], total: 0 });
    expect((await listed({ paid: false })).total).toBe(4);
    expect(await listed({ to: '2025-03-12' })).toEqual({ at: [0], total: 1 });
    expect(await listed({ from: '2025-03-12', to: '2025-03-12' })).toEqual({ at: [0], total: 1 });
    expect((await listed({ from: '2025-03-13' })).at).toEqual([3, 2, 1]);
    expect((await listed({ sort: 'highest' })).at).toEqual([0, 3, 2, 1]);
    expect((await listed({ sort: 'lowest' })).at).toEqual([1, 2, 3, 0]);
    expect((await listed({ sort: 'oldest' })).at).toEqual([0, 1, 2, 3]);
  });

  it('never has another’s, whoever is asked for; staff see whose they ask for', async () => {
    const whose = { user: other._id, company: buyer.company ?? '' };
    expect((await listed(whose)).at).toEqual([3, 2, 1, 0]);
    expect((await listed({}, other)).at).toEqual([4]);
    const staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    expect((await listed({}, staff)).total).toBe(5);
    expect((await listed({ user: other._id }, staff)).at).toEqual([4]);
    expect((await listed({ company: buyer.company ?? '' }, staff)).total).toBe(5);
    expect((await listed({ company: randomUUID() }, staff)).total).toBe(0);
    await expect(shop.as(null).orders.list({})).rejects.toThrow();
  });
});
