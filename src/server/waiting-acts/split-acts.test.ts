import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { givenBack, storeCreditEntries } from '#server/payments/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { endOf, endsOf, OfficeShop } from '#server/test/office-shop.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let clerk: SessionUser;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeOrderLimit: usd(50), employeeDayLimit: usd(120) });
});
beforeEach(async () => {
  clerk = await makeUser(at.db, { permissionLevel: 'Employee' });
});
afterAll(() => at.close());

const WAITS = 'waits_for_admin';

/** Gives back of an order as it is now, and tells how that ends. */
const give = (order: Pick<Order, '_id'>, amount: number, by = clerk, more: object = {}) =>
  endOf(async () => at.as(by).refunds.make(at.refundOf(await at.read(order), amount, more)));
const editTo = (order: Pick<Order, '_id'>, quantity: number, by = clerk) =>
  endOf(async () => at.as(by).orders.adminReplace(await at.seenEdit(await at.read(order), quantity)));
const grant = (user: SessionUser, amount: number, by = clerk) =>
  endOf(() =>
    at.as(by).storeCredit.grant({ user: user._id, amount: usd(amount), reason: 'sorry', key: randomUUID() }),
  );

const settle = (_id: string, by = clerk, more: object = {}) =>
  endOf(() => at.as(by).returns.update({ _id, status: 'Refunded', ...more }));

/** Lists the amounts that an Employee has given back alone. */
async function givenBy(by = clerk): Promise<number[]> {
  const made = await at.db.select().from(givenBack).where(eq(givenBack.user, by._id));
  return made.map(({ amount }) => amount);
}

describe('the limit of an order', () => {
  it('counts ten small refunds in a row together, and the eleventh waits', async () => {
    const order = await at.bought();
    for (let nth = 0; nth < 10; nth++) expect(await give(order, 5)).toBe('done');
    expect(await give(order, 0.01)).toBe(WAITS);
    expect(await givenBy()).toEqual(Array(10).fill(5));
    await at.expectBalanced(order);
  });

  it('counts ten at once together', async () => {
    const order = await at.bought();
    const { version } = await at.read(order);
    for (let round = 0; round < 3; round++) {
      const now = await at.read(order);
      await endsOf(Array.from({ length: 10 }, () => () => at.as(clerk).refunds.make(at.refundOf(now, 20))));
    }
    expect(await givenBy()).toEqual([20, 20]);
    expect((await at.read(order)).version).toBe(version + 2);
  });

  it('counts what two Employees give, whoever of them asks', async () => {
    const [order, second] = [await at.bought(), await makeUser(at.db, { permissionLevel: 'Employee' })];
    expect(await give(order, 30)).toBe('done');
    expect(await give(order, 20.01, second)).toBe(WAITS);
    expect(await give(order, 20, second)).toBe('done');
    expect(await give(order, 0.01)).toBe(WAITS);
  });

  it('counts a refund, an edit, a return and store credit together', async () => {
    const buyer = await makeUser(at.db);
    const order = await at.bought(10, buyer);
    // 10.82 for nine instead of ten, 10.00 to the card, 10.00 as store credit: 30.82.
    expect(await editTo(order, 9)).toBe('done');
    expect(await give(order, 10)).toBe('done');
    expect(await give(order, 10, clerk, { way: 'credit' })).toBe('done');
    await at.readied(await at.read(order));
    const two = await at.sentBack(order, 2);
    // Two more are worth 21.65.
    expect(await settle(two)).toBe(WAITS);
    expect(await settle(two, clerk, { refund: usd(19.19) })).toBe(WAITS);
    expect(await settle(two, clerk, { refund: usd(19.18) })).toBe('done');
    expect(await give(order, 0.01)).toBe(WAITS);
    expect(await give(order, 0.01, clerk, { way: 'credit' })).toBe(WAITS);
    await at.expectBalanced(order);
  });

  it('counts once what was given back before an edit', async () => {
    const order = await at.bought(4);
    expect(await give(order, 40)).toBe('done');
    // It costs 10.82 less, of which no more than 3.30 is there to go back.
    expect(await editTo(order, 3)).toBe('done');
    expect(await givenBy()).toEqual([40, 3.3]);
    await at.expectBalanced(order);
  });

  it('counts several edits, and several returns', async () => {
    const [edited, returned] = [await at.bought(), await at.readied(await at.bought())];
    // 10.83 or 10.82 each time.
    for (const quantity of [9, 8, 7, 6]) expect(await editTo(edited, quantity)).toBe('done');
    expect(await editTo(edited, 5)).toBe(WAITS);
    const second = await makeUser(at.db, { permissionLevel: 'Employee' });
    for (let nth = 0; nth < 4; nth++)
      expect(await settle(await at.sentBack(returned, 1), second)).toBe('done');
    expect(await settle(await at.sentBack(returned, 1), second)).toBe(WAITS);
  });

  it('counts store credit that an edit gives back, too', async () => {
    const buyer = await makeUser(at.db);
    await at.db.insert(storeCreditEntries).values({ user: buyer._id, kind: 'granted', amount: usd(80) });
    const caller = at.as(buyer);
    const asked = { cart: [lineOf(at.knob, 10)], shippingMethod: 'local' as const, useStoreCredit: true };
    const { total } = await caller.orders.getCost(asked);
    const key = { idempotencyKey: randomUUID() };
    const { _id } = await caller.orders.submit({ ...guest, ...asked, ...key, total });
    await caller.payments.charge({ order: { _id }, card: { testOutcome: 'approve' } });
    expect(await editTo({ _id }, 2)).toBe(WAITS);
    expect((await caller.storeCredit.balance()).balance).toBe(0);
  });

  it('counts neither what an Admin gives nor what one approved', async () => {
    const order = await at.bought();
    expect(await give(order, 40, at.admin)).toBe('done');
    expect(await give(order, 50)).toBe('done');
    expect(await give(order, 10)).toBe(WAITS);
    const [act] = (await at.as(at.admin).approvals.list({})).acts.filter(one => one.order === order._id);
    await at.as(at.admin).approvals.decide({ _id: act?._id ?? '', approve: true });
    expect(await givenBy()).toEqual([50]);
    expect(await give(order, 0.01)).toBe(WAITS);
  });
});

describe('two acts of one order', () => {
  const yes = async (_id: string | undefined) =>
    endOf(() => at.as(at.admin).approvals.decide({ _id: _id ?? '', approve: true }));
  const waitingFor = async (order: Order) => {
    const { acts } = await at.as(at.admin).approvals.list({ limit: 100 });
    return acts.filter(one => one.order === order._id);
  };

  it.each(['refund', 'return'] as const)(
    'a yes to its %s lets the other lapse: it knew nothing of it',
    async first => {
      const order = await at.readied(await at.bought(20));
      const goods = await at.sentBack(order, 8);
      expect(await give(order, 86.6)).toBe(WAITS);
      expect(await settle(goods)).toBe(WAITS);
      const acts = await waitingFor(order);
      expect(await yes(acts.find(({ kind }) => kind === first)?._id)).toBe('done');
      const other = acts.find(({ kind }) => kind !== first);
      expect((await waitingFor(order)).map(({ _id, isOver }) => [_id, isOver])).toEqual([[other?._id, true]]);
      expect(await yes(other?._id)).toBe('act_state');
      await at.drain();
      expect(await at.refundsOf(order)).toEqual([86.6]);
    },
  );

  it('a refund of an order as it was before a return was settled is refused, whoever makes it', async () => {
    const order = await at.readied(await at.bought(20));
    const seen = await at.read(order);
    await settle(await at.sentBack(order, 2), at.admin);
    expect(await endOf(() => at.as(at.admin).refunds.make(at.refundOf(seen, 40)))).toBe('stale');
  });

  it('waits for a canceled order as something that is over', async () => {
    const order = await at.bought();
    expect(await give(order, 60)).toBe(WAITS);
    await at.as(at.admin).orders.cancel({ _id: order._id });
    expect(await waitingFor(order)).toMatchObject([{ isOver: true }]);
  });

  it('under one key of two Employees is refused to the second, and the first goes on waiting', async () => {
    const [order, second] = [await at.bought(), await makeUser(at.db, { permissionLevel: 'Employee' })];
    const asked = at.refundOf(await at.read(order), 60);
    const ask = (by: SessionUser, more: object = {}) =>
      endOf(() => at.as(by).refunds.make({ ...asked, ...more }));
    expect(await ask(clerk)).toBe(WAITS);
    expect(await ask(second, { amount: usd(70) })).toBe('key_reused');
    expect(await waitingFor(order)).toMatchObject([{ amount: 60 }]);
  });
});

describe('the limit of a day', () => {
  it('counts what is split over orders, and over people by store credit', async () => {
    const buyers = [await makeUser(at.db), await makeUser(at.db)] as const;
    expect(await give(await at.bought(), 50)).toBe('done');
    expect(await grant(buyers[0], 40)).toBe('done');
    const look = (by: SessionUser) => at.as(by).storeCredit.look({ user: buyers[0]._id });
    expect(await look(clerk)).toEqual({ balance: 40, alone: 30 });
    expect(await look(at.admin)).toEqual({ balance: 40, alone: null });
    expect(await grant(buyers[1], 30.01)).toBe(WAITS);
    expect(await editTo(await at.bought(), 8)).toBe('done');
    expect(await grant(buyers[1], 8.35)).toBe('done');
    for (const again of [
      () => grant(buyers[0], 0.01),
      async () => give(await at.bought(), 0.01),
      async () => editTo(await at.bought(), 9),
      async () => settle(await at.sentBack(await at.readied(await at.bought()), 1)),
    ])
      expect(await again()).toBe(WAITS);
    expect((await givenBy()).reduce((sum, one) => sum + one, 0)).toBe(120);
    const second = await makeUser(at.db, { permissionLevel: 'Employee' });
    // One that is for no order counts as an order of its own.
    expect(await look(second)).toEqual({ balance: 40, alone: 50 });
    expect(await grant(buyers[0], 50.01, second)).toBe(WAITS);
    expect(await grant(buyers[0], 50, second)).toBe('done');
  });

  it('counts grants of one moment together', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => makeUser(at.db)));
    const ends = await Promise.all(buyers.map(buyer => grant(buyer, 25)));
    expect(ends.filter(end => end === 'done')).toHaveLength(4);
    expect(await givenBy()).toEqual([25, 25, 25, 25]);
  });

  it('begins anew on the next day of the shop, of which that of an order knows nothing', async () => {
    const order = await at.bought();
    expect(await give(order, 45)).toBe('done');
    for (const amount of [50, 25]) expect(await grant(await makeUser(at.db), amount)).toBe('done');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await at.db.update(givenBack).set({ createdAt: yesterday }).where(eq(givenBack.user, clerk._id));
    expect(await give(order, 5.01)).toBe(WAITS);
    expect(await grant(await makeUser(at.db), 50)).toBe('done');
  });
});
