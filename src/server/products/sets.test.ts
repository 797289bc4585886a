import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { variantSearch } from '#server/search/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import { updateVariant } from '#server/variants/variants.ts';
import { toCents, toMoney } from '#shared/rules/money.ts';
import { bundlePrice } from '#shared/rules/pricing.ts';
import { withQuantityPrices } from '#shared/schemas/quantity-prices.ts';

vi.setConfig({ testTimeout: 120_000 });

let shop: Selling;
let employee: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;
let set: MadeVariant;

/** Ten knobs and twenty pulls of the demo shop's Quillan, less 15 %. */
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  employee = await makeUser(db, { permissionLevel: 'Employee' });
  knob = await makeVariant(db, {
    price: usd(5.3),
    stock: 1000,
    ...{ wholeSaleQtyOne: 10, wholeSalePriceOne: usd(4.9), wholeSaleQtyTwo: 50, wholeSalePriceTwo: usd(4.4) },
  });
  pull = await makeVariant(
    db,
    {
      price: usd(6.1),
      stock: 1000,
      vendor: 'Millrace',
      ...{
        wholeSaleQtyOne: 20,
        wholeSalePriceOne: usd(5.6),
        wholeSaleQtyTwo: 100,
        wholeSalePriceTwo: usd(4.7),
      },
    },
    { vendor: 'Millrace' },
  );
  set = await makeSet([
    { variant: knob.variantId, quantity: 10 },
    { variant: pull.variantId, quantity: 20 },
  ]);
});
afterAll(() => shop.close());

async function makeSet(items: { variant: string; quantity: number }[], discount = 15): Promise<MadeVariant> {
  const { db, cache } = shop.app;
  const made = await makeVariant(
    db,
    { price: usd(0), isBundle: true, bundleDiscountPer: discount, vendor: null },
    { isBundle: true },
  );
  await db.insert(bundleItems).values(items.map(item => ({ ...item, bundle: made.variantId })));
  await touchProducts(db, [made.productId], cache);
  return made;
}

const costOf = async (cart: ReturnType<typeof lineOf>[], user: SessionUser | null = null) =>
  (await shop.as(user).orders.getCost({ cart, shippingMethod: 'local' })).subTotal;

const apart = (bundles: number) => [lineOf(knob, 10 * bundles), lineOf(pull, 20 * bundles)];

it('costs the same wherever it is shown, at what its parts cost one by one less its discount', async () => {
  // 10 × 4.90 + 20 × 5.60 = 161.00, less 15 %.
  const caller = shop.as(null);
  const { variants: shown, bundleItems: parts } = await caller.products.byId({ id: set.productId });
  expect(shown[0]).toMatchObject({ price: 136.85, originalPrice: 136.85 });
  expect(parts.map(({ price, wholeSalePriceOne }) => [price, wholeSalePriceOne])).toEqual([
    [5.3, 4.9],
    [6.1, 5.6],
  ]);
  const listed = await caller.products.list({ ids: [set.productId] });
  expect(listed.products[0]?.price).toBe(136.85);
  const within = (minPrice: number, maxPrice: number) =>
    caller.products.list({ ids: [set.productId], minPrice: usd(minPrice), maxPrice: usd(maxPrice) });
  expect((await within(136.85, 136.85)).total).toBe(1);
  expect((await within(136.86, 200)).total).toBe(0);
  expect(await costOf([lineOf(set, 1)])).toBe(136.85);
  // From five on 50 knobs at 4.40 and 100 pulls at 4.70.
  expect(await costOf([lineOf(set, 5)])).toBe(586.5);
  expect(await costOf(apart(5))).toBe(690);
  const sold = await caller.orders.submit({
    ...guest,
    cart: [lineOf(set, 5)],
    shippingMethod: 'local',
    total: usd(634.89),
    idempotencyKey: randomUUID(),
  });
  expect(sold.cart[0]).toMatchObject({ price: 117.3, originalPrice: 136.85, priceSource: 'wholesale' });
});

it('does not count other lines of the cart towards the quantities of its parts', async () => {
  const [together, alone] = [
    await costOf([lineOf(set, 1), lineOf(knob, 40)]),
    await costOf([lineOf(knob, 40)]),
  ];
  expect(together - alone).toBeCloseTo(136.85, 5);
});

it('gives a customer his own terms for its parts, on its page, its tile and in his cart', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db);
  const user = await makeUser(db, { company });
  await db.insert(specialPrices).values({ company, variant: knob.variantId, price: usd(3) });
  await db.insert(priceTiers).values({ company, scope: 'vendor', ref: 'Millrace', percent: 50 });
  // 10 × 3.00 + 20 × 3.05 = 91.00, less 15 %.
  expect(await costOf([lineOf(set, 1)], user)).toBe(77.35);
  const shown = await shop.as(user).products.byId({ id: set.productId });
  expect(shown.variants[0]).toMatchObject({ price: 77.35, originalPrice: 136.85, priceSource: 'special' });
  expect(shown.bundleItems.map(({ price }) => price)).toEqual([3, 3.05]);
  const [tile] = (await shop.as(user).products.list({ ids: [set.productId] })).products;
  expect(tile?.price).toBe(77.35);
  expect(await costOf(apart(1), user)).toBe(91);
});

it('follows a part whose price changes, also one that stands in no product', async () => {
  const { db } = shop.app;
  const loose = await makeVariant(db, { price: usd(2) });
  const pair = await makeSet([{ variant: loose.variantId, quantity: 2 }], 0);
  const listed = async () =>
    (await shop.as(null).products.list({ ids: [pair.productId] })).products[0]?.price;
  expect(await listed()).toBe(4);
  const reprice = async (price: number) =>
    updateVariant(db, employee, { _id: loose.variantId, price: usd(price) }, shop.app.cache);
  await reprice(3);
  expect(await listed()).toBe(6);
  await db.update(variants).set({ product_id: null }).where(eq(variants._id, loose.variantId));
  await reprice(5);
  expect(await listed()).toBe(10);
});

it('is listed at the price of the rule, whatever its parts cost', async () => {
  const { db } = shop.app;
  const part = fc.record({
    cents: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 4, maxLength: 4 }),
    thresholds: fc.uniqueArray(fc.integer({ min: 2, max: 40 }), { minLength: 3, maxLength: 3 }),
    tiers: fc.integer({ min: 0, max: 3 }),
    quantity: fc.integer({ min: 1, max: 50 }),
  });
  const sets = fc.sample(
    fc.record({
      parts: fc.array(part, { minLength: 1, maxLength: 3 }),
      hundredths: fc.integer({ min: 0, max: 10_000 }),
    }),
    25,
  );
  for (const { parts, hundredths } of sets) {
    const rows = parts.map(({ cents, thresholds, tiers, quantity }) => {
      const [price = usd(1), ...prices] = cents.toSorted((a, b) => b - a).map(toMoney);
      const from = thresholds.toSorted((a, b) => a - b);
      const tier = <T>(values: T[], at: number) => (at < tiers ? (values[at] ?? null) : null);
      return {
        quantity,
        price,
        ...{ wholeSaleQtyOne: tier(from, 0), wholeSalePriceOne: tier(prices, 0) },
        ...{ wholeSaleQtyTwo: tier(from, 1), wholeSalePriceTwo: tier(prices, 1) },
        ...{ wholeSaleQtyThree: tier(from, 2), wholeSalePriceThree: tier(prices, 2) },
      };
    });
    const made = [];
    for (const { quantity: _, ...row } of rows) made.push(await makeVariant(db, row));
    const items = made.map(({ variantId }, at) => ({
      variant: variantId,
      quantity: rows[at]?.quantity ?? 1,
    }));
    const bundle = await makeSet(items, hundredths / 100);
    const [found] = await db
      .select({ price: variantSearch.price })
      .from(variantSearch)
      .where(eq(variantSearch.variant_id, bundle.variantId));
    expect(found?.price).toBe(toCents(bundlePrice(rows.map(withQuantityPrices), hundredths / 100)));
  }
});
