import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { siteSettings } from '#server/site/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { errorBody } from '#server/trpc.ts';
import { lapseActs } from '#server/waiting-acts/decide-act.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let admin: SessionUser;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  const limits = { employeeOrderLimit: usd(50), employeeDayLimit: usd(120) };
  await shop.app.db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], ...limits })
    .onConflictDoUpdate({ target: siteSettings.only, set: limits });
});
beforeEach(async () => {
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

const asked = (order: Order, amount: number, key = randomUUID()) => ({
  ...{ order: order._id, version: order.version, amount: usd(amount), reason: 'late', key },
  way: 'card' as const,
});

/** An order of which an Employee asked for more than they may give back. */
async function waiting(key = randomUUID()): Promise<Order> {
  const order = await shop.as(clerk).orders.byId({ id: (await paidOrder(shop, { quantity: 20 }))._id });
  expect(await reasonOf(shop.as(clerk).refunds.make(asked(order, 60, key)))).toBe('waits_for_admin');
  return order;
}

const decide = async (order: Order, approve: boolean) => {
  const { acts } = await shop.as(admin).approvals.list({});
  const [act] = acts.filter(one => one.order === order._id);
  return shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve });
};

/** Reads what an order's history says, the latest first. */
async function told({ _id }: Order): Promise<string[]> {
  const { entries } = await shop.as(clerk).orders.history({ id: _id });
  return entries.flatMap(entry =>
    entry.kind === 'event' ? `${entry.user === null ? entry.who : entry.name}: ${entry.description}` : [],
  );
}

it('an approval stands in the history of its order, before what was done by it', async () => {
  const order = await waiting();
  await decide(order, true);
  const events = await told(order);
  const [done, approved] = [
    events.findIndex(words => words.startsWith('refund at will')),
    events.indexOf('Admin approved: $60.00 to the card: late'),
  ];
  expect(done).toBeGreaterThanOrEqual(0);
  expect(approved).toBe(done + 1);
});

it('an act that lapses says why in the history of its order: it was changed, or nobody decided', async () => {
  const changed = await waiting();
  await shop.as(clerk).orders.adminPatch({ _id: changed._id, notes: 'call first' });
  expect(await reasonOf(decide(changed, true))).toBe('act_state');
  expect(await told(changed)).toContain(
    'system: $60.00 to the card: late; things changed after it was asked for',
  );

  const old = await waiting();
  await lapseActs(shop.app.db, new Date(Date.now() + 3 * 86_400_000 + 60_000));
  expect(await told(old)).toContain('system: $60.00 to the card: late; nobody decided on it in three days');
});

it('two Admins who approve acts of one order at once wait for one another: one is done, the other lapses', async () => {
  for (let nth = 0; nth < 5; nth++) {
    const order = await waiting();
    await reasonOf(shop.as(clerk).refunds.make(asked(order, 70)));
    const { acts } = await shop.as(admin).approvals.list({ limit: 100 });
    const both = acts.filter(one => one.order === order._id);
    expect(both).toHaveLength(2);
    const ends = await Promise.all(
      both.map(({ _id }) =>
        shop
          .as(admin)
          .approvals.decide({ _id, approve: true })
          .then(
            () => 'done',
            error => errorBody(error).body.reason,
          ),
      ),
    );
    expect(ends.sort()).toEqual(['act_state', 'done']);
    const events = await told(order);
    expect(events.filter(words => words.startsWith('Admin approved'))).toHaveLength(1);
  }
});

it('an act whose order was changed since is listed as one that can’t be done any more', async () => {
  const [changed, same] = [await waiting(), await waiting()];
  await shop.as(clerk).orders.adminPatch({ _id: changed._id, notes: 'call first' });
  const { acts } = await shop.as(admin).approvals.list({ limit: 100 });
  const isOver = ({ _id }: Order) => acts.find(({ order }) => order === _id)?.isOver;
  expect([isOver(changed), isOver(same)]).toEqual([true, false]);
  await decide(changed, false);
  expect(await told(changed)).toContain('Admin declined: $60.00 to the card: late');
});

it('an act that another takes the place of says so in the history', async () => {
  const key = randomUUID();
  const order = await waiting(key);
  await reasonOf(shop.as(clerk).refunds.make(asked(order, 65, key)));
  expect(await told(order)).toContain('system: $60.00 to the card: late; another was asked for in its place');
});

it('looks at a refund with what may go back alone, of the order and the day: nothing of one’s own', async () => {
  const order = await shop.as(clerk).orders.byId({ id: (await paidOrder(shop, { quantity: 20 }))._id });
  const alone = async (by: SessionUser) => (await shop.as(by).refunds.look({ order: order._id })).alone;
  expect([await alone(clerk), await alone(admin)]).toEqual([50, null]);
  const { version } = await shop.as(clerk).refunds.make(asked(order, 30));
  expect(await alone(clerk)).toBe(20);
  await shop.as(clerk).refunds.make({ ...asked(order, 20), version });
  expect(await alone(clerk)).toBe(0);

  const own = await paidOrder(shop, { quantity: 2, buyer: clerk });
  expect((await shop.as(clerk).refunds.look({ order: own._id })).alone).toBe(0);
});
