import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifications } from '#server/notifications/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, patiently, type Selling } from '#server/test/selling.ts';
import { putBackStock } from '#server/variants/stock.ts';
import { bundleItems } from '#server/variants/tables.ts';
import { LOW_STOCK } from '#shared/constants.ts';

// Dozens of checkouts on one embedded database take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let shop: Selling;
let employee: string;
let admin: string;
beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  employee = (await makeUser(db, { permissionLevel: 'Employee' }))._id;
  admin = (await makeUser(db, { permissionLevel: 'Admin' }))._id;
  await makeUser(db, { permissionLevel: 'Employee', deletedAt: new Date().toISOString() });
  await makeUser(db);
});
afterAll(() => shop.close());
beforeEach(() => shop.app.db.delete(notifications).where(eq(notifications.type, 10)));

async function buy(lines: [MadeVariant, number][], said = {}) {
  const visitor = shop.as(null);
  const asked = { cart: lines.map(([thing, n]) => lineOf(thing, n)), shippingMethod: 'local' as const };
  const { total } = await visitor.orders.getCost(asked);
  return visitor.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID(), ...said });
}

const toldOf = (thing: MadeVariant) =>
  shop.app.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.type, 10), like(notifications.link, `%${thing.variantId}`)))
    .orderBy(notifications.createdAt);

describe('staff are told that something runs low', () => {
  it('by the sale that brings it below the threshold, by no sale before or after', async () => {
    const knob = await makeVariant(
      shop.app.db,
      { price: usd(1), stock: LOW_STOCK + 2 },
      { title: 'Ash Knob' },
    );
    await buy([[knob, 2]]);
    expect(await toldOf(knob)).toEqual([]);
    await buy([[knob, 1]]);
    const told = await toldOf(knob);
    expect(told.map(({ user }) => user).sort()).toEqual([admin, employee].sort());
    expect(told[0]).toMatchObject({
      ...{ type: 10, title: `${knob.productNum}: ${LOW_STOCK - 1} left`, details: 'Ash Knob', read: false },
      link: `/admin/products/${knob.productId}?variants=${knob.variantId}`,
    });
    await buy([[knob, 1]]);
    await buy([[knob, LOW_STOCK - 2]]);
    expect(await toldOf(knob)).toHaveLength(2);
  });

  it('anew once it was restocked and falls again, but not while the first is still unread', async () => {
    const { db } = shop.app;
    const knob = await makeVariant(db, { price: usd(1), stock: LOW_STOCK });
    const again = async () => {
      await db.transaction(tx =>
        putBackStock(tx, [{ variant: knob.variantId, pieces: 1 }], { reason: 'cancel' }),
      );
      await buy([[knob, 1]]);
    };
    await buy([[knob, 1]]);
    await again();
    expect(await toldOf(knob)).toHaveLength(2);
    await db.update(notifications).set({ read: true }).where(eq(notifications.user, admin));
    await again();
    const told = await toldOf(knob);
    expect(told.filter(({ user }) => user === admin)).toHaveLength(2);
    expect(told.filter(({ user }) => user === employee)).toHaveLength(1);
  });

  it('once for each of many who buy at once, with lines in opposite orders', async () => {
    const made = (stock: number) => makeVariant(shop.app.db, { price: usd(1), stock });
    const [knob, pull] = [await made(30), await made(40)];
    const carts = Array.from({ length: 24 }, (_, n): [MadeVariant, number][] =>
      n % 2
        ? [
            [knob, 1],
            [pull, 1],
          ]
        : [
            [pull, 1],
            [knob, 1],
          ],
    );
    await Promise.all(
      carts.map((cart, n) => patiently(() => buy(cart, { email: `buyer-${n}@example.com` }))),
    );
    expect(await toldOf(knob)).toEqual([]);
    const rest = Array.from({ length: 6 }, (_, n) => n);
    await Promise.all(rest.map(n => patiently(() => buy([[knob, 1]], { email: `late-${n}@example.com` }))));
    expect((await toldOf(knob)).map(({ user }) => user).sort()).toEqual([admin, employee].sort());
    expect(await toldOf(pull)).toEqual([]);
  });

  it('by what sets take of it, not by what ships from its maker, nor by an order that was refused', async () => {
    const { db } = shop.app;
    const screw = await makeVariant(db, { price: usd(1), stock: LOW_STOCK + 1 });
    const kit = await makeVariant(db, { price: usd(1), stock: 0, isBundle: true });
    await db.insert(bundleItems).values({ bundle: kit.variantId, variant: screw.variantId, quantity: 2 });
    const shipped = await makeVariant(db, { price: usd(1), stock: LOW_STOCK, dropShip: true });
    await expect(buy([[kit, 1]], { total: usd(999) })).rejects.toMatchObject({ reason: 'figures_changed' });
    expect(await toldOf(screw)).toEqual([]);
    await buy([
      [kit, 1],
      [shipped, 3],
    ]);
    expect(await toldOf(screw)).toHaveLength(2);
    expect([...(await toldOf(kit)), ...(await toldOf(shipped))]).toEqual([]);
  });
});
