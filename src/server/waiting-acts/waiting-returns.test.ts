import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { endOf, OfficeShop } from '#server/test/office-shop.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';

let at: OfficeShop;
let clerk: SessionUser;
let second: SessionUser;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeOrderLimit: usd(50) });
});
beforeEach(async () => {
  clerk = await makeUser(at.db, { permissionLevel: 'Employee' });
  second = await makeUser(at.db, { permissionLevel: 'Employee' });
  await at.db.delete(waitingActs);
});
afterAll(() => at.close());

const WAITS = 'waits_for_admin';

const settle = (_id: string, by = clerk, more: object = {}) =>
  endOf(() => at.as(by).returns.update({ _id, status: 'Refunded', ...more }));
const acts = async () => (await at.as(at.admin).approvals.list({})).acts;
const yes = async () =>
  endOf(async () => at.as(at.admin).approvals.decide({ _id: (await acts())[0]?._id ?? '', approve: true }));
const noticesOf = async (by: SessionUser) =>
  (await at.as(by).notifications.list({})).notifications.flatMap(({ type, details }) =>
    type === 2 ? details : [],
  );

it('asked for by a second Employee, takes the place of that of the first, who is told', async () => {
  const order = await at.readied(await at.bought());
  const back = await at.sentBack(order);
  expect(await settle(back)).toBe(WAITS);
  expect(await settle(back, second)).toBe(WAITS);
  expect(await acts()).toMatchObject([{ amount: 86.6, askedBy: clerk.name }]);
  expect(await settle(back, second, { refund: usd(60) })).toBe(WAITS);
  expect(await acts()).toMatchObject([{ amount: 60, askedBy: second.name }]);
  expect(await noticesOf(clerk)).toEqual([
    `Your refund of $86.60 for goods returned from order ${order.orderNumber} was not done, because ${second.name} asked for another in its place.`,
  ]);
});

it('asked for again once its order is another, waits anew', async () => {
  const order = await at.readied(await at.bought());
  const back = await at.sentBack(order);
  expect(await settle(back)).toBe(WAITS);
  await at.as().orders.adminPatch({ _id: order._id, notes: 'call first' });
  expect(await acts()).toMatchObject([{ isOver: true }]);
  expect(await settle(back)).toBe(WAITS);
  expect(await acts()).toMatchObject([{ isOver: false, amount: 86.6 }]);
  expect(await noticesOf(clerk)).toEqual([
    `Your refund of $86.60 for goods returned from order ${order.orderNumber} was not done, because things changed after you asked.`,
  ]);
  expect(await yes()).toBe('done');
});

it('lapses where its order was paid since: its money would go elsewhere than was seen', async () => {
  const { company, order } = await at.owing();
  await at.readied(order);
  const back = await at.sentBack(order);
  expect(await settle(back)).toBe(WAITS);
  await at.as().receipts.take(at.receiptOf(company, 100));
  expect(await yes()).toBe('act_state');
  expect(await settle(back)).toBe(WAITS);
  expect((await acts())[0]?.contents).toMatchObject({ way: 'credit', after: 80 });
  expect(await yes()).toBe('done');
});

it('tells what would go back which way', async () => {
  const { order } = await at.owing();
  await at.readied(order);
  expect(await settle(await at.sentBack(order), clerk, { fee: usd(5) })).toBe(WAITS);
  expect(await acts()).toMatchObject([
    {
      words: '$75.00 for returned goods: $75.00 off what was to be paid, a fee of $5.00 kept',
      contents: { way: null, after: 75 },
    },
  ]);
  await at.db.delete(waitingActs);
  const paid = await at.readied(await at.bought());
  expect(await settle(await at.sentBack(paid))).toBe(WAITS);
  expect(await acts()).toMatchObject([
    {
      words: '$86.60 for returned goods: $86.60 to the card that paid',
      contents: { way: 'card', after: 86.6 },
    },
  ]);
});
