import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cartLines } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';

type Shape = Record<string, unknown>;

let shop: Selling;
let trade: Trade;
let knob: MadeVariant;
let kit: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  trade = await makeTrade(db);
  knob = await makeVariant(db, {
    ...{ price: usd(10), cost: usd(4.44), lb: 1, oz: 3.5, binLocation: 'C-7', quickbooksId: 'Q-1' },
    ...{ wholeSaleQtyOne: 12, wholeSalePriceOne: usd(8) },
  });
  kit = await makeVariant(db, { price: usd(1), isBundle: true, bundleDiscountPer: 10, cost: usd(3.33) });
  await db.insert(bundleItems).values({ bundle: kit.variantId, variant: knob.variantId, quantity: 2 });
});
afterAll(() => shop.close());

const ENTITIES = readFileSync(new URL('../test/fixtures/entities.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map(line => line.split('\t'));
const fieldsOf = (entity: string) =>
  ENTITIES.flatMap(([of, field]) => (of === entity && field ? [field] : []));

const asked = () => ({ cart: [lineOf(knob, 3), lineOf(kit, 1)], shippingMethod: 'local' as const });

async function order(buyer: SessionUser) {
  const { total } = await shop.as(buyer).orders.getCost(asked());
  const said = { ...guest, ...asked(), total, paymentType: 'Terms' as const };
  return shop.as(buyer).orders.submit({ ...said, idempotencyKey: randomUUID() });
}

/** A field's value as far as answers can be compared: what kind it is, and of what it is made. */
const kindOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return ['list', ...value.slice(0, 1).map(kindOf)];
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.keys(value).sort();
};

describe('a line of a cart', () => {
  it('has the fields of the entity, each of one kind, in every call that answers one', async () => {
    const buyer = trade.primary;
    const as = shop.as(buyer);
    const saved = await as.carts.create({ orderName: 'Kitchen', cart: asked().cart });
    const placed = await order(buyer);
    const answers: Record<string, Shape[]> = {
      'orders.getCost': (await as.orders.getCost(asked())).cart,
      'orders.submit': placed.cart,
      'orders.byId': (await as.orders.byId({ id: placed._id })).cart,
      'carts.create': saved.cart,
      'carts.byId': (await as.carts.byId({ _id: saved._id })).cart,
      'carts.list': (await as.carts.list({}))[0]?.cart ?? [],
      'carts.changeLines': (
        await as.carts.changeLines({
          _id: saved._id,
          lines: saved.cart.map(({ _id }) => ({ _id, quantity: 3 })),
        })
      ).lines,
    };
    const [first] = Object.values(answers);
    for (const [call, lines] of Object.entries(answers)) {
      expect([call, lines.length]).toEqual([call, 2]);
      for (const [index, line] of lines.entries()) {
        for (const field of fieldsOf('CartLine')) {
          expect([call, field, kindOf(line[field])]).toEqual([call, field, kindOf(first?.[index]?.[field])]);
          expect([call, field, line[field]]).not.toEqual([call, field, undefined]);
        }
        expect(Object.keys(line).filter(key => /^wholeSale(Qty|Price)/.test(key))).toEqual([]);
      }
      expect(lines[0]).toMatchObject({
        ...{ fulfilled: 0, lb: 1, oz: 3.5, binLocation: 'C-7', variantRef: 'Q-1' },
        wholeSaleOne: { quantity: 12, price: 8 },
      });
      expect(lines[1]).toMatchObject({ bundleDiscountPer: 10, bundleDiscount: 10, isBundle: true });
    }
  });

  it('keeps its shape when it can’t be sold any more', async () => {
    const { db } = shop.app;
    const lost = await makeVariant(db, { lb: 2, quickbooksId: 'Q-2' });
    const saved = await shop.as(trade.primary).carts.create({ orderName: 'Lost', cart: [lineOf(lost, 1)] });
    await db.update(variants).set({ product_id: null }).where(eq(variants._id, lost.variantId));
    const { cart } = await shop.as(trade.primary).carts.byId({ _id: saved._id });
    const [line] = cart as Shape[];
    expect(await db.$count(cartLines, eq(cartLines.cart, saved._id))).toBe(1);
    expect(line).toMatchObject({ gone: true, lb: 2, variantRef: 'Q-2', bundleItems: [], bundleDiscount: 0 });
    expect(fieldsOf('CartLine').filter(field => line?.[field] === undefined)).toEqual([]);
  });
});

describe('an item of a set', () => {
  it('has the fields of the entity; what it cost is told to staff alone', async () => {
    const buyer = trade.primary;
    const placed = await order(buyer);
    const ofStaff = await shop.as(trade.employee).orders.byId({ id: placed._id });
    const patched = await shop.as(trade.employee).orders.adminPatch({ _id: placed._id, notes: 'Lift gate' });
    for (const { cart } of [ofStaff, patched]) {
      const item = cart[1]?.bundleItems[0] as Shape | undefined;
      expect(fieldsOf('BundleItem').filter(field => item?.[field] === undefined)).toEqual([]);
      expect(item?.cost).toBe(4.44);
    }
    const as = shop.as(buyer);
    const saved = await as.carts.create({ orderName: 'Set', cart: asked().cart });
    const told = [
      ...[placed, await as.orders.byId({ id: placed._id }), await as.orders.getCost(asked()), saved],
      await as.products.byId({ id: kit.productId }),
      await shop.as(trade.employee).products.byId({ id: kit.productId }),
      await shop.as(null).orders.getCost(asked()),
      await as.orders.cancel({ _id: placed._id, reason: '' }),
    ];
    for (const answer of told) expect(JSON.stringify(answer)).not.toMatch(/"cost"|4\.44|3\.33/);
  });
});

describe('a product', () => {
  it('names its reviews, the newest first, without those that staff hid; a tile counts its variants', async () => {
    const { productId } = knob;
    const made: string[] = [];
    for (const rating of [5, 4, 3]) {
      const as = shop.as(await makeUser(shop.app.db));
      made.unshift((await as.reviews.create({ product: productId, rating }))._id);
    }
    await shop.as(trade.employee).reviews.update({ _id: made[1] ?? '', approved: false });
    const product = (await shop.as(null).products.byId({ id: productId })) as Shape;
    expect(product.reviews).toEqual([made[0], made[2]]);
    const { products } = await shop.as(null).products.list({ ids: [productId] });
    expect(products[0]).toMatchObject({ variantCount: 1 });
    expect(products[0]).not.toHaveProperty('variants');
  });
});
