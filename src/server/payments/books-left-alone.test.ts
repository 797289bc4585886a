import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { counts } from '#server/counts.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { lockOrder } from '#server/orders/read-order.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { settleCanceled } from '#server/payments/charge.ts';
import { giveStoreCredit } from '#server/payments/ledgers.ts';
import { findOutsideRefunds } from '#server/payments/outside-refunds.ts';
import { checkRefund, reconcileRefunds, refundPart, refundPayment } from '#server/payments/refunds.ts';
import { settlePayment } from '#server/payments/settle.ts';
import { paymentAllocations, payments, refunds, savedCards } from '#server/payments/tables.ts';
import { timedGateway } from '#server/payments/timed-gateway.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { jobCounts } from '#server/test/job-counts.ts';
import { onTerms, openShop, paidOrder as paidByTest, refusal as refusalOf } from '#server/test/selling.ts';
import { type Held, later, refusal, StripeShop } from '#server/test/stripe-shop.ts';
import { toCents } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: StripeShop;
let knob: MadeVariant;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 1000 });
});
afterEach(() => {
  at.reset();
  at.fake.pendRefunds(false);
});
afterAll(() => at.close());

const drain = () => at.shop.app.jobs.drain({ delayed: true });

/** One knob, paid by card: 10.83. */
async function paidOrder(): Promise<Held> {
  const order = await at.heldOrder();
  await at.charge(order, at.cardOf('approve'));
  return order;
}

const refund = ({ _id }: { _id: string }, amount: number, cause: string) =>
  at.shop.app.db.transaction(async tx =>
    refundPart(at.shop.app, tx, await lockOrder(tx, _id), { amount: usd(amount), reason: 'broken', cause }),
  );

const refundsOf = ({ _id }: { _id: string }) =>
  at.shop.app.db.select().from(refunds).where(eq(refunds.order, _id)).orderBy(asc(refunds._id));

const asksForRefunds = () =>
  at.fake.calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1/refunds')).length;

/** Returns how often this process counted an outcome. */
async function counted(name: string, outcome: string): Promise<number> {
  const metric = await counts.getSingleMetric(name)?.get();
  return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? Number.NaN;
}

/** Returns how often this process counted that the payment service gave no answer. */
async function unknownCalls(): Promise<number> {
  const metric = await counts.getSingleMetric('gateway_call_duration_seconds')?.get();
  const values = metric?.values.filter(({ labels }) => labels.outcome === 'unknown' && !('le' in labels));
  return values?.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
}

/** A company without tax that owes so many orders of 100.00 each, and one of its people. */
async function owing(orderCount = 1) {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company });
  const made: Order[] = [];
  for (let n = 0; n < orderCount; n++) made.push(await at.shop.as(buyer).orders.submit(onTerms(knob, 10)));
  return { company, buyer, made };
}

describe('a refund', () => {
  it('keeps what Stripe calls it', async () => {
    const order = await paidOrder();
    await refund(order, 4, 'return:1');
    await drain();
    const [made] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    expect(await refundsOf(order)).toMatchObject([{ status: 'succeeded', reference: made?.id }]);
  });

  it('is asked for by the sweep once it is five minutes old: until then its own job is at it', async () => {
    const order = await paidOrder();
    await refund(order, 4, 'return:1');
    const before = asksForRefunds();
    await reconcileRefunds(at.shop.app, later(4));
    expect(asksForRefunds()).toBe(before);
    await reconcileRefunds(at.shop.app, later(6));
    expect(asksForRefunds()).toBe(before + 1);
    expect(await refundsOf(order)).toMatchObject([{ status: 'succeeded' }]);
  });

  it.each([
    ['goes through', { status: 'succeeded' }, 'succeeded', 4],
    ['is refused', { status: 'failed', failure_reason: 'insufficient_funds' }, 'failed', 0],
  ])('that stays pending fails no job, and %s once Stripe says so', async (_, settled, status, sum) => {
    const order = await paidOrder();
    const { app } = at.shop;
    const { payments: stripe } = app;
    Object.assign(app, { payments: timedGateway(stripe) });
    at.fake.pendRefunds(true);
    const [unknown, { dead }] = [await unknownCalls(), await jobCounts(app.db)];
    await refund(order, 4, 'return:1');
    const standing = async () => {
      const [row] = await app.db.select().from(orders).where(eq(orders._id, order._id));
      return [(await refundsOf(order))[0]?.status, row?.amountRefunded];
    };
    for (const minutes of [6, 11]) await reconcileRefunds(app, later(minutes));
    await drain();
    expect(await jobCounts(app.db)).toEqual({ waiting: 0, active: 0, dead });
    const [made] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    expect(await refundsOf(order)).toMatchObject([{ reference: made?.id }]);
    expect(await standing()).toEqual(['unknown', 0]);
    expect(await unknownCalls()).toBe(unknown);
    await at.deliver(at.fake.signedEvent('refund.updated', Object.assign(made ?? {}, settled)));
    await drain();
    Object.assign(app, { payments: stripe });
    expect(await standing()).toEqual([status, sum]);
  });

  it('that ends while a sweep is at another one is no longer said to be unconfirmed', async () => {
    const { app } = at.shop;
    const { payments: stripe } = app;
    const [other, order] = [await paidOrder(), await paidOrder()];
    at.fake.pendRefunds(true);
    for (const one of [other, order]) await refund(one, 4, 'return:1');
    await drain();
    const [[first], [second]] = [await refundsOf(other), await refundsOf(order)];
    const ends: typeof stripe.refund = async asked => {
      if (asked.refundId !== first?._id) return stripe.refund(asked);
      for (const made of at.fake.refunds) made.status = 'succeeded';
      await checkRefund({ ...app, payments: stripe }, second?._id ?? '');
      return stripe.refund(asked);
    };
    await reconcileRefunds({ ...app, payments: { ...stripe, refund: ends } }, later(25 * 60));
    for (const one of [other, order]) {
      expect(await refundsOf(one)).toMatchObject([{ status: 'succeeded' }]);
      const [row] = await app.db.select().from(orders).where(eq(orders._id, one._id));
      expect(row?.alert).toBe('');
    }
  });

  it('of a return that fails once its order is canceled is left to staff, not asked for again', async () => {
    const order = await paidOrder();
    const { app } = at.shop;
    at.fake.pendRefunds(true);
    await refund(order, 4, 'return:1');
    await drain();
    await app.db.update(orders).set({ status: 'Canceled' }).where(eq(orders._id, order._id));
    at.fake.pendRefunds(false);
    const [made] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    const failed = at.fake.returnRefund(made?.id ?? '', 'declined');
    await at.deliver(at.fake.signedEvent('charge.refund.updated', failed));
    await drain();
    expect(await refundsOf(order)).toMatchObject([{ status: 'failed' }]);
    const [row] = await app.db.select().from(orders).where(eq(orders._id, order._id));
    expect(row?.alert).toContain('A refund of $4.00 was refused by the payment service.');
  });

  it('that is over is asked for no more, and one that there is not is nothing to do', async () => {
    const order = await paidOrder();
    await refund(order, 4, 'return:1');
    await drain();
    const [made] = await refundsOf(order);
    const before = at.fake.calls.length;
    await refundPayment(at.shop.app, made?._id ?? '');
    await refundPayment(at.shop.app, randomUUID());
    await checkRefund(at.shop.app, randomUUID());
    expect(at.fake.calls.length).toBe(before);
  });

  it('that came back is looked at no more, nor is what stands for its return', async () => {
    const order = await paidOrder();
    await refund(order, 4, 'return:1');
    await drain();
    const [own] = at.fake.refunds.filter(one => one.payment_intent === at.intentOf(order).id);
    at.fake.returnRefund(own?.id ?? '', 'expired_card');
    const [made] = await refundsOf(order);
    const cameBack = await counted('refunds_total', 'came_back');
    await checkRefund(at.shop.app, made?._id ?? '');
    await checkRefund(at.shop.app, made?._id ?? '');
    const [, reversal] = await refundsOf(order);
    const before = at.fake.calls.length;
    await checkRefund(at.shop.app, reversal?._id ?? '');
    expect(at.fake.calls.length).toBe(before);
    expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([4, -4]);
    expect(await counted('refunds_total', 'came_back')).toBe(cameBack + 1);
  });

  it('of an order that was paid twice is taken from the first payment while that has it', async () => {
    const { buyer, made } = await owing();
    const [order] = made;
    if (!order) throw new Error('no order was made');
    await at.shop.as(buyer).orders.pay({
      orders: order._id,
      card: at.cardOf('approve'),
      idempotencyKey: randomUUID(),
      total: usd(100),
    });
    const second = { order: order._id, amount: usd(20) };
    const [payment] = await at.shop.app.db
      .insert(payments)
      .values({
        ...{ ...second, purpose: 'delayed', idempotencyKey: randomUUID() },
        ...{ provider: 'stripe', status: 'succeeded', reference: 'pi_second' },
      })
      .returning();
    await at.shop.app.db.insert(paymentAllocations).values({ ...second, payment: payment?._id ?? '' });
    await refund(order, 60, 'return:1');
    await refund(order, 45, 'return:2');
    expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([60, 40, 5]);
  });
});

it('a refund by hand that came back is not taken back twice, however often it is told of', async () => {
  const order = await paidOrder();
  const made = at.fake.refundByHand(at.intentOf(order).id, 300);
  const [payment] = await at.shop.app.db.select().from(payments).where(eq(payments.order, order._id));
  const look = () => findOutsideRefunds(at.shop.app, payment?._id ?? '');
  await look();
  at.fake.returnRefund(made.id, 'lost_or_stolen_card');
  for (let n = 0; n < 3; n++) await look();
  expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([3, -3]);
});

it.each(['by hand', 'of the shop’s own'])(
  'a refund %s that came back is taken back before one by hand for which that left room',
  async how => {
    const order = await paidOrder();
    const { id } = at.intentOf(order);
    if (how === 'by hand') at.fake.refundByHand(id, 900);
    else await refund(order, 9, 'return:1');
    await drain();
    const [payment] = await at.shop.app.db.select().from(payments).where(eq(payments.order, order._id));
    const look = () => findOutsideRefunds(at.shop.app, payment?._id ?? '');
    await look();
    const [first] = at.fake.refunds.filter(one => one.payment_intent === id);
    at.fake.returnRefund(first?.id ?? '', 'lost_or_stolen_card');
    at.fake.refundByHand(id, 800);
    await look();
    expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([9, -9, 8]);
  },
);

it('store credit for the order of a guest is refused: it has no account to go to', async () => {
  const order = await paidOrder();
  const given = { amount: usd(5), kind: 'granted' as const, return: randomUUID() };
  const giving = at.shop.app.db.transaction(async tx =>
    giveStoreCredit(tx, await lockOrder(tx, order._id), given),
  );
  expect(await refusalOf(giving)).toMatchObject({ reason: 'invalid', issues: [{ path: ['refundTo'] }] });
});

describe('a card that is declined', () => {
  it('is written into the order’s history with its reason, and counted', async () => {
    const before = await counted('payments_settled_total', 'declined');
    const order = await at.heldOrder();
    expect(await refusal(at.charge(order, at.cardOf('insufficient_funds')))).toBe('insufficient_funds');
    const events = await at.shop.app.db
      .select()
      .from(orderEvents)
      .where(and(eq(orderEvents.order, order._id), eq(orderEvents.name, 'card declined')));
    expect(events).toMatchObject([{ description: 'insufficient_funds' }]);
    expect(await counted('payments_settled_total', 'declined')).toBe(before + 1);
  });

  it('ten times in a day ends it for the day: what was declined before that, or not declined, is not counted', async () => {
    const order = await at.heldOrder();
    const attempt = (n: number, status: 'declined' | 'canceled', createdAt: Date) => ({
      ...{ order: order._id, purpose: 'order' as const, amount: usd(10.83), provider: 'stripe', status },
      ...{ idempotencyKey: `tried:${order._id}:${n}`, createdAt: createdAt.toISOString() },
    });
    const tries = Array.from({ length: 10 }, (_, n) => n);
    await at.shop.app.db
      .insert(payments)
      .values([
        ...tries.map(n => attempt(n, 'declined', later(-25 * 60))),
        ...tries.map(n => attempt(n + 10, 'canceled', later(-1))),
      ]);
    expect(await refusal(at.charge(order, at.cardOf('approve')))).toBeUndefined();
  });
});

it('a key of one payer is no key of another, who pays for the same order', async () => {
  const { company, buyer, made } = await owing();
  const colleague = await makeUser(at.shop.app.db, { company });
  const asked = { orders: made[0]?._id ?? '', idempotencyKey: randomUUID(), total: usd(100) };
  const declined = at.shop.as(buyer).orders.pay({ ...asked, card: at.cardOf('decline') });
  expect(await refusal(declined)).toBe('card_declined');
  const paid = await at.shop.as(colleague).orders.pay({ ...asked, card: at.cardOf('approve') });
  expect(paid.status).toBe('paid');
});

it('one card is taken off its owner’s list, and the others stay', async () => {
  const user = await makeUser(at.shop.app.db);
  const card = (reference: string) => ({
    ...{ user: user._id, provider: 'stripe', reference, fingerprint: reference },
    ...{ brand: 'visa', last4: '4242', expMonth: 4, expYear: 2044 },
  });
  await at.shop.app.db.insert(savedCards).values([card('pm_one'), card('pm_two')]);
  const [newest, oldest] = await at.shop.as(user).savedCards.list();
  await at.shop.as(user).savedCards.remove({ _id: newest?._id ?? '' });
  expect(await at.shop.as(user).savedCards.list()).toEqual([oldest]);
});

it('an order that is given up while nobody knows what became of its charge is paid back once that is known', async () => {
  const order = await at.heldOrder();
  expect(await at.chargeUnheard(order)).toBe('gateway_unavailable');
  await expireHolds(at.shop.app, later(16));
  await settleCanceled(at.shop.app, order._id);
  const rows = await at.shop.app.db.select().from(payments).where(eq(payments.order, order._id));
  expect(rows).toMatchObject([{ status: 'succeeded' }]);
  expect(await refundsOf(order)).toMatchObject([{ amount: 10.83 }]);
});

it('a charge of the test gateway that its order can’t take marks that order as a test, and no other', async () => {
  const shop = await openShop();
  const [first, other] = [await paidByTest(shop), await paidByTest(shop)];
  await shop.app.db.update(orders).set({ test: false });
  const [payment] = await shop.app.db.select().from(payments).where(eq(payments.order, first._id));
  const again = { ...payment, _id: undefined, status: 'starting' as const, reference: null, settledAt: null };
  const [late] = await shop.app.db
    .insert(payments)
    .values({
      ...again,
      order: first._id,
      purpose: 'order',
      amount: usd(10),
      provider: 'test',
      idempotencyKey: 'late',
    })
    .returning();
  await shop.app.db.update(orders).set({ status: 'Canceled' }).where(eq(orders._id, first._id));
  await settlePayment(shop.app, late?._id ?? '', {
    status: 'succeeded',
    reference: 'late',
    amount: toCents(usd(10)),
  });
  const marks = await shop.app.db.select({ _id: orders._id, test: orders.test }).from(orders);
  expect(marks.find(({ _id }) => _id === first._id)?.test).toBe(true);
  expect(marks.find(({ _id }) => _id === other._id)?.test).toBe(false);
  await shop.close();
});
