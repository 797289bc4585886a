import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createCompany,
  removeSpecialPrice,
  saveTiers,
  setSpecialPrices,
} from '#server/companies/companies.ts';
import { customerOf } from '#server/companies/customers.ts';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { Database, Db } from '#server/database/db.ts';
import { accountEntries, storeCreditEntries } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { readProfile } from '#server/users/profile.ts';
import { users } from '#server/users/tables.ts';

let database: Database;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});

afterAll(() => closeTestDatabase(database));

describe('a customer', () => {
  it('of a company comes with its terms, credit and what it owes', async () => {
    const company = await makeCompany(db, {
      name: 'Drawer & Door',
      email: 'office@drawer.example',
      accountNumber: 'C-100',
      quickbooksId: '77',
      salesman: 'Joe',
      taxExempt: true,
      creditLimit: usd(5000),
      termsDays: 45,
      preferredPayment: 'Terms',
      preferredShipping: 'ground',
      shippingMethod: 'standard',
    });
    const user = await makeUser(db, {
      company,
      role: 'Member',
      spendingLimit: usd(250.5),
      paymentType: 'Check',
    });
    await db.insert(accountEntries).values([
      { company, kind: 'charge', amount: usd(100.1) },
      { company, kind: 'charge', amount: usd(0.2) },
      { company, kind: 'payment', amount: usd(-40.15) },
    ]);
    await db.insert(storeCreditEntries).values([
      { company, kind: 'granted', amount: usd(30) },
      { company, kind: 'used', amount: usd(-9.99) },
      { user: user._id, kind: 'granted', amount: usd(500) },
    ]);
    expect(await customerOf(db, user)).toEqual({
      user: user._id,
      email: user.email,
      name: user.name,
      phone: '',
      permissionLevel: 'Commercial',
      role: 'Member',
      spendingLimit: 250.5,
      own: { paymentType: 'Check', shippingMethod: null },
      company,
      businessName: 'Drawer & Door',
      businessEmail: 'office@drawer.example',
      accountNumber: 'C-100',
      quickbooksId: '77',
      salesman: 'Joe',
      taxExempt: true,
      poRequired: false,
      creditLimit: 5000,
      termsDays: 45,
      preferredPayment: 'Terms',
      preferredShipping: 'ground',
      shippingMethod: 'standard',
      storeCredit: 20.01,
      owed: 60.15,
    });
  });

  it('without a company has no exemption and no credit, but his own store credit', async () => {
    const user = await makeUser(db, { shippingMethod: 'air' });
    await db.insert(storeCreditEntries).values({ user: user._id, kind: 'granted', amount: usd(12.34) });
    expect(await customerOf(db, user)).toMatchObject({
      company: null,
      role: null,
      own: { paymentType: null, shippingMethod: 'air' },
      businessName: '',
      accountNumber: null,
      taxExempt: false,
      creditLimit: 0,
      preferredPayment: null,
      termsDays: 30,
      storeCredit: 12.34,
      owed: 0,
    });
  });

  it('has the shop’s terms days where his company has none of its own', async () => {
    const user = await makeUser(db, { company: await makeCompany(db) });
    await db.update(siteSettings).set({ termsDays: 15 });
    expect((await customerOf(db, user)).termsDays).toBe(15);
    await db.delete(siteSettings);
    expect((await customerOf(db, user)).termsDays).toBe(30);
  });

  it('who was deleted is none', async () => {
    const user = await makeUser(db, { deletedAt: new Date().toISOString() });
    await expect(customerOf(db, user)).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('a company', () => {
  it('has a name of its own, however it is capitalised', async () => {
    await createCompany(db, { name: 'Oak Works' });
    await expect(createCompany(db, { name: 'OAK works' })).rejects.toMatchObject({
      reason: 'company_exists',
    });
    await expect(createCompany(db, { name: '' })).rejects.not.toMatchObject({ reason: 'company_exists' });
  });

  it('has one special price a variant, the last one set', async () => {
    const company = await makeCompany(db);
    const user = await makeUser(db);
    const { variantId } = await makeVariant(db);
    for (const price of [8, 7.5]) {
      await setSpecialPrices(db, { company }, [[variantId, usd(price)]]);
      await setSpecialPrices(db, { user: user._id }, [[variantId, usd(price + 1)]]);
    }
    const prices = async () =>
      (await db.select().from(specialPrices).where(eq(specialPrices.variant, variantId)))
        .map(row => [row.company ?? row.user, row.price])
        .sort();
    expect(await prices()).toEqual(
      [
        [company, 7.5],
        [user._id, 8.5],
      ].sort(),
    );
    await removeSpecialPrice(db, { user: user._id }, variantId);
    expect(await prices()).toEqual([[company, 7.5]]);
  });

  it('has the tiers that were saved last, one a target', async () => {
    const company = await makeCompany(db);
    const saved = async () =>
      (await db.select().from(priceTiers).where(eq(priceTiers.company, company)))
        .map(({ scope, ref, percent }) => ({ scope, ref, percent }))
        .sort((a, b) => a.scope.localeCompare(b.scope));
    await makeVariant(db, {}, { vendor: 'Ironbridge' });
    const vendor = { scope: 'vendor', ref: 'Ironbridge', percent: 12.5 } as const;
    await saveTiers(db, { company }, [
      { scope: 'all', ref: '', percent: 3 },
      { ...vendor, percent: 9 },
      vendor,
    ]);
    expect(await saved()).toEqual([{ scope: 'all', ref: '', percent: 3 }, vendor]);
    await Promise.all(
      Array.from({ length: 8 }, () => db.transaction(tx => saveTiers(tx, { company }, [vendor]))),
    );
    expect(await saved()).toEqual([vendor]);
    await saveTiers(db, { company }, []);
    expect(await saved()).toEqual([]);
  });
});

describe('a profile', () => {
  it('lists special prices, the lower of two, tiers and favorites', async () => {
    const company = await makeCompany(db, { name: 'Pull Partners' });
    const user = await makeUser(db, { company });
    const one = await makeVariant(db, { productNum: 'A-1' });
    const two = await makeVariant(db, { productNum: 'A-2' });
    await setSpecialPrices(db, { company }, [[one.variantId, usd(6.85)]]);
    await setSpecialPrices(db, { user: user._id }, [[one.variantId, usd(6.5)]]);
    await setSpecialPrices(db, { company }, [[two.variantId, usd(3)]]);
    await saveTiers(db, { company }, [{ scope: 'all', ref: '', percent: 2.5 }]);
    const stranger = await makeUser(db);
    await setSpecialPrices(db, { user: stranger._id }, [[two.variantId, usd(0.01)]]);

    const profile = await readProfile(db, user._id);
    expect(profile).toMatchObject({
      companyName: 'Pull Partners',
      variants: [
        { variant: one.variantId, price: 6.5 },
        { variant: two.variantId, price: 3 },
      ],
      tiers: [{ scope: 'all', ref: '', percent: 2.5 }],
      orders: [],
      savedCarts: [],
    });
    expect([...profile.products].sort()).toEqual([one.productId, two.productId].sort());
    await db.update(users).set({ deletedAt: new Date().toISOString() }).where(eq(users._id, user._id));
    await expect(readProfile(db, user._id)).rejects.toMatchObject({ reason: 'not_found' });
  });
});
