import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications } from '#server/notifications/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop, paidOrder, refusal, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('is the balance of the company where there is one, else of the user himself', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db);
  const [alone, member] = [await makeUser(db), await makeUser(db, { company })];
  await db.insert(storeCreditEntries).values([
    { user: alone._id, kind: 'granted', amount: usd(20) },
    { user: alone._id, kind: 'granted', amount: usd(0.35) },
    { company, kind: 'granted', amount: usd(75) },
  ]);
  expect(await shop.as(alone).storeCredit.balance()).toEqual({ balance: 20.35 });
  expect(await shop.as(member).storeCredit.balance()).toEqual({ balance: 75 });
  expect(await shop.as(await makeUser(db)).storeCredit.balance()).toEqual({ balance: 0 });
  expect((await refusal(shop.as(null).storeCredit.balance())).reason).toBe('signed_out');
});

const grant = (said: object) => ({
  amount: usd(12.5),
  reason: 'A box came late',
  key: randomUUID(),
  ...said,
});

describe('store credit that staff give', () => {
  it('is its owner’s at once, given once a key, and told to them with its reason', async () => {
    const { db } = shop.app;
    const clerk = shop.as(await makeUser(db, { permissionLevel: 'Employee' }));
    const company = await makeCompany(db);
    const [alone, primary] = [await makeUser(db), await makeUser(db, { company, role: 'Primary' })];
    const asked = grant({ user: alone._id });
    const twice = await Promise.all([clerk.storeCredit.grant(asked), clerk.storeCredit.grant(asked)]);
    expect(twice).toEqual([{ balance: 12.5 }, { balance: 12.5 }]);
    expect((await refusal(clerk.storeCredit.grant({ ...asked, amount: usd(13) }))).reason).toBe('key_reused');
    // Somebody of a company shares what it has.
    await clerk.storeCredit.grant(grant({ user: primary._id }));
    expect(await clerk.storeCredit.grant(grant({ company }))).toEqual({ balance: 25 });
    expect(await shop.as(primary).storeCredit.balance()).toEqual({ balance: 25 });
    const told = await db.select().from(notifications).where(eq(notifications.user, alone._id));
    expect(told).toMatchObject([{ title: 'You have $12.50 of store credit', details: 'A box came late' }]);
  });

  it('needs an owner, an amount and a reason, and staff', async () => {
    const { db } = shop.app;
    const clerk = shop.as(await makeUser(db, { permissionLevel: 'Employee' }));
    const buyer = await makeUser(db);
    await expect(clerk.storeCredit.grant(grant({}))).rejects.toThrow(/needs one of company and user/);
    expect((await refusal(clerk.storeCredit.grant(grant({ user: randomUUID() })))).reason).toBe('not_found');
    for (const said of [{ amount: usd(0) }, { amount: usd(-1) }, { reason: ' ' }])
      await expect(clerk.storeCredit.grant(grant({ user: buyer._id, ...said }))).rejects.toThrow(
        'reason' in said ? /reason/ : /amount/,
      );
    expect((await refusal(shop.as(buyer).storeCredit.grant(grant({ user: buyer._id })))).reason).toBe(
      'forbidden',
    );
    expect(await shop.as(buyer).storeCredit.balance()).toEqual({ balance: 0 });
  });
});

describe('store credit that an Admin takes back', () => {
  it('is what its owner has not spent, once a key, in the ledger, and told to them with its reason', async () => {
    const { db } = shop.app;
    const admin = shop.as(await makeUser(db, { permissionLevel: 'Admin' }));
    const company = await makeCompany(db);
    const primary = await makeUser(db, { company, role: 'Primary' });
    await db.insert(storeCreditEntries).values({ company, kind: 'granted', amount: usd(75) });
    const said = { company, amount: usd(70), reason: 'Meant for another company', key: randomUUID() };
    const answers = await Promise.all([admin.storeCredit.takeBack(said), admin.storeCredit.takeBack(said)]);
    expect(answers).toEqual([{ balance: 5 }, { balance: 5 }]);
    for (const other of [{ amount: usd(5) }, { reason: 'Another' }])
      expect((await refusal(admin.storeCredit.takeBack({ ...said, ...other }))).reason).toBe('key_reused');
    const more = { ...said, company: undefined, user: primary._id, key: randomUUID(), amount: usd(5.01) };
    expect(await refusal(admin.storeCredit.takeBack(more))).toMatchObject({
      issues: [{ path: ['amount'], message: 'is more than the $5.00 that they have not spent' }],
    });
    expect(await shop.as(primary).storeCredit.balance()).toEqual({ balance: 5 });
    const told = await db.select().from(notifications).where(eq(notifications.user, primary._id));
    expect(told).toMatchObject([
      { title: '$70.00 of your store credit was taken back', details: 'Meant for another company' },
    ]);
    const entries = await db.select().from(storeCreditEntries).where(eq(storeCreditEntries.company, company));
    expect(entries.map(({ amount, note }) => [amount, note])).toEqual([
      [75, ''],
      [-70, 'Meant for another company'],
    ]);
  });

  it('is an Admin’s to take, and no more than there is, however many ask at once', async () => {
    const { db } = shop.app;
    const [owner, clerk] = [await makeUser(db), await makeUser(db, { permissionLevel: 'Employee' })];
    await db.insert(storeCreditEntries).values({ user: owner._id, kind: 'granted', amount: usd(10) });
    const take = () => ({ user: owner._id, amount: usd(6), reason: 'Twice', key: randomUUID() });
    expect((await refusal(shop.as(clerk).storeCredit.takeBack(take()))).reason).toBe('forbidden');
    const admin = shop.as(await makeUser(db, { permissionLevel: 'Admin' }));
    const both = [take(), take()].map(one => admin.storeCredit.takeBack(one));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await shop.as(owner).storeCredit.balance()).toEqual({ balance: 4 });
  });

  it('for an order of one’s own is found where it waits for who joined a company since', async () => {
    const { db } = shop.app;
    const admin = shop.as(await makeUser(db, { permissionLevel: 'Admin' }));
    const buyer = await makeUser(db);
    const { _id: order } = await paidOrder(shop, { buyer, quantity: 10 });
    const company = await makeCompany(db);
    const join = (to: string | null) => {
      const set = { company: to, role: to ? ('Member' as const) : null };
      return db.update(users).set(set).where(eq(users._id, buyer._id));
    };
    await join(company);
    await admin.storeCredit.grant(grant({ user: buyer._id, amount: usd(50) }));
    const { version } = await admin.orders.byId({ id: order });
    const given = { order, version, amount: usd(20), way: 'credit' as const, number: '', reason: 'late' };
    await admin.refunds.make({ ...given, key: randomUUID() });
    // It is no money of their colleagues.
    expect(await admin.storeCredit.look({ company })).toMatchObject({ balance: 50 });
    const take = (amount: number, more: object = { order }) =>
      admin.storeCredit.takeBack({
        ...{ user: buyer._id, amount: usd(amount), reason: 'By mistake', key: randomUUID(), ...more },
      });
    expect(await refusal(take(20.01))).toMatchObject({
      issues: [{ path: ['amount'], message: 'is more than the $20.00 that they have not spent' }],
    });
    expect(await take(15)).toEqual({ balance: 5 });
    const told = await db.select().from(notifications).where(eq(notifications.user, buyer._id));
    expect(told.map(({ title }) => title)).toContain('$15.00 of your store credit was taken back');
    expect(await admin.refunds.look({ order })).toMatchObject({ inAll: 103.25 });
    // Their company has what was given for no order.
    expect(await take(10, {})).toEqual({ balance: 40 });
    await join(null);
    expect(await shop.as({ ...buyer, company: null }).storeCredit.balance()).toEqual({ balance: 5 });
  });
});
