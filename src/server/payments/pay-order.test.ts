import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { reconcileOpenPayments } from '#server/payments/charge.ts';
import { accountEntries, paymentAllocations, payments, refunds } from '#server/payments/tables.ts';
import {
  type MadeVariant,
  makeCart,
  makeCompany,
  makeUser,
  makeVariant,
  usd,
} from '#server/test/factories.ts';
import type { FakeCard } from '#server/test/fake-stripe-ledger.ts';
import { guest, refusal as refusalOf } from '#server/test/selling.ts';
import { intentIn, later, refusal, StripeShop } from '#server/test/stripe-shop.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: StripeShop;
let knob: MadeVariant;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 1000 });
  await at.shop.app.db.insert(coupons).values({ code: 'FIVER', type: 1, value: 5 });
});
afterEach(() => at.reset());
afterAll(() => at.close());

type Said = Partial<Parameters<ReturnType<typeof at.shop.as>['orders']['pay']>[0]>;

const cartOf = (user: SessionUser, orderName: string, quantity: number) =>
  makeCart(at.shop.app.db, user, knob, { orderName, quantity });

/**
 * On account: a kitchen of four knobs at 10.00 and a bath of one; 8.25 % of the 50.00 is 4.13, of which the kitchen has
 * 3.30 and the bath 0.83; 12.95 to send it by the shop's second step (from 50 on), less 5.00 by a coupon: 62.08.
 */
async function tradeOrder(said: { creditLimit?: number } = {}) {
  const { db } = at.shop.app;
  const company = await makeCompany(db, { creditLimit: usd(said.creditLimit ?? 1000) });
  const buyer = await makeUser(db, { company });
  const cartIds = [await cartOf(buyer, 'Kitchen', 4), await cartOf(buyer, 'Bath', 1)];
  const order = await at.shop.as(buyer).orders.submit({
    ...guest,
    cartIds,
    paymentType: 'Terms',
    couponCode: 'FIVER',
    total: usd(62.08),
    idempotencyKey: randomUUID(),
  });
  const [kitchen, bath] = order.carts.map(cart => cart._id);
  return { order, buyer, company, kitchen: kitchen ?? '', bath: bath ?? '' };
}

function pay(user: SessionUser, order: Order, total: number, said: Said & { ends?: FakeCard } = {}) {
  const { ends = 'approve', ...more } = said;
  return at.shop.as(user).orders.pay({
    orders: order._id,
    card: at.cardOf(ends),
    idempotencyKey: randomUUID(),
    total: usd(total),
    ...more,
  });
}

/** Reads what the books say of an order, amounts in dollars. */
async function booksOf({ _id }: Order, company: string) {
  const { db } = at.shop.app;
  const [row] = await db.select().from(orders).where(eq(orders._id, _id));
  const attempts = await db.select().from(payments).where(eq(payments.order, _id)).orderBy(asc(payments._id));
  const parts = await db.select().from(paymentAllocations).where(eq(paymentAllocations.order, _id));
  const entries = await db.select().from(accountEntries).where(eq(accountEntries.company, company));
  const mails = await db.select().from(emails).where(eq(emails.order, _id)).orderBy(asc(emails._id));
  return {
    status: row?.status,
    paid: row?.paid,
    amountPaid: row?.amountPaid,
    payments: attempts.map(({ status, amount }) => [status, amount]),
    parts: parts.map(({ amount }) => amount).sort((a, b) => a - b),
    owed: entries.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100,
    mails: mails.filter(({ template }) => template === 'payment-received').map(({ subject }) => subject),
    charged: at.fake.chargesOfOrder(_id).map(intent => intent.amount),
  };
}

const UNPAID = { status: 'Submitted', paid: false, amountPaid: 0, payments: [], parts: [], owed: 62.08 };

it('[ACC-14] pays the whole of an order on account: ledger, mail and notifications say so once', async () => {
  const employee = await makeUser(at.shop.app.db, { permissionLevel: 'Employee' });
  const { order, buyer, company } = await tradeOrder();
  expect(order).toMatchObject({ total: 62.08, tax: 4.13, shipping: 12.95, discount: 5, paid: false });
  expect(await booksOf(order, company)).toEqual({ ...UNPAID, mails: [], charged: [] });
  const answer = await pay(buyer, order, 62.08);
  expect(answer).toMatchObject({ status: 'paid', finished: true, orders: [{ _id: order._id, paid: true }] });
  expect(answer.orders[0]?.carts.map(cart => cart.paid)).toEqual([true, true]);
  expect(await booksOf(order, company)).toEqual({
    status: 'Submitted',
    paid: true,
    amountPaid: 62.08,
    payments: [['succeeded', 62.08]],
    parts: [62.08],
    owed: 0,
    mails: [`Payment for your order ${order.orderNumber} at Knurl`],
    charged: [6208],
  });
  const notes = await at.shop.app.db.select().from(notifications).where(eq(notifications.user, buyer._id));
  expect(notes.filter(({ type }) => type === 5)).toHaveLength(1);
  const told = await at.shop.app.db.select().from(notifications).where(eq(notifications.user, employee._id));
  expect(told.filter(({ type }) => type === 5)).toMatchObject([
    {
      title: `Payment for order ${order.orderNumber}`,
      details: '$62.08 by card',
      link: `/admin/orders/${order._id}`,
    },
  ]);
  expect(await refusal(pay(buyer, order, 62.08))).toBe('order_state');
  expect(at.fake.chargesOfOrder(order._id)).toHaveLength(1);
});

it('[ACC-14] pays one cart its lines and their tax, and the rest with shipping less the discount', async () => {
  const { order, buyer, company, kitchen, bath } = await tradeOrder();
  // The bath: 10.00 and 0.83.
  const first = await pay(buyer, order, 10.83, { cartIds: [bath] });
  expect(first).toMatchObject({ status: 'paid', finished: false });
  expect(first.orders[0]?.carts.map(cart => cart.paid)).toEqual([false, true]);
  expect(await booksOf(order, company)).toMatchObject({
    paid: false,
    amountPaid: 10.83,
    parts: [10.83],
    owed: 51.25,
  });
  const again = await refusalOf(pay(buyer, order, 10.83, { cartIds: [bath] }));
  expect(again).toMatchObject({ reason: 'invalid', issues: [{ path: ['cartIds', 0] }] });
  // The kitchen is all that is left, so it brings 12.95 and takes 5.00: 40.00 + 3.30 + 12.95 − 5.00 = 51.25.
  const last = await pay(buyer, order, 51.25, { cartIds: [kitchen] });
  expect(last).toMatchObject({ status: 'paid', finished: true });
  expect(await booksOf(order, company)).toMatchObject({
    paid: true,
    amountPaid: 62.08,
    payments: [
      ['succeeded', 10.83],
      ['succeeded', 51.25],
    ],
    parts: [10.83, 51.25],
    owed: 0,
    charged: [1083, 5125],
  });
});

it('never takes more than is open, nor another amount than its payer saw', async () => {
  const { order, buyer, company, kitchen, bath } = await tradeOrder();
  for (const [total, said] of [
    [62.07, {}],
    [62.09, {}],
    [62.08, { cartIds: [bath] }],
    [10.83, {}],
  ] as const) {
    const refused = await refusalOf(pay(buyer, order, total, 'cartIds' in said ? { cartIds: [bath] } : {}));
    expect(refused.reason).toBe('figures_changed');
    expect(refused.details).toEqual({ total: 'cartIds' in said ? 10.83 : 62.08 });
  }
  // Most was paid otherwise meanwhile, so a cart takes what is left of it.
  const { db } = at.shop.app;
  await db
    .update(orders)
    .set({ amountPaid: usd(53) })
    .where(eq(orders._id, order._id));
  expect(await refusal(pay(buyer, order, 43.3, { cartIds: [kitchen] }))).toBe('figures_changed');
  expect(await pay(buyer, order, 9.08, { cartIds: [kitchen] })).toMatchObject({ finished: true });
  expect(await booksOf(order, company)).toMatchObject({ paid: true, amountPaid: 62.08, charged: [908] });
});

it('is answered the same for the same key, and refused for another cart under it', async () => {
  const { order, buyer, company, kitchen, bath } = await tradeOrder();
  const said = { cartIds: [bath], idempotencyKey: randomUUID(), card: at.cardOf('approve') };
  const answers = await Promise.all([1, 2, 3].map(() => pay(buyer, order, 10.83, said)));
  expect(answers.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid']);
  expect(await pay(buyer, order, 10.83, said)).toMatchObject({ status: 'paid', finished: false });
  const other = await refusalOf(pay(buyer, order, 43.3, { ...said, cartIds: [kitchen] }));
  expect(other).toMatchObject({
    reason: 'key_reused',
    message: 'This was already sent with different contents. Nothing was done again.',
    about: { isPayment: true },
  });
  expect(await booksOf(order, company)).toMatchObject({ amountPaid: 10.83, charged: [1083] });
});

it('makes one payment of two that are asked for at once', async () => {
  const { order, buyer, company } = await tradeOrder();
  const colleague = await makeUser(at.shop.app.db, { company });
  const outcomes = await Promise.all([
    refusal(pay(buyer, order, 62.08)),
    refusal(pay(colleague, order, 62.08)),
  ]);
  expect(outcomes.filter(reason => reason === undefined)).toHaveLength(1);
  expect(['gateway_unavailable', 'order_state']).toContain(outcomes.find(reason => reason !== undefined));
  expect(await booksOf(order, company)).toMatchObject({ amountPaid: 62.08, charged: [6208], owed: 0 });
});

describe('a card that does not pay at once', () => {
  it('is said why, and another one pays under the same key', async () => {
    const { order, buyer, company } = await tradeOrder();
    const idempotencyKey = randomUUID();
    expect(await refusal(pay(buyer, order, 62.08, { idempotencyKey, ends: 'insufficient_funds' }))).toBe(
      'insufficient_funds',
    );
    expect(await booksOf(order, company)).toMatchObject({ amountPaid: 0, owed: 62.08, mails: [] });
    expect((await pay(buyer, order, 62.08, { idempotencyKey })).status).toBe('paid');
    expect(await booksOf(order, company)).toMatchObject({ amountPaid: 62.08, charged: [6208] });
  });

  it('is confirmed by its bank, or given up for another', async () => {
    const { order, buyer, company, bath } = await tradeOrder();
    const given = { cartIds: [bath], idempotencyKey: randomUUID() };
    const asked = await pay(buyer, order, 10.83, { ...given, ends: 'needs_confirmation' });
    expect(asked).toMatchObject({ status: 'requires_action', finished: false });
    const paymentIntent = intentIn(asked);
    at.fake.authenticate(paymentIntent, 'confirmed');
    expect((await pay(buyer, order, 10.83, { ...given, card: { paymentIntent } })).status).toBe('paid');

    const abandoned = await pay(buyer, order, 51.25, { ends: 'needs_confirmation' });
    expect(await pay(buyer, order, 51.25)).toMatchObject({ status: 'paid', finished: true });
    await at.shop.app.jobs.drain();
    expect(at.fake.intent(intentIn(abandoned))?.status).toBe('canceled');
    expect(await booksOf(order, company)).toMatchObject({ amountPaid: 62.08, charged: [1083, 5125] });
  });

  it('is not charged twice when the answer is lost: a job finds out, once', async () => {
    const { order, buyer, company } = await tradeOrder();
    at.fake.fail('drop_reply', 2);
    expect(await refusal(pay(buyer, order, 62.08))).toBe('gateway_unavailable');
    at.fake.recover();
    expect(await refusal(pay(buyer, order, 62.08))).toBe('gateway_unavailable');
    await at.shop.app.jobs.drain({ delayed: true });
    expect(await booksOf(order, company)).toMatchObject({ amountPaid: 62.08, charged: [6208], owed: 0 });
    expect((await booksOf(order, company)).mails).toHaveLength(1);
  });

  it('gives back what comes when nothing is open any more', async () => {
    const { order, buyer } = await tradeOrder();
    const asked = await pay(buyer, order, 62.08, { ends: 'needs_confirmation' });
    const { db } = at.shop.app;
    await db
      .update(orders)
      .set({ amountPaid: usd(62.08) })
      .where(eq(orders._id, order._id));
    const paymentIntent = intentIn(asked);
    at.fake.authenticate(paymentIntent, 'confirmed');
    expect(await refusal(pay(buyer, order, 62.08, { card: { paymentIntent } }))).toBe('order_state');
    await at.shop.app.jobs.drain();
    const given = await db.select().from(refunds).where(eq(refunds.order, order._id));
    expect(given.map(({ status, amount }) => [status, amount])).toEqual([['succeeded', 62.08]]);
  });

  it('says so again under the same key, as long as none of its orders took anything', async () => {
    const { order, buyer } = await tradeOrder();
    at.beforeAnswer = async () => {
      at.beforeAnswer = null;
      await at.shop.as(buyer).orders.cancel({ _id: order._id });
    };
    const again = { idempotencyKey: randomUUID(), card: at.cardOf('approve') };
    for (const _ of [1, 2]) expect(await refusal(pay(buyer, order, 62.08, again))).toBe('order_state');
  });

  it('is given up where nobody confirmed it to his bank for a day, so that it may be paid anew', async () => {
    const { order, buyer } = await tradeOrder();
    const intent = intentIn(await pay(buyer, order, 62.08, { ends: 'needs_confirmation' }));
    const { db } = at.shop.app;
    const age = async (hours: number) => {
      const createdAt = later(-60 * hours).toISOString();
      const old = { createdAt, updatedAt: later(-1).toISOString() };
      await db.update(payments).set(old).where(eq(payments.order, order._id));
      await reconcileOpenPayments(at.shop.app);
      const [payment] = await db.select().from(payments).where(eq(payments.order, order._id));
      return payment?.status;
    };
    expect([await age(23), await age(25)]).toEqual(['requires_action', 'canceled']);
    expect(at.fake.intent(intent)?.status).toBe('canceled');
    expect((await pay(buyer, order, 62.08)).finished).toBe(true);
  });
});

describe('who may pay', () => {
  it('are its owner, a Primary of its company and staff; to others it does not exist', async () => {
    const { order, buyer, company, bath } = await tradeOrder();
    const { db } = at.shop.app;
    const member = await makeUser(db, { company, role: 'Member' });
    const stranger = await makeUser(db);
    for (const user of [member, stranger]) {
      expect(await refusal(pay(user, order, 62.08))).toBe('not_found');
    }
    const guestPays = at.shop.as(null).orders.pay({
      orders: order._id,
      card: at.cardOf('approve'),
      idempotencyKey: randomUUID(),
      total: usd(62.08),
    });
    expect(await refusal(guestPays)).toBe('signed_out');
    const primary = await makeUser(db, { company });
    expect((await pay(primary, order, 10.83, { cartIds: [bath] })).status).toBe('paid');
    const staff = await makeUser(db, { permissionLevel: 'Employee' });
    expect((await pay(staff, order, 51.25)).finished).toBe(true);
    expect(order.user).toBe(buyer._id);
  });

  it('can’t pay what is held, canceled or not there, nor a cart of another order', async () => {
    const buyer = await makeUser(at.shop.app.db);
    const held = await at.heldOrder(buyer);
    expect(await refusal(pay(buyer, held, 10.83))).toBe('order_state');
    await at.shop.as(buyer).orders.cancel({ _id: held._id });
    expect(await refusal(pay(buyer, held, 10.83))).toBe('order_state');
    expect(await refusal(pay(buyer, held, 10.83, { orders: randomUUID() }))).toBe('not_found');
    const [mine, other] = [await tradeOrder(), await tradeOrder()];
    const refused = await refusalOf(pay(mine.buyer, mine.order, 10.83, { cartIds: [mine.bath, other.bath] }));
    expect(refused).toMatchObject({ reason: 'invalid', issues: [{ path: ['cartIds', 1] }] });
  });
});
