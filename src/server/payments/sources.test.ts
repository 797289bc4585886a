import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { endOf, OfficeShop } from '#server/test/office-shop.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let company: string;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeOrderLimit: null, employeeDayLimit: null });
});
afterAll(() => at.close());

/** An order of a company without credit, of so many knobs at 10.00. */
async function ordered(quantity: number): Promise<Order> {
  company = await makeCompany(at.db, { taxExempt: true });
  return at.as().orders.createByStaff(at.saleOf(quantity, 10 * quantity, { company }));
}
const take = (method: 'check' | 'cash', amount: number) =>
  at.as().receipts.take(at.receiptOf(company, amount, { method, number: method === 'check' ? '7' : '' }));
const give = async (order: Order, amount: number, way: 'cash' | 'check' | 'credit') =>
  at.as().refunds.make(at.refundOf(await at.read(order), amount, { way, number: '' }));
const look = (order: Order) => at.as().refunds.look({ order: order._id });
const editTo = async (order: Order, quantity: number) => {
  const asked = at.editOf(await at.read(order), quantity);
  const { edit } = await at.as().orders.adminReplace({ ...asked, preview: true });
  await at.as().orders.adminReplace({ ...asked, figures: edit.after });
};

describe('what was given back by hand is taken off what came in so', () => {
  it('cash off cash, though a check came later, which stays on account as a whole', async () => {
    const order = await ordered(15);
    await take('cash', 50);
    await take('check', 100);
    await give(order, 50, 'cash');
    expect((await look(order)).onCancel).toEqual([{ way: 'account', amount: 100 }]);
    await at.as().orders.cancel({ _id: order._id });
    await at.expectBalanced(order);
  });

  it('a check off a check, though cash came later, which goes back in cash', async () => {
    const order = await ordered(15);
    await take('check', 100);
    await take('cash', 50);
    await give(order, 50, 'check');
    expect((await look(order)).onCancel).toEqual([
      { way: 'cash', amount: 50 },
      { way: 'account', amount: 50 },
    ]);
  });

  it('off what was there by then: a check that came since does not go out as cash', async () => {
    const order = await ordered(9);
    await take('cash', 90);
    await give(order, 90, 'cash');
    await editTo(order, 17);
    await take('check', 80);
    expect((await look(order)).onCancel).toEqual([{ way: 'account', amount: 80 }]);
    expect(await endOf(() => give(order, 80.01, 'cash'))).toMatch(/^invalid/);
  });

  it('off other money by hand where its own is gone', async () => {
    const order = await ordered(10);
    await take('check', 60);
    await give(order, 60, 'cash');
    await take('cash', 40);
    expect((await look(order)).onCancel).toEqual([{ way: 'cash', amount: 40 }]);
  });
});

it('a check that pays an order without an account is asked about, and refused, like any other', async () => {
  const order = await at.as().orders.createByStaff(at.saleOf(10, 108.25, { name: 'Ann' }));
  const check = { method: 'check' as const, number: '4711', receivedOn: '2026-11-24' };
  const pay = (amount: number, more: object = {}) =>
    endOf(() =>
      at.as().receipts.take({ ...check, order: order._id, amount: usd(amount), key: randomUUID(), ...more }),
    );
  expect(await pay(20)).toBe('done');
  expect(await pay(20)).toBe('invalid number');
  expect(await pay(30, { number: ' 4711 ' })).toBe('receipt_known');
  expect(await pay(30, { again: true })).toBe('done');
  expect(await at.read(order)).toMatchObject({ amountPaid: 50 });
});

it('store credit is of what had been paid by then: no card’s money goes out as cash for it', async () => {
  const order = await ordered(9);
  await take('cash', 90);
  await give(order, 90, 'credit');
  await editTo(order, 18);
  const buyer = await makeUser(at.db, { company });
  const card = { testOutcome: 'approve' as const };
  const { _id } = order;
  await at.as({ ...buyer, role: 'Primary' }).orders.pay({
    orders: _id,
    total: usd(90),
    card,
    idempotencyKey: randomUUID(),
  });
  expect(await look(order)).toMatchObject({
    ...{ card: 90, byHand: 0, inAll: 90 },
    onCancel: [{ way: 'card', amount: 90 }],
  });
  expect(await endOf(() => give(order, 90, 'cash'))).toBe('invalid way');
  await at.as().orders.cancel({ _id });
  expect(await at.refundsOf(order)).toEqual([90]);
  await at.expectBalanced(order);
});
