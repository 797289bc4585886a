import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { raiseAlert } from '#server/payments/alerts.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { clock } from '#server/time-and-chance.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import { ORDER_VIEWS, type OrderView } from '#shared/office-lists.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let clerk: SessionUser;
let buyer: SessionUser;
let knob: MadeVariant;
/** By what was done with them. */
let made: Record<
  'submitted' | 'picking' | 'packed' | 'ready' | 'short' | 'paid' | 'canceled' | 'held',
  Order
>;

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const company = await makeCompany(db, {
    name: 'Hollis & Daughters',
    creditLimit: usd(10_000),
    taxExempt: true,
  });
  buyer = await makeUser(db, { company, name: 'Dana Hollis', email: 'dana@hollis.test' });
  knob = await makeVariant(db, { price: usd(10), stock: 5000, productNum: 'HP-4410-BN' });
  const submit = (quantity: number, said = {}) =>
    shop.as(buyer).orders.submit({ ...onTerms(knob, quantity), ...said });
  const move = async (order: Order, status: 'Processing' | 'Ready' | 'Shipped', fulfilled?: number) =>
    shop.as(clerk).orders.adminPatch({
      _id: order._id,
      status,
      ...(fulfilled !== undefined && { cart: order.cart.map(({ _id }) => ({ _id, fulfilled })) }),
    });
  const submitted = await submit(43, { poNumber: 'PO-778' });
  const picking = await move(await submit(2), 'Processing');
  const packed = await move(await submit(3), 'Processing', 3);
  await db.update(orders).set({ shippingMethod: 'standard' }).where(eq(orders._id, packed._id));
  const ready = await move(await move(await submit(4), 'Processing'), 'Ready', 4);
  const short = await move(await move(await submit(10), 'Processing'), 'Ready', 6);
  const paid = await paidOrder(shop);
  const canceled = await submit(1);
  await shop.as(buyer).orders.cancel({ _id: canceled._id });
  const held = await shop.as(null).orders.submit({
    ...onTerms(knob, 1),
    paymentType: 'credit-card',
    total: usd(10.83),
  });
  made = { submitted, picking, packed, ready, short, paid, canceled, held };
  await db.update(orders).set({ name: 'zoe Zimmer' }).where(eq(orders._id, submitted._id));
  await db.update(orders).set({ name: 'Abe Alder' }).where(eq(orders._id, ready._id));
});
afterAll(() => shop.close());

type Asked = Parameters<ReturnType<typeof shop.as>['orders']['desk']>[0];

/** The names of the orders found, as they come. */
async function listed(asked: Asked): Promise<string[]> {
  const { orders: found } = await shop.as(clerk).orders.desk(asked);
  return found.map(({ _id }) => Object.entries(made).find(([, order]) => order._id === _id)?.[0] ?? _id);
}

describe('a view of the order desk (rule O17)', () => {
  it.each<[OrderView, string[]]>([
    ['toPick', ['paid', 'submitted']],
    ['picking', ['packed', 'picking']],
    ['ready', ['short', 'ready']],
    ['toShip', ['packed']],
    ['openLines', ['short']],
    ['unpaid', []],
    ['overLimit', []],
    ['alerts', []],
    ['all', ['held', 'canceled', 'paid', 'short', 'ready', 'packed', 'picking', 'submitted']],
  ])('%s has the orders that it says', async (view, names) => {
    expect(await listed({ view })).toEqual(names);
  });

  it('counts what each has', async () => {
    const counts = await shop.as(clerk).orders.deskCounts();
    for (const view of ORDER_VIEWS) expect(counts[view], view).toBe((await listed({ view })).length);
  });

  it('has an order on account among the unpaid from the day on which it is due', async () => {
    const { db } = shop.app;
    const { dueDate } = made.ready;
    await db
      .update(orders)
      .set({ dueDate: shopDate(clock.now(), DEFAULT_TIME_ZONE) })
      .where(eq(orders._id, made.ready._id));
    expect(await listed({ view: 'unpaid' })).toEqual(['ready']);
    await db.update(orders).set({ dueDate }).where(eq(orders._id, made.ready._id));
  });

  it('has what is by cash or check among the unpaid once something of it was handed over or sent', async () => {
    const { db } = shop.app;
    const isShort = eq(orders._id, made.short._id);
    await db.update(orders).set({ paymentType: 'Cash', dueDate: null }).where(isShort);
    expect(await listed({ view: 'unpaid' })).toEqual([]);
    await shop.as(clerk).orders.handOver({ _id: made.short._id, key: randomUUID(), collectedBy: 'Tom' });
    expect(await listed({ view: 'unpaid' })).toEqual(['short']);
    const { paymentType, dueDate } = made.ready;
    await db.delete(orderEvents).where(eq(orderEvents.order, made.short._id));
    for (const status of ['Shipped', 'Completed'] as const) {
      await db.update(orders).set({ status }).where(isShort);
      expect(await listed({ view: 'unpaid' })).toEqual(['short']);
    }
    await db.update(orders).set({ status: 'Ready', paymentType, dueDate }).where(isShort);
  });

  it('has what is on account and has not left while its company owes more than its limit, and marks it', async () => {
    const { db } = shop.app;
    const admin = await makeUser(db, { permissionLevel: 'Admin' });
    const id = buyer.company ?? '';
    await shop.as(admin).companies.update({ _id: id, creditLimit: usd(600) });
    expect(await listed({ view: 'overLimit' })).toEqual(['short', 'ready', 'packed', 'picking', 'submitted']);
    const { orders: all } = await shop.as(clerk).orders.desk({});
    expect(all.filter(order => order.overLimit)).toHaveLength(5);
    // It owes exactly the limit: 43 + 2 + 3 + 4 + 10 at $10.
    await shop.as(admin).companies.update({ _id: id, creditLimit: usd(620) });
    expect(await listed({ view: 'overLimit' })).toEqual([]);
  });

  it('has what staff are told to look at among the alerts', async () => {
    await raiseAlert(shop.app.db, made.paid._id, 'charged after its hold');
    expect(await listed({ view: 'alerts' })).toEqual(['paid']);
    const { orders: found } = await shop.as(clerk).orders.desk({ view: 'alerts' });
    expect(found[0]).toMatchObject({ alert: 'charged after its hold' });
  });

  it('loses an alert that was dismissed with a note, and tells of it', async () => {
    const { db } = shop.app;
    const { _id } = made.paid;
    await raiseAlert(db, _id, 'a second thing');
    const desk = shop.as(clerk).orders;
    expect((await desk.record({ id: _id })).alerts).toEqual(['charged after its hold', 'a second thing']);
    const dismissed = { _id, alert: 'charged after its hold', note: 'Called Ada: she keeps it.' };
    await expect(desk.dismissAlert({ ...dismissed, note: ' ' })).rejects.toThrow('is required');
    expect((await desk.dismissAlert(dismissed)).alerts).toEqual(['a second thing']);
    await desk.dismissAlert({ ...dismissed, alert: '' });
    expect(await listed({ view: 'alerts' })).toEqual(['paid']);
    await Promise.all([1, 2].map(() => desk.dismissAlert({ ...dismissed, alert: 'a second thing' })));
    expect(await listed({ view: 'alerts' })).toEqual([]);
    const { entries } = await desk.history({ id: _id });
    const told = entries.flatMap(entry =>
      entry.kind === 'event' && entry.name === 'alert dismissed' ? entry.description : [],
    );
    expect(told).toEqual([
      'Called Ada: she keeps it. (a second thing)',
      'Called Ada: she keeps it. (charged after its hold)',
    ]);
    expect(await reasonOf(shop.as(buyer).orders.dismissAlert(dismissed))).toBe('forbidden');
  });
});

describe('an order that was opened from a list of the desk', () => {
  const beside = async (name: keyof typeof made, asked: Asked) => {
    const found = await shop.as(clerk).orders.deskBeside({ ...asked, id: made[name]._id });
    const nameOf = (one: { _id: string } | null) =>
      one && Object.entries(made).find(([, order]) => order._id === one._id)?.[0];
    return [nameOf(found.before), nameOf(found.after)];
  };

  it.each<Asked>([
    {},
    { sort: 'number' },
    { sort: '-total' },
    { sort: 'customer' },
    { sort: 'due' },
    { sort: '-due' },
  ])('leads to those before and after it: %j', async asked => {
    const names = (await listed(asked)) as (keyof typeof made)[];
    for (const [at, name] of names.entries()) {
      expect(await beside(name, asked), name).toEqual([names[at - 1] ?? null, names[at + 1] ?? null]);
    }
  });

  it('leads on from where it stood, when it has left the view meanwhile', async () => {
    expect(await listed({ view: 'ready' })).toEqual(['short', 'ready']);
    expect(await beside('packed', { view: 'ready' })).toEqual(['ready', null]);
    expect(await beside('paid', { view: 'ready' })).toEqual([null, 'short']);
  });
});

describe('the order desk', () => {
  it('adds up all that match, whatever page is shown', async () => {
    const {
      total,
      sum,
      open,
      orders: found,
    } = await shop.as(clerk).orders.desk({ status: ['Submitted', 'Ready'], limit: 1 });
    expect(found).toHaveLength(1);
    // 430 + 40 + 100 on account and 10.83 by card.
    expect({ total, sum, open }).toEqual({ total: 4, sum: 580.83, open: 570 });
  });

  it('tells a row’s company, units and those still to come', async () => {
    const { orders: found } = await shop.as(clerk).orders.desk({ view: 'openLines' });
    expect(found[0]).toMatchObject({
      companyName: 'Hollis & Daughters',
      itemCount: 10,
      openCount: 4,
    });
    expect(found[0]).not.toHaveProperty('orderKey');
  });

  it.each<[string, () => string, string[]]>([
    ['its number', () => `#${made.short.orderNumber}`, ['short']],
    ['its PO', () => 'po-778', ['submitted']],
    ['its company', () => 'daughters', ['canceled', 'short', 'ready', 'packed', 'picking', 'submitted']],
    ['its total', () => '430.00', ['submitted']],
    ['its total with a sign', () => '$430.00', ['submitted']],
    [
      'an e-mail',
      () => 'ADA@example.com',
      ['held', 'canceled', 'paid', 'short', 'ready', 'packed', 'picking', 'submitted'],
    ],
    [
      'two letters that begin its company',
      () => 'ho',
      ['canceled', 'short', 'ready', 'packed', 'picking', 'submitted'],
    ],
    ['no two letters within a word', () => 'ol', []],
    ['nothing that is there', () => 'zzz', []],
  ])('finds an order by %s', async (_, search, names) => {
    expect(await listed({ search: search() })).toEqual(names);
  });

  it('finds an order by a product number in it', async () => {
    expect(await listed({ search: 'hp-4410', view: 'toPick' })).toEqual(['submitted']);
  });

  it('is narrowed by statuses, payment, shipping, amount, payment state and days', async () => {
    expect(await listed({ status: ['Canceled', 'Held'] })).toEqual(['held', 'canceled']);
    expect(await listed({ paymentType: 'credit-card' })).toEqual(['held', 'paid']);
    expect(await listed({ shippingMethod: 'standard' })).toEqual(['packed']);
    expect(await listed({ atLeast: 40, atMost: 100 })).toEqual(['short', 'ready']);
    expect(await listed({ paid: true })).toEqual(['paid']);
    expect(await listed({ to: '2020-01-01' })).toEqual([]);
  });

  it('is narrowed by days of the shop, both of them whole', async () => {
    const { db } = shop.app;
    const { _id, createdAt } = made.held;
    // A minute before midnight in Chicago.
    await db.update(orders).set({ createdAt: '2026-01-05T05:59:00.000Z' }).where(eq(orders._id, _id));
    for (const [from, to, names] of [
      ['2026-01-04', '2026-01-04', ['held']],
      ['2026-01-01', '2026-01-04', ['held']],
      ['2026-01-05', '2026-01-05', []],
      ['2026-01-01', '2026-01-03', []],
    ] as const) {
      expect(await listed({ from, to }), `${from} to ${to}`).toEqual(names);
    }
    await db.update(orders).set({ createdAt }).where(eq(orders._id, _id));
  });

  it('is sorted by number, total and customer', async () => {
    expect((await listed({ sort: 'number' })).slice(0, 2)).toEqual(['submitted', 'picking']);
    expect((await listed({ sort: '-total' })).slice(0, 2)).toEqual(['submitted', 'short']);
    expect(await listed({ sort: 'total', view: 'toPick' })).toEqual(['paid', 'submitted']);
    expect((await listed({ sort: 'customer' })).at(0)).toBe('ready');
    expect((await listed({ sort: '-customer' })).at(0)).toBe('submitted');
  });

  it('tells the ids of all that match, as they are sorted, whatever page is shown', async () => {
    const asked = { status: ['Submitted', 'Ready'], sort: '-total' } as const;
    const { orders: found } = await shop.as(clerk).orders.deskIds({
      ...asked,
      status: [...asked.status],
    });
    const shown = await shop.as(clerk).orders.desk({ ...asked, status: [...asked.status] });
    expect(found).toEqual(shown.orders.map(({ _id, status }) => ({ _id, status })));
    expect(found).toHaveLength(4);
  });

  it('is for staff alone', async () => {
    expect(await reasonOf(shop.as(buyer).orders.desk({}))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).orders.deskCounts())).toBe('signed_out');
    expect(await reasonOf(shop.as(buyer).orders.deskIds({}))).toBe('forbidden');
  });
});
