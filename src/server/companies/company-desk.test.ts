import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSpecialPrices } from '#server/companies/companies.ts';
import { companyAddresses, exemptionCertificates, priceTiers } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { accountEntries, storeCreditEntries } from '#server/payments/tables.ts';
import { tags } from '#server/tags/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop, reasonOf, type Selling } from '#server/test/selling.ts';
import { COMPANY_DESK_SORTS } from '#shared/office-lists.ts';

let shop: Selling;
let clerk: SessionUser;
let buyer: SessionUser;
const TERMS = {
  ...{ email: 'books@alder.test', phone: '(512) 555-0134', termsDays: 45, poRequired: true },
  ...{ preferredPayment: 'Terms' as const, preferredShipping: 'local' as const },
};
let made: Record<'alder' | 'birch' | 'cedar', string>;

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee' });
  made = {
    alder: await makeCompany(db, {
      ...{ name: 'alder Works', accountNumber: 'A-300', creditLimit: usd(1000), salesman: 'Sal' },
      ...{ city: 'Austin', state: 'TX', zip: '78701', createdAt: '2026-01-01T00:00:00.000Z', ...TERMS },
    }),
    birch: await makeCompany(db, {
      ...{ name: 'Birch 50% Inc', email: 'books@birch.test', taxExempt: true, accountNumber: 'A-100' },
      createdAt: '2026-01-03T00:00:00Z',
    }),
    cedar: await makeCompany(db, {
      ...{ name: 'Cedar', creditLimit: usd(200) },
      createdAt: '2026-01-02T00:00:00Z',
    }),
  };
  buyer = await makeUser(db, { company: made.alder, name: 'Ada' });
  await makeUser(db, { company: made.alder, role: 'Member', name: 'Bo', spendingLimit: usd(75) });
  await makeUser(db, { company: made.cedar });
  const entry = (company: string, kind: 'charge' | 'payment', amount: number) => ({
    ...{ company, kind, amount: usd(amount) },
  });
  await db
    .insert(accountEntries)
    .values([
      ...[entry(made.alder, 'charge', 430.84), entry(made.alder, 'payment', -30.84)],
      ...[entry(made.cedar, 'charge', 200), entry(made.birch, 'payment', -5)],
    ]);
  const category = await db.insert(tags).values({ name: 'Pulls', type: 'Category' }).returning();
  const knob = await makeVariant(db);
  await setSpecialPrices(db, { company: made.alder }, [[knob.variantId, usd(4)]]);
  await db.insert(priceTiers).values([
    { company: made.alder, scope: 'all', percent: 12.5 },
    { company: made.alder, scope: 'vendor', ref: 'Ironbridge', percent: 20 },
    { company: made.alder, scope: 'category', ref: category[0]?._id ?? '', percent: 15 },
  ]);
});
afterAll(() => shop.close());

type Asked = Parameters<ReturnType<typeof shop.as>['companies']['desk']>[0];
const desk = (asked: Asked) => shop.as(clerk).companies.desk(asked);
const nameOf = (_id: string) => Object.entries(made).find(([, one]) => one === _id)?.[0];
const listed = async (asked: Asked) => (await desk(asked)).companies.map(({ _id }) => nameOf(_id));

describe('the list of companies', () => {
  it.each<[(typeof COMPANY_DESK_SORTS)[number], string[]]>([
    ['name', ['alder', 'birch', 'cedar']],
    ['-name', ['cedar', 'birch', 'alder']],
    ['account', ['cedar', 'birch', 'alder']],
    ['members', ['birch', 'cedar', 'alder']],
    ['-limit', ['alder', 'cedar', 'birch']],
    ['-owed', ['alder', 'cedar', 'birch']],
    ['-createdAt', ['birch', 'cedar', 'alder']],
  ])('is sorted by %s', async (sort, names) => {
    expect(await listed({ sort })).toEqual(names);
  });

  it('tells of each what it owes, its limit, its people and its prices, and of all the sums', async () => {
    const { companies, ...sums } = await desk({ limit: 1 });
    expect(companies).toEqual([
      {
        ...{ _id: made.alder, name: 'alder Works', accountNumber: 'A-300', salesman: 'Sal' },
        ...{ city: 'Austin', state: 'TX', creditLimit: 1000, owed: 400, members: 2 },
        ...{ zip: '78701', createdAt: '2026-01-01T00:00:00.000Z', ...TERMS },
        ...{ specialPrices: 1, percentOff: 12.5, moreTiers: 2, taxExempt: false },
      },
    ]);
    expect(sums).toEqual({ total: 3, limits: 1200, owed: 600, inFavor: 5 });
  });

  it.each([
    ['its name', 'WORKS', ['alder']],
    ['its account number', 'a-1', ['birch']],
    ['its address', 'books@birch', ['birch']],
    ['letters that LIKE reads otherwise', '0% I', ['birch']],
    ['what is nowhere', '_', []],
  ])('is searched by %s', async (_, search, names) => {
    expect(await listed({ search })).toEqual(names);
  });

  it('is narrowed by credit and exemption, a company that owes exactly its limit not being over it', async () => {
    expect(await listed({ credit: 'with' })).toEqual(['alder', 'cedar']);
    expect(await listed({ credit: 'without' })).toEqual(['birch']);
    expect(await listed({ credit: 'over' })).toEqual([]);
    await shop.app.db
      .insert(accountEntries)
      .values({ company: made.cedar, kind: 'charge', amount: usd(0.01) });
    expect(await desk({ credit: 'over' })).toMatchObject({ total: 1, owed: 200.01, limits: 200 });
    expect(await listed({ taxExempt: true })).toEqual(['birch']);
    expect(await listed({ taxExempt: false, credit: 'with' })).toEqual(['alder', 'cedar']);
  });

  it('is for staff alone', async () => {
    expect(await reasonOf(shop.as(buyer).companies.desk({}))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).companies.record({ id: made.alder }))).toBe('signed_out');
  });
});

describe('a company that was opened from the list', () => {
  it.each(COMPANY_DESK_SORTS)('leads to those before and after it, sorted by %s', async sort => {
    const names = await listed({ sort });
    for (const [at, name] of names.entries()) {
      const { before, after } = await shop
        .as(clerk)
        .companies.deskBeside({ sort, id: made[name as keyof typeof made] });
      const found = [before, after].map(one => one && nameOf(one._id));
      expect(found, name).toEqual([names[at - 1] ?? null, names[at + 1] ?? null]);
    }
  });
});

describe('the record of a company', () => {
  it('tells what it owes and was granted, who is of it, its prices and its papers', async () => {
    const { db } = shop.app;
    await db.insert(storeCreditEntries).values({ company: made.alder, kind: 'granted', amount: usd(20) });
    await db.insert(companyAddresses).values({
      ...{ company: made.alder, name: 'Site', address: '1 Elm', city: 'Austin', state: 'TX', zip: '78701' },
    });
    await db.insert(exemptionCertificates).values({
      ...{ company: made.alder, name: 'form.pdf', contentType: 'application/pdf' as const },
      ...{ content: 'eA==', bytes: 1, expiresOn: '2020-01-01' },
    });
    const record = await shop.as(clerk).companies.record({ id: made.alder });
    expect(record).toMatchObject({
      ...{ owed: 400, storeCredit: 20, specialPrices: 1, creditLimit: 1000 },
      createdAt: '2026-01-01T00:00:00.000Z',
      tiers: [
        { scope: 'all', name: '', percent: 12.5 },
        { scope: 'category', name: 'Pulls', percent: 15 },
        { scope: 'vendor', name: 'Ironbridge', percent: 20 },
      ],
      users: [
        { name: 'Ada', role: 'Primary', spendingLimit: null },
        { name: 'Bo', role: 'Member', spendingLimit: 75 },
      ],
      addresses: [{ name: 'Site' }],
      certificates: [{ name: 'form.pdf', state: 'expired' }],
    });
    expect(record).not.toHaveProperty('products');
  });

  it('is none for a company that is not there', async () => {
    expect(await reasonOf(shop.as(clerk).companies.record({ id: clerk._id }))).toBe('not_found');
  });
});
