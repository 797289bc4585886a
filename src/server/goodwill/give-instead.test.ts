import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { orders } from '#server/orders/tables.ts';
import { accountEntries, payouts, refunds } from '#server/payments/tables.ts';
import { createTestGateway } from '#server/payments/test-gateway.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, reasonOf, refusal } from '#server/test/selling.ts';
import { later, refusal as refused, StripeShop } from '#server/test/stripe-shop.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { MakeRefund } from '#shared/schemas/give-back.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Card } from '#shared/schemas/payments.ts';

let at: StripeShop;
let knob: MadeVariant;
let admin: SessionUser;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 5000 });
  admin = await makeUser(at.shop.app.db, { permissionLevel: 'Admin' });
});
afterEach(() => at.reset());
afterAll(() => at.close());

const staff = () => at.shop.as(admin);
const drain = () => at.shop.app.jobs.drain({ delayed: true });
const read = ({ _id }: Pick<Order, '_id'>) => staff().orders.byId({ id: _id });
const stored = async ({ _id }: Pick<Order, '_id'>) =>
  (await at.shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0];
const owed = async ({ _id }: Pick<Order, '_id'>) => (await staff().refunds.look({ order: _id })).owed;

/** A company without tax, and its order of 100.00 on account that a card paid. */
async function paidOnAccount(card: Card = at.cardOf('approve')) {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company, role: 'Primary' });
  const order = await at.shop.as(buyer).orders.submit(onTerms(knob, 10));
  await at.shop.as(buyer).orders.pay({
    ...{ orders: [order._id], card, idempotencyKey: randomUUID(), total: usd(100) },
  });
  return { company, buyer, order };
}

/** From now on the payment service refuses each refund of this order's charge. */
const refuseRefunds = (order: Pick<Order, '_id'>) =>
  Object.assign(at.intentOf(order), { status: 'canceled' });

/** Sums what the company owes by its account. */
async function owes(company: string) {
  const entries = await at.shop.app.db
    .select()
    .from(accountEntries)
    .where(eq(accountEntries.company, company));
  return sumMoney(entries.map(({ amount }) => amount));
}

async function changeTo(order: Pick<Order, '_id'>, quantity: number): Promise<void> {
  const { version, cart, _id } = await read(order);
  const edit = {
    ...{ _id, version, idempotencyKey: randomUUID(), mail: false },
    cart: [{ _id: cart[0]?._id ?? '', quantity }],
  };
  const { edit: seen } = await staff().orders.adminReplace({ ...edit, preview: true });
  await staff().orders.adminReplace({ ...edit, figures: seen.after });
  await drain();
}

const instead = (refund: string, more: object = {}) => ({
  ...{ refund, way: 'check' as const, number: '501', reason: 'their card is closed' },
  ...more,
});
const atWill = (order: Pick<Order, '_id' | 'version'>, more: Partial<MakeRefund>): MakeRefund => ({
  ...{ order: order._id, version: order.version, way: 'card', number: '', reason: 'late', key: randomUUID() },
  ...more,
});

describe('a refund that the payment service refused', () => {
  it('is owed, and given by check once: the account and the order say so', async () => {
    const { company, order } = await paidOnAccount();
    refuseRefunds(order);
    const log = await at.logged(() => changeTo(order, 7));
    const noted = `"level":40,.*"order":${order.orderNumber},.*"amount":"\\$30\\.00",.*"a refund was refused by the payment service"`;
    expect(log).toMatch(new RegExp(noted));
    expect(await owes(company)).toBe(-30);
    expect(await staff().orders.record({ id: order._id })).toMatchObject({ hasFailedRefund: true });
    const [one, ...others] = await owed(order);
    expect([one, others]).toMatchObject([{ amount: 30, isRefused: true, reason: 'order changed' }, []]);
    expect((await stored(order))?.alert).toMatch(
      /^A refund of \$30\.00 was refused .* If it is still owed, /,
    );

    const said = instead(one?.refund ?? '');
    await Promise.all([staff().refunds.giveInstead(said), staff().refunds.giveInstead(said)]);
    await staff().refunds.giveInstead(said);
    expect(await owes(company)).toBe(0);
    expect(await stored(order)).toMatchObject({ amountPaid: 70, amountRefunded: 30, alert: '' });
    const out = await at.shop.app.db.select().from(payouts).where(eq(payouts.order, order._id));
    expect(out).toMatchObject([{ way: 'check', amount: 30, number: '501' }]);
    const mailed = await at.shop.app.db.select().from(emails).where(eq(emails.order, order._id));
    expect(mailed.flatMap(({ template, text }) => (template === 'refund-issued' ? [text] : []))).toEqual([
      expect.stringContaining(`We give you $30.00 of your order ${order.orderNumber} back by check.`),
    ]);
    expect(await owed(order)).toEqual([]);
    const again = await refusal(staff().refunds.giveInstead({ ...said, way: 'transfer' }));
    expect(again).toMatchObject({ reason: 'order_state', message: /Nothing is owed of this refund/ });
    // A gift of this kind is none of what came in by hand, and leaves what the card has left.
    expect(await staff().refunds.look({ order: order._id })).toMatchObject({
      card: 70,
      byHand: 0,
      inAll: 70,
    });
  });

  it('is not given for another reason meanwhile, nor twice to a company', async () => {
    const { company, buyer, order } = await paidOnAccount();
    refuseRefunds(order);
    await changeTo(order, 7);
    const now = await read(order);
    expect(
      await refusal(staff().refunds.make(atWill(now, { amount: usd(70.01), way: 'credit' }))),
    ).toMatchObject({
      issues: [{ path: ['amount'], message: 'is more than the $70.00 that can go back this way' }],
    });
    const [one] = await owed(order);
    await staff().refunds.giveInstead(instead(one?.refund ?? '', { way: 'credit', number: '' }));
    expect(await at.shop.as(buyer).storeCredit.balance()).toEqual({ balance: 30 });
    expect(await owes(company)).toBe(0);
    await staff().refunds.make(atWill(await read(order), { amount: usd(70), way: 'credit' }));
    expect(await at.shop.as(buyer).storeCredit.balance()).toEqual({ balance: 100 });
    expect(await owes(company)).toBe(0);
    expect(await staff().refunds.look({ order: order._id })).toMatchObject({ inAll: 0, owed: [] });
  });

  it('of a canceled order is owed as a whole, and its account ends even', async () => {
    const { company, order } = await paidOnAccount();
    refuseRefunds(order);
    await changeTo(order, 7);
    await staff().orders.cancel({ _id: order._id });
    await drain();
    // The older one stays, and the refund of the rest was refused as well.
    expect(sumMoney((await owed(order)).map(({ amount }) => amount))).toBe(100);
    for (const { refund } of await owed(order)) await staff().refunds.giveInstead(instead(refund));
    expect(await owed(order)).toEqual([]);
    expect(await stored(order)).toMatchObject({ amountRefunded: 100, alert: '' });
    expect(await owes(company)).toBe(0);
  });

  it('is kept back by a cancel, which gives no more than the rest', async () => {
    const { buyer, order } = await paidOnAccount();
    const intent = at.intentOf(order);
    refuseRefunds(order);
    await staff().refunds.make(atWill(await read(order), { amount: usd(30) }));
    await drain();
    await staff().refunds.make(atWill(await read(order), { amount: usd(70), way: 'credit' }));
    Object.assign(intent, { status: 'succeeded' });
    await staff().orders.cancel({ _id: order._id });
    await drain();
    expect(at.fake.refunds.filter(one => one.payment_intent === intent.id)).toEqual([]);
    expect(await owed(order)).toMatchObject([{ amount: 30 }]);
    expect(await at.shop.as(buyer).storeCredit.balance()).toEqual({ balance: 70 });
  });

  it('is kept back by the next edit, which takes the rest from the card before', async () => {
    const { buyer, order } = await paidOnAccount();
    const first = at.intentOf(order);
    await changeTo(order, 14);
    const card = at.cardOf('approve');
    await at.shop
      .as(buyer)
      .orders.pay({ orders: order._id, card, idempotencyKey: randomUUID(), total: usd(40) });
    const second = at.fake.chargesOfOrder(order._id).find(({ id }) => id !== first.id);
    Object.assign(second ?? {}, { status: 'canceled' });
    // 30.00 of the 40.00 of the second card are refused; 40.00 more are its last 10.00, and 30.00 of the first.
    await changeTo(order, 11);
    expect(await owed(order)).toMatchObject([{ amount: 30 }]);
    Object.assign(second ?? {}, { status: 'succeeded' });
    await changeTo(order, 7);
    expect(await owed(order)).toMatchObject([{ amount: 30 }]);
    const gone = at.fake.refunds.filter(({ status }) => status === 'succeeded');
    const of = (intent: string | undefined) =>
      gone.filter(one => one.payment_intent === intent).map(({ amount }) => amount);
    expect([of(second?.id), of(first.id)]).toEqual([[1000], [3000]]);
  });

  it('of a charge that came too late is owed as well, and is none of what was paid of the order', async () => {
    const order = await at.heldOrder();
    at.beforeAnswer = async () => {
      await expireHolds(at.shop.app, later(16));
      refuseRefunds(order);
    };
    expect(await refused(at.charge(order, at.cardOf('approve')))).toBe('hold_expired');
    await drain();
    const [one] = await owed(order);
    expect(one).toMatchObject({ amount: 10.83, isRefused: true });
    const credit = instead(one?.refund ?? '', { way: 'credit', number: '' });
    expect(await refusal(staff().refunds.giveInstead(credit))).toMatchObject({ issues: [{ path: ['way'] }] });
    await staff().refunds.giveInstead(instead(one?.refund ?? ''));
    expect(await stored(order)).toMatchObject({
      amountPaid: 0,
      amountRefunded: 0,
      alert: expect.any(String),
    });
    expect(await owed(order)).toEqual([]);
  });

  it('waits while its charge is disputed: a bank that takes it back would have it paid twice', async () => {
    const { order } = await paidOnAccount();
    const intent = at.intentOf(order);
    refuseRefunds(order);
    await changeTo(order, 7);
    const [one] = await owed(order);
    Object.assign(intent, { status: 'succeeded' });
    const dispute = at.fake.dispute(intent.id, new Date('2031-03-14T23:59:59Z'));
    await at.deliver(at.fake.signedEvent('charge.dispute.created', dispute));
    await drain();
    const refused = await refusal(staff().refunds.giveInstead(instead(one?.refund ?? '')));
    expect(refused).toMatchObject({
      reason: 'order_state',
      message: 'A payment of this order is disputed. It can be given another way once that is decided.',
    });
  });

  it('is an Admin’s to give, and never in cash', async () => {
    const { order } = await paidOnAccount();
    refuseRefunds(order);
    await changeTo(order, 7);
    const [one] = await owed(order);
    const said = instead(one?.refund ?? '');
    const clerk = at.shop.as(await makeUser(at.shop.app.db, { permissionLevel: 'Employee' }));
    expect(await reasonOf(clerk.refunds.giveInstead(said))).toBe('forbidden');
    await expect(staff().refunds.giveInstead({ ...said, way: 'cash' } as never)).rejects.toThrow(/way/);
    expect(await reasonOf(staff().refunds.giveInstead(instead(randomUUID())))).toBe('not_found');
  });
});

describe('a refund of a payment that was made at the test gateway, before the shop took real cards', () => {
  it('is not sent, says so, and nothing real is given for it', async () => {
    const stripe = at.shop.app.payments;
    Object.assign(at.shop.app, { payments: createTestGateway(at.shop.app.db) });
    const { order } = await paidOnAccount({ testOutcome: 'approve' });
    Object.assign(at.shop.app, { payments: stripe });
    const log = await at.logged(() => changeTo(order, 7));
    const said =
      'was not sent: it was a payment of the test gateway, which moved no money. Give nothing for it.';
    expect((await stored(order))?.alert).toBe(`A refund of $30.00 ${said}`);
    expect(log).toContain('"msg":"a refund of a payment of the test gateway was not sent"');
    expect(log).toContain('"level":40');
    expect(await owed(order)).toEqual([]);
    const [one] = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
    const refused = await refusal(staff().refunds.giveInstead(instead(one?._id ?? '')));
    expect(refused).toMatchObject({
      reason: 'order_state',
      message: 'It was a payment of the test gateway, which moved no money: nothing is given for it.',
    });
    const out = await at.shop.app.db.select().from(payouts).where(eq(payouts.order, order._id));
    expect(out).toEqual([]);
  });

  it('leaves what goes back to the card to the one that was real', async () => {
    const stripe = at.shop.app.payments;
    Object.assign(at.shop.app, { payments: createTestGateway(at.shop.app.db) });
    const { buyer, order } = await paidOnAccount({ testOutcome: 'approve' });
    Object.assign(at.shop.app, { payments: stripe });
    await changeTo(order, 16);
    const more = { orders: order._id, card: at.cardOf('approve'), idempotencyKey: randomUUID() };
    await at.shop.as(buyer).orders.pay({ ...more, total: usd(60) });
    expect(await staff().refunds.look({ order: order._id })).toMatchObject({ card: 60 });
    await staff().refunds.make(atWill(await read(order), { amount: usd(60) }));
    await drain();
    const made = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
    expect(made).toMatchObject([{ amount: 60, status: 'succeeded' }]);
    expect(at.fake.refunds.at(-1)).toMatchObject({ amount: 6000, payment_intent: at.intentOf(order).id });
    expect((await stored(order))?.alert).toBe('');
  });

  it('becomes no store credit either', async () => {
    const stripe = at.shop.app.payments;
    Object.assign(at.shop.app, { payments: createTestGateway(at.shop.app.db) });
    const { order } = await paidOnAccount({ testOutcome: 'approve' });
    Object.assign(at.shop.app, { payments: stripe });
    expect(await staff().refunds.look({ order: order._id })).toMatchObject({ card: 0, byHand: 0, inAll: 0 });
    const { version } = await staff().orders.byId({ id: order._id });
    const asked = { order: order._id, version, amount: usd(10), way: 'credit' as const, reason: 'late' };
    expect(await refusal(staff().refunds.make({ ...asked, number: '', key: randomUUID() }))).toMatchObject({
      issues: [{ path: ['amount'], message: 'is more than the $0.00 that can go back this way' }],
    });
  });
});

describe('a refund that its bank sent back', () => {
  it('is owed until it is given another way, or asked for again', async () => {
    const { company, order } = await paidOnAccount();
    await changeTo(order, 7);
    const [made] = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
    expect(await owed(order)).toEqual([]);
    expect(await staff().orders.record({ id: order._id })).toMatchObject({ hasFailedRefund: false });
    expect(await reasonOf(staff().refunds.giveInstead(instead(made?._id ?? '')))).toBe('order_state');
    const own = at.fake.refunds.find(one => one.payment_intent === at.intentOf(order).id);
    await at.deliver(
      at.fake.signedEvent('refund.failed', at.fake.returnRefund(own?.id ?? '', 'expired_card')),
    );
    const log = await at.logged(drain);
    const noted = `"level":40,.*"order":${order.orderNumber},.*"amount":"\\$30\\.00",.*"a refund came back from the customer’s bank"`;
    expect(log).toMatch(new RegExp(noted));
    expect(await owed(order)).toMatchObject([{ refund: made?._id, amount: 30, isRefused: false }]);
    expect(await staff().orders.record({ id: order._id })).toMatchObject({ hasFailedRefund: true });
    await staff().refunds.giveInstead(instead(made?._id ?? '', { way: 'transfer' }));
    expect([await owes(company), await owed(order), (await stored(order))?.alert]).toEqual([0, [], '']);
  });

  it('is owed but for what staff gave of it at the payment service since, and no further than its payment has left', async () => {
    const { order } = await paidOnAccount();
    await changeTo(order, 7);
    const own = at.fake.refunds.find(one => one.payment_intent === at.intentOf(order).id);
    at.fake.returnRefund(own?.id ?? '', 'expired_card');
    const made = at.fake.refundByHand(at.intentOf(order).id, 2000);
    for (const one of [own, made]) await at.deliver(at.fake.signedEvent('refund.updated', one ?? made));
    await drain();
    expect(await owed(order)).toMatchObject([{ amount: 10 }]);
    const tell = await at.disputed(at.intentOf(order).id);
    await tell('lost', 7500);
    expect(await owed(order)).toMatchObject([{ amount: 5 }]);
  });
});
