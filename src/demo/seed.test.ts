import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts';
import { seedDemoShop } from '#demo/seed.ts';
import { checkPassword } from '#server/auth/passwords.ts';
import { type Database, rows } from '#server/database/db.ts';
import { ROOT } from '#server/database/migrate.ts';
import { rebuildSearch } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { makeVariant } from '#server/test/factories.ts';
import { findUserByEmail } from '#server/users/users.ts';
import { priceFacts } from '#server/variants/price-facts.ts';
import { multiplyMoney } from '#shared/rules/money.ts';
import { unitPrice } from '#shared/rules/pricing.ts';

const MINUTES = 60_000;

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  // A first attempt that ends with its last rows, which are those that staff write.
  await database.db.execute(sql`alter table comments add constraint nobody_writes check (false)`);
  await expect(seedDemoShop(database.db)).rejects.toThrow();
  expect(await database.db.$count(products)).toBe(0);
  await database.db.execute(sql`alter table comments drop constraint nobody_writes`);
  // Two processes that start at once: the second waits for the first, longer than for any other lock.
  let told = 0;
  const begin = () => {
    told++;
  };
  const both = await Promise.all([1, 2].map(() => seedDemoShop(database.db, { begin })));
  expect(both.sort()).toEqual([false, true]);
  expect(told).toBeGreaterThan(0);
}, 10 * MINUTES);
afterAll(() => closeTestDatabase(database));

const all = async <T>(query: ReturnType<typeof sql>) => rows<T>(await database.db.execute(query));
const one = async (query: ReturnType<typeof sql>) => (await all<Record<string, number>>(query))[0] ?? {};

describe('the demo shop', () => {
  it('is not put among the products of a shop that has its own', async () => {
    const own = await testDatabase();
    await makeVariant(own.db);
    const begin = () => expect.unreachable();
    expect(await seedDemoShop(own.db, { begin })).toBe(false);
    expect(await own.db.$count(products)).toBe(1);
    await closeTestDatabase(own);
  });

  it('stands once, however often it is seeded, and is as large as a real one', async () => {
    expect(await seedDemoShop(database.db)).toBe(false);
    const sizes = await one(sql`
      select (select count(*) from products)::int as products, (select count(*) from variants)::int as variants,
        (select count(*) from product_search where published)::int as shown,
        (select count(*) from vendors)::int as vendors, (select count(*) from orders)::int as orders,
        (select count(*) from reviews)::int as reviews, (select count(*) from companies)::int as companies`);
    expect(sizes.shown).toBeGreaterThanOrEqual(1500);
    expect(sizes.products).toBeGreaterThan(sizes.shown ?? 0);
    expect(sizes.variants).toBeGreaterThanOrEqual(8000);
    expect(sizes.reviews).toBeGreaterThanOrEqual(1200);
    expect(sizes).toMatchObject({ vendors: 12, orders: 680, companies: 10 });
  });

  it('sells its sets at what their parts cost one by one in that number, less the discount', async () => {
    const [found] = await all<{ id: string }>(
      sql`select id::text as id from variants where product_num = 'SET-QUILLAN-KS10K20P-SN'`,
    );
    const { facts } = await priceFacts(database.db, [found?.id ?? ''], null);
    const [set] = facts.values();
    const costs = [1, 2, 5, 10].map(
      quantity => set && multiplyMoney(unitPrice({ ...set, quantity }).price, quantity),
    );
    expect(costs).toEqual([136.68, 259.42, 591.6, 1146.7]);
  });

  it('has saved carts that can be ordered as they stand', async () => {
    const kept = await all<{ cart: string; short: number }>(sql`
      select c.order_name as cart, count(*) filter (where v.stock < l.quantity
        and not (v.back_order or v.drop_ship or p.drop_ship or v.is_bundle))::int as short
      from carts c join cart_lines l on l.cart = c.id join variants v on v.id = l.variant_id
      join products p on p.id = v.product_id group by c.id`);
    expect(kept.map(({ cart }) => cart)).toContain('Barton Hills kitchen');
    expect(kept.filter(({ short }) => short > 0)).toEqual([]);
  });

  it('has an account for each role, with the password that is printed', async () => {
    for (const { email, password } of Object.values(DEMO_ACCOUNTS)) {
      const user = await findUserByEmail(database.db, email);
      expect(await checkPassword(user?.passwordHash ?? null, password)).toBe(true);
    }
  });

  it('has customers of every kind, and companies with credit, prices, tiers and exemption', async () => {
    const kinds = await all<{ kind: string }>(
      sql`select distinct permission_level || coalesce(' ' || role, '') as kind from users order by 1`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'Admin',
      'Commercial Member',
      'Commercial Primary',
      'Employee',
      'Retail',
    ]);
    const found = await one(sql`
      select count(*) filter (where credit_limit > 0)::int as credit, count(*) filter (where tax_exempt)::int as exempt,
        (select count(distinct company) from special_prices)::int as prices,
        (select count(distinct company) from price_tiers)::int as tiers,
        (select count(*) from users where not registered_fully)::int as unfinished from companies`);
    for (const count of Object.values(found)) expect(count).toBeGreaterThanOrEqual(3);
  });

  it('shows pictures that are there in every size', async () => {
    const shown = await all<{ path: string }>(sql`
      select path from product_pictures union select image from variants union select image from products
      union select image from tags where type <> 'Tag' union select thumbnail from variants where thumbnail is not null`);
    expect(shown.length).toBeGreaterThan(100);
    for (const { path } of shown) {
      for (const size of [160, 400, 800]) {
        const file = join(ROOT, 'src/client/public', path, `${size}.webp`);
        expect(existsSync(file), file).toBe(true);
      }
    }
    const cards = await all<{ path: string }>(
      sql`select img_path as path from layouts where img_path is not null`,
    );
    expect(cards.length).toBeGreaterThan(2);
    for (const { path } of cards) expect(existsSync(join(ROOT, 'src/client/public', path)), path).toBe(true);
  });

  it('has typed sizes beside written ones, and facts that agree', async () => {
    expect(
      await one(sql`
        select count(*) filter (where o ->> 'name' = 'Center to center' and not v.dimensions ? 'centerToCenter')::int as untyped,
          count(*) filter (where o ->> 'name' = 'Center to center'
            and abs((v.dimensions -> 'centerToCenter' ->> 'mm')::numeric
              - substring(o ->> 'value' from '(\\d+) mm')::numeric) > 1)::int as apart,
          count(*) filter (where (v.dimensions -> 'length' ->> 'mm')::numeric
            <= (v.dimensions -> 'centerToCenter' ->> 'mm')::numeric)::int as short
        from variants v cross join lateral jsonb_array_elements(v.options) o`),
    ).toEqual({ untyped: 0, apart: 0, short: 0 });
  });

  it('offers its twelve finishes with their colours, and metric centers under those in inches', async () => {
    expect(
      await one(sql`
        select count(distinct f.key)::int as finishes from facet_values f join filter_values l on l.label = f.value
        where f.name = 'Finish' and l.hex is not null`),
    ).toEqual({ finishes: 12 });
    expect(
      await one(
        sql`select count(*)::int as metric from facet_values where name = 'Center to center' and value !~ '"'`,
      ),
    ).toEqual({ metric: 0 });
  });

  it(
    'has searches that rebuilding leaves as they are',
    async () => {
      const before = await searchState();
      await rebuildSearch(database.db);
      expect(await searchState()).toEqual(before);
      expect(before.product_search).not.toBe(null);
    },
    5 * MINUTES,
  );
});

const SEARCHED = {
  product_search: 'product_id',
  variant_search: 'variant_id',
  product_text: 'product_id',
  product_tiles: 'product_id',
  search_words: 'word',
  // All but when they were counted.
  "(select * from facet_counts where kind <> 'at')": 'scope, kind, value',
  facet_values: 'key',
};

/** A digest of each table that searches read. */
async function searchState(): Promise<Record<string, string | null>> {
  const state: Record<string, string | null> = {};
  for (const [table, order] of Object.entries(SEARCHED)) {
    const [found] = await all<{ digest: string | null }>(
      sql`select md5(string_agg(t::text, '|' order by ${sql.raw(order)})) as digest from ${sql.raw(table)} t`,
    );
    state[table] = found?.digest ?? null;
  }
  return state;
}
