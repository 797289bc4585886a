import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { sweepGateway } from '#server/payments/sweep-gateway.ts';
import { accountEntries, payments, refunds } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import { onTerms, refusal as refusalOf } from '#server/test/selling.ts';
import { intentIn, refusal, StripeShop } from '#server/test/stripe-shop.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: StripeShop;
let knob: MadeVariant;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 5000 });
});
afterEach(() => at.reset());
afterAll(() => at.close());

/** A company without tax that owes for an order of each number of knobs at 10.00. */
async function owing(...quantities: number[]) {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company });
  const made: Order[] = [];
  for (const quantity of quantities) made.push(await onAccount(buyer, quantity));
  return { company, buyer, made };
}

const onAccount = (buyer: SessionUser, quantity: number) =>
  at.shop.as(buyer).orders.submit(onTerms(knob, quantity));

type Said = Partial<Parameters<ReturnType<typeof at.shop.as>['orders']['pay']>[0]> & { ends?: FakeCard };

function pay(
  user: SessionUser,
  made: readonly Order[],
  total: number,
  { ends = 'approve', ...said }: Said = {},
) {
  return at.shop.as(user).orders.pay({
    orders: made.map(({ _id }) => _id),
    card: at.cardOf(ends),
    idempotencyKey: randomUUID(),
    total: usd(total),
    ...said,
  });
}

/** Reads what the books say of these orders, and what the gateway took for them. */
async function booksOf(company: string, made: readonly Order[]) {
  const { db } = at.shop.app;
  const ids = made.map(({ _id }) => _id);
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders._id, ids))
    .orderBy(asc(orders.orderNumber));
  const entries = await db.select().from(accountEntries).where(eq(accountEntries.company, company));
  const attempts = await db.select().from(payments).where(inArray(payments.order, ids));
  const sent = await db.select().from(emails).where(inArray(emails.order, ids));
  return {
    paid: rows.map(({ amountPaid, amountRefunded }) => Math.round((amountPaid - amountRefunded) * 100) / 100),
    owed: entries.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100,
    open: attempts.filter(({ settledAt, status }) => settledAt === null && status !== 'canceled').length,
    mails: sent.filter(({ template }) => template === 'payment-received').length,
    charged: ids.flatMap(_id => at.fake.chargesOfOrder(_id).map(({ amount }) => amount)),
  };
}

it('[ACC-14] pays several orders with one charge: each is finished, in ledger, mail and history', async () => {
  const { company, buyer, made } = await owing(4, 1, 20);
  expect(await booksOf(company, made)).toMatchObject({ owed: 250, charged: [] });
  const answer = await pay(buyer, [...made].reverse(), 250);
  expect(answer).toMatchObject({ status: 'paid', finished: true });
  // In the order in which they were asked for.
  expect(answer.orders.map(({ _id }) => _id)).toEqual([...made].reverse().map(({ _id }) => _id));
  expect(await booksOf(company, made)).toEqual({
    paid: [40, 10, 200],
    owed: 0,
    open: 0,
    mails: 3,
    charged: [25_000],
  });
});

it('is answered the same for the same key, whatever the order of its orders; for other orders it is refused', async () => {
  const { company, buyer, made } = await owing(4, 1, 20);
  const said = { idempotencyKey: randomUUID(), card: at.cardOf('approve') };
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('too few');
  const answers = await Promise.all([
    pay(buyer, [first, second], 50, said),
    pay(buyer, [second, first], 50, said),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['paid', 'paid']);
  expect(await refusal(pay(buyer, [first, third], 240, said))).toBe('key_reused');
  expect(await refusal(pay(buyer, [first], 40, said))).toBe('key_reused');
  expect(await refusal(pay(buyer, [third], 200, said))).toBe('key_reused');
  expect(await booksOf(company, made)).toMatchObject({ owed: 200, charged: [5000] });
});

it('charges once for one key that is sent with different orders at the same time', async () => {
  const { company, buyer, made } = await owing(4, 4);
  const said = { idempotencyKey: randomUUID(), card: at.cardOf('approve') };
  const reasons = await Promise.all(made.map(order => refusal(pay(buyer, [order], 40, said))));
  expect(reasons.filter(reason => reason === 'key_reused')).toHaveLength(1);
  expect(await booksOf(company, made)).toMatchObject({ owed: 40, charged: [4000] });
  // A colleague's key is their own.
  const colleague = await makeUser(at.shop.app.db, { company });
  const left = made.filter((_, nth) => reasons[nth] === 'key_reused');
  expect(await refusal(pay(colleague, left, 40, { ...said, card: at.cardOf('approve') }))).toBeUndefined();
});

it('makes one payment of several that overlap and are asked for at once', async () => {
  const { company, buyer, made } = await owing(4, 1, 20);
  const colleague = await makeUser(at.shop.app.db, { company });
  const [first, second, third] = made;
  if (!first || !second || !third) throw new Error('too few');
  const reasons = await Promise.all([
    refusal(pay(buyer, [first, second], 50)),
    refusal(pay(colleague, [third, second], 210)),
    refusal(pay(buyer, [second], 10)),
  ]);
  // The one in the middle was paid once; what did not overlap with the one that came first may have gone through.
  const { paid, owed, charged } = await booksOf(company, made);
  expect(paid[1]).toBe(10);
  expect(reasons.filter(reason => reason === undefined)).toHaveLength(1);
  expect(charged.reduce((sum, cents) => sum + cents, 0)).toBe(25_000 - owed * 100);
});

it('never takes another amount than the payer saw, nor what is not his, held or paid', async () => {
  const { company, buyer, made } = await owing(4, 1);
  const stranger = await owing(3);
  expect((await refusalOf(pay(buyer, made, 49.99))).details).toEqual({ total: 50 });
  expect(await refusal(pay(buyer, [...made, ...stranger.made], 80))).toBe('not_found');
  expect(await refusal(pay(buyer, made, 50, { orders: [randomUUID(), made[0]?._id ?? ''] }))).toBe(
    'not_found',
  );
  const [first] = made;
  if (!first) throw new Error('too few');
  await pay(buyer, [first], 40);
  expect(await refusal(pay(buyer, made, 50))).toBe('order_state');
  expect(await booksOf(company, made)).toMatchObject({ owed: 10, charged: [4000] });
  const twice = pay(buyer, made, 50, { orders: [first._id, first._id] });
  await expect(twice).rejects.toThrow(/names an order twice/);
  const carts = pay(buyer, made, 50, { cartIds: [randomUUID()] });
  await expect(carts).rejects.toThrow(/can only be given for a single order/);
});

describe('a card that does not pay at once', () => {
  it('is declined for all of them, and another one pays', async () => {
    const { company, buyer, made } = await owing(4, 1);
    const idempotencyKey = randomUUID();
    expect(await refusal(pay(buyer, made, 50, { idempotencyKey, ends: 'decline' }))).toBe('card_declined');
    expect(await booksOf(company, made)).toMatchObject({ owed: 50, open: 0, mails: 0, charged: [] });
    expect((await pay(buyer, made, 50, { idempotencyKey })).finished).toBe(true);
    expect(await booksOf(company, made)).toMatchObject({ owed: 0, charged: [5000] });
  });

  it('is confirmed by its bank; an order that can’t take its part any more gets that part back', async () => {
    const { company, buyer, made } = await owing(4, 1, 20);
    const [first, second, third] = made;
    if (!first || !second || !third) throw new Error('too few');
    const idempotencyKey = randomUUID();
    const asked = await pay(buyer, made, 250, { idempotencyKey, ends: 'needs_confirmation' });
    expect(asked).toMatchObject({ status: 'requires_action', finished: false });
    await at.shop.as(buyer).orders.cancel({ _id: second._id });
    const paymentIntent = intentIn(asked);
    at.fake.authenticate(paymentIntent, 'confirmed');
    const paid = await pay(buyer, made, 250, { idempotencyKey, card: { paymentIntent } });
    expect(paid.status).toBe('paid');
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(company, made)).toMatchObject({ paid: [40, 0, 200], owed: 0, charged: [25_000] });
    const given = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, second._id));
    expect(given.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 10]]);
    expect(at.fake.refunds.filter(one => one.payment_intent === paymentIntent)).toMatchObject([
      { amount: 1000 },
    ]);
  });

  it('is given up for another one, that pays only some of them', async () => {
    const { company, buyer, made } = await owing(4, 1);
    const asked = await pay(buyer, made, 50, { ends: 'needs_confirmation' });
    const [, second] = made;
    if (!second) throw new Error('too few');
    expect((await pay(buyer, [second], 10)).finished).toBe(true);
    await at.shop.app.jobs.drain();
    expect(at.fake.intent(intentIn(asked))?.status).toBe('canceled');
    expect(await booksOf(company, made)).toMatchObject({ paid: [0, 10], owed: 40, open: 0 });
  });

  it('counts where its bank was told yes before the other one: nothing is charged twice', async () => {
    const { company, buyer, made } = await owing(4, 1);
    const asked = await pay(buyer, made, 50, { ends: 'needs_confirmation' });
    at.fake.authenticate(intentIn(asked), 'confirmed');
    expect(await refusal(pay(buyer, made.slice(1), 10))).toBe('order_state');
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(company, made)).toMatchObject({ paid: [40, 10], owed: 0, charged: [5000] });
    expect(at.fake.refunds.filter(one => one.payment_intent === intentIn(asked))).toEqual([]);
  });

  it('is not charged twice when the answer is lost: a job finds out, once, for all of them', async () => {
    const { company, buyer, made } = await owing(4, 1);
    at.fake.fail('drop_reply', 2);
    expect(await refusal(pay(buyer, made, 50))).toBe('gateway_unavailable');
    at.fake.recover();
    expect(await refusal(pay(buyer, made.slice(1), 10))).toBe('gateway_unavailable');
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(company, made)).toMatchObject({
      paid: [40, 10],
      owed: 0,
      mails: 2,
      charged: [5000],
    });
  });
});

describe('afterwards', () => {
  it('a canceled order gets its own part back', async () => {
    const { company, buyer, made } = await owing(4, 1);
    await pay(buyer, made, 50);
    const [first] = made;
    if (!first) throw new Error('too few');
    await at.shop.as(buyer).orders.cancel({ _id: first._id });
    await at.shop.app.jobs.drain();
    expect(await booksOf(company, made)).toMatchObject({ paid: [0, 10], owed: 0, charged: [5000] });
    expect(at.fake.refunds.at(-1)).toMatchObject({ amount: 4000 });
  });

  it('a refund that was made at Stripe by hand is shared out among them, once', async () => {
    const { company, buyer, made } = await owing(4, 1);
    await pay(buyer, made, 50);
    const charge = made.flatMap(({ _id }) => at.fake.chargesOfOrder(_id))[0]?.id ?? '';
    const byHand = at.fake.refundByHand(charge, 4500);
    for (let times = 0; times < 2; times += 1) {
      await sweepGateway(at.shop.app);
      await at.shop.app.jobs.drain({ delayed: true });
    }
    const { paid, owed } = await booksOf(company, made);
    expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(5);
    // Given back by whoever refunds by hand, so nobody owes it.
    expect(owed).toBe(0);
    at.fake.returnRefund(byHand.id, 'lost_or_stolen_card');
    await sweepGateway(at.shop.app);
    await at.shop.app.jobs.drain({ delayed: true });
    // The money is with the shop again, to the company's good.
    expect(await booksOf(company, made)).toMatchObject({ paid: [40, 10], owed: -45 });
  });

  it('a dispute of their charge is told to staff at each of them', async () => {
    const { buyer, made } = await owing(4, 1);
    await pay(buyer, made, 50);
    const charge = made.flatMap(({ _id }) => at.fake.chargesOfOrder(_id))[0]?.id ?? '';
    at.fake.dispute(charge, new Date('2031-03-14T23:59:59Z'));
    await sweepGateway(at.shop.app);
    const { db } = at.shop.app;
    const rows = await db.select().from(orders).where(eq(orders.user, buyer._id));
    expect(rows.map(({ alert }) => alert.includes('is disputed'))).toEqual([true, true]);
  });
});
