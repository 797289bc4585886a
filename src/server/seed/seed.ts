import { eq, isNull, notInArray, or, sql } from 'drizzle-orm';
import { hashPassword } from '#server/auth/passwords.ts';
import { createCompany, saveTiers, setSpecialPrice } from '#server/companies/companies.ts';
import { coupons } from '#server/coupons/tables.ts';
import type { Db } from '#server/db.ts';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { layouts } from '#server/layouts/tables.ts';
import { products } from '#server/products/tables.ts';
import { safeHtml } from '#server/safe-html.ts';
import { rebuildSearch } from '#server/search/touch-products.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from '#server/seed/demo-accounts.ts';
import { demoCatalogue } from '#server/seed/demo-catalogue.ts';
import { CATEGORY_PICTURES, DEMO_FILTERS, DEMO_LAYOUTS } from '#server/seed/demo-pages.ts';
import { siteSettings } from '#server/site/tables.ts';
import { tags } from '#server/tags/tables.ts';
import { users } from '#server/users/tables.ts';
import { createUser, type NewUser } from '#server/users/users.ts';
import { variants } from '#server/variants/tables.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';

/** Fills an empty database with the demo shop. A seeding that was cut short is completed; false: the shop is in use. */
export async function seedDemoShop(db: Db): Promise<boolean> {
  const catalogue = demoCatalogue();
  const keys = catalogue.products.map(({ key }) => key);
  if (!(await isEmpty(db, keys))) return false;
  const report = await importCatalogue(db, catalogue, { file: 'the demo shop' });
  const refused = report.rows.find(({ status }) => status !== 'ok');
  if (refused)
    throw new Error(`the demo catalogue is wrong in row ${refused.row}: ${refused.issues[0]?.reason}`);
  const people = await preparePeople();
  const seeded = await db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK}::bigint)`);
    // Everything but the catalogue comes in this one transaction, so the people say whether it is done.
    if (!(await isEmpty(tx, keys))) return false;
    const { admin, employee } = await addPeople(tx, people);
    await addSettings(tx, [admin, employee]);
    await addPages(tx);
    await addCoupons(tx);
    return true;
  });
  // Filters name the options now.
  if (seeded) await rebuildSearch(db);
  return seeded;
}

const SEED_LOCK = 4_711_002;

/** Nobody has an account, and there is no product but the demo shop's own. */
async function isEmpty(db: Db, demoKeys: readonly string[]): Promise<boolean> {
  const others = or(isNull(products.importKey), notInArray(products.importKey, [...demoKeys]));
  return (await db.$count(users)) === 0 && (await db.$count(products, others)) === 0;
}

type People = Record<keyof typeof DEMO_ACCOUNTS, NewUser>;

/** Hashing takes its time, so it is done before the transaction. */
async function preparePeople(): Promise<People> {
  const { admin, employee, trade, member, retail } = DEMO_ACCOUNTS;
  const person = async (account: DemoAccount, name: string, more: Partial<NewUser>): Promise<NewUser> => ({
    email: account.email,
    name,
    phone: '(512) 555-0170',
    passwordHash: await hashPassword(account.password),
    emailConfirmedAt: new Date().toISOString(),
    registeredFully: true,
    ...more,
  });
  const address = { shippingCity: 'Austin', shippingState: 'TX', billingCity: 'Austin', billingState: 'TX' };
  const shop = {
    shippingAddress: '2204 Burleson Road',
    shippingZip: '78744',
    billingAddress: '2204 Burleson Road',
    billingZip: '78744',
    ...address,
  };
  return {
    admin: await person(admin, 'Avery Cole', { permissionLevel: 'Admin' }),
    employee: await person(employee, 'Sam Ortega', { permissionLevel: 'Employee' }),
    trade: await person(trade, 'Dana Hollis', { permissionLevel: 'Commercial', role: 'Primary', ...shop }),
    member: await person(member, 'Eli Hollis', {
      permissionLevel: 'Commercial',
      role: 'Member',
      spendingLimit: toMoney(75_000),
      ...shop,
    }),
    retail: await person(retail, 'Rae Lindgren', {
      shippingAddress: '41 Willow Creek Drive',
      shippingZip: '78741',
      billingAddress: '41 Willow Creek Drive',
      billingZip: '78741',
      ...address,
    }),
  };
}

async function addPeople(tx: Db, people: People): Promise<{ admin: string; employee: string }> {
  const company = await createCompany(tx, {
    name: 'Hollis Cabinet Works',
    email: 'office@hollis.example',
    phone: '(512) 555-0190',
    address: '2204 Burleson Road',
    city: 'Austin',
    state: 'TX',
    zip: '78744',
    accountNumber: 'H-1042',
    salesman: 'Sam Ortega',
    preferredPayment: 'Terms',
    preferredShipping: 'ground',
    creditLimit: toMoney(500_000),
  });
  const admin = await createUser(tx, people.admin);
  const employee = await createUser(tx, people.employee);
  await createUser(tx, { ...people.trade, company: company._id });
  await createUser(tx, { ...people.member, company: company._id });
  await createUser(tx, people.retail);
  await addOwnPrices(tx, company._id);
  return { admin: admin._id, employee: employee._id };
}

/** Ten percent off one maker's goods, five off hinges, and agreed prices for what the company buys most. */
async function addOwnPrices(tx: Db, company: string): Promise<void> {
  const [hinges] = await tx.select().from(tags).where(eq(tags.name, 'Hinges'));
  await saveTiers(tx, { company }, [
    { scope: 'vendor', ref: 'Calder Works', percent: 10 },
    ...(hinges ? [{ scope: 'category' as const, ref: hinges._id, percent: 5 }] : []),
  ]);
  const agreed = await tx
    .select({ _id: variants._id, price: variants.price })
    .from(variants)
    .where(eq(variants.vendor, 'Harrow & Pike'))
    .orderBy(variants.productNum)
    .limit(6);
  for (const { _id, price } of agreed) {
    await setSpecialPrice(tx, { company }, _id, toMoney(Math.round(toCents(price) * 0.8)));
  }
}

/** Tax, hours and shipping are what every new shop starts with. */
async function addSettings(tx: Db, specialAccounts: string[]): Promise<void> {
  await tx.update(siteSettings).set({
    phone: '(512) 555-0134',
    email: 'hello@knurl.example',
    address: '118 Foundry Street, Austin, TX 78702',
    popularSearches: ['bar pull', 'matte black', 'soft close', 'cup pull'],
    specialAccounts,
  });
}

async function addPages(tx: Db): Promise<void> {
  await tx
    .insert(layouts)
    .values(DEMO_LAYOUTS.map(layout => ({ ...layout, content: safeHtml(layout.content ?? '') })));
  for (const [order, { name, types, values }] of DEMO_FILTERS.entries()) {
    const [template] = await tx.insert(filterTemplates).values({ name, types, order }).returning();
    if (!template) throw new Error('the filter was not stored');
    await tx
      .insert(filterValues)
      .values(values.map((value, position) => ({ ...value, template: template._id, position })));
  }
  for (const [name, image] of Object.entries(CATEGORY_PICTURES)) {
    await tx.update(tags).set({ image }).where(eq(tags.name, name));
  }
}

async function addCoupons(tx: Db): Promise<void> {
  await tx.insert(coupons).values([
    { code: 'WELCOME10', type: 0, value: 10 },
    { code: 'SHIPFREE', type: 2, minSubTotal: toMoney(75_00) },
  ]);
}
