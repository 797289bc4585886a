import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { Db } from '#server/database/db.ts';
import { products, productTags } from '#server/products/tables.ts';
import { ensureTags } from '#server/tags/ensure-tags.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { priceFacts } from '#server/variants/price-facts.ts';
import { bundleItems } from '#server/variants/tables.ts';

let shop: Selling;
let db: Db;

beforeAll(async () => {
  shop = await openShop();
  ({ db } = shop.app);
});

afterAll(() => shop.close());

describe('price facts', () => {
  it('tell everything that a price follows from', async () => {
    const made = await makeVariant(
      db,
      {
        productNum: 'PF-1',
        price: usd(6.85),
        cost: usd(2.5),
        stock: 12,
        lb: 1,
        oz: 2.5,
        pieceSize: 10,
        binLocation: 'A-12',
        quickbooksId: 'QB-7',
        variantGroup: 'Set',
        options: ['Brass', '96 mm', 'Round', 'Long'].map((value, n) => ({ name: `Option ${n}`, value })),
        wholeSaleQtyOne: 10,
        wholeSalePriceOne: usd(6),
      },
      { title: 'Facts Pull', vendor: 'Hollis', image: '/art/facts' },
    );
    const wanted = { type: 'Subcategory' as const, name: 'Bar Pulls', category: 'Pulls' };
    const ids = await ensureTags(db, [wanted]);
    const [category, subcategory] = [...ids.values()];
    await db.insert(productTags).values({ product: made.productId, tag: subcategory ?? '' });
    const { facts, terms } = await priceFacts(db, [made.variantId, uuidv7()], null);
    expect([...facts.keys()]).toEqual([made.variantId]);
    expect(facts.get(made.variantId)).toMatchObject({
      productId: made.productId,
      available: true,
      name: 'Facts Pull, Brass, 96 mm, Round',
      image: '/art/facts',
      price: 6.85,
      cost: 2.5,
      quantityPrices: [{ quantity: 10, price: 6 }],
      stock: 12,
      pieceSize: 10,
      lb: 1,
      oz: 2.5,
      binLocation: 'A-12',
      variantRef: 'QB-7',
      variantGroup: 'Set',
      vendor: 'Hollis',
      categories: [category],
      bundleItems: [],
    });
    expect(terms).toEqual({ specialPrices: new Map(), tiers: [] });
  });

  it('bring a customer’s tiers and the lower of two special prices', async () => {
    const company = await makeCompany(db);
    const user = await makeUser(db, { company });
    const { variantId: variant } = await makeVariant(db);
    await db.insert(specialPrices).values([
      { company, variant, price: usd(7) },
      { user: user._id, variant, price: usd(6.5) },
      { company: await makeCompany(db), variant, price: usd(1) },
    ]);
    await db.insert(priceTiers).values([
      { company, scope: 'all', percent: 12.5 },
      { user: (await makeUser(db))._id, scope: 'all', percent: 90 },
    ]);
    const { terms } = await priceFacts(db, [variant], { user: user._id, company });
    expect(terms.specialPrices).toEqual(new Map([[variant, 6.5]]));
    expect(terms.tiers).toEqual([{ scope: 'all', ref: '', percent: 12.5 }]);
    const alone = await priceFacts(db, [variant], { user: (await makeUser(db))._id, company: null });
    expect(alone.terms).toEqual({ specialPrices: new Map(), tiers: [] });
  });

  it('hold the items of a bundle, and say when one of them is gone', async () => {
    const item = await makeVariant(db, { price: usd(3), stock: 9 }, { title: 'Screw' });
    const set = await makeVariant(db, { isBundle: true, bundleDiscountPer: 5 }, { title: 'Set' });
    await db.insert(bundleItems).values({ bundle: set.variantId, variant: item.variantId, quantity: 4 });
    const read = async () => (await priceFacts(db, [set.variantId], null)).facts.get(set.variantId);
    expect(await read()).toMatchObject({
      available: true,
      isBundle: true,
      bundleDiscountPer: 5,
      bundleItems: [
        {
          variant: item.variantId,
          product: item.productId,
          productTitle: 'Screw',
          quantity: 4,
          price: 3,
          stock: 9,
        },
      ],
    });
    const deletedAt = new Date().toISOString();
    await db.update(products).set({ deletedAt }).where(eq(products._id, item.productId));
    expect(await read()).toMatchObject({ available: false });
    await db.update(products).set({ deletedAt: null, publish: false }).where(eq(products._id, set.productId));
    expect(await read()).toMatchObject({ available: false });
  });
});
