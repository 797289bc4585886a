import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPassword } from '#server/auth/passwords.ts';
import { type Database, rows } from '#server/db.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { ROOT } from '#server/migrate.ts';
import { products } from '#server/products/tables.ts';
import { DEMO_ACCOUNTS } from '#server/seed/demo-accounts.ts';
import { demoCatalogue } from '#server/seed/demo-catalogue.ts';
import { seedDemoShop } from '#server/seed/seed.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeVariant } from '#server/test/factories.ts';
import { findUserByEmail } from '#server/users/users.ts';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  // A first attempt that died after the catalogue.
  await importCatalogue(database.db, demoCatalogue());
  await seedDemoShop(database.db);
});
afterAll(() => closeTestDatabase(database));

const one = async (query: ReturnType<typeof sql>) => rows(await database.db.execute(query))[0];

describe('the demo shop', () => {
  it('is not put among the products of a shop that has its own', async () => {
    const own = await testDatabase();
    await makeVariant(own.db);
    expect(await seedDemoShop(own.db)).toBe(false);
    expect(await own.db.$count(products)).toBe(1);
    await closeTestDatabase(own);
  });

  it('stands once, however often it is seeded', async () => {
    expect(await seedDemoShop(database.db)).toBe(false);
    expect(
      await one(sql`
        select (select count(*) from products)::int as products, (select count(*) from variants)::int as variants,
          (select count(*) from product_search where published)::int as shown, (select count(*) from vendors)::int as vendors`),
    ).toEqual({ products: 50, variants: 265, shown: 50, vendors: 5 });
  });

  it('has an account for each role, with the password that is printed', async () => {
    for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
      const user = await findUserByEmail(database.db, email);
      expect(await checkPassword(user?.passwordHash ?? null, password)).toBe(true);
    }
  });

  it('has a company with credit, its own prices and tiers', async () => {
    expect(
      await one(sql`
        select credit_limit::int as credit, (select count(*) from special_prices where company = c.id)::int as prices,
          (select count(*) from price_tiers where company = c.id)::int as tiers from companies c`),
    ).toEqual({ credit: 500_000, prices: 6, tiers: 2 });
  });

  it('shows pictures that are there, and typed sizes beside written ones', async () => {
    const shown = rows<{ path: string }>(
      await database.db.execute(sql`
        select path from product_pictures where path is not null union select image from tags where image is not null`),
    );
    expect(shown.length).toBeGreaterThan(30);
    for (const { path } of shown) {
      for (const size of [160, 400, 800]) {
        expect(existsSync(join(ROOT, 'src/client/public', path, `${size}.webp`))).toBe(true);
      }
    }
    expect(
      await one(sql`
        select count(*)::int as wrong from variants v cross join lateral jsonb_array_elements(v.options) o
        where o ->> 'name' = 'Center to center' and not v.dimensions ? 'centerToCenter'`),
    ).toEqual({ wrong: 0 });
  });

  it('offers finishes with their colours as filters', async () => {
    expect(
      await one(sql`
        select count(distinct f.key)::int as finishes from facet_values f join filter_values l on l.label = f.value
        where f.name = 'Finish' and l.hex is not null`),
    ).toEqual({ finishes: 5 });
  });
});
