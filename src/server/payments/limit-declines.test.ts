import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIMITS } from '#server/http/rate-limits.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
});
afterAll(() => shop.close());

const HERE = '198.51.100.7';

/** Places an order of one knob from an address, and tries cards on it until it is left. */
async function ordered(ip = HERE) {
  const visitor = shop.as(null, ip);
  const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'local' as const };
  const { total } = await visitor.orders.getCost(asked);
  const placed = { ...guest, ...asked, total, idempotencyKey: randomUUID() };
  const { _id, orderKey } = await visitor.orders.submit(placed);
  const order = { _id, orderKey };
  return {
    tries: (testOutcome: 'approve' | 'decline' | 'insufficient_funds') =>
      visitor.payments.charge({ order, card: { testOutcome } }),
    leave: () => visitor.orders.cancel({ ...order, reason: '' }),
  };
}

it('cards that are tried out are counted by address, whatever is ordered for them', async () => {
  const most = LIMITS.declinedCards.most;
  for (let tried = 0; tried < most; ) {
    const order = await ordered();
    for (let of = 0; of < 9 && tried < most; of++, tried++)
      expect(await reasonOf(order.tries(tried % 2 ? 'decline' : 'insufficient_funds'))).toMatch(
        /^(card_declined|insufficient_funds)$/,
      );
    await order.leave();
  }
  const next = await ordered();
  const late = await refusal(next.tries('approve'));
  expect(late).toMatchObject({ reason: 'too_many', details: { retryAfter: expect.any(Number) } });
  // It is no other's fault.
  expect((await (await ordered('198.51.100.8')).tries('approve')).status).toBe('paid');
});

it('a card that pays, and whatever is refused for another reason, is not counted', async () => {
  const ip = '198.51.100.9';
  for (let round = 0; round < 3; round++) {
    const order = await ordered(ip);
    await order.tries('approve');
    expect((await order.tries('approve')).status).toBe('paid');
    await order.leave().catch(() => undefined);
  }
  const order = await ordered(ip);
  await order.leave();
  for (let n = 0; n <= LIMITS.declinedCards.most; n++)
    expect(await reasonOf(order.tries('approve'))).toBe('order_state');
});

it('staff are not counted: they charge cards that customers saved', async () => {
  const clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  const pay = shop.as(clerk, '198.51.100.10').orders.pay({
    ...{
      orders: randomUUID(),
      card: { testOutcome: 'decline' },
      idempotencyKey: randomUUID(),
      total: usd(1),
    },
  });
  expect(await reasonOf(pay)).toBe('not_found');
});
