import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditOf } from '#server/companies/customers.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { receipts } from '#server/receipts/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, paidOrder, refusal, type Selling } from '#server/test/selling.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import { addMoney, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import type { TakeReceipt } from '#shared/schemas/receipts.ts';

let shop: Selling;
let staff: SessionUser;
let cent: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  cent = await makeVariant(shop.app.db, { price: usd(0.01), stock: 1_000_000 });
});
afterAll(() => shop.close());

/** A company with a limit of 1,000 that owes 430.84 (the oldest), 212.00 and 97.16. */
async function indebted() {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const ids: string[] = [];
  for (const cents of [43_084, 21_200, 9716]) {
    const asked = { ...onTerms(cent, 1), cart: [{ ...onTerms(cent, 1).cart[0], quantity: cents }] };
    const { _id } = await shop.as(buyer).orders.submit({ ...asked, total: usd(cents / 100) } as never);
    ids.push(_id);
  }
  return { company, buyer, ids };
}

const check = (company: string, amount: number, more: Partial<TakeReceipt> = {}): TakeReceipt => ({
  ...{ company, method: 'check', number: '1234', amount: usd(amount), receivedOn: '2026-11-24' },
  ...{ note: '', key: randomUUID(), ...more },
});

/** How it stands: open by order, owed by the account, free credit. */
async function standing({ company, ids }: { company: string; ids: string[] }) {
  const { db } = shop.app;
  const found = await Promise.all(
    ids.map(async _id => (await db.select().from(orders).where(eq(orders._id, _id)))[0]),
  );
  const entries = await db.select().from(accountEntries).where(eq(accountEntries.company, company));
  const owed = sumMoney(entries.map(({ amount }) => amount));
  return {
    open: found.map(order => Math.round(((order?.total ?? 0) - (order?.amountPaid ?? 0)) * 100) / 100),
    paid: found.map(order => order?.paid),
    owed,
    free: 1000 - Math.max(0, owed),
    onAccount: (await shop.as(staff).receipts.debts({ company })).onAccount,
  };
}

describe('a check of a company', () => {
  it('pays the oldest first, is owed again when it bounces, and may come once more', async () => {
    const at = await indebted();
    const clerk = shop.as(staff);
    expect((await clerk.receipts.debts({ company: at.company })).orders.map(({ open }) => open)).toEqual([
      430.84, 212, 97.16,
    ]);
    const first = await clerk.receipts.take(check(at.company, 700));
    expect(first.orders.map(({ amount }) => amount)).toEqual([430.84, 212, 57.16]);
    expect(await standing(at)).toEqual({
      open: [0, 0, 40],
      paid: [true, true, false],
      owed: 40,
      free: 960,
      onAccount: 0,
    });

    expect(await clerk.receipts.bounce({ _id: first._id })).toMatchObject({ orders: [], onAccount: 0 });
    await clerk.receipts.bounce({ _id: first._id });
    const owing = {
      open: [430.84, 212, 97.16],
      paid: [false, false, false],
      owed: 740,
      free: 260,
      onAccount: 0,
    };
    expect(await standing(at)).toEqual(owing);

    const asked = await refusal(clerk.receipts.take(check(at.company, 700)));
    expect(asked).toMatchObject({ reason: 'receipt_known', details: { receipt: { _id: first._id } } });
    expect(await standing(at)).toEqual(owing);
    await clerk.receipts.take(check(at.company, 700, { again: true }));
    expect(await standing(at)).toMatchObject({ open: [0, 0, 40], owed: 40 });
    // Their customer was told of both.
    const [oldest = ''] = at.ids;
    const told = and(eq(emails.order, oldest), eq(emails.template, 'payment-received'));
    expect(await shop.app.db.$count(emails, told)).toBe(2);
  });

  it('keeps on account what nothing is owed for, and is taken once', async () => {
    const at = await indebted();
    const clerk = shop.as(staff);
    const one = check(at.company, 750);
    const [first, second] = await Promise.all([clerk.receipts.take(one), clerk.receipts.take(one)]);
    expect(second).toEqual(first);
    expect(first.onAccount).toBe(10);
    expect(await standing(at)).toEqual({
      open: [0, 0, 0],
      paid: [true, true, true],
      owed: -10,
      free: 1000,
      onAccount: 10,
    });
    expect(await refusal(clerk.receipts.take({ ...one, amount: usd(751) }))).toMatchObject({
      reason: 'key_reused',
      message: 'This was already sent with different contents. Nothing was done again.',
    });
    const same = await refusal(clerk.receipts.take({ ...one, key: randomUUID(), again: true }));
    expect(same).toMatchObject({ reason: 'invalid', issues: [{ path: ['number'] }] });
    await clerk.receipts.bounce({ _id: first._id });
    expect(await standing(at)).toMatchObject({ owed: 740, onAccount: 0 });
  });

  it('has come by now: of tomorrow there is none', async () => {
    const at = await indebted();
    const today = shopDate(new Date(), DEFAULT_TIME_ZONE);
    const take = (receivedOn: string) => shop.as(staff).receipts.take(check(at.company, 10, { receivedOn }));
    expect((await refusal(take(addDays(today, 1)))).issues).toEqual([
      { path: ['receivedOn'], message: 'is in the future' },
    ]);
    await take(today);
    expect(await standing(at)).toMatchObject({ owed: 730 });
  });

  it('goes where staff say, and to nobody else’s order', async () => {
    const [at, other] = [await indebted(), await indebted()];
    const [, second = ''] = at.ids;
    const clerk = shop.as(staff);
    const to = (_id: string, amount: number) =>
      check(at.company, 300, { orders: [{ _id, amount: usd(amount) }] });
    expect(await refusal(clerk.receipts.take(to(other.ids[0] ?? '', 10)))).toMatchObject({
      issues: [{ path: ['orders', 0, '_id'] }],
    });
    expect(await refusal(clerk.receipts.take(to(second, 212.01)))).toMatchObject({
      issues: [{ path: ['orders', 0, 'amount'], message: 'is more than the $212.00 still open' }],
    });
    await clerk.receipts.take(to(second, 212));
    expect(await standing(at)).toMatchObject({ open: [430.84, 0, 97.16], owed: 440, onAccount: 88 });
  });
});

it('a check bounces though an edit took some of it off its order, and staff are told what had gone out', async () => {
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000), taxExempt: true });
  const buyer = await makeUser(shop.app.db, { company });
  const asked = { ...onTerms(cent, 1), cart: [{ ...onTerms(cent, 1).cart[0], quantity: 10_000 }] };
  const placed = await shop.as(buyer).orders.submit({ ...asked, total: usd(100) } as never);
  const clerk = shop.as(staff);
  const { _id: receipt } = await clerk.receipts.take(check(company, 100));
  const read = () => clerk.orders.byId({ id: placed._id });
  const { version, cart } = await read();
  const given = { order: placed._id, version, amount: usd(30), way: 'cash', reason: 'scratched' } as const;
  await clerk.refunds.make({ ...given, number: '', key: randomUUID() });
  const edit = {
    ...{ _id: placed._id, version: version + 1, idempotencyKey: randomUUID(), mail: false },
    cart: [{ _id: cart[0]?._id ?? '', quantity: 2000 }],
  };
  const { edit: seen } = await clerk.orders.adminReplace({ ...edit, preview: true });
  await clerk.orders.adminReplace({ ...edit, figures: seen.after });
  await clerk.receipts.bounce({ _id: receipt });
  // They have goods for 20.00 and 30.00 in their hands, of which the edit had taken 10.00 for given back before.
  expect(await read()).toMatchObject({ total: 20, amountPaid: -10, paid: false });
  expect(await clerk.receipts.debts({ company })).toMatchObject({ owed: 30, orders: [{ open: 30 }] });
  expect((await creditOf(shop.app.db, company)).owed).toBe(30);
  const [order] = await shop.app.db.select().from(orders).where(eq(orders._id, placed._id));
  expect(order?.alert).toMatch(
    /^\$\d+\.\d\d by check 1234 bounced; \$30\.00 of the order had been given back, and is owed\.$/,
  );
});

describe('money on account', () => {
  it('pays later orders once, what came in first before the rest', async () => {
    const at = await indebted();
    const clerk = shop.as(staff);
    const first = await clerk.receipts.take(check(at.company, 750));
    await clerk.receipts.take(check(at.company, 30, { number: '77' }));
    const asked = { ...onTerms(cent, 1), cart: [{ ...onTerms(cent, 1).cart[0], quantity: 5000 }] };
    const { _id } = await shop.as(at.buyer).orders.submit({ ...asked, total: usd(50) } as never);
    const use = { company: at.company, key: randomUUID() };
    const [one, other] = await Promise.all([
      clerk.receipts.payFromAccount(use),
      clerk.receipts.payFromAccount(use),
    ]);
    expect(one).toMatchObject({ owed: 10, onAccount: 0, orders: [{ _id, open: 10 }] });
    expect(other).toEqual(one);
    const now = { company: at.company, ids: [...at.ids, _id] };
    expect(await standing(now)).toMatchObject({ open: [0, 0, 0, 10], owed: 10, free: 990, onAccount: 0 });
    expect(
      await refusal(
        clerk.receipts.payFromAccount({ ...use, user: undefined, orders: [{ _id, amount: usd(1) }] }),
      ),
    ).toMatchObject({ reason: 'key_reused' });
    // The bounced check takes back what was used of it since.
    await clerk.receipts.bounce({ _id: first._id });
    expect(await standing(now)).toMatchObject({ open: [430.84, 212, 97.16, 20], owed: 760, onAccount: 0 });
  });

  it('stays the person’s own when they join a company, and pays what they owe from before', async () => {
    const { db } = shop.app;
    const buyer = await makeUser(db, {});
    const clerk = shop.as(staff);
    const taken = { ...check('', 30), company: undefined, user: buyer._id, key: randomUUID() };
    await clerk.receipts.take(taken);
    const company = await makeCompany(db, { creditLimit: usd(1000), taxExempt: true });
    await clerk.companies.addUser({ companyId: company, userId: buyer._id });
    expect(await clerk.receipts.debts({ user: buyer._id })).toMatchObject({ onAccount: 30, credit: null });
    expect(await clerk.receipts.debts({ company })).toMatchObject({ onAccount: 0 });
  });

  it('pays nobody else’s order, nor more than there is', async () => {
    const [at, other] = [await indebted(), await indebted()];
    const clerk = shop.as(staff);
    const use = (_id: string, amount: number) =>
      refusal(
        clerk.receipts.payFromAccount({
          company: at.company,
          key: randomUUID(),
          orders: [{ _id, amount: usd(amount) }],
        }),
      );
    const [oldest = '', next = ''] = at.ids;
    expect(await use(oldest, 1)).toMatchObject({
      issues: [{ path: ['orders'], message: 'come to $1.00, and $0.00 is on account' }],
    });
    const nothing = await refusal(clerk.receipts.payFromAccount({ company: at.company, key: randomUUID() }));
    expect(nothing).toMatchObject({ reason: 'invalid', issues: [{ path: ['orders'] }] });
    await clerk.receipts.take(check(at.company, 440, { orders: [{ _id: oldest, amount: usd(430.84) }] }));
    expect(await use(next, 9.17)).toMatchObject({ issues: [{ path: ['orders'] }] });
    expect(await use(next, 0)).toMatchObject({
      issues: [{ path: ['orders', 0, 'amount'], message: 'must be above 0' }],
    });
    expect(await use(other.ids[0] ?? '', 1)).toMatchObject({ issues: [{ path: ['orders', 0, '_id'] }] });
    expect(await standing(at)).toMatchObject({ open: [0, 212, 97.16], onAccount: 9.16 });
  });
});

describe('money on account beside a receipt', () => {
  it('pays what that leaves open in the same go, once, or neither does', async () => {
    const at = await indebted();
    const [oldest = '', next = '', latest = ''] = at.ids;
    const clerk = shop.as(staff);
    // 9.16 are on account, and 212.00 and 97.16 open.
    await clerk.receipts.take(check(at.company, 440, { orders: [{ _id: oldest, amount: usd(430.84) }] }));
    const both = check(at.company, 305, {
      number: '1235',
      orders: [
        { _id: next, amount: usd(212) },
        { _id: latest, amount: usd(93) },
      ],
    });
    const more = (amount: number) => ({ ...both, fromAccount: [{ _id: latest, amount: usd(amount) }] });
    expect(await refusal(clerk.receipts.take(more(9)))).toMatchObject({
      issues: [{ path: ['fromAccount', 0, 'amount'], message: 'is more than the $4.16 still open' }],
    });
    expect(await standing(at)).toMatchObject({ open: [0, 212, 97.16], onAccount: 9.16 });
    const [one, other] = await Promise.all([
      clerk.receipts.take(more(4.16)),
      clerk.receipts.take(more(4.16)),
    ]);
    expect(other).toEqual(one);
    expect(await standing(at)).toMatchObject({ open: [0, 0, 0], owed: -5, onAccount: 5 });
    expect(await refusal(clerk.receipts.take(both))).toMatchObject({ reason: 'key_reused' });
  });

  it('is told of those alone who have an account', async () => {
    const guest = await paidOrder(shop, {});
    const { company } = await indebted();
    const debts = [{ order: guest._id }, { company }].map(one => shop.as(staff).receipts.debts(one));
    expect((await Promise.all(debts)).map(({ hasAccount }) => hasAccount)).toEqual([false, true]);
  });
});

it('is listed by day as it went to the bank, and taken off the day on which it bounced', async () => {
  const at = await indebted();
  const clerk = shop.as(staff);
  const on = '2026-11-20';
  const gone = await clerk.receipts.take(check(at.company, 100, { receivedOn: on }));
  await clerk.receipts.take(check(at.company, 40, { receivedOn: on, method: 'cash', number: '' }));
  const today = shopDate(new Date(), DEFAULT_TIME_ZONE);
  const { sum: sumBefore } = await clerk.receipts.list({ on: today });
  await clerk.receipts.bounce({ _id: gone._id });
  const { receipts, takenBack, sum } = await clerk.receipts.list({ on });
  expect([receipts.length, takenBack, sum]).toEqual([2, [], 140]);
  const ofBounce = await clerk.receipts.list({ on: today });
  expect(ofBounce.sum).toBe(subtractMoney(sumBefore, usd(100)));
  const orders = [expect.objectContaining({ _id: at.ids[0], amount: 100 })];
  const bounced = { bouncedOn: today, orders: [], onAccount: 0, tookBack: { orders, onAccount: 0 } };
  for (const all of [receipts, ofBounce.takenBack])
    expect(all.find(({ _id }) => _id === gone._id)).toMatchObject(bounced);
  expect(await clerk.receipts.list({ company: at.company })).toMatchObject({ takenBack: [], sum: 40 });
  await expect(clerk.receipts.list({})).rejects.toThrow('is needed: a day, or whose they are');
  // Cash that goes out is told beside it, on its own day.
  const before = (await clerk.receipts.list({ on: today })).handedBack ?? ZERO;
  const [_id = ''] = at.ids;
  const { version } = await clerk.orders.byId({ id: _id });
  const given = { order: _id, version, amount: usd(12.5), reason: 'scratched', number: '' };
  await clerk.refunds.make({ ...given, way: 'cash', key: randomUUID() });
  expect((await clerk.receipts.list({ on: today })).handedBack).toBe(addMoney(before, usd(12.5)));
  expect((await clerk.receipts.list({ on })).handedBack).toBe(0);
  expect((await clerk.receipts.list({ company: at.company })).handedBack).toBeNull();
});

it('is not taken back as cash, which no bank sends back', async () => {
  const { company } = await indebted();
  const clerk = shop.as(staff);
  const cash = await clerk.receipts.take(check(company, 40, { method: 'cash', number: '' }));
  expect(await refusal(clerk.receipts.bounce({ _id: cash._id }))).toMatchObject({
    issues: [{ path: ['_id'], message: 'is cash, which no bank sends back' }],
  });
  expect(await clerk.receipts.list({ company })).toMatchObject({ receipts: [{ bouncedAt: null }] });
});

it('of somebody is in the sum, however many are listed', async () => {
  const company = await makeCompany(shop.app.db);
  const cent = {
    company,
    method: 'cash',
    amount: usd(0.01),
    receivedOn: '2026-11-20',
    requestHash: '',
  } as const;
  await shop.app.db
    .insert(receipts)
    .values(Array.from({ length: 501 }, () => ({ ...cent, key: randomUUID() })));
  const list = await shop.as(staff).receipts.list({ company });
  expect([list.receipts.length, list.sum]).toEqual([500, 5.01]);
});

it('of a guest pays their order, and no more', async () => {
  const order = await paidOrder(shop, {});
  const cash = {
    order: order._id,
    method: 'cash',
    amount: usd(1),
    receivedOn: '2026-11-24',
    key: randomUUID(),
  } as const;
  expect(await refusal(shop.as(staff).receipts.take(cash))).toMatchObject({
    issues: [{ path: ['amount'], message: 'is $1.00 more than is open, and they have no account' }],
  });
});
