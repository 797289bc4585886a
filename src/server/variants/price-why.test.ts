import { afterAll, beforeAll, expect, it } from 'vitest';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const WHOLESALE = { wholeSaleQtyOne: 12, wholeSalePriceOne: usd(8) };

it('a price says where it comes from on tile, product page, in the working and in a saved cart alike', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db);
  const member = await makeUser(db, { company, role: 'Member' });
  const special = await makeVariant(db, { price: usd(10), ...WHOLESALE }, { vendor: 'Calder' });
  const tiered = await makeVariant(db, { price: usd(10), ...WHOLESALE }, { vendor: 'Calder' });
  const plain = await makeVariant(db, { price: usd(10), ...WHOLESALE }, { vendor: 'Lindqvist' });
  await db.insert(specialPrices).values({ company, variant: special.variantId, price: usd(7) });
  await db.insert(priceTiers).values({ company, scope: 'vendor', ref: 'Calder', percent: 10 });
  const as = shop.as(member);

  const { products: tiles } = await as.products.list({
    ids: [special, tiered, plain].map(one => one.productId),
  });
  const onTile = new Map(tiles.map(tile => [tile._id, [tile.price, tile.priceSource]]));
  const expected = [
    [special, 7, 'special', 12, 7, 'special', undefined],
    [tiered, 9, 'tier', 12, 8, 'wholesale', 12],
    [plain, 10, undefined, 12, 8, 'wholesale', 12],
  ] as const;
  for (const [made, price, source, quantity, ...inCart] of expected) {
    expect(onTile.get(made.productId)).toEqual([price, source]);
    const page = await as.products.byId({ id: made.productId });
    expect([page.variants[0]?.price, page.variants[0]?.priceSource]).toEqual([price, source]);
    const { cart } = await as.orders.getCost({ cart: [lineOf(made, quantity)], shippingMethod: 'local' });
    const saved = await as.carts.create({ orderName: made.productNum, cart: [lineOf(made, quantity)] });
    for (const line of [cart[0], saved.cart[0]]) {
      expect([line?.price, line?.priceSource, line?.priceQuantity]).toEqual(inCart);
    }
  }
  const guests = await shop.as(null).products.byId({ id: special.productId });
  expect([guests.variants[0]?.price, guests.variants[0]?.priceSource]).toEqual([10, undefined]);
});
