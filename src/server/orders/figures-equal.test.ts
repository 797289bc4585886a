import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, patiently, type Selling } from '#server/test/selling.ts';
import { bundleItems } from '#server/variants/tables.ts';
import type { WorkedLine } from '#shared/schemas/cart-lines.ts';

// Hundreds of orders on one embedded database take their time on a busy machine.
vi.setConfig({ testTimeout: process.env.TEST_LONG ? 3_600_000 : 300_000 });
const RUNS = process.env.TEST_LONG ? 1000 : 25;
/** At full length ten thousand, each thousand on a database of its own: orders make one slower. */
const PARTS = process.env.TEST_LONG ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1];

let shop: Selling;
let sold: MadeVariant[];
let codes: string[];
let people: (SessionUser | null)[];

beforeEach(async () => {
  shop = await openShop();
  const { db } = shop.app;
  // Orders are canceled unpaid here, which would bind those that come after.
  await db.update(siteSettings).set({ heldLimit: usd(9_000_000) });
  const stock = 1_000_000;
  sold = [
    await makeVariant(db, { price: usd(6.85), stock, wholeSaleQtyOne: 10, wholeSalePriceOne: usd(6.17) }),
    await makeVariant(db, { price: usd(0.33), stock }, { vendor: 'Castwell' }),
    await makeVariant(db, { price: usd(119.99), stock }),
    await makeVariant(db, { price: usd(0), stock, isBundle: true, bundleDiscountPer: 12.5 }),
  ];
  const [knob, screw, , set] = sold;
  if (!knob || !screw || !set) throw new Error('nothing to sell');
  await db.insert(bundleItems).values([
    { bundle: set.variantId, variant: knob.variantId, quantity: 3 },
    { bundle: set.variantId, variant: screw.variantId, quantity: 7 },
  ]);
  const made = [
    { type: 0, value: 7.5 },
    { type: 1, value: 20 },
    { type: 2 },
    { type: 4, value: 33.33, appliesTo: 'Castwell' },
    { type: 5, value: 15, appliesTo: knob.productId },
    { type: 6, value: 0.5, appliesTo: knob.productId },
    { type: 7, value: 50, buyQuantity: 2 },
    { type: 8, appliesTo: screw.variantId },
  ].map((coupon, n) => ({ ...coupon, code: `RANDOM${n}` }));
  await db.insert(coupons).values(made);
  codes = ['', ...made.map(({ code }) => code)];
  people = [null, await makeUser(db), await trader(false), await trader(true)];
  await db.insert(storeCreditEntries).values(
    people.flatMap((user): (typeof storeCreditEntries.$inferInsert)[] => {
      if (!user) return [];
      const owner = user.company ? { company: user.company } : { user: user._id };
      return [{ ...owner, amount: usd(50_000), kind: 'granted' }];
    }),
  );
});
afterEach(() => shop.close());

async function trader(taxExempt: boolean): Promise<SessionUser> {
  const { db } = shop.app;
  const company = await makeCompany(db, { creditLimit: usd(9_000_000), taxExempt });
  await db.insert(priceTiers).values({ company, scope: 'vendor', ref: 'Ironbridge', percent: 8.5 });
  const [, screw] = sold;
  if (screw) await db.insert(specialPrices).values({ company, variant: screw.variantId, price: usd(0.29) });
  return makeUser(db, { company });
}

const lines = fc.array(
  fc.record({ of: fc.integer({ min: 0, max: 3 }), quantity: fc.integer({ min: 1, max: 30 }) }),
  { minLength: 1, maxLength: 4 },
);
const asked = fc.record({
  carts: fc.array(lines, { minLength: 1, maxLength: 3 }),
  isSaved: fc.boolean(),
  who: fc.integer({ min: 0, max: 3 }),
  coupon: fc.integer({ min: 0, max: 8 }),
  useStoreCredit: fc.boolean(),
  shippingMethod: fc.constantFrom('local' as const, 'ground' as const, 'air' as const),
});

it.each(PARTS)(
  'orders what getCost said, to the cent and line by line, for any cart and customer (%i)',
  async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ carts, isSaved, who, coupon, useStoreCredit, shippingMethod }) => {
        const user = people[who] ?? null;
        const caller = shop.as(user);
        const said = carts.map(cart =>
          cart.map(({ of, quantity }) => lineOf(sold[of] as MadeVariant, quantity)),
        );
        const ids: string[] = [];
        if (user && isSaved) {
          for (const cart of said) ids.push((await caller.carts.create({ orderName: 'Job', cart }))._id);
        }
        const source = ids.length > 0 ? { cartIds: ids } : { cart: said.flat() };
        const how = { ...source, shippingMethod, useStoreCredit: useStoreCredit && user !== null };
        const cost = await caller.orders.getCost({ ...how, couponCode: codes[coupon] ?? '' });
        const couponCode = cost.couponStatus === 'success' ? cost.couponCode : '';
        const figures = couponCode ? cost : await caller.orders.getCost(how);
        // The saved carts are asked for by their versions, and kept under numbers of the order's own.
        const { cart, carts: _, couponStatus: __, couponType: ___, couponCode: ____, ...sums } = figures;
        const order = await patiently(() =>
          caller.orders.submit({
            ...guest,
            ...how,
            couponCode,
            total: figures.total,
            idempotencyKey: randomUUID(),
          }),
        );
        const stored = user
          ? await caller.orders.byId({ id: order._id })
          : await caller.orders.byId({ id: order._id, orderKey: order.orderKey });
        expect(stored).toMatchObject(sums);
        expect(stored.cart.map(figuresOfLine)).toEqual(cart.map(figuresOfLine));
        // So that nobody holds more than they may, nor keeps more carts.
        await caller.orders.cancel({ _id: order._id, orderKey: order.orderKey });
        for (const { _id } of user ? await caller.carts.names({}) : [])
          await caller.orders.remove({ id: _id });
      }),
      { numRuns: RUNS, includeErrorInReport: true },
    );
  },
);

const figuresOfLine = ({ variantId, quantity, price, originalPrice, priceSource, ...line }: WorkedLine) => {
  const { itemShipping, itemTax, itemDiscount, itemCredit } = line;
  return {
    ...{ variantId, quantity, price, originalPrice, priceSource },
    ...{ itemShipping, itemTax, itemDiscount, itemCredit },
  };
};
