import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { importCatalogue } from '#server/imports/import-catalogue.ts';
import { readCatalogue } from '#server/imports/read-catalogue.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { explainStock, foldStockMoves } from '#server/variants/stock-moves.ts';
import { stockMoves, variants } from '#server/variants/tables.ts';
import { createVariant, updateVariant } from '#server/variants/variants.ts';

let shop: Selling;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

async function movesOf(variantId: string) {
  const moves = await shop.app.db
    .select()
    .from(stockMoves)
    .where(eq(stockMoves.variant, variantId))
    .orderBy(stockMoves.date, stockMoves._id);
  return moves.map(({ reason, pieces, after, order, user }) => ({ reason, pieces, after, order, user }));
}

const byNobody = { order: null, user: null };

describe('a stock move (rule C13)', () => {
  it('tells the order that took pieces, the hold that gave them back and the clerk who canceled', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 30 });
    const ask = (quantity: number, total: number) =>
      shop.as(null).orders.submit({
        ...{
          ...guest,
          cart: [lineOf(knob, quantity)],
          shippingMethod: 'local',
          idempotencyKey: randomUUID(),
        },
        total: usd(total),
      });
    const held = await ask(2, 21.65);
    await shop.as(null).orders.cancel({ _id: held._id, orderKey: held.orderKey ?? '', reason: '' });
    const { _id, orderKey } = await ask(3, 32.48);
    const card = { testOutcome: 'approve' as const };
    const { order: sold } = await shop.as(null).payments.charge({ order: { _id, orderKey }, card });
    await shop.as(clerk).orders.cancel({ _id: sold._id, reason: 'changed their mind' });

    expect(await movesOf(knob.variantId)).toEqual([
      { reason: 'opening', pieces: 30, after: 30, ...byNobody },
      { reason: 'order', pieces: -2, after: 28, order: held._id, user: null },
      { reason: 'release', pieces: 2, after: 30, order: held._id, user: null },
      { reason: 'order', pieces: -3, after: 27, order: sold._id, user: null },
      { reason: 'cancel', pieces: 3, after: 30, order: sold._id, user: clerk._id },
    ]);
    await expectStockExplained(shop.app.db);
  });

  it('is not written by an order that is refused', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1 });
    const refused = shop.as(null).orders.submit({
      ...{ ...guest, cart: [lineOf(knob, 2)], shippingMethod: 'local', idempotencyKey: randomUUID() },
      total: usd(21.65),
    });
    await expect(refused).rejects.toThrow();
    expect(await movesOf(knob.variantId)).toHaveLength(1);
  });

  it('tells who opened and counted, and nothing where a count finds what was there', async () => {
    const { productId } = await makeVariant(shop.app.db);
    const made = await createVariant(shop.app.db, clerk, productId, {
      productNum: `NEW-${randomUUID()}`,
      price: usd(4),
      stock: 12,
    });
    await updateVariant(shop.app.db, clerk, { _id: made._id, stock: 9, stockSeen: 12 });
    await updateVariant(shop.app.db, clerk, { _id: made._id, stock: 9, stockSeen: 9, price: usd(5) });
    expect(await movesOf(made._id)).toEqual([
      { reason: 'opening', pieces: 12, after: 12, order: null, user: clerk._id },
      { reason: 'count', pieces: -3, after: 9, order: null, user: clerk._id },
    ]);
  });

  it('is written by an import for what it adds and for what it counts anew', async () => {
    const productNum = `IMP-${randomUUID()}`;
    const file = (stock: number) =>
      readCatalogue(
        new TextEncoder().encode(
          `product.key,product.title,product.type,productNum,price,stock\nimp,Imported,Knob,${productNum},3.50,${stock}\n`,
        ),
      );
    await importCatalogue(shop.app.db, file(40), { by: clerk });
    await importCatalogue(shop.app.db, file(25), { by: clerk });
    await importCatalogue(shop.app.db, file(25), { by: clerk });
    const [made] = await shop.app.db.select().from(variants).where(eq(variants.productNum, productNum));
    expect(await movesOf(made?._id ?? '')).toEqual([
      { reason: 'opening', pieces: 40, after: 40, order: null, user: clerk._id },
      { reason: 'import', pieces: -15, after: 25, order: null, user: clerk._id },
    ]);
  });
});

describe('the upkeep of stock moves', () => {
  it('opens what was there before, and shows what something else did to the column', async () => {
    const { db } = shop.app;
    const [old, changed] = await Promise.all([makeVariant(db, { stock: 7 }), makeVariant(db, { stock: 50 })]);
    await db.delete(stockMoves).where(eq(stockMoves.variant, old.variantId));
    await db.update(variants).set({ stock: 44 }).where(eq(variants._id, changed.variantId));

    expect(await explainStock(db)).toBe(1);
    expect(await explainStock(db)).toBe(0);
    expect(await movesOf(old.variantId)).toEqual([{ reason: 'opening', pieces: 7, after: 7, ...byNobody }]);
    expect(await movesOf(changed.variantId)).toEqual([
      { reason: 'opening', pieces: 50, after: 50, ...byNobody },
      { reason: 'unexplained', pieces: -6, after: 44, ...byNobody },
    ]);
  });

  it('makes one opening of what is older than it keeps', async () => {
    const { db } = shop.app;
    const knob = await makeVariant(db, { stock: 20 });
    for (const [stockSeen, stock] of [
      [20, 18],
      [18, 15],
      [15, 11],
    ] as const) {
      await updateVariant(db, clerk, { _id: knob.variantId, stock, stockSeen });
    }
    const moves = await db
      .select()
      .from(stockMoves)
      .where(eq(stockMoves.variant, knob.variantId))
      .orderBy(stockMoves.date);
    const last = moves.at(-1)?.date ?? '';
    await foldStockMoves(db, new Date(last));
    expect(await movesOf(knob.variantId)).toEqual([
      { reason: 'opening', pieces: 15, after: 15, ...byNobody },
      { reason: 'count', pieces: -4, after: 11, order: null, user: clerk._id },
    ]);
    await foldStockMoves(db, new Date(last));
    expect(await movesOf(knob.variantId)).toHaveLength(2);
    await expectStockExplained(db);
  });
});
