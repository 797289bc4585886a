import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { guest, openShop, type Selling } from '#server/test/selling.ts';

const SAMPLES = ['apparel', 'home-and-garden', 'jewelery'];

let shop: Selling;

const load = (name: string) =>
  importCatalogue(
    shop.app.db,
    readCatalogue(readFileSync(new URL(`../test/fixtures/shopify-${name}.csv`, import.meta.url))),
  );

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('Shopify’s own samples in an empty shop', () => {
  it('come in whole, and a second time report nothing new', async () => {
    for (const name of SAMPLES) {
      const first = await load(name);
      expect([first.updated, first.unchanged]).toEqual([0, 0]);
      expect(first.created).toBeGreaterThan(10);
      const again = await load(name);
      expect([again.created, again.updated, again.unchanged]).toEqual([0, 0, first.created]);
    }
  });

  it('are all listed, and found by what they are called', async () => {
    const listed = await shop.as(null).products.list({ limit: 200 });
    expect(listed.products).toHaveLength(listed.total);
    for (const [words, title] of [
      ['ocean blue', 'Ocean Blue Shirt'],
      ['clay pot', 'Clay Plant Pot'],
      ['shakra braclet', '7 Shakra Bracelet'],
    ] as const) {
      const { products } = await shop.as(null).products.list({ title: words });
      expect(products.map(product => product.title)).toContain(title);
    }
  });

  it('show their variants, each with its options and price', async () => {
    const { products } = await shop.as(null).products.list({ title: 'Anchor Bracelet Mens' });
    const bracelet = await shop.as(null).products.byId({ id: products[0]?._id ?? '' });
    expect(bracelet.variants.map(({ options, price, msrp }) => [options[0]?.value, price, msrp])).toEqual([
      ['Gold', 69.99, 85],
      ['Silver', 55, 85],
    ]);
  });

  it('are bought: every product of them that is in stock', async () => {
    const { products, total } = await shop.as(null).products.list({ inStock: true, limit: 200 });
    expect(total).toBeGreaterThan(30);
    for (const tile of products) {
      const product = await shop.as(null).products.byId({ id: tile._id });
      const variant = product.variants.find(one => one.stock > 0 || one.backOrder);
      if (!variant) throw new Error(`${product.title} is listed in stock and has none`);
      const cart = [{ productId: product._id, variantId: variant._id, quantity: 1 }];
      const figures = await shop.as(null).orders.getCost({ cart, shippingMethod: 'ground' });
      const order = await shop.as(null).orders.submit({
        ...guest,
        cart,
        total: figures.total,
        idempotencyKey: randomUUID(),
      });
      const answer = await shop.as(null).payments.charge({
        order: { _id: order._id, orderKey: order.orderKey },
        card: { testOutcome: 'approve' },
      });
      expect(answer).toMatchObject({
        status: 'paid',
        order: { status: 'Submitted', subTotal: variant.price },
      });
    }
  });
});
