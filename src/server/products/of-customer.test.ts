import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { specialPrices } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { orders } from '#server/orders/tables.ts';
import { products } from '#server/products/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { favorites } from '#server/users/tables.ts';
import type { OrderStatus } from '#shared/enumerations.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

let shop: Selling;
let db: Db;
let ada: SessionUser;

beforeAll(async () => {
  shop = await openShop();
  ({ db } = shop.app);
  ada = await makeUser(db);
});
afterAll(() => shop.close());

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** An order of one piece each at $10, as old as said. */
async function order(
  minutes: number,
  status: OrderStatus,
  bought: readonly MadeVariant[],
  by = ada,
): Promise<void> {
  const stored = await shop.as(by).orders.submit({
    ...guest,
    shippingMethod: 'local',
    cart: bought.map(variant => lineOf(variant, 1)),
    // 8.25 % tax.
    total: usd(bought.length === 1 ? 10.83 : 21.65),
    idempotencyKey: randomUUID(),
  });
  await db
    .update(orders)
    .set({ status, createdAt: minutesAgo(minutes) })
    .where(eq(orders._id, stored._id));
}

describe('favorites', () => {
  it('are listed the latest first, ten unless more are asked for; what is not on sale is left out [HOME-03]', async () => {
    const made: MadeVariant[] = [];
    for (let n = 0; n < 12; n++)
      made.push(await makeVariant(db, {}, { title: `Knob ${n}`, publish: n !== 3 }));
    await db
      .insert(favorites)
      .values(
        made.map(({ variantId }, n) => ({ user: ada._id, variant: variantId, createdAt: minutesAgo(n) })),
      );
    const listed = await shop.as(ada).favorites.list({});
    const onSale = made.filter((_, n) => n !== 3).map(({ variantId }) => variantId);
    expect(listed.map(({ _id }) => _id)).toEqual(onSale.slice(0, 10));
    expect(listed[0]).toMatchObject({ favorite: true, price: 10, product: { title: 'Knob 0' } });
    expect((await shop.as(ada).favorites.list({ limit: 50 })).map(({ _id }) => _id)).toEqual(onSale);
    expect(await shop.as(await makeUser(db)).favorites.list({})).toEqual([]);
    await expect(shop.as(null).favorites.list({})).rejects.toMatchObject({ reason: 'signed_out' });
  });

  it("show the customer's own price", async () => {
    const company = await makeCompany(db);
    const trade = await makeUser(db, { company });
    const { variantId } = await makeVariant(db);
    await db.insert(specialPrices).values({ company, variant: variantId, price: usd(7) });
    await db.insert(favorites).values({ user: trade._id, variant: variantId });
    const [one] = await shop.as(trade).favorites.list({});
    expect(one).toMatchObject({ price: 7, originalPrice: 10 });
    expect(one).toEqual(await shop.as(trade).variants.find({ _id: variantId }));
  });
});

describe('what was bought', () => {
  it('is listed once each, the latest order first, without what was canceled or is not paid yet [HOME-03]', async () => {
    const [early, late, held, canceled, gone] = (await Promise.all(
      [1, 2, 3, 4, 5].map(() => makeVariant(db, { stock: 3 })),
    )) as [MadeVariant, MadeVariant, MadeVariant, MadeVariant, MadeVariant];
    await order(50, 'Completed', [early, gone]);
    await order(40, 'Shipped', [late]);
    await order(30, 'Submitted', [early]);
    await order(20, 'Held', [held]);
    await order(10, 'Canceled', [canceled]);
    await db.update(products).set({ publish: false }).where(eq(products._id, gone.productId));
    const listed = await shop.as(ada).products.recent({});
    expect(listed.map(({ _id }) => _id)).toEqual([early.variantId, late.variantId]);
    expect(await shop.as(ada).products.recent({ limit: 1 })).toHaveLength(1);
    expect(await shop.as(await makeUser(db)).products.recent({})).toEqual([]);
    await expect(shop.as(null).products.recent({})).rejects.toMatchObject({ reason: 'signed_out' });
  });

  it('is known for each variant of a product by its latest order, to the customer alone', async () => {
    const first = await makeVariant(db);
    const second = await makeVariant(db, {}, { _id: first.productId });
    const other = await makeVariant(db);
    await order(60, 'Completed', [first, second]);
    await order(40, 'Submitted', [first, other]);
    await order(20, 'Canceled', [first]);
    await order(10, 'Held', [second]);
    const asked = { product: first.productId };
    const known = await shop.as(ada).products.boughtBefore(asked);
    const numbers = await db
      .select({ number: orders.orderNumber, date: orders.createdAt })
      .from(orders)
      .where(eq(orders.user, ada._id))
      .orderBy(orders.orderNumber);
    const [older, newer] = numbers.slice(-4);
    expect(known).toHaveLength(2);
    expect(known).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          variant: first.variantId,
          orderNumber: newer?.number,
          date: newer?.date,
          quantity: 1,
          price: 10,
        }),
        expect.objectContaining({ variant: second.variantId, orderNumber: older?.number }),
      ]),
    );
    expect(await shop.as(await makeUser(db)).products.boughtBefore(asked)).toEqual([]);
    await expect(shop.as(null).products.boughtBefore(asked)).rejects.toMatchObject({ reason: 'signed_out' });
  });

  it("is a company's as well: each of its people knows the last time, whose order it was only who may see it", async () => {
    const company = await makeCompany(db);
    const primary = await makeUser(db, { company });
    const member = await makeUser(db, { company, role: 'Member' });
    const stranger = await makeUser(db, { company: await makeCompany(db) });
    const knob = await makeVariant(db);
    const own = await makeVariant(db);
    await order(20, 'Completed', [knob], member);
    await order(10, 'Completed', [knob], primary);
    await order(5, 'Completed', [own], member);
    const asked = { product: knob.productId };
    const numbers = (who: SessionUser) => shop.as(who).products.boughtBefore(asked);
    expect(await numbers(member)).toMatchObject([{ quantity: 1, price: 10, order: null, orderNumber: null }]);
    expect(await numbers(primary)).toMatchObject([
      { order: expect.any(String), orderNumber: expect.any(Number) },
    ]);
    expect(await numbers(stranger)).toEqual([]);
    expect(await shop.as(member).products.boughtBefore({ product: own.productId })).toMatchObject([
      { order: expect.any(String), orderNumber: expect.any(Number) },
    ]);
  });

  it('narrows a listing to the variants that the asker or his company bought, beside other filters', async () => {
    const company = await makeCompany(db);
    const primary = await makeUser(db, { company });
    const member = await makeUser(db, { company, role: 'Member' });
    const [taken, untaken, canceled] = (await Promise.all(
      ['Brass', 'Nickel', 'Brass'].map(value =>
        makeVariant(db, { stock: 3, options: [{ name: 'Finish', value }] }, { title: `Bought ${value}` }),
      ),
    )) as [MadeVariant, MadeVariant, MadeVariant];
    const sibling = await makeVariant(
      db,
      { stock: 3, options: [{ name: 'Finish', value: 'Nickel' }] },
      { _id: taken.productId },
    );
    const gone = await makeVariant(db);
    await touchProducts(db, [taken.productId, untaken.productId, canceled.productId]);
    await order(20, 'Completed', [taken, gone], primary);
    await order(10, 'Canceled', [canceled], member);
    await db.update(products).set({ publish: false }).where(eq(products._id, gone.productId));
    await touchProducts(db, [gone.productId]);
    const list = (who: SessionUser | null, query: Partial<ProductQuery> = {}) =>
      shop.as(who).products.list({ bought: true, ...query });
    for (const who of [primary, member]) {
      const found = await list(who);
      expect(found).toMatchObject({
        total: 1,
        products: [{ _id: taken.productId, variant: taken.variantId }],
      });
      expect(
        found.facets.find(({ name }) => name === 'Finish')?.values.filter(one => one.products > 0),
      ).toMatchObject([{ value: 'Brass', products: 1 }]);
    }
    expect((await list(member, { options: { Finish: ['Brass'] } })).total).toBe(1);
    // Its sibling has that finish, and was not bought.
    expect((await list(member, { options: { Finish: ['Nickel'] } })).total).toBe(0);
    expect(
      (await shop.as(member).products.list({ ids: [taken.productId], options: { Finish: ['Nickel'] } }))
        .products,
    ).toMatchObject([{ variant: sibling.variantId }]);
    expect((await list(await makeUser(db))).total).toBe(0);
    expect((await list(null)).total).toBe(0);
    expect((await list(member)).total).toBe(1);
  });
});
