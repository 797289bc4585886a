import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orders } from '#server/orders/tables.ts';
import { makeCompany, usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { reasonOf } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let company: string;
beforeAll(async () => {
  at = await OfficeShop.open();
});
afterAll(() => at.close());

/** A canceled order of a company that paid so much of it in cash, twice. */
async function canceled(...cash: number[]): Promise<{ order: Order; receipts: string[] }> {
  company = await makeCompany(at.db, { creditLimit: usd(500), taxExempt: true });
  const order = await at.as().orders.createByStaff(at.saleOf(10, 100, { company, paymentType: 'Terms' }));
  const receipts: string[] = [];
  for (const amount of cash) {
    const said = at.receiptOf(company, amount, { method: 'cash', number: '' });
    receipts.push((await at.as().receipts.take(said))._id);
  }
  await at.as().orders.cancel({ _id: order._id });
  return { order, receipts };
}
const alertsOf = async ({ _id }: Order) => {
  const [row] = await at.db.select().from(orders).where(eq(orders._id, _id));
  return row?.alert.split('\n') ?? [];
};
const handedBack = async () => {
  const { today } = await at.as().receipts.today();
  return (await at.as().receipts.list({ on: today })).handedBack ?? 0;
};
const mistake = (_id = '') => at.as(at.admin).receipts.bounce({ _id, mistake: 'it never came' });

it('cash of a canceled order leaves the till as staff say that they handed it out, and not before', async () => {
  const before = await handedBack();
  const { order } = await canceled(40);
  const [alert = ''] = await alertsOf(order);
  expect(alert).toBe(`Hand out $40.00 in cash for order ${order.orderNumber}, which was canceled.`);
  expect(await handedBack()).toBe(before);
  await at.as().orders.dismissAlert({ _id: order._id, alert, note: 'done' });
  expect(await handedBack()).toBe(before + 40);
  await at.as().orders.dismissAlert({ _id: order._id, alert, note: 'done' });
  expect(await handedBack()).toBe(before + 40);
});

describe('a receipt that is gone before its cash was handed out', () => {
  it('is asked of nobody any more: what is kept is to be taken in as a payment, and nothing is owed then', async () => {
    const { order, receipts } = await canceled(40);
    await mistake(receipts[0]);
    expect(await alertsOf(order)).toEqual([
      '$40.00 in cash was entered by mistake; $40.00 was still to be handed out: keep it, and take it in as a payment.',
    ]);
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 40, credit: { owed: 40 } });
    const kept = at.receiptOf(company, 40, { method: 'cash', number: '', note: 'not handed out' });
    await at.as().receipts.take(kept);
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 0, credit: { owed: 0 } });
  });

  it('is owed of a canceled order on the desk as in its account', async () => {
    const { order, receipts } = await canceled(40);
    await mistake(receipts[0]);
    const found = await at.as().orders.desk({ view: 'all', search: String(order.orderNumber) });
    expect(found).toMatchObject({ total: 1, open: 40 });
  });

  it('leaves what is to be handed out of another one', async () => {
    const { order, receipts } = await canceled(40, 30);
    await mistake(receipts[0]);
    expect(await alertsOf(order)).toEqual([
      `Hand out $30.00 in cash for order ${order.orderNumber}, which was canceled.`,
      '$40.00 in cash was entered by mistake; $40.00 was still to be handed out: keep it, and take it in as a payment.',
    ]);
  });

  it('was handed out, and is owed, where staff said so before', async () => {
    const { order, receipts } = await canceled(40);
    const [alert = ''] = await alertsOf(order);
    await at.as().orders.dismissAlert({ _id: order._id, alert, note: 'done' });
    await mistake(receipts[0]);
    expect(await alertsOf(order)).toEqual([
      '$40.00 in cash was entered by mistake; $40.00 of the order had been given back, and is owed.',
    ]);
  });

  it('is taken back for one reason alone', async () => {
    const { receipts } = await canceled(40);
    await mistake(receipts[0]);
    await mistake(receipts[0]);
    const otherwise = at.as(at.admin).receipts.bounce({ _id: receipts[0] ?? '', mistake: 'it was Maple’s' });
    expect(await reasonOf(otherwise)).toBe('order_state');
  });
});

describe('cash that an Admin says yes to', () => {
  /** Lets an Admin say yes to what waits of an order. */
  async function approve(order: Order): Promise<void> {
    const { acts } = await at.as(at.admin).approvals.list({});
    const act = acts.find(one => one.order === order._id);
    await at.as(at.admin).approvals.decide({ _id: act?._id ?? '', approve: true });
  }
  /** Lets the clerk ask for so much in cash of an order, above their limit, and an Admin say yes. */
  async function granted(order: Order, amount: number, reason = 'late'): Promise<void> {
    const asked = at.refundOf(await at.read(order), amount, { way: 'cash', number: '', reason });
    expect(await reasonOf(at.as().refunds.make(asked))).toBe('waits_for_admin');
    await approve(order);
  }
  const paidInCash = async (amount: number) => {
    company = await makeCompany(at.db, { creditLimit: usd(500), taxExempt: true });
    const order = await at.as().orders.createByStaff(at.saleOf(10, 100, { company, paymentType: 'Terms' }));
    await at.as().receipts.take(at.receiptOf(company, amount, { method: 'cash', number: '' }));
    return order;
  };

  it('is asked of staff, each on its own, and leaves the till when they have handed it out', async () => {
    await at.setLimits({ employeeOrderLimit: usd(0) });
    const before = await handedBack();
    const order = await paidInCash(100);
    await granted(order, 30);
    await granted(order, 30);
    const why = `for order ${order.orderNumber}, which was granted a refund (late`;
    const alerts = [`Hand out $30.00 in cash ${why}).`, `Hand out $30.00 in cash ${why}), time 2.`];
    expect(await alertsOf(order)).toEqual(alerts);
    expect(await handedBack()).toBe(before);
    expect((await at.as().orders.record({ id: order._id })).handOuts).toEqual(
      alerts.map(alert => ({ alert, way: 'cash', amount: 30 })),
    );
    await at.as().orders.dismissAlert({ _id: order._id, alert: alerts[1] ?? '', note: 'to Ann' });
    expect(await handedBack()).toBe(before + 30);
    expect((await at.as().orders.record({ id: order._id })).handOuts).toMatchObject([{ alert: alerts[0] }]);
    const { entries } = await at.as().orders.history({ id: order._id });
    const told = entries.flatMap(one => (one.kind === 'event' ? [`${one.name}: ${one.description}`] : []));
    expect(told[0]).toBe('refund at will: $30.00 in cash, granted a refund (late), time 2: to Ann');
    expect(told.filter(words => words.startsWith('refund at will'))).toHaveLength(1);
    expect(told).toContain('to hand out: $30.00 in cash: late');
  });

  it('is one line, whatever its reason is typed in', async () => {
    await at.setLimits({ employeeOrderLimit: usd(0) });
    const order = await paidInCash(100);
    await granted(order, 30, 'late\nand sorry');
    const [alert = '', ...more] = await alertsOf(order);
    expect(alert).toContain('granted a refund (late and sorry)');
    expect(more).toEqual([]);
    await at.as().orders.dismissAlert({ _id: order._id, alert, note: 'done' });
    expect((await at.as().orders.record({ id: order._id })).handOuts).toEqual([]);
  });

  it('is asked of nobody once its receipt is gone: it was of that', async () => {
    await at.setLimits({ employeeOrderLimit: usd(0) });
    const order = await paidInCash(100);
    const { receipts } = await at.as().receipts.list({ company });
    await granted(order, 30);
    await mistake(receipts[0]?._id);
    expect((await at.as().orders.record({ id: order._id })).handOuts).toEqual([]);
    expect(await alertsOf(order)).toEqual([
      '$100.00 in cash was entered by mistake; $30.00 was still to be handed out: keep it, and take it in as a payment.',
    ]);
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 100, credit: { owed: 100 } });
  });

  it('is asked for as far as it is of what is still there', async () => {
    await at.setLimits({ employeeOrderLimit: usd(0) });
    const order = await paidInCash(60);
    await at.as().receipts.take(at.receiptOf(company, 40, { method: 'cash', number: '' }));
    const { receipts } = await at.as().receipts.list({ company });
    await granted(order, 70);
    await mistake(receipts.find(({ amount }) => amount === 40)?._id);
    expect((await at.as().orders.record({ id: order._id })).handOuts).toMatchObject([
      { way: 'cash', amount: 30 },
    ]);
    expect((await alertsOf(order)).sort()).toEqual([
      '$40.00 in cash was entered by mistake; $40.00 was still to be handed out: keep it, and take it in as a payment.',
      `Hand out $30.00 in cash for order ${order.orderNumber}, which was granted a refund (late).`,
    ]);
  });

  it('stays asked for on its own where what is left of it is as much as another one', async () => {
    await at.setLimits({ employeeOrderLimit: usd(0) });
    const order = await paidInCash(60);
    await at.as().receipts.take(at.receiptOf(company, 40, { method: 'cash', number: '' }));
    const { receipts } = await at.as().receipts.list({ company });
    await granted(order, 20);
    await granted(order, 80);
    await mistake(receipts.find(({ amount }) => amount === 60)?._id);
    const why = `for order ${order.orderNumber}, which was granted a refund (late`;
    const alerts = [`Hand out $20.00 in cash ${why}).`, `Hand out $20.00 in cash ${why}), time 2.`];
    expect(await alertsOf(order)).toEqual(expect.arrayContaining(alerts));
    for (const [index, alert] of alerts.entries()) {
      const open = alerts.slice(index).map(one => ({ alert: one, way: 'cash', amount: 20 }));
      expect((await at.as().orders.record({ id: order._id })).handOuts).toEqual(open);
      await at.as().orders.dismissAlert({ _id: order._id, alert, note: 'to Ann' });
    }
    const { entries } = await at.as().orders.history({ id: order._id });
    const told = entries.flatMap(one => (one.kind === 'event' ? [`${one.name}: ${one.description}`] : []));
    expect(told[0]).toBe('refund at will: $20.00 in cash, granted a refund (late), time 2: to Ann');
  });

  it('of a return likewise', async () => {
    await at.setLimits({ employeeOrderLimit: usd(0) });
    const order = await at.readied(await paidInCash(100));
    const _id = await at.sentBack(order, 2);
    const settle = at.as().returns.update({ _id, status: 'Refunded', refundTo: 'cash' });
    expect(await reasonOf(settle)).toBe('waits_for_admin');
    await approve(order);
    expect(await alertsOf(order)).toEqual([
      `Hand out $20.00 in cash for order ${order.orderNumber}, which was granted a refund (returned goods).`,
    ]);
  });
});
