import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { statementOf } from '#server/payments/statement.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, refusal, type Selling } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 5000 });
});
afterAll(() => shop.close());

const onAccount = (buyer: SessionUser, quantity: number, said: object = {}) =>
  shop.as(buyer).orders.submit({
    ...onTerms(knob, quantity),
    ...said,
  });

const pay = (user: SessionUser, made: readonly Order[], total: number) =>
  shop.as(user).orders.pay({
    orders: made.map(({ _id }) => _id),
    card: { testOutcome: 'approve' },
    idempotencyKey: randomUUID(),
    total: usd(total),
  });

const due = (order: Order, dueDate: string) =>
  shop.app.db.update(orders).set({ dueDate }).where(eq(orders._id, order._id));

async function company() {
  const { db } = shop.app;
  const _id = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
  return { _id, primary: await makeUser(db, { company: _id }), db };
}

describe('a statement', () => {
  it('says what is owed by age, and every line with the balance after it, the latest first', async () => {
    const { _id, primary, db } = await company();
    const kitchen = await onAccount(primary, 4, { orderName: 'Kitchen', poNumber: 'PO-7' });
    const bath = await onAccount(primary, 1);
    const hall = await onAccount(primary, 20);
    const porch = await onAccount(primary, 3);
    await pay(primary, [kitchen, porch], 70);
    await shop.as(primary).orders.cancel({ _id: porch._id });
    await due(bath, '2026-10-31');
    await due(hall, '2027-01-20');
    const now = new Date('2026-12-31T18:00:00Z');
    const said = await statementOf(db, primary, { page: 1, limit: 25 }, now);
    expect(said).toMatchObject({
      company: { _id, creditLimit: 1000 },
      date: '2026-12-31',
      balance: 210,
      ageing: { current: 200, upTo30: 0, upTo60: 0, upTo90: 10, over90: 0 },
      open: [
        { orderNumber: bath.orderNumber, open: 10, dueDate: '2026-10-31' },
        { orderNumber: hall.orderNumber, open: 200 },
      ],
      total: 8,
    });
    expect(said.entries.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['refund', 30, 210],
      ['cancel', -30, 180],
      ['payment', -30, 210],
      ['payment', -40, 240],
      ['charge', 30, 280],
      ['charge', 200, 250],
      ['charge', 10, 50],
      ['charge', 40, 40],
    ]);
    expect(said.entries.at(-1)).toMatchObject({
      order: kitchen._id,
      orderNumber: kitchen.orderNumber,
      orderName: 'Kitchen',
      poNumber: 'PO-7',
    });
    const second = await statementOf(db, primary, { page: 2, limit: 3 }, now);
    expect(second.entries.map(({ balance }) => balance)).toEqual([240, 280, 250]);
  });

  it('takes what stands to the company’s good off what is current', async () => {
    const { _id, primary, db } = await company();
    await onAccount(primary, 4);
    await db.insert(accountEntries).values({ company: _id, kind: 'credit', amount: usd(-55) });
    const { balance, ageing } = await shop.as(primary).statement.get({});
    expect([balance, ageing.current]).toEqual([-15, -15]);
  });

  it('is the Primary’s and staff’s; a Member may not read it, and another’s is not there', async () => {
    const { _id, primary, db } = await company();
    const member = await makeUser(db, { company: _id, role: 'Member' });
    const other = await company();
    const staff = await makeUser(db, { permissionLevel: 'Employee' });
    expect((await shop.as(primary).statement.get({ company: _id })).balance).toBe(0);
    expect((await shop.as(staff).statement.get({ company: _id })).company._id).toBe(_id);
    expect((await refusal(shop.as(member).statement.get({}))).reason).toBe('forbidden');
    for (const wanted of [_id, randomUUID()]) {
      expect((await refusal(shop.as(other.primary).statement.get({ company: wanted }))).reason).toBe(
        'not_found',
      );
    }
    expect((await refusal(shop.as(staff).statement.get({}))).reason).toBe('not_found');
    expect((await refusal(shop.as(staff).statement.get({ company: randomUUID() }))).reason).toBe('not_found');
    expect((await refusal(shop.as(await makeUser(db)).statement.get({}))).reason).toBe('forbidden');
    expect((await refusal(shop.as(null).statement.get({}))).reason).toBe('signed_out');
  });
});

describe('the account of a company', () => {
  it('owes nothing for an order that was paid and canceled: the refund stands beside the cancel', async () => {
    const { primary } = await company();
    const order = await onAccount(primary, 4);
    await pay(primary, [order], 40);
    await shop.as(primary).orders.cancel({ _id: order._id });
    // At once, so that nobody orders on money that is on its way back.
    const entries = async () =>
      (await shop.as(primary).statement.get({})).entries.map(({ kind, amount }) => [kind, amount]);
    const expected = [
      ['refund', 40],
      ['cancel', -40],
      ['payment', -40],
      ['charge', 40],
    ];
    expect(await entries()).toEqual(expected);
    await shop.app.jobs.drain();
    expect(await entries()).toEqual(expected);
    expect((await shop.as(primary).payments.terms()).credit?.owed).toBe(0);
  });
});
