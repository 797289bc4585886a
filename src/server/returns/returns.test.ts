import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { accountEntries, payouts } from '#server/payments/tables.ts';
import { returning } from '#server/returns/returns.test-support.ts';
import { returnLines } from '#server/returns/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { ERRORS } from '#shared/errors.ts';
import { RETURN_NOTICES } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';

type Returning = ReturnType<typeof returning>;

let shop: Selling;
let staff: SessionUser;
let fulfilled: Returning['fulfilled'];
let bought: Returning['bought'];
let ask: Returning['ask'];
let move: Returning['move'];
let stockOf: Returning['stockOf'];
let givenBack: Returning['givenBack'];
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  ({ fulfilled, bought, ask, move, stockOf, givenBack } = returning(shop, staff));
});
afterAll(() => shop.close());

/** Ten knobs on account, without tax: 100.00. */
async function onAccount(paid: boolean) {
  const { db } = shop.app;
  const knob = await makeVariant(db, { price: usd(10), stock: 50 });
  const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(db, { company });
  const placed = await shop.as(buyer).orders.submit({
    ...guest,
    cart: [lineOf(knob, 10)],
    shippingMethod: 'local',
    paymentType: 'Terms',
    total: usd(100),
    idempotencyKey: randomUUID(),
  });
  if (paid) await pay(buyer, placed, 100);
  return { buyer, knob, company, order: await fulfilled(placed) };
}

const pay = (buyer: SessionUser, order: Order, total: number) =>
  shop.as(buyer).orders.pay({
    orders: order._id,
    card: { testOutcome: 'approve' },
    idempotencyKey: randomUUID(),
    total: usd(total),
  });

const accountOf = async (company: string) =>
  (await shop.app.db.select().from(accountEntries).where(eq(accountEntries.company, company)))
    .sort((a, b) => (a._id < b._id ? -1 : 1))
    .map(({ kind, amount }) => [kind, amount]);

describe('asking for a return', () => {
  it('[RET-01] is mailed, told to staff and shown, and what is asked for can’t be asked for again', async () => {
    const { buyer, knob, order } = await bought();
    const mine = shop.as(buyer).returns;
    expect(await mine.returnable({ id: order._id })).toMatchObject([{ variantId: knob.variantId, left: 3 }]);
    const made = await ask(buyer, order, knob, 2, { notes: 'Sorry' });
    expect(made).toMatchObject({
      status: 'Requested',
      orderNumber: order.orderNumber,
      notes: 'Sorry',
      refund: 0,
      lines: [{ productNum: knob.productNum, quantity: 2, received: 0, reason: 'Wrong finish' }],
    });
    expect(RETURN_NOTICES.submitted.text).toBe(
      'Your return was submitted. Please check your email for information on your order',
    );
    expect(await mine.returnable({ id: order._id })).toMatchObject([{ left: 1 }]);
    expect((await mine.list({ order: order._id })).returns.map(({ _id }) => _id)).toEqual([made._id]);
    const [mail] = await shop.app.db
      .select()
      .from(emails)
      .where(and(eq(emails.order, order._id), eq(emails.template, 'return')));
    expect(mail?.subject).toBe(`We have received your return request: order ${order.orderNumber} at Knurl`);
    expect(mail?.attachments).toMatchObject([
      { name: `return-slip-${order.orderNumber}.pdf`, document: { kind: 'return-slip', notes: 'Sorry' } },
    ]);
    expect((await shop.as(buyer).orders.byId({ id: order._id })).order_return).toBe(true);
    const refused = await refusal(ask(buyer, order, knob, 2));
    expect(refused.issues).toEqual([
      { path: ['lines', 0, 'quantity'], message: 'is more than the 1 that can be returned' },
    ]);
  });

  it('is told to staff together with the others of its customer, as long as those are unread', async () => {
    const clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    const told = async () =>
      (await shop.as(clerk).notifications.list({ type: 6, limit: 100 })).notifications.map(
        ({ details, link, read }) => [details, link, read],
      );
    const { buyer, order, knob } = await bought();
    for (let nth = 0; nth < 3; nth++) await ask(buyer, order, knob, 1);
    const link = `/admin/orders/${order._id}`;
    const said = `${order.name} wants to return something.`;
    expect(await told()).toEqual([[`${said} 3 returns of theirs wait.`, link, false]]);
    const other = await bought();
    await ask(other.buyer, other.order, other.knob, 1);
    expect(await told()).toHaveLength(2);
    const { notifications: unread } = await shop.as(clerk).notifications.list({ type: 6, limit: 100 });
    for (const { _id } of unread) await shop.as(clerk).notifications.update({ _id, read: true });
    await ask(other.buyer, other.order, other.knob, 1);
    expect((await told()).map(([, , read]) => read)).toEqual([false, true, true]);
  });

  it('is one return for one key, and never more than was bought for many at once', async () => {
    const { buyer, knob, order } = await bought();
    const key = randomUUID();
    const twice = await Promise.all([1, 2].map(() => ask(buyer, order, knob, 1, { key })));
    expect(new Set(twice.map(({ _id }) => _id)).size).toBe(1);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => ask(buyer, order, knob, 1)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const other = await bought();
    expect((await refusal(ask(other.buyer, other.order, other.knob, 1, { key }))).reason).toBe('key_reused');
  });

  it('is not the first one for a key that comes with other contents', async () => {
    const { buyer, knob, order } = await bought();
    const key = randomUUID();
    const line = { variantId: knob.variantId, quantity: 1, reason: 'Wrong finish' };
    const pull = { ...line, variantId: randomUUID() };
    const send = (lines: (typeof line)[], notes = 'Sorry') =>
      shop.as(buyer).returns.create({ orderId: order._id, lines, notes, key });
    const made = await send([line]);
    expect((await send([line]))._id).toBe(made._id);
    const others = [[{ ...line, quantity: 2 }], [{ ...line, reason: 'Not needed' }], [pull], [line, pull]];
    for (const lines of others) expect((await refusal(send(lines))).reason).toBe('key_reused');
    expect((await refusal(send([line], ''))).reason).toBe('key_reused');
  });

  it('is refused before anything is fulfilled, for what is not in the order, and for others’ orders', async () => {
    const { buyer, knob, order } = await bought();
    const stranger = await makeUser(shop.app.db);
    const unknown = { productId: '', variantId: randomUUID(), productNum: '' };
    expect((await refusal(ask(buyer, order, unknown, 1))).issues).toMatchObject([
      { path: ['lines', 0, 'variantId'] },
    ]);
    expect((await refusal(ask(stranger, order, knob, 1))).reason).toBe('not_found');
    await shop.app.db.update(orders).set({ status: 'Processing' }).where(eq(orders._id, order._id));
    expect((await refusal(ask(buyer, order, knob, 1))).reason).toBe('order_state');
    expect(ERRORS.order_state.status).toBe(409);
    expect((await refusal(ask(buyer, { ...order, _id: randomUUID() }, knob, 1))).reason).toBe('not_found');
  });

  it('is its owner’s and staff’s to read and to mail; a customer mails it to the order’s address alone', async () => {
    const { buyer, knob, order } = await bought();
    const made = await ask(buyer, order, knob, 1);
    const stranger = await makeUser(shop.app.db);
    expect(await shop.as(staff).returns.byId({ _id: made._id })).toMatchObject({
      ...{ _id: made._id, name: order.name },
    });
    expect((await refusal(shop.as(stranger).returns.byId({ _id: made._id }))).reason).toBe('not_found');
    expect((await shop.as(stranger).returns.list({})).total).toBe(0);
    expect((await refusal(shop.as(buyer).returns.update({ _id: made._id, status: 'Approved' }))).reason).toBe(
      'forbidden',
    );
    const send = (user: SessionUser, email: string) => shop.as(user).returns.email({ _id: made._id, email });
    expect(await send(buyer, order.email)).toEqual({ ok: true });
    expect((await refusal(send(buyer, 'else@example.com'))).issues).toMatchObject([{ path: ['email'] }]);
    expect(await send(staff, 'else@example.com')).toEqual({ ok: true });
    expect((await refusal(send(stranger, order.email))).reason).toBe('not_found');
  });
});

describe('a return on its way', () => {
  it('brings the stock back when it is received, once, and only what came', async () => {
    const { buyer, knob, order } = await bought();
    const isOffered = async () => (await shop.as(staff).orders.record({ id: order._id })).mayReturn;
    expect(await isOffered()).toBe(true);
    const made = await ask(buyer, order, knob, 3);
    expect(await isOffered()).toBe(false);
    await move(made._id, 'Approved');
    expect(await stockOf(knob)).toBe(47);
    const [line] = made.lines;
    const tooMany = move(made._id, 'Received', { lines: [{ _id: line?._id, received: 4 }] });
    expect((await refusal(tooMany)).issues).toMatchObject([{ path: ['lines', 0, 'received'] }]);
    await move(made._id, 'Received', { lines: [{ _id: line?._id, received: 2 }] });
    expect(await stockOf(knob)).toBe(49);
    expect((await refusal(move(made._id, 'Approved'))).reason).toBe('order_state');
    // Again changes nothing.
    await move(made._id, 'Received');
    expect(await stockOf(knob)).toBe(49);
    // Goods that did not come can be asked for again.
    expect(await shop.as(buyer).returns.returnable({ id: order._id })).toMatchObject([{ left: 1 }]);
    expect(await isOffered()).toBe(true);
  });

  it('gives back what the goods were worth to the cent, with their tax, bit by bit the whole, never more', async () => {
    const { buyer, knob, order } = await bought();
    // Thirds of 32.48: 10.83, 10.82 and 10.83.
    const amounts: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const made = await ask(buyer, order, knob, 1);
      await move(made._id, 'Received');
      amounts.push((await move(made._id, 'Refunded')).refund);
      await move(made._id, 'Refunded');
    }
    expect(amounts).toEqual([10.83, 10.83, 10.82]);
    const { refunds: made, amountRefunded } = await givenBack(order);
    expect(made.map(([status]) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(amountRefunded).toBe(32.48);
    expect((await refusal(ask(buyer, order, knob, 1))).reason).toBe('order_state');
  });

  it('gives less where staff keep some, and as store credit where they say so', async () => {
    const { buyer, knob, order } = await bought();
    const made = await ask(buyer, order, knob, 3);
    await move(made._id, 'Received');
    const more = move(made._id, 'Refunded', { refund: usd(32.49) });
    expect((await refusal(more)).issues).toMatchObject([{ path: ['refund'] }]);
    const said = await move(made._id, 'Refunded', { refund: usd(20), refundTo: 'credit' });
    expect(said).toMatchObject({ refund: 20, paidOut: 20, refundTo: 'credit', status: 'Refunded' });
    expect((await shop.as(buyer).storeCredit.balance()).balance).toBe(20);
    expect((await givenBack(order)).refunds).toEqual([]);
  });

  it('gives store credit that was used back as such', async () => {
    // 30.00 less 6.00 of credit; 8.25 % of the 24.00 is 1.98.
    const { buyer, knob, order } = await bought({ storeCredit: 6 });
    expect(order.total).toBe(25.98);
    const made = await ask(buyer, order, knob, 3);
    await move(made._id, 'Received');
    expect(await move(made._id, 'Refunded')).toMatchObject({
      refund: 25.98,
      paidOut: 25.98,
      storeCredit: 6,
      refundTo: 'card',
    });
    expect((await shop.as(buyer).storeCredit.balance()).balance).toBe(6);
    expect((await givenBack(order)).amountRefunded).toBe(25.98);
  });

  it('is less of the used store credit as well, and each line says what was given for it', async () => {
    const { buyer, knob, order } = await bought({ storeCredit: 6 });
    const made = await ask(buyer, order, knob, 3);
    await move(made._id, 'Received');
    const more = move(made._id, 'Refunded', { refund: usd(31.99) });
    expect((await refusal(more)).issues).toEqual([
      { path: ['refund'], message: 'is more than the $31.98 that the goods were worth' },
    ]);
    expect(await move(made._id, 'Refunded', { refund: usd(27) })).toMatchObject({
      refund: 25.98,
      storeCredit: 1.02,
    });
    expect((await shop.as(buyer).storeCredit.balance()).balance).toBe(1.02);
    const lines = await shop.app.db.select().from(returnLines).where(eq(returnLines.return, made._id));
    expect(lines.map(({ refunded }) => refunded)).toEqual([27]);
  });

  it('of an order by check goes off what is to be paid; out once the check was taken', async () => {
    const { db } = shop.app;
    const knob = await makeVariant(db, { price: usd(10), stock: 50 });
    const company = await makeCompany(db, { taxExempt: true, preferredPayment: 'Check' });
    const buyer = await makeUser(db, { company });
    const placed = await shop.as(buyer).orders.submit({
      ...{ ...guest, cart: [lineOf(knob, 10)], shippingMethod: 'local', total: usd(100) },
      ...{ paymentType: 'Check', idempotencyKey: randomUUID() },
    });
    const order = await fulfilled(placed);
    const balance = async () => (await shop.as(buyer).storeCredit.balance()).balance;
    const unpaid = await ask(buyer, order, knob, 4);
    await move(unpaid._id, 'Received');
    const worth = ({ _id }: { _id: string }) => shop.as(staff).returns.worth({ _id });
    expect(await worth(unpaid)).toEqual({ money: 40, storeCredit: 0, open: 100 });
    const late = refusal(
      shop.as(staff).returns.update({
        ...{ _id: unpaid._id, status: 'Refunded' },
        seen: { money: usd(40), storeCredit: usd(0), open: usd(60) },
      }),
    );
    expect(await late).toMatchObject({
      ...{ reason: 'figures_changed', details: { worth: { money: 40, storeCredit: 0, open: 100 } } },
    });
    const seen = { money: usd(40), storeCredit: usd(0), open: usd(100) };
    const off = await move(unpaid._id, 'Refunded', { seen });
    // Pressed again, it is the same.
    expect(await move(unpaid._id, 'Refunded', { seen })).toEqual(off);
    expect(off).toMatchObject({ refund: 40, paidOut: 0, refundTo: null });
    const mails = await db.select().from(emails).where(eq(emails.order, order._id));
    const settled = mails.filter(({ text }) => text.includes('This is how we settled it'));
    expect(settled.map(({ text }) => text)).toEqual([
      expect.stringContaining('This is how we settled it: $40.00 off what was to be paid.'),
    ]);
    expect([await balance(), (await givenBack(order)).amountCredited]).toEqual([0, 40]);
    const receipt = { method: 'check', number: '1043', amount: usd(60), receivedOn: '2026-11-24' } as const;
    await shop.as(staff).receipts.take({ company, ...receipt, key: randomUUID() });
    const paid = await ask(buyer, order, knob, 2);
    await move(paid._id, 'Received');
    expect(await worth(paid)).toEqual({ money: 20, storeCredit: 0, open: 0 });
    await move(paid._id, 'Refunded', { refundTo: 'credit' });
    expect([await balance(), (await givenBack(order)).amountCredited]).toEqual([20, 40]);
    const byHand = await ask(buyer, order, knob, 4);
    await move(byHand._id, 'Received');
    expect(await move(byHand._id, 'Refunded', { refundTo: 'check', number: '88' })).toMatchObject({
      refund: 40,
      paidOut: 40,
      refundTo: 'check',
    });
    expect(await givenBack(order)).toMatchObject({ refunds: [], amountRefunded: 40, paid: true });
    const out = await db.select().from(payouts).where(eq(payouts.order, order._id));
    expect(out).toMatchObject([{ way: 'check', amount: 40, number: '88' }]);
  });

  it('goes off what is to be paid, and what is more than that goes out', async () => {
    const { db } = shop.app;
    const { buyer, knob, company, order } = await onAccount(false);
    const receipt = { method: 'check', number: '7', amount: usd(80), receivedOn: '2026-11-24' } as const;
    await shop.as(staff).receipts.take({ company, ...receipt, key: randomUUID() });
    const made = await ask(buyer, order, knob, 3);
    await move(made._id, 'Received');
    const said = await move(made._id, 'Refunded', { refundTo: 'check', fee: usd(1) });
    expect(said).toMatchObject({ refund: 29, paidOut: 9, refundTo: 'check', fee: 1 });
    const [told] = await db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user, buyer._id), eq(notifications.type, 7)))
      .orderBy(desc(notifications._id));
    expect(told).toMatchObject({
      title: `Return of order ${order.orderNumber}: Settled`,
      details: '$20.00 off what was to be paid, $9.00 by check, a fee of $1.00 kept.',
    });
  });

  it('can’t go to a card where none paid the order', async () => {
    const { buyer, knob, order } = await onAccount(false);
    const made = await ask(buyer, order, knob, 3);
    await move(made._id, 'Received');
    const error = await refusal(move(made._id, 'Refunded', { refundTo: 'card' }));
    expect([error.reason, error.issues]).toEqual([
      'invalid',
      [{ path: ['refundTo'], message: 'can’t be the card, because this order was not paid by card' }],
    ]);
    expect(await givenBack(order)).toMatchObject({ refunds: [], amountCredited: 0 });
    expect(await move(made._id, 'Refunded')).toMatchObject({ status: 'Refunded', refundTo: null });
  });

  it('is taken off what an order still owes on account, which is paid by less then', async () => {
    const { buyer, knob, company, order } = await onAccount(false);
    const made = await ask(buyer, order, knob, 3);
    await move(made._id, 'Received');
    await move(made._id, 'Refunded');
    expect(await givenBack(order)).toEqual({
      refunds: [],
      amountRefunded: 0,
      amountCredited: 30,
      paid: false,
    });
    expect((await shop.as(buyer).statement.get({})).balance).toBe(70);
    expect((await refusal(pay(buyer, order, 100))).reason).toBe('figures_changed');
    expect((await pay(buyer, order, 70)).finished).toBe(true);
    expect(await accountOf(company)).toEqual([
      ['charge', 100],
      ['credit', -30],
      ['payment', -70],
    ]);
  });

  it('of a paid order on account goes to the card, or to store credit, and the account stays even', async () => {
    for (const refundTo of ['card', 'credit'] as const) {
      const { buyer, knob, company, order } = await onAccount(true);
      const made = await ask(buyer, order, knob, 3);
      await move(made._id, 'Received');
      await move(made._id, 'Refunded', { refundTo });
      const { amountRefunded, amountCredited } = await givenBack(order);
      expect([amountRefunded, amountCredited]).toEqual([refundTo === 'card' ? 30 : 0, 0]);
      expect(await accountOf(company)).toEqual([
        ['charge', 100],
        ['payment', -100],
        ['credit', -30],
        ['refund', 30],
      ]);
      expect((await shop.as(buyer).storeCredit.balance()).balance).toBe(refundTo === 'credit' ? 30 : 0);
    }
  });

  it('that was rejected leaves nothing behind; an order with another can’t be canceled as well', async () => {
    const { buyer, knob, order } = await bought();
    const made = await ask(buyer, order, knob, 3);
    expect((await refusal(shop.as(staff).orders.cancel({ _id: order._id }))).reason).toBe('order_state');
    await move(made._id, 'Rejected');
    expect(await shop.as(buyer).returns.returnable({ id: order._id })).toMatchObject([{ left: 3 }]);
    expect(await stockOf(knob)).toBe(47);
    expect((await shop.as(staff).orders.cancel({ _id: order._id })).status).toBe('Canceled');
    expect(await stockOf(knob)).toBe(50);
  });
});
