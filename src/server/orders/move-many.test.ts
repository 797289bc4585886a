import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { MovedMany } from '#shared/schemas/staff-orders.ts';

let shop: Selling;
let clerk: SessionUser;
let buyer: SessionUser;
let knob: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  const company = await makeCompany(shop.app.db, { name: 'Hollis Cabinetry', creditLimit: usd(90_000) });
  buyer = await makeUser(shop.app.db, { company });
  await shop.app.db.update(companies).set({ taxExempt: true });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 50_000 });
});
afterAll(() => shop.close());

let made = 0;

/** Writes orders as they are stored, so many at once; none took anything off the shelf. */
async function place(
  count: number,
  status: OrderStatus,
  said: Partial<typeof orders.$inferInsert> = {},
): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    made += 1;
    return {
      ...{ orderKey: `key-${made}`, idempotencyKey: `many ${made}`, requestHash: '', status },
      ...{ name: 'Ada', email: 'ada@example.com', paymentType: 'Check' as const, taxRate: 0 },
      ...{ shippingMethod: 'local' as const, date: '2026-01-05', deliveryDate: '2026-01-07' },
      ...{ subTotal: usd(20), discount: usd(0), shipping: usd(0), tax: usd(0), storeCredit: usd(0) },
      ...{ total: usd(20), heldUntil: status === 'Held' ? '2999-01-01T00:00:00Z' : null },
      ...said,
    };
  });
  const written = await shop.app.db.insert(orders).values(rows).returning({ _id: orders._id });
  const free = { itemShipping: usd(0), itemTax: usd(0), itemDiscount: usd(0), itemCredit: usd(0) };
  await shop.app.db.insert(orderLines).values(
    written.map(({ _id }) => ({
      ...{ order: _id, position: 0, productId: knob.productId, variantId: knob.variantId },
      ...{ name: 'Knob', productNum: knob.productNum, quantity: 2, price: usd(10), originalPrice: usd(10) },
      ...free,
    })),
  );
  return written.map(({ _id }) => _id);
}

type Asked = Parameters<ReturnType<typeof shop.as>['orders']['moveMany']>[0];
const move = async (ids: readonly string[], status: Asked['status'], said: Partial<Asked> = {}) =>
  (await shop.as(clerk).orders.moveMany({ orders: ids.map(_id => ({ _id })), status, ...said })).orders;

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
const reasonsOf = (answers: MovedMany['orders']) =>
  tally(answers.map(({ refused }) => refused?.reason ?? 'moved'));

/** Reads what the shop is worth to its books: sums that no move may touch. */
async function sums() {
  const { rows: found } = await shop.database.execute(
    `select (select sum(stock) from variants)::int as stock, (select count(*) from stock_moves)::int as moves,
      sum(total)::int as total, sum(amount_paid)::int as paid from orders`,
  );
  return found[0];
}
const stored = (ids: readonly string[]) =>
  shop.app.db
    .select()
    .from(orders)
    .where(inArray(orders._id, [...ids]));
const statuses = async (ids: readonly string[]) => tally((await stored(ids)).map(({ status }) => status));

describe('many orders in one move', () => {
  it('500, of which 20 may not: 480 move, 20 are named with the reason', async () => {
    const sold = await shop.as(buyer).orders.submit(onTerms(knob, 3));
    const good = [sold._id, ...(await place(479, 'Submitted'))];
    const bad = [
      ...(await place(6, 'Canceled')),
      ...(await place(6, 'Held')),
      ...(await place(7, 'Shipped')),
      randomUUID(),
    ];
    const before = await sums();
    const answers = await move([...bad.slice(0, 9), ...good, ...bad.slice(9)], 'Processing');
    expect(answers).toHaveLength(500);
    expect(reasonsOf(answers)).toEqual({ moved: 480, order_state: 19, not_found: 1 });
    const moved = answers.flatMap(({ _id, refused }) => (refused ? [] : _id));
    expect(new Set(moved)).toEqual(new Set(good));
    const told = new Map(answers.map(({ _id, ...answer }) => [_id, answer]));
    const [canceled] = await stored(bad.slice(0, 1));
    expect(told.get(bad[0] ?? '')).toEqual({
      orderNumber: canceled?.orderNumber,
      refused: { reason: 'order_state', message: 'The order is “Canceled”.' },
    });
    expect(told.get(bad[19] ?? '')).toEqual({
      orderNumber: null,
      refused: { reason: 'not_found', message: 'Not found.' },
    });
    expect(await statuses([...good, ...bad])).toEqual({ Processing: 480, Canceled: 6, Held: 6, Shipped: 7 });
    expect(await sums()).toEqual(before);
    await expectStockExplained(shop.app.db);
  });

  it('move once, though the same is asked for twice, one after the other and at once', async () => {
    const ids = await place(12, 'Submitted');
    const both = await Promise.all([move(ids, 'Processing'), move([...ids, ...ids], 'Processing')]);
    expect(both.map(answers => answers.length)).toEqual([12, 12]);
    expect(reasonsOf(both.flat())).toEqual({ moved: 12, order_state: 12 });
    expect(reasonsOf(await move(ids, 'Processing'))).toEqual({ order_state: 12 });
    expect(await shop.app.db.$count(orderEvents, inArray(orderEvents.order, ids))).toBe(12);
    expect(new Set((await stored(ids)).map(({ version }) => version))).toEqual(new Set([2]));
  });

  it('are ready only with counts, or if all was picked; and completed only when all is fulfilled', async () => {
    const ids = await place(3, 'Processing');
    const [counted = ''] = ids;
    await shop.app.db.update(orderLines).set({ fulfilled: 1 }).where(eq(orderLines.order, counted));
    const first = await move(ids, 'Ready');
    expect(first.map(({ refused }) => refused?.reason ?? 'moved')).toEqual([
      'moved',
      'not_counted',
      'not_counted',
    ]);
    expect(reasonsOf(await move(ids.slice(1), 'Ready', { allPicked: true }))).toEqual({ moved: 2 });
    const done = await move(ids, 'Completed');
    expect(done.map(({ refused }) => refused)).toEqual([
      {
        reason: 'invalid',
        message: 'The order can be Completed once everything in the order is fulfilled.',
      },
      null,
      null,
    ]);
  });

  it('are taken on for a company over its limit only where that is said', async () => {
    const { db } = shop.app;
    const { _id } = await shop.as(buyer).orders.submit(onTerms(knob, 5));
    const [other = ''] = await place(1, 'Submitted');
    const setLimit = (limit: number) =>
      db
        .update(companies)
        .set({ creditLimit: usd(limit) })
        .where(eq(companies._id, buyer.company ?? ''));
    await setLimit(1);
    expect((await move([_id, other], 'Processing')).map(({ refused }) => refused)).toEqual([
      { reason: 'over_limit', message: 'Hollis Cabinetry owes more than its limit.' },
      null,
    ]);
    expect(reasonsOf(await move([_id], 'Processing', { evenOverLimit: true }))).toEqual({ moved: 1 });
    // Once taken on, it is picked and handed out as any other.
    expect(reasonsOf(await move([_id], 'Ready', { allPicked: true }))).toEqual({ moved: 1 });
    await setLimit(90_000);
  });

  it('one by one, as by a pick, ask the same of a company over its limit', async () => {
    const desk = shop.as(clerk);
    type Said = { evenOverLimit?: true };
    const doors: [string, (_id: string, said: Said) => Promise<unknown>][] = [
      [
        'adminPatch',
        (_id, said) => desk.orders.adminPatch({ _id, status: 'Processing', notes: 'x', ...said }),
      ],
      ['picking.begin', (id, said) => desk.picking.begin({ id, ...said })],
    ];
    const setLimit = (limit: number) =>
      shop.app.db
        .update(companies)
        .set({ creditLimit: usd(limit) })
        .where(eq(companies._id, buyer.company ?? ''));
    for (const [door, take] of doors) {
      const { _id } = await shop.as(buyer).orders.submit(onTerms(knob, 5));
      await setLimit(1);
      const before = await stored([_id]);
      const { reason, message } = await refusal(take(_id, {}));
      expect([door, reason, message]).toEqual([
        ...[door, 'over_limit', 'Hollis Cabinetry owes more than its limit.'],
      ]);
      expect(await stored([_id])).toEqual(before);
      await take(_id, { evenOverLimit: true });
      expect(await statuses([_id])).toEqual({ Processing: 1 });
      const { entries } = await desk.orders.history({ id: _id });
      expect(entries.map(entry => entry.kind === 'event' && entry.description)).toContain(
        'Hollis Cabinetry owes more than its limit',
      );
      await setLimit(90_000);
    }
  });

  it('are staff’s, and 500 at most; cancel is not among the moves', async () => {
    const ids = await place(1, 'Submitted');
    const asked = { orders: [{ _id: ids[0] ?? '' }], status: 'Processing' as const };
    expect(await reasonOf(shop.as(buyer).orders.moveMany(asked))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).orders.moveMany(asked))).toBe('signed_out');
    await expect(move(Array(501).fill(ids[0]), 'Processing')).rejects.toThrow();
    await expect(move([], 'Processing')).rejects.toThrow();
    await expect(move(ids, 'Canceled' as Asked['status'])).rejects.toThrow();
    expect(await statuses(ids)).toEqual({ Submitted: 1 });
  });
});
