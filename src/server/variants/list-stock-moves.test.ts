import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, type Selling } from '#server/test/selling.ts';
import { stockMovesOf } from '#server/variants/list-stock-moves.ts';
import { removeVariant, updateVariant } from '#server/variants/variants.ts';
import type { StockMoves } from '#shared/schemas/staff-history.ts';

let shop: Selling;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee', name: 'Cleo Clerk' });
});
afterAll(() => shop.close());

const movesOf = (variant: string, cursor?: string, by: SessionUser | null = clerk) =>
  shop.as(by).variants.stockMoves({ variant, cursor });

const buy = (knob: Parameters<typeof lineOf>[0], quantity: number, total: number) =>
  shop.as(null).orders.submit({
    ...{ ...guest, cart: [lineOf(knob, quantity)], shippingMethod: 'local', idempotencyKey: randomUUID() },
    total: usd(total),
  });

async function wholeList(variant: string): Promise<StockMoves['moves']> {
  const seen: StockMoves['moves'] = [];
  let cursor: string | undefined;
  do {
    const page = await movesOf(variant, cursor);
    expect(page.moves.length).toBeLessThanOrEqual(50);
    seen.push(...page.moves);
    cursor = page.cursor ?? undefined;
  } while (cursor);
  return seen;
}

describe('the stock moves of a variant (rule C13)', () => {
  it('tell the orders that took from it and the clerk who counted, the newest first', async () => {
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 30 });
    const order = await buy(knob, 2, 21.65);
    await updateVariant(shop.app.db, clerk, { _id: knob.variantId, stock: 40, stockSeen: 28 });
    await shop.as(null).orders.cancel({ _id: order._id, orderKey: order.orderKey });
    const { moves, cursor } = await movesOf(knob.variantId);
    const sold = { _id: order._id, orderNumber: order.orderNumber };
    expect(cursor).toBeNull();
    expect(moves.map(({ _id: _, at: __, ...move }) => move)).toEqual([
      { reason: 'release', pieces: 2, after: 42, order: sold, return: null, who: null },
      { reason: 'count', pieces: 12, after: 40, order: null, return: null, who: 'Cleo Clerk' },
      { reason: 'order', pieces: -2, after: 28, order: sold, return: null, who: null },
      { reason: 'opening', pieces: 30, after: 30, order: null, return: null, who: null },
    ]);
    expect(moves.map(({ at }) => at)).toEqual(
      moves
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
  });

  it('outlive the order, which an Admin deleted', async () => {
    const admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
    const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 30 });
    const { _id, orderKey } = await buy(knob, 1, 10.83);
    await shop.as(null).orders.cancel({ _id, orderKey });
    await shop.as(admin).orders.remove({ id: _id });
    const { moves } = await movesOf(knob.variantId);
    expect(moves.map(({ reason, order }) => [reason, order])).toEqual([
      ['release', null],
      ['order', null],
      ['opening', null],
    ]);
  });

  it('come by pages without loss or doubles, though they share their instants, and by the index', async () => {
    const { db } = shop.app;
    const knob = await makeVariant(db, { price: usd(10), stock: 0 });
    const other = await makeVariant(db, { price: usd(10), stock: 0 });
    const fill = (variant: string, count: number) =>
      db.execute(sql`
        insert into stock_moves (id, variant, date, reason, pieces, after)
        select gen_random_uuid(), ${variant}::uuid,
          timestamptz '2030-01-01 10:00:00Z' + (n % 3) * interval '1 microsecond', 'import', 1, n
        from generate_series(1, ${count}::int) as n`);
    await fill(knob.variantId, 130);
    await fill(other.variantId, 5000);
    const seen = (await wholeList(knob.variantId)).filter(({ reason }) => reason === 'import');
    expect(seen).toHaveLength(130);
    expect(new Set(seen.map(({ after }) => after)).size).toBe(130);

    await db.execute(sql`analyze`);
    const { cursor } = await movesOf(knob.variantId);
    for (const from of [undefined, cursor ?? '']) {
      const asked = stockMovesOf(db, knob.variantId, from, 51).getSQL();
      const plan = JSON.stringify(rows(await db.execute(sql`explain ${asked}`)));
      expect(plan).toContain('stock_moves_variant');
      expect(plan).not.toContain('Seq Scan on stock_moves');
    }
  });

  it('are for staff, also of a variant that was deleted, and of none that never was', async () => {
    const { variantId } = await makeVariant(shop.app.db, { price: usd(10), stock: 3 });
    expect(await reasonOf(movesOf(variantId, undefined, null))).toBe('signed_out');
    expect(await reasonOf(movesOf(variantId, undefined, await makeUser(shop.app.db)))).toBe('forbidden');
    expect(await reasonOf(movesOf(randomUUID()))).toBe('not_found');
    await removeVariant(shop.app.db, clerk, variantId);
    expect((await movesOf(variantId)).moves).toHaveLength(1);
  });
});
