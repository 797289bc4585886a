import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { refusal } from '#server/test/selling.ts';

let at: OfficeShop;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeOrderLimit: null, employeeDayLimit: null });
});
afterAll(() => at.close());

it('the return of a guest who paid by card and in cash says how each goes back, and both do', async () => {
  const bought = await at.bought();
  await at.as(at.admin).orders.adminReplace(await at.seenEdit(bought, 20));
  await at.as().receipts.take({
    ...{ order: bought._id, method: 'cash', number: '', amount: usd(108.25), note: '' },
    ...{ receivedOn: '2026-11-24', key: randomUUID() },
  });
  const order = await at.readied(await at.read(bought));
  const _id = await at.sentBack(order, 20);
  const whole = at.as().returns.update({ _id, status: 'Refunded', refundTo: 'card' });
  expect((await refusal(whole)).issues).toEqual([
    {
      path: ['refund'],
      message:
        'is more than the $108.25 that can go back this way: $108.25 came in by hand, to be given back separately',
    },
  ]);
  await at.as().returns.update({ _id, status: 'Refunded', refundTo: 'card', refund: usd(108.25) });
  const rest = at.refundOf(await at.read(order), 108.25, { way: 'cash', number: '' });
  await at.as().refunds.make(rest);
  await at.expectBalanced(order);
  expect(await at.as().refunds.look({ order: order._id })).toMatchObject({ card: 0, byHand: 0, inAll: 0 });
});
