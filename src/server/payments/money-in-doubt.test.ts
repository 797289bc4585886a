import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { payments, refunds } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { endOf } from '#server/test/office-shop.ts';
import { onTerms } from '#server/test/selling.ts';
import { StripeShop } from '#server/test/stripe-shop.ts';
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

const staff = () => at.shop.as(admin);
const read = ({ _id }: Pick<Order, '_id'>) => staff().orders.byId({ id: _id });
const drain = () => at.shop.app.jobs.drain({ delayed: true });
const debts = (company: string) => staff().receipts.debts({ company });

/** A company without tax, and its order on account of so many knobs at 10.00. */
async function ordered(quantity: number) {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company });
  const order = await at.shop.as(buyer).orders.submit(onTerms(knob, quantity));
  return { company, buyer, order };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;

const take = ({ company, order }: Ordered, method: 'cash' | 'check', amount: number) =>
  staff().receipts.take({
    ...{ company, method, number: method === 'check' ? '7' : '', amount: usd(amount), note: '' },
    ...{ receivedOn: '2026-11-24', key: randomUUID(), orders: [{ _id: order._id, amount: usd(amount) }] },
  });
const pay = ({ buyer, order }: Ordered, total: number) =>
  at.shop.as(buyer).orders.pay({
    ...{ orders: order._id, card: at.cardOf('approve'), idempotencyKey: randomUUID(), total: usd(total) },
  });
const give = async ({ order }: Ordered, amount: number, way: 'card' | 'cash' | 'check' | 'credit') =>
  staff().refunds.make({
    ...{ order: order._id, version: (await read(order)).version, amount: usd(amount), way, number: '' },
    ...{ reason: 'late', key: randomUUID() },
  });
const look = ({ order }: Ordered) => staff().refunds.look({ order: order._id });
async function editTo({ order }: Ordered, quantity: number): Promise<void> {
  const { version, cart } = await read(order);
  const asked = {
    ...{ _id: order._id, version, idempotencyKey: randomUUID(), mail: false },
    cart: cart.map(({ _id }) => ({ _id, quantity })),
  };
  const { edit } = await staff().orders.adminReplace({ ...asked, preview: true });
  await staff().orders.adminReplace({ ...asked, figures: edit.after });
}

/** Lets a bank dispute the last charge of an order. */
const dispute = ({ order }: Ordered) => at.disputed(at.fake.chargesOfOrder(order._id).at(-1)?.id ?? '');

/** Lets the customer's bank send the last refund back. */
async function sendBack(): Promise<void> {
  const refund = at.fake.returnRefund(at.fake.refunds.at(-1)?.id ?? '', 'expired_card');
  await at.deliver(at.fake.signedEvent('refund.failed', refund));
  await drain();
}

describe('store credit that was given while a card is in doubt', () => {
  it('is of the cash that came in, which does not go out as well', async () => {
    const sold = await ordered(10);
    await take(sold, 'cash', 40);
    await pay(sold, 60);
    const tell = await dispute(sold);
    expect(await look(sold)).toMatchObject({ card: 0, byHand: 40, inAll: 40 });
    await give(sold, 40, 'credit');
    expect(await look(sold)).toMatchObject({ card: 0, byHand: 0, inAll: 0 });
    expect(await endOf(() => give(sold, 0.01, 'cash'))).toBe('invalid way');
    await tell('lost');
    expect(await endOf(() => give(sold, 0.01, 'cash'))).toBe('invalid way');
    await staff().orders.cancel({ _id: sold.order._id });
    expect((await read(sold.order)).amountRefunded).toBe(0);
  });

  it('leaves the cash where the bank decided for the shop before: it is of the card, which came last', async () => {
    const sold = await ordered(10);
    await take(sold, 'cash', 40);
    await pay(sold, 60);
    await (await dispute(sold))('won');
    await give(sold, 40, 'credit');
    expect(await look(sold)).toMatchObject({ card: 20, byHand: 40, inAll: 60 });
  });

  it('is of no play money, which nobody gives back', async () => {
    const sold = await ordered(10);
    await take(sold, 'cash', 40);
    await pay(sold, 60);
    await at.shop.app.db.update(payments).set({ provider: 'test' }).where(eq(payments.order, sold.order._id));
    await give(sold, 40, 'credit');
    expect(await look(sold)).toMatchObject({ card: 0, byHand: 0, inAll: 0 });
    expect(await endOf(() => give(sold, 0.01, 'cash'))).toBe('invalid way');
  });
});

describe('a dispute that was lost', () => {
  it('leaves a company nothing on its account when the order is canceled: it has its money', async () => {
    const sold = await ordered(10);
    await pay(sold, 100);
    await (await dispute(sold))('lost');
    expect(await debts(sold.company)).toMatchObject({ owed: 0, credit: { owed: 0 } });
    await staff().orders.cancel({ _id: sold.order._id });
    await drain();
    expect(await debts(sold.company)).toMatchObject({ owed: 0, onAccount: 0, credit: { owed: 0 } });
  });

  it('does so where it was lost after the order was canceled, and its refund came back from the bank', async () => {
    const sold = await ordered(10);
    await pay(sold, 100);
    await staff().orders.cancel({ _id: sold.order._id });
    await drain();
    expect(await debts(sold.company)).toMatchObject({ credit: { owed: 0 } });
    await sendBack();
    expect(await debts(sold.company)).toMatchObject({ credit: { owed: -100 } });
    await (await dispute(sold))('lost');
    expect(await debts(sold.company)).toMatchObject({ credit: { owed: 0 } });
  });

  it('and is won after all once its order was canceled, is shown to staff: nobody gave it back', async () => {
    const sold = await ordered(10);
    await pay(sold, 100);
    const tell = await dispute(sold);
    await tell('lost');
    await staff().orders.cancel({ _id: sold.order._id });
    await tell('won');
    const { alerts } = await staff().orders.record({ id: sold.order._id });
    expect(alerts.join()).toContain('was won after the order was canceled');
    expect(await debts(sold.company)).toMatchObject({ credit: { owed: -100 } });
  });

  it('counts as given when a check of a canceled order bounces: what was handed out of that is owed', async () => {
    const sold = await ordered(10);
    await pay(sold, 100);
    await editTo(sold, 20);
    const { _id: receipt } = await take(sold, 'check', 100);
    await give(sold, 30, 'cash');
    await (await dispute(sold))('lost');
    await staff().orders.cancel({ _id: sold.order._id });
    await staff().receipts.bounce({ _id: receipt });
    expect(await debts(sold.company)).toMatchObject({ owed: 30, onAccount: 0, credit: { owed: 30 } });
  });
});

it('a refund that came back, and is owed, counts as given when a check of a canceled order bounces', async () => {
  const sold = await ordered(10);
  await pay(sold, 100);
  await editTo(sold, 20);
  const { _id: receipt } = await take(sold, 'check', 100);
  await give(sold, 30, 'cash');
  await staff().orders.cancel({ _id: sold.order._id });
  await drain();
  await sendBack();
  expect(await look(sold)).toMatchObject({ owed: [{ amount: 100 }] });
  await staff().receipts.bounce({ _id: receipt });
  expect((await debts(sold.company)).owed).toBe(30);
});

it('money goes back to the card that the books count it off', async () => {
  const sold = await ordered(6);
  await pay(sold, 60);
  await editTo(sold, 10);
  await pay(sold, 40);
  await give(sold, 40, 'credit');
  expect((await look(sold)).onCancel).toEqual([{ way: 'card', amount: 60 }]);
  await give(sold, 60, 'card');
  await drain();
  const charged = await at.shop.app.db.select().from(payments).where(eq(payments.order, sold.order._id));
  const made = await at.shop.app.db.select().from(refunds).where(eq(refunds.order, sold.order._id));
  expect(made).toMatchObject([{ amount: 60, status: 'succeeded' }]);
  expect(charged.find(({ _id }) => _id === made[0]?.payment)).toMatchObject({ amount: 60 });
});

it('money that a bank takes back of a canceled order is owed as far as credit had been given of it', async () => {
  const sold = await ordered(10);
  await pay(sold, 100);
  await give(sold, 30, 'credit');
  await staff().orders.cancel({ _id: sold.order._id });
  await drain();
  expect(await debts(sold.company)).toMatchObject({ owed: 0, credit: { owed: 0 } });
  await (await dispute(sold))('lost', 3000);
  expect(await debts(sold.company)).toMatchObject({ owed: 30, credit: { owed: 30 } });
});

it('a refund that is asked for again leaves what became store credit, whatever was given by hand since', async () => {
  const sold = await ordered(10);
  await pay(sold, 100);
  await give(sold, 30, 'credit');
  const [charge] = at.fake.chargesOfOrder(sold.order._id);
  const byHand = at.fake.refundByHand(charge?.id ?? '', 4000);
  await staff().orders.cancel({ _id: sold.order._id });
  await drain();
  await at.deliver(at.fake.signedEvent('refund.created', byHand));
  await drain();
  const given = at.fake.refunds.filter(({ payment_intent }) => payment_intent === charge?.id);
  expect(given.map(({ amount, status }) => [amount, status])).toEqual([
    [4000, 'succeeded'],
    [3000, 'succeeded'],
  ]);
});

describe('store credit that was given by mistake for an order', () => {
  it('of a canceled one is not taken back as its: the rest went back as it was canceled', async () => {
    const sold = await ordered(10);
    await take(sold, 'cash', 100);
    await give(sold, 30, 'credit');
    await staff().orders.cancel({ _id: sold.order._id });
    expect(await endOf(() => takeBack(sold, 30))).toBe('order_state');
    const { company } = sold;
    const alone = { company, amount: usd(30), reason: 'mistake', key: randomUUID() };
    expect(await staff().storeCredit.takeBack(alone)).toEqual({ balance: 0 });
  });

  const takeBack = ({ company, order }: Ordered, amount: number, key: string = randomUUID()) =>
    staff().storeCredit.takeBack({ company, order: order._id, amount: usd(amount), reason: 'mistake', key });

  it('keeps nothing of it from going back once it was taken back', async () => {
    const sold = await ordered(10);
    await take(sold, 'cash', 100);
    await give(sold, 70, 'credit');
    expect(await look(sold)).toMatchObject({ byHand: 30 });
    const key = randomUUID();
    await takeBack(sold, 50, key);
    expect(await takeBack(sold, 50, key)).toEqual({ balance: 20 });
    expect(await look(sold)).toMatchObject({ byHand: 80 });
    await give(sold, 80, 'cash');
    expect(await look(sold)).toMatchObject({ byHand: 0, inAll: 0 });
  });

  it('is no more than what was given for it, and of the same account', async () => {
    const sold = await ordered(10);
    await take(sold, 'cash', 100);
    await staff().storeCredit.grant({
      ...{ company: sold.company, amount: usd(50), reason: 'sorry', key: randomUUID() },
    });
    await give(sold, 20, 'credit');
    await give(sold, 30, 'credit');
    expect(await endOf(() => takeBack(sold, 30.01))).toBe('invalid amount');
    await takeBack(sold, 30);
    expect(await endOf(() => takeBack(sold, 20.01))).toBe('invalid amount');
    const other = await ordered(1);
    await staff().storeCredit.grant({
      ...{ company: other.company, amount: usd(50), reason: 'sorry', key: randomUUID() },
    });
    expect(await endOf(() => takeBack({ ...other, order: sold.order }, 20))).toBe('invalid amount');
    expect(await look(sold)).toMatchObject({ byHand: 80 });
  });
});

it('staff are told how much went out of the very receipt that is gone', async () => {
  const sold = await ordered(10);
  const { _id: check } = await take(sold, 'check', 40);
  await pay(sold, 60);
  // Sixty of the card, which came last; then ten of the check.
  await give(sold, 60, 'credit');
  await give(sold, 10, 'check');
  await staff().receipts.bounce({ _id: check });
  const [row] = await at.shop.app.db.select().from(orders).where(eq(orders._id, sold.order._id));
  expect(row?.alert).toBe('$40.00 by check 7 bounced; $10.00 of the order had been given back, and is owed.');
});
