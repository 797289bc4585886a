import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setSpecialPrices } from '#server/companies/companies.ts';
import { partNumbers } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { refreshStaleCounts } from '#server/listing/facet-counts.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';

let shop: Selling;
const made: Record<string, MadeVariant> = {};

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  for (const productNum of ['CW1907-64MB', 'CW1907-64SN', 'CW1942-19SN', 'H80-FSSO', 'GONE-1', 'HIDDEN-1']) {
    made[productNum] = await makeVariant(db, { productNum, price: usd(5) });
  }
  const hidden = made['HIDDEN-1']?.productId ?? '';
  await db.update(products).set({ publish: false }).where(eq(products._id, hidden));
  await db
    .update(variants)
    .set({ deletedAt: new Date().toISOString() })
    .where(eq(variants.productNum, 'GONE-1'));
  await touchProducts(
    db,
    Object.values(made).map(({ productId }) => productId),
  );
});
afterAll(() => shop.close());

const idOf = (number: string) => made[number]?.variantId;
const match = (numbers: string[], user: SessionUser | null = null) =>
  shop.as(user).variants.match({ numbers });
const meant = async (numbers: string[]) => (await match(numbers)).map(row => row.variant?.productNum ?? null);

it('are looked up in an index that has nothing waiting to be sorted in, once the job has run', async () => {
  const { db } = shop.app;
  const waiting = () => db.execute(sql`select gin_clean_pending_list('variants_like_number')::int as pages`);
  await makeVariant(db, { productNum: 'WAITING-1' });
  await refreshStaleCounts(db);
  expect(rows<{ pages: number }>(await waiting())).toEqual([{ pages: 0 }]);
});

describe('the numbers of a list', () => {
  it('are found as they are, in any capitals, and without dashes, blanks and the like', async () => {
    expect(await meant(['CW1907-64MB', 'cw1907-64sn', 'cw 1942/19 sn', 'h80fsso'])).toEqual([
      'CW1907-64MB',
      'CW1907-64SN',
      'CW1942-19SN',
      'H80-FSSO',
    ]);
  });

  it('stay in their order, each row answered, though one stands twice', async () => {
    expect(await meant(['H80-FSSO', 'nothing at all', 'CW1907-64MB', 'H80-FSSO', '---'])).toEqual([
      'H80-FSSO',
      null,
      'CW1907-64MB',
      'H80-FSSO',
      null,
    ]);
  });

  it('that nothing has come with what is nearest, the nearest first', async () => {
    const [typo, strange] = await match(['CW1907-64MD', 'Zwqx-77.05']);
    expect(typo?.variant).toBeNull();
    expect(typo?.similar.map(({ productNum }) => productNum)).toEqual(['CW1907-64MB', 'CW1907-64SN']);
    expect(strange).toMatchObject({ variant: null, similar: [] });
  });

  it('of what shoppers may not see are not found, not even as similar', async () => {
    const found = await match(['GONE-1', 'HIDDEN-1', 'GONE-2', 'HIDDEN-2']);
    expect(found.map(({ variant, similar }) => [variant, similar])).toEqual(found.map(() => [null, []]));
  });

  it('come at the customer’s own prices, and mean first what his company calls so', async () => {
    const { db } = shop.app;
    const company = await makeCompany(db);
    const buyer = await makeUser(db, { company });
    await setSpecialPrices(db, { company }, [[idOf('CW1907-64MB') ?? '', usd(4.2)]]);
    await db.insert(partNumbers).values([
      { company, variant: idOf('CW1907-64MB') ?? '', partNumber: 'Smith 17' },
      { company, variant: idOf('CW1942-19SN') ?? '', partNumber: 'H80-FSSO' },
    ]);
    const [smith, own] = await match(['SMITH 17', 'h80-fsso'], buyer);
    expect(smith?.variant).toMatchObject({ productNum: 'CW1907-64MB', price: 4.2, originalPrice: 5 });
    expect(own?.variant?.productNum).toBe('CW1942-19SN');
    const other = await makeUser(db, { company: await makeCompany(db) });
    expect((await match(['Smith 17'], other))[0]?.variant).toBeNull();

    // Anyone who types one into the search field wants that product, too.
    const exactly = async (search: string, user: SessionUser | null) =>
      (await shop.as(user).products.search({ search, exact: true })).products.map(tile => tile.productNum);
    expect(await exactly('smith 17', buyer)).toEqual(['CW1907-64MB']);
    expect(await exactly('H80-FSSO', buyer)).toEqual(['CW1942-19SN']);
    expect(await exactly('Smith 17', other)).toEqual([]);
    expect(await exactly('h80-fsso', null)).toEqual(['H80-FSSO']);
  });

  it('are at most a hundred at a time, none of them empty', async () => {
    const refused = (issue: object) => ({ code: 'BAD_REQUEST', cause: { issues: [issue] } });
    await expect(match(Array(101).fill('A'))).rejects.toMatchObject(refused({ path: ['numbers'] }));
    await expect(match(['A', ' '])).rejects.toMatchObject(
      refused({ path: ['numbers', 1], message: 'is required' }),
    );
    await expect(match([])).rejects.toMatchObject(refused({ path: ['numbers'], message: 'needs a number' }));
  });
});
