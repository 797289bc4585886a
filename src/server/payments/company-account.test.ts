import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { statementOf } from '#server/payments/statement.ts';
import { returning } from '#server/returns/returns.test-support.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, onTerms, openShop, type Selling } from '#server/test/selling.ts';
import { creditCheck, releaseOf } from '#shared/rules/credit.ts';
import { sumMoney, ZERO } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { TakeReceipt } from '#shared/schemas/receipts.ts';

let shop: Selling;
let staff: SessionUser;
/** A cent each, for orders of any amount. */
let cent: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  cent = await makeVariant(shop.app.db, { price: usd(0.01), stock: 1_000_000 });
});
afterAll(() => shop.close());

interface Account {
  company: string;
  primary: SessionUser;
  placed: Order[];
}

/** A company with a limit, and orders on its account: each of so many cents, due on a day. */
async function account(creditLimit: number, debts: [cents: number, dueDate: string][]): Promise<Account> {
  const { db } = shop.app;
  const company = await makeCompany(db, {
    ...{ creditLimit: usd(creditLimit), taxExempt: true, email: `${randomUUID()}@example.com` },
  });
  const primary = await makeUser(db, { company, role: 'Primary' });
  const placed: Order[] = [];
  for (const [cents, dueDate] of debts) {
    const asked = { ...onTerms(cent, cents), total: usd(cents / 100) };
    const order = await shop.as(primary).orders.submit(asked);
    await db.update(orders).set({ dueDate }).where(eq(orders._id, order._id));
    placed.push(order);
  }
  return { company, primary, placed };
}

const take = (company: string, amount: number, more: Partial<TakeReceipt> = {}) =>
  shop.as(staff).receipts.take({
    ...{ company, method: 'check', number: '1043', amount: usd(amount), receivedOn: '2026-11-24' },
    ...{ key: randomUUID(), ...more },
  } as TakeReceipt);

const LAST_DAY = new Date('2026-12-31T18:00:00Z');

/** All that its statement says on the last day of 2026, once it is seen that every other place says the same. */
async function standing({ company, primary }: Account) {
  const said = await statementOf(shop.app.db, staff, { company, page: 1, limit: 100 }, LAST_DAY);
  const { company: of, balance, onAccount, due, ageing, open, entries } = said;
  const clerk = shop.as(staff);
  const debts = await clerk.receipts.debts({ company });
  const terms = debts.orders.filter(({ paymentType }) => paymentType === 'Terms');
  const credit = { creditLimit: of.creditLimit, owed: balance };

  // Receive-payment, the record, the list of companies, the customer's own, and the checkout's.
  expect(debts).toMatchObject({ onAccount, credit });
  expect(terms.map(one => [one._id, one.open])).toEqual(open.map(one => [one._id, one.open]));
  expect(sumMoney(terms.map(one => one.open))).toBe(sumMoney([balance, onAccount]));
  expect(await clerk.companies.record({ id: company })).toMatchObject(credit);
  const listed = await clerk.companies.desk({ search: of.name, limit: 100 });
  expect(listed.companies.find(({ _id }) => _id === company)).toMatchObject(credit);
  const [asStaff, own] = [await clerk.statement.get({ company }), await shop.as(primary).statement.get({})];
  expect(own).toEqual(asStaff);
  expect(own).toMatchObject({ balance, onAccount });
  expect(own.open.map(one => [one._id, one.open])).toEqual(open.map(one => [one._id, one.open]));
  const checkout = await shop.as(primary).payments.terms();
  expect(checkout.credit).toMatchObject({ ...credit, open: own.open });

  // Its ages, and its lines, come to what is owed.
  expect(sumMoney(Object.values(ageing))).toBe(balance);
  expect(sumMoney(Object.values(own.ageing))).toBe(balance);
  let sum = ZERO;
  for (const line of entries.toReversed()) {
    sum = sumMoney([sum, line.amount]);
    expect(line.balance).toBe(sum);
  }
  expect(sum).toBe(balance);
  const { available } = creditCheck({ creditLimit: of.creditLimit, owed: balance, total: ZERO });
  return {
    ...{ owed: balance, free: available, onAccount, due, ages: Object.values(ageing) },
    open: open.map(one => one.open),
  };
}

const lines = async (company: string) =>
  (await shop.as(staff).statement.get({ company, limit: 100 })).entries;

describe('the account of a company', () => {
  it('says everywhere the same, through receipts, a bounced one, money on account, goodwill and a return', async () => {
    const at = await account(1000, [
      [43_084, '2026-09-20'],
      [21_200, '2026-10-15'],
      [9716, '2026-11-20'],
      [6000, '2026-12-10'],
      [15_000, '2027-01-20'],
    ]);
    const { company, primary, placed } = at;
    const [, , , fourth, fifth] = placed as [Order, Order, Order, Order, Order];
    expect(await standing(at)).toEqual({
      ...{ owed: 950, free: 50, onAccount: 0, due: 800, ages: [150, 60, 97.16, 212, 430.84] },
      open: [430.84, 212, 97.16, 60, 150],
    });

    // One check over three of them, the last in part.
    const check = await take(company, 700);
    expect(await standing(at)).toEqual({
      ...{ owed: 250, free: 750, onAccount: 0, due: 100, ages: [150, 60, 40, 0, 0] },
      open: [40, 60, 150],
    });

    // 60.00 of it for the fourth order, 40.00 for none yet.
    const cash = { method: 'cash', number: '', orders: [{ _id: fourth._id, amount: usd(60) }] } as const;
    await take(company, 100, { ...cash, orders: [...cash.orders] });
    expect(await standing(at)).toEqual({
      ...{ owed: 150, free: 850, onAccount: 40, due: 40, ages: [110, 0, 40, 0, 0] },
      open: [40, 150],
    });

    await shop.as(staff).receipts.bounce({ _id: check._id });
    expect(await standing(at)).toEqual({
      ...{ owed: 850, free: 150, onAccount: 40, due: 740, ages: [110, 0, 97.16, 212, 430.84] },
      open: [430.84, 212, 97.16, 150],
    });

    // Out of goodwill: it stays paid, and nothing of it is owed again.
    const { version } = await shop.as(staff).orders.byId({ id: fourth._id });
    await shop.as(staff).refunds.make({
      ...{ order: fourth._id, version, amount: usd(10), way: 'cash', number: '' },
      ...{ reason: 'scratched', key: randomUUID() },
    });
    expect(await standing(at)).toMatchObject({ owed: 850, free: 150, open: [430.84, 212, 97.16, 150] });

    // 20.00 of the fifth come back before it was paid.
    const { fulfilled, ask, move } = returning(shop, staff);
    const sent = await ask(primary, await fulfilled(fifth), cent, 2000);
    await move(sent._id, 'Received');
    await move(sent._id, 'Refunded');
    expect(await standing(at)).toEqual({
      ...{ owed: 830, free: 170, onAccount: 40, due: 740, ages: [90, 0, 97.16, 212, 430.84] },
      open: [430.84, 212, 97.16, 130],
    });

    await shop.as(staff).receipts.payFromAccount({ company, key: randomUUID() });
    expect(await standing(at)).toEqual({
      ...{ owed: 830, free: 170, onAccount: 0, due: 700, ages: [130, 0, 97.16, 212, 390.84] },
      open: [390.84, 212, 97.16, 130],
    });
  });

  it('names the receipt of each line, and which its bank took back', async () => {
    const { company, placed } = await account(1000, [[5000, '2026-09-20']]);
    const check = await take(company, 60, { number: '77' });
    const days = (await lines(company)).map(({ receipt }) => receipt?.receivedOn ?? null);
    expect(days.toSorted()).toEqual(['2026-11-24', '2026-11-24', null]);
    await shop.as(staff).receipts.bounce({ _id: check._id });
    const told = (await lines(company)).map(({ order, amount, receipt }) => [
      ...[amount, order && placed.findIndex(({ _id }) => _id === order)],
      receipt && `${receipt.method} ${receipt.number}${receipt.bounced ? ' bounced' : ''}`,
    ]);
    expect(told.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [-50, 0, 'check 77'],
      [-10, null, 'check 77'],
      [10, null, 'check 77 bounced'],
      [50, 0, 'check 77 bounced'],
      [50, 0, null],
    ]);
  });

  it('counts no order that is not on account, which a payment may pay all the same', async () => {
    const at = await account(1000, [[5000, '2026-09-20']]);
    const counter = await shop.as(staff).orders.createByStaff({
      ...{ company: at.company, cart: [lineOf(cent, 700)], total: usd(7), paymentType: 'Check' },
      idempotencyKey: randomUUID(),
    });
    expect(await standing(at)).toMatchObject({ owed: 50, free: 950, open: [50] });
    expect(await shop.as(staff).receipts.debts({ company: at.company })).toMatchObject({ owed: 57 });
    await take(at.company, 7, { orders: [{ _id: counter._id, amount: usd(7) }] });
    expect(await standing(at)).toMatchObject({ owed: 50, free: 950, open: [50] });
  });
});

it('a company over its limit pays what releases its orders, and they can be taken on', async () => {
  const at = await account(1000, [
    [43_084, '2026-09-20'],
    [21_200, '2026-10-15'],
    [9716, '2027-01-20'],
  ]);
  const { company, placed } = at;
  const clerk = shop.as(staff);
  await shop.app.db
    .update(companies)
    .set({ creditLimit: usd(500) })
    .where(eq(companies._id, company));
  const held = async () =>
    (await clerk.orders.desk({ view: 'overLimit', limit: 100 })).orders.filter(one => one.company === company)
      .length;
  expect(await held()).toBe(3);
  const debts = await clerk.receipts.debts({ company });
  const release = releaseOf(debts);
  expect(release).toMatchObject({ missing: 240, orders: [{ _id: placed[0]?._id }], sum: 430.84 });

  // A cent less than is missing releases nothing.
  const [first] = placed;
  const part = (amount: number) => [{ _id: first?._id ?? '', amount: usd(amount) }];
  await take(company, 239.99, { number: '1', orders: part(239.99) });
  expect(await held()).toBe(3);
  expect(releaseOf(await clerk.receipts.debts({ company }))).toMatchObject({ missing: 0.01, sum: 190.85 });
  await take(company, 0.01, { number: '2', orders: part(0.01) });
  expect(await held()).toBe(0);
  expect(releaseOf(await clerk.receipts.debts({ company }))).toBeNull();
  expect(await standing(at)).toMatchObject({ owed: 500, free: 0 });
});
