import { and, asc, eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { logEntries } from '#server/logs/tables.ts';
import { emails } from '#server/mail/tables.ts';
import { cancelOrder, expireHolds } from '#server/orders/cancel-order.ts';
import { lockOrder } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { refundPart, refundWholeOrder } from '#server/payments/refunds.ts';
import { sweepGateway } from '#server/payments/sweep-gateway.ts';
import { disputes, refunds } from '#server/payments/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { refusal as refusalOf } from '#server/test/selling.ts';
import { type Held, later, refusal, StripeShop } from '#server/test/stripe-shop.ts';

let at: StripeShop;
beforeAll(async () => {
  at = await StripeShop.open();
});
afterEach(() => at.reset());
afterAll(() => at.close());

/** One knob, paid by card: 10.83. */
async function paidOrder(): Promise<Held> {
  const order = await at.heldOrder();
  await at.charge(order, at.cardOf('approve'));
  return order;
}

const refund = (order: Held, amount: number, cause: string) =>
  at.shop.app.db.transaction(async tx =>
    refundPart(at.shop.app, tx, await lockOrder(tx, order._id), {
      amount: usd(amount),
      reason: 'one piece was broken',
      cause,
    }),
  );

const drain = () => at.shop.app.jobs.drain({ delayed: true });

async function booksOf({ _id }: Held) {
  const { db } = at.shop.app;
  const [row] = await db.select().from(orders).where(eq(orders._id, _id));
  const given = await db.select().from(refunds).where(eq(refunds.order, _id)).orderBy(asc(refunds._id));
  const mails = await db
    .select()
    .from(emails)
    .where(and(eq(emails.order, _id), ne(emails.template, 'order-confirmation')))
    .orderBy(asc(emails._id));
  const log = await db
    .select()
    .from(logEntries)
    .where(and(eq(logEntries.subject, _id), eq(logEntries.category, 'refund')));
  const [charge] = at.fake.chargesOfOrder(_id);
  return {
    kept: row && Math.round((row.amountPaid - row.amountRefunded) * 100),
    refunds: given.map(({ status, amount }) => [status, amount]),
    mails: mails.map(({ template }) => template),
    logged: log.length,
    atStripe: at.fake.refunds
      .filter(one => one.payment_intent === charge?.id && one.status === 'succeeded')
      .map(({ amount }) => amount)
      // Two that wait may be asked for in either order.
      .sort((one, other) => one - other),
  };
}

describe('a part of a payment', () => {
  it('is refunded once a cause, with ledger, log and mail, and never more than is left', async () => {
    const order = await paidOrder();
    await refund(order, 4, 'return:1');
    await refund(order, 4, 'return:1');
    at.fake.fail('drop_reply', 2);
    await drain();
    await refund(order, 4, 'return:1');
    await drain();
    // 10.83 − 4.00 = 6.83.
    expect(await booksOf(order)).toEqual({
      kept: 683,
      refunds: [['succeeded', 4]],
      mails: ['refund-issued'],
      logged: 1,
      atStripe: [400],
    });
    const refused = await refusalOf(refund(order, 6.84, 'return:2'));
    expect(refused).toMatchObject({
      reason: 'invalid',
      issues: [{ path: ['amount'], message: 'is more than the $6.83 that can be refunded' }],
    });
    expect(await refusal(refund(order, 0, 'return:2'))).toBe('invalid');
    await refund(order, 6.83, 'return:3');
    await drain();
    expect(await booksOf(order)).toMatchObject({ kept: 0, atStripe: [400, 683] });
  });

  it('leaves what is left to the cancellation of the order', async () => {
    const order = await paidOrder();
    await refund(order, 0.83, 'return:1');
    const staff = await makeUser(at.shop.app.db, { permissionLevel: 'Employee' });
    await cancelOrder(at.shop.app, staff, { _id: order._id, reason: 'sold out' });
    await drain();
    expect(await booksOf(order)).toMatchObject({ kept: 0, atStripe: [83, 1000] });
  });

  it('may be asked for again where it failed', async () => {
    const order = await paidOrder();
    const whole = () =>
      at.shop.app.db.transaction(async tx =>
        refundWholeOrder(at.shop.app, tx, await lockOrder(tx, order._id), 'gone'),
      );
    await whole();
    await whole();
    await drain();
    const [made] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    const event = at.fake.signedEvent('refund.failed', at.fake.returnRefund(made?.id ?? '', 'expired_card'));
    await at.deliver(event);
    await drain();
    expect(await booksOf(order)).toMatchObject({ kept: 1083, atStripe: [] });
    await whole();
    await whole();
    await drain();
    expect(await booksOf(order)).toMatchObject({
      kept: 0,
      refunds: [
        ['succeeded', 10.83],
        ['succeeded', -10.83],
        ['succeeded', 10.83],
      ],
      atStripe: [1083],
    });
  });
});

describe('a refund that was made at Stripe by hand', () => {
  const told = (order: Held) =>
    at.deliver(
      at.fake.signedEvent('charge.refunded', {
        id: 'ch_1',
        object: 'charge',
        payment_intent: at.intentOf(order).id,
        metadata: {},
      }),
    );

  it('comes into the books once, however often it is told of, and leaves the rest to be refunded here', async () => {
    const order = await paidOrder();
    const made = at.fake.refundByHand(at.intentOf(order).id, 300);
    await told(order);
    await Promise.all([told(order), at.deliver(at.fake.signedEvent('refund.created', made))]);
    at.fake.fail('server_error');
    await drain();
    await told(order);
    await sweepGateway(at.shop.app);
    await drain();
    // 10.83 − 3.00 = 7.83.
    expect(await booksOf(order)).toEqual({
      kept: 783,
      refunds: [['succeeded', 3]],
      mails: ['refund-issued'],
      logged: 1,
      atStripe: [300],
    });
    expect(await refusal(refund(order, 7.84, 'return:1'))).toBe('invalid');
    await refund(order, 7.83, 'return:1');
    await drain();
    expect(await booksOf(order)).toMatchObject({ kept: 0, atStripe: [300, 783] });
  });

  it('is found by the sweep where no event came, and taken back when its bank sends it back', async () => {
    const order = await paidOrder();
    const made = at.fake.refundByHand(at.intentOf(order).id, 300);
    at.fake.fail('server_error');
    await expect(sweepGateway(at.shop.app)).rejects.toThrow('did not answer');
    await sweepGateway(at.shop.app);
    await drain();
    expect(await booksOf(order)).toMatchObject({ kept: 783, atStripe: [300] });
    at.fake.returnRefund(made.id, 'lost_or_stolen_card');
    await sweepGateway(at.shop.app);
    await drain();
    await sweepGateway(at.shop.app);
    await drain();
    expect(await booksOf(order)).toMatchObject({
      kept: 1083,
      refunds: [
        ['succeeded', 3],
        ['succeeded', -3],
      ],
    });
  });
});

it('a refund of a charge that its order never took is no part of what was paid on it', async () => {
  const order = await at.heldOrder();
  at.beforeAnswer = () => expireHolds(at.shop.app, later(16));
  expect(await refusal(at.charge(order, at.cardOf('approve')))).toBe('hold_expired');
  await drain();
  expect(await booksOf(order)).toMatchObject({ kept: 0, refunds: [['succeeded', 10.83]], atStripe: [1083] });
});

it('a dispute of which no event came is found by the sweep, and looked at until it is over', async () => {
  const order = await paidOrder();
  const dispute = at.fake.dispute(at.intentOf(order).id, new Date('2031-03-14T23:59:59Z'));
  const { db } = at.shop.app;
  const status = async () =>
    (await db.select().from(disputes).where(eq(disputes.order, order._id))).map(one => one.status);
  await sweepGateway(at.shop.app);
  expect(await status()).toEqual(['needs_response']);
  Object.assign(dispute, { status: 'lost' });
  // Weeks later it stands in no list of new ones.
  await sweepGateway(at.shop.app, later(60 * 24 * 40));
  expect(await status()).toEqual(['lost']);
});

it('two refunds of one amount are two things to do when their bank sends both back', async () => {
  const order = await paidOrder();
  for (const cause of ['first', 'second']) await refund(order, 2, cause);
  await drain();
  const own = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
  for (const { id } of own) {
    const failed = at.fake.returnRefund(id, 'lost_or_stolen_card');
    await at.deliver(at.fake.signedEvent('refund.failed', failed));
  }
  await drain();
  const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, order._id));
  const lines = row?.alert.split('\n') ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toMatch(/^A refund of \$2\.00 came back from the customer’s bank/);
  expect(lines.filter(line => line.endsWith(' (Refund 2 of this order.)'))).toHaveLength(1);
});
