import { randomUUID } from 'node:crypto';
import { asc, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { findOutsideRefunds } from '#server/payments/outside-refunds.ts';
import { refundPayment } from '#server/payments/refunds.ts';
import { sweepGateway } from '#server/payments/sweep-gateway.ts';
import { accountEntries, payments, refunds } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, reasonOf } from '#server/test/selling.ts';
import { intentIn, StripeShop } from '#server/test/stripe-shop.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

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

/** A company without tax that owes 100.00 for an order of ten knobs. */
async function owing() {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company });
  return { company, buyer, order: await at.shop.as(buyer).orders.submit(onTerms(knob, 10)) };
}

const pay = (buyer: SessionUser, made: readonly Order[], card = at.cardOf('approve')) =>
  at.shop.as(buyer).orders.pay({
    ...{ orders: made.map(({ _id }) => _id), card, idempotencyKey: randomUUID() },
    total: sumMoney(made.map(({ total }) => total)),
  });

const chargeOf = ({ _id }: Order) => at.fake.chargesOfOrder(_id)[0]?.id ?? '';

/** The refund that the shop itself asked for comes back from the customer's bank. */
const bankReturns = (charge: string) => {
  const own = at.fake.refunds.find(refund => refund.payment_intent === charge);
  at.fake.returnRefund(own?.id ?? '', 'lost_or_stolen_card');
};

async function hear(): Promise<void> {
  await at.shop.app.jobs.drain({ delayed: true });
  await sweepGateway(at.shop.app);
  await at.shop.app.jobs.drain({ delayed: true });
}

/** Tells what the company owes, and how that came about. */
async function accountOf(company: string) {
  const entries = await at.shop.app.db
    .select()
    .from(accountEntries)
    .where(eq(accountEntries.company, company))
    .orderBy(asc(accountEntries._id));
  return { owed: sumMoney(entries.map(({ amount }) => amount)), kinds: entries.map(({ kind }) => kind) };
}

async function returned(order: Order, quantity: number): Promise<void> {
  const staff = at.shop.as(admin);
  await staff.orders.adminPatch({ _id: order._id, status: 'Processing' });
  await staff.orders.adminPatch({ _id: order._id, status: 'Ready', allPicked: true });
  const lines = [{ variantId: knob.variantId, quantity, reason: 'Too long' }];
  const { _id } = await staff.returns.create({ orderId: order._id, lines });
  await staff.returns.update({ _id, status: 'Received' });
  await staff.returns.update({ _id, status: 'Refunded' });
}

it('takes what it gives back off the debt, of what was paid in part, too', async () => {
  const { company, buyer, order } = await owing();
  await pay(buyer, [order]);
  at.fake.refundByHand(chargeOf(order), 3000);
  await hear();
  expect(await accountOf(company)).toEqual({ owed: 0, kinds: ['charge', 'payment', 'refund', 'credit'] });
});

it('lets a refund lapse that waited for an Admin, who may have made it there', async () => {
  const { db } = at.shop.app;
  const limits = { employeeOrderLimit: usd(50) };
  await db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], ...limits })
    .onConflictDoUpdate({ target: siteSettings.only, set: limits });
  const clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const { buyer, order } = await owing();
  await pay(buyer, [order]);
  const { version } = await at.shop.as(clerk).orders.byId({ id: order._id });
  const asked = {
    ...{ order: order._id, version, amount: usd(40), reason: 'late' },
    ...{ way: 'card' as const, key: randomUUID() },
  };
  const late = at.shop.as(clerk).refunds.make({ ...asked, amount: usd(51) });
  expect(await reasonOf(late)).toBe('waits_for_admin');
  at.fake.refundByHand(chargeOf(order), 4000);
  await hear();
  const [act] = (await at.shop.as(admin).approvals.list({})).acts;
  expect(act).toMatchObject({ amount: 51, isOver: true });
  const yes = at.shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
  expect(await reasonOf(yes)).toBe('act_state');
  expect(await reasonOf(at.shop.as(clerk).refunds.make(asked))).toBe('stale');
  await db.update(siteSettings).set({ employeeOrderLimit: null });
});

it('is counted where its charge is not in the books yet', async () => {
  const order = await at.heldOrder();
  const reference = intentIn(await at.charge(order, at.cardOf('needs_confirmation')));
  at.fake.authenticate(reference, 'confirmed');
  at.fake.refundByHand(reference, 459);
  const { db } = at.shop.app;
  const [payment] = await db.select().from(payments).where(eq(payments.order, order._id));
  await findOutsideRefunds(at.shop.app, payment?._id ?? '');
  const [row] = await db.select().from(orders).where(eq(orders._id, order._id));
  expect(row).toMatchObject({ status: 'Submitted', amountPaid: 10.83, amountRefunded: 4.59 });
});

it('is credited to nobody where the order was canceled meanwhile, and its own refund is refused', async () => {
  const { company, buyer, order } = await owing();
  await pay(buyer, [order]);
  at.fake.refundByHand(chargeOf(order), 10_000);
  await at.shop.as(buyer).orders.cancel({ _id: order._id });
  await hear();
  expect((await accountOf(company)).owed).toBe(0);
});

it('beside what staff gave in the place of a refund that came back: they are told that it is too much, and it is owed', async () => {
  const { company, buyer, order } = await owing();
  await pay(buyer, [order]);
  await at.shop.as(buyer).orders.cancel({ _id: order._id });
  await hear();
  bankReturns(chargeOf(order));
  await hear();
  const { owed } = await at.shop.as(admin).refunds.look({ order: order._id });
  const said = { refund: owed[0]?.refund ?? '', number: '17', reason: 'Their card is closed' };
  await at.shop.as(admin).refunds.giveInstead({ ...said, way: 'check' });
  const told = async () => {
    const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, order._id));
    return row?.alert;
  };
  expect(await told()).toBe('');
  at.fake.refundByHand(chargeOf(order), 2920);
  await hear();
  expect(await told()).toBe(
    'A refund of $29.20 was made at the payment service, though it had been given back: ' +
      'together that is more than was paid.',
  );
  const debts = await at.shop.as(admin).receipts.debts({ company });
  expect(debts).toMatchObject({ owed: 29.2, credit: { owed: 29.2 } });
});

describe('of a part, before the order was canceled and the refund of the whole was refused', () => {
  const given = (order: Order) =>
    at.fake.refunds
      .filter(one => one.payment_intent === chargeOf(order) && one.status === 'succeeded')
      .map(({ amount }) => amount);
  const alertOf = async ({ _id }: Order) => {
    const [row] = await at.shop.app.db
      .select({ alert: orders.alert })
      .from(orders)
      .where(eq(orders._id, _id));
    return row?.alert;
  };

  const refundedOf = async ({ _id }: Order) => {
    const made = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, _id));
    return sumMoney(made.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount));
  };

  it.each([
    ['once', [3000], [3000, 7000]],
    ['twice', [3000, 2000], [3000, 2000, 5000]],
  ])('%s: the rest is given back', async (_, byHand, all) => {
    const { company, buyer, order } = await owing();
    await pay(buyer, [order]);
    for (const cents of byHand) at.fake.refundByHand(chargeOf(order), cents);
    await at.shop.as(buyer).orders.cancel({ _id: order._id });
    await hear();
    expect(given(order)).toEqual(all);
    expect((await accountOf(company)).owed).toBe(0);
    expect(await alertOf(order)).toBe('');
    await hear();
    expect(given(order)).toEqual(all);
  });

  it('heard of before it was refused: the rest is given back, and nothing is credited', async () => {
    const { company, buyer, order } = await owing();
    await pay(buyer, [order]);
    await at.shop.as(buyer).orders.cancel({ _id: order._id });
    at.fake.refundByHand(chargeOf(order), 3000);
    const [payment] = await at.shop.app.db.select().from(payments).where(eq(payments.order, order._id));
    await findOutsideRefunds(at.shop.app, payment?._id ?? '');
    await hear();
    expect(given(order)).toEqual([3000, 7000]);
    expect((await accountOf(company)).owed).toBe(0);
  });

  it('then came back: staff were told to pay another way, and nothing is given by itself', async () => {
    const { buyer, order } = await owing();
    await pay(buyer, [order]);
    at.fake.refundByHand(chargeOf(order), 3000);
    await at.shop.as(buyer).orders.cancel({ _id: order._id });
    await hear();
    at.fake.returnRefund(
      at.fake.refunds.find(one => one.payment_intent === chargeOf(order) && one.amount === 7000)?.id ?? '',
      'lost_or_stolen_card',
    );
    await hear();
    at.fake.refundByHand(chargeOf(order), 2000);
    await hear();
    expect(given(order)).toEqual([3000, 2000]);
  });

  it('and comes back before the shop looks: the whole is asked for again, once', async () => {
    const { buyer, order } = await owing();
    await pay(buyer, [order]);
    const byHand = at.fake.refundByHand(chargeOf(order), 3000);
    await at.shop.as(buyer).orders.cancel({ _id: order._id });
    const [own] = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, order._id));
    // Refused, as less than the whole is left of the charge; then the bank sends what was given by hand back.
    await refundPayment(at.shop.app, own?._id ?? '');
    at.fake.returnRefund(byHand.id, 'lost_or_stolen_card');
    await hear();
    await hear();
    expect(given(order)).toEqual([10_000]);
    const made = await at.shop.app.db
      .select()
      .from(refunds)
      .where(eq(refunds.order, order._id))
      .orderBy(refunds._id);
    expect(made.map(({ status, amount }) => [status, amount])).toEqual([
      ['failed', 100],
      ['succeeded', 100],
    ]);
    const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, order._id));
    expect(row).toMatchObject({ alert: '', amountRefunded: 100 });
  });

  it('or that its order never took: the rest of it is given back, too', async () => {
    const { buyer, order } = await owing();
    // A return takes half of the debt off while the bank asks; then the whole is confirmed, and is too much.
    const asked = await pay(buyer, [order], at.cardOf('needs_confirmation'));
    await returned(order, 5);
    at.fake.authenticate(intentIn(asked), 'confirmed');
    at.fake.refundByHand(intentIn(asked), 3000);
    await at.deliver(at.succeeded(at.intentOf(order)));
    await hear();
    expect(given(order)).toEqual([3000, 7000]);
  });

  it.each([0, 1])('of a charge for two orders, number %i canceled: it is that one’s alone', async nth => {
    const { buyer, order: one } = await owing();
    const both = [one, await at.shop.as(buyer).orders.submit(onTerms(knob, 10))];
    await pay(buyer, both);
    const charge = both.map(chargeOf).find(Boolean) ?? '';
    // Less is left of the charge than the canceled order's part.
    at.fake.refundByHand(charge, 12_000);
    await at.shop.as(buyer).orders.cancel({ _id: both[nth]?._id ?? '' });
    await hear();
    const refunded = await Promise.all(both.map(refundedOf));
    expect(refunded[nth]).toBe(100);
    expect(refunded[1 - nth]).toBe(20);
  });

  it.each([0, 1])(
    'of a charge for two orders, number %i canceled, heard of before it is refused',
    async nth => {
      const { company, buyer, order: one } = await owing();
      const both = [one, await at.shop.as(buyer).orders.submit(onTerms(knob, 10))];
      await pay(buyer, both);
      const charge = both.map(chargeOf).find(Boolean) ?? '';
      await at.shop.as(buyer).orders.cancel({ _id: both[nth]?._id ?? '' });
      at.fake.refundByHand(charge, 15_000);
      const [payment] = await at.shop.app.db.select().from(payments).where(eq(payments.order, one._id));
      await findOutsideRefunds(at.shop.app, payment?._id ?? '');
      // One of two refunds of a payment will be refused: nobody owes it meanwhile.
      expect((await accountOf(company)).owed).toBe(0);
      await hear();
      expect(await Promise.all(both.map(refundedOf))).toEqual(nth === 0 ? [100, 50] : [50, 100]);
      expect((await accountOf(company)).owed).toBe(0);
    },
  );
});

it('is counted whole once a refund of our own is refused for which there was no room beside it', async () => {
  const { company, buyer, order: one } = await owing();
  const other = await at.shop.as(buyer).orders.submit(onTerms(knob, 10));
  await pay(buyer, [one, other]);
  const charge = [one, other].map(chargeOf).find(Boolean) ?? '';
  // A return is paid back of the one, but not asked for yet, when the other and most of it were given by hand.
  await returned(one, 8);
  at.fake.refundByHand(charge, 15_000);
  const [payment] = await at.shop.app.db.select().from(payments).where(eq(payments.order, one._id));
  await findOutsideRefunds(at.shop.app, payment?._id ?? '');
  await hear();
  const { db } = at.shop.app;
  const byHand = await db.select().from(refunds).where(like(refunds.idempotencyKey, 'outside:%'));
  const ours = byHand.filter(({ reference }) => reference === at.fake.refunds.at(-1)?.id);
  expect(sumMoney(ours.map(({ amount }) => amount))).toBe(150);
  // 30 of the 80 that came back are paid back by it; the rest is the customer's, and an alert says so.
  expect((await accountOf(company)).owed).toBe(-50);
});

it('is credited to nobody where it is for a refund of a canceled order that came back', async () => {
  const { company, buyer, order } = await owing();
  await pay(buyer, [order]);
  await at.shop.as(buyer).orders.cancel({ _id: order._id });
  await hear();
  bankReturns(chargeOf(order));
  await hear();
  // The shop has the money for goods that nobody has.
  expect((await accountOf(company)).owed).toBe(-100);
  at.fake.refundByHand(chargeOf(order), 10_000);
  await hear();
  expect((await accountOf(company)).owed).toBe(0);
});

it('is credited to nobody where it is for the refund of a return that came back', async () => {
  const { company, buyer, order } = await owing();
  await pay(buyer, [order]);
  await returned(order, 5);
  await hear();
  expect((await accountOf(company)).owed).toBe(0);
  bankReturns(chargeOf(order));
  await hear();
  at.fake.refundByHand(chargeOf(order), 5000);
  await hear();
  expect((await accountOf(company)).owed).toBe(0);
});

it('is credited to nobody where its order never took the charge', async () => {
  const { company, buyer, order } = await owing();
  // A return takes half of the debt off while the bank asks; then the whole is confirmed, and is too much.
  const asked = await pay(buyer, [order], at.cardOf('needs_confirmation'));
  await returned(order, 5);
  const intent = intentIn(asked);
  at.fake.authenticate(intent, 'confirmed');
  await at.deliver(at.succeeded(at.intentOf(order)));
  at.fake.refundByHand(intent, 10_000);
  await hear();
  expect(await accountOf(company)).toEqual({ owed: 50, kinds: ['charge', 'credit'] });
});

it('is found of a charge for several orders, when the refund of any of them is refused', async () => {
  const { db } = at.shop.app;
  const { buyer, order } = await owing();
  const second = await at.shop.as(buyer).orders.submit(onTerms(knob, 2));
  await pay(buyer, [order, second]);
  const [part] = await db
    .select({ order: payments.order, batch: payments.batch })
    .from(payments)
    .where(eq(payments.user, buyer._id))
    .orderBy(asc(payments.batch));
  const charge = [order, second].map(chargeOf).find(Boolean) ?? '';
  at.fake.refundByHand(charge, 12_000);
  expect(part?.batch).toEqual(expect.any(String));
  await at.shop.as(buyer).orders.cancel({ _id: part?.order ?? '' });
  await at.shop.app.jobs.drain({ delayed: true });
  const found = await db
    .select()
    .from(refunds)
    .where(eq(refunds.order, part?.order ?? ''));
  expect(found.map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
});
