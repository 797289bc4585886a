import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { products } from '#server/products/tables.ts';
import { learnOrders } from '#server/suggestions/learn-orders.ts';
import { boughtTogether, productSuggestions } from '#server/suggestions/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const make = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeVariant(shop.app.db, { price: usd(10) })));

/** An order as it is placed; `approve` pays it. */
async function place(buyer: SessionUser | null, bought: MadeVariant[], quantity = 1, approve = true) {
  const caller = shop.as(buyer);
  const asked = { cart: bought.map(one => lineOf(one, quantity)), shippingMethod: 'local' as const };
  const { total } = await caller.orders.getCost(asked);
  const order = await caller.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
  const { _id, orderKey } = order;
  if (approve) await caller.payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'approve' } });
  return order;
}

/** Orders in which each pair of these stood together, and pieces sold of each. */
async function learned(made: MadeVariant[]) {
  const ids = made.map(({ productId }) => productId);
  const name = new Map(ids.map((id, index) => [id, 'ABCDEFGH'[index]]));
  const pairs = await shop.app.db.select().from(boughtTogether).where(inArray(boughtTogether.product, ids));
  const sold = await shop.app.db.select().from(products).where(inArray(products._id, ids));
  return {
    pairs: pairs.map(pair => `${name.get(pair.product)}${name.get(pair.other)} ${pair.orders}`).sort(),
    sold: sold.map(product => `${name.get(product._id)} ${product.purchased}`).sort(),
  };
}

describe('the shop learns from an order', () => {
  it('once, what was bought together and how much of it, whoever asks and however often [SUG-01]', async () => {
    const [a, b, c] = (await make(3)) as [MadeVariant, MadeVariant, MadeVariant];
    await place(null, [a, b], 3);
    const { _id } = await place(null, [a, b, c]);
    const expected = { pairs: ['AB 2', 'AC 1', 'BA 2', 'BC 1', 'CA 1', 'CB 1'], sold: ['A 4', 'B 4', 'C 1'] };
    await learnOrders(shop.app);
    expect(await learned([a, b, c])).toEqual(expected);
    await Promise.all([
      learnOrders(shop.app),
      learnOrders(shop.app),
      shop.as(null).suggestions.recordOrder({ order: { _id } }),
    ]);
    expect(await learned([a, b, c])).toEqual(expected);
  });

  it('and suggests the one to whoever bought the other, on his home page and beside the product [SUG-01]', async () => {
    const [pull, screw] = (await make(2)) as [MadeVariant, MadeVariant];
    const buyer = await makeUser(shop.app.db);
    await place(buyer, [pull]);
    const suggested = async () => (await shop.as(buyer).suggestions.mine({ limit: 1 })).map(({ _id }) => _id);
    expect(await suggested()).not.toEqual([screw.productId]);
    const [another, chosen] = (await make(2)) as [MadeVariant, MadeVariant];
    await place(null, [pull, screw]);
    await place(null, [pull, screw, another]);
    await learnOrders(shop.app);
    expect(await suggested()).toEqual([screw.productId]);
    const beside = async () => (await shop.as(null).products.byId({ id: pull.productId })).suggestions;
    expect(await beside()).toEqual([screw.productId, another.productId]);
    // The suggestion that staff chose stands first, and once.
    await shop.app.db.insert(productSuggestions).values([
      { product: pull.productId, suggestion: chosen.productId, position: 0 },
      { product: pull.productId, suggestion: another.productId, position: 1 },
    ]);
    expect(await beside()).toEqual([chosen.productId, another.productId, screw.productId]);
  });

  it('not before it is paid, nor when it was canceled', async () => {
    const made = await make(2);
    const held = await place(null, made, 1, false);
    const canceled = await place(null, made);
    await shop.app.db.update(orders).set({ status: 'Canceled' }).where(eq(orders._id, canceled._id));
    await learnOrders(shop.app);
    expect(await learned(made)).toEqual({ pairs: [], sold: ['A 0', 'B 0'] });
    const { _id, orderKey } = held;
    await shop.as(null).payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'approve' } });
    await learnOrders(shop.app);
    expect((await learned(made)).pairs).toEqual(['AB 1', 'BA 1']);
  });

  it('from what it holds itself, never from what a client says', async () => {
    const made = await make(2);
    const order = await place(null, made);
    const told = { _id: order._id, cart: [], total: 1, anything: 'else' };
    expect(await shop.as(null).suggestions.recordOrder({ order: told })).toEqual({ ok: true });
    expect((await learned(made)).pairs).toEqual(['AB 1', 'BA 1']);
    const invented = { cart: made.map(one => lineOf(one, 900)) };
    expect(await shop.as(null).suggestions.recordOrder({ order: invented })).toEqual({ ok: true });
    expect(await shop.as(null).suggestions.recordOrder({ order: { _id: randomUUID() } })).toEqual({
      ok: true,
    });
    expect((await learned(made)).sold).toEqual(['A 1', 'B 1']);
  });

  it('of an order of 42 products no more pairs than of the first 40', async () => {
    const made = await make(42);
    await place(null, made);
    await learnOrders(shop.app);
    const first = await shop.app.db
      .select()
      .from(boughtTogether)
      .where(eq(boughtTogether.product, made[0]?.productId ?? ''));
    expect(first).toHaveLength(39);
    const last = await shop.app.db
      .select()
      .from(boughtTogether)
      .where(eq(boughtTogether.product, made[41]?.productId ?? ''));
    expect(last).toEqual([]);
  });
});
