import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import { isUnavailable, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { variants } from '#server/variants/tables.ts';
import type { Money } from '#shared/rules/money.ts';

// Hundreds of checkouts on one embedded database take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let shop: Selling;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await expectStockExplained(shop.app.db);
  await shop.close();
});

type Outcome = 'sold' | string;

/** Places an order and tells how it ended; what was not expected is thrown. */
async function tryToBuy(
  cart: ReturnType<typeof lineOf>[],
  total: number,
  said = {},
  user = null as never,
): Promise<Outcome> {
  const checkout = {
    ...guest,
    cart,
    shippingMethod: 'local' as const,
    total: total as Money,
    idempotencyKey: randomUUID(),
    ...said,
  };
  for (;;) {
    try {
      await shop.as(user).orders.submit(checkout);
      return 'sold';
    } catch (error) {
      const cause = error instanceof AppError ? error : (error as Error).cause;
      if (cause instanceof AppError) return cause.reason;
      // A call that waited too long for a connection on a busy machine is made again.
      if (!isUnavailable(error)) throw error;
    }
  }
}

const tally = (outcomes: Outcome[]) =>
  Object.fromEntries([...new Set(outcomes)].sort().map(one => [one, outcomes.filter(o => o === one).length]));

async function stockOf({ variantId }: MadeVariant): Promise<number | undefined> {
  const [row] = await shop.app.db.select().from(variants).where(eq(variants._id, variantId));
  return row?.stock;
}

async function soldOf({ variantId }: MadeVariant): Promise<number> {
  const [row] = rows<{ sold: number }>(
    await shop.app.db.execute(sql`
      select coalesce(sum(l.quantity), 0)::int as sold from order_lines l join orders o on o.id = l."order"
      where l.variant_id = ${variantId} and o.status <> 'Canceled'`),
  );
  return row?.sold ?? 0;
}

it('sells the last 50 units to 200 buyers exactly 50 times', async () => {
  const last = await makeVariant(shop.app.db, { price: usd(10), stock: 50 });
  const outcomes = await Promise.all(Array.from({ length: 200 }, () => tryToBuy([lineOf(last, 1)], 10.83)));
  expect(tally(outcomes)).toEqual({ out_of_stock: 150, sold: 50 });
  expect(await stockOf(last)).toBe(0);
  expect(await soldOf(last)).toBe(50);
});

it('lets carts with their lines in opposite orders pass each other, all or nothing', async () => {
  const made = await Promise.all(
    [1, 2, 3].map(() => makeVariant(shop.app.db, { price: usd(10), stock: 50 })),
  );
  const orderings = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
  ];
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, (_, n) => {
      const cart = (orderings[n % orderings.length] ?? []).flatMap(index => {
        const one = made[index];
        return one ? [lineOf(one, 1)] : [];
      });
      return tryToBuy(cart, 32.48);
    }),
  );
  // A deadlock would be thrown by its own code, or come as anything but these two.
  expect(tally(outcomes)).toEqual({ out_of_stock: 30, sold: 50 });
  for (const one of made) {
    expect(await stockOf(one)).toBe(0);
    expect(await soldOf(one)).toBe(50);
  }
});

it('makes one order of 50 submits with one key', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 50 });
  const idempotencyKey = randomUUID();
  const placed = await Promise.all(
    Array.from({ length: 50 }, () =>
      shop.as(null).orders.submit({
        ...guest,
        cart: [lineOf(knob, 1)],
        shippingMethod: 'local',
        total: 10.83 as Money,
        idempotencyKey,
      }),
    ),
  );
  expect(new Set(placed.map(order => order.orderNumber)).size).toBe(1);
  expect(await shop.app.db.$count(orderLines, eq(orderLines.variantId, knob.variantId))).toBe(1);
  expect(await stockOf(knob)).toBe(49);
});

it('announces forty paid orders at once, each with its own mail and notifications', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
  const staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  const held = await Promise.all(
    Array.from({ length: 40 }, () =>
      shop.as(null).orders.submit({
        ...guest,
        cart: [lineOf(knob, 1)],
        shippingMethod: 'local',
        total: usd(10.83),
        idempotencyKey: randomUUID(),
      }),
    ),
  );
  const paid = await Promise.all(
    held.map(({ _id, orderKey }) =>
      shop.as(null).payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'approve' } }),
    ),
  );
  expect(paid.every(answer => answer.order.status === 'Submitted')).toBe(true);
  expect(await shop.app.db.$count(notifications, eq(notifications.user, staff._id))).toBe(40);
});

it('lets carts that are changed to and fro replace each other’s holds without a ring', async () => {
  const [a, b] = [
    await makeVariant(shop.app.db, { price: usd(10), stock: 1000 }),
    await makeVariant(shop.app.db, { price: usd(10), stock: 1000 }),
  ];
  await shop.app.db.insert(coupons).values({ code: 'SHARED', type: 1, value: 2 });
  const place = (variant: MadeVariant, couponCode: string, replaces?: { _id: string; orderKey?: string }) =>
    shop.as(null).orders.submit({
      ...guest,
      cart: [lineOf(variant, 1)],
      shippingMethod: 'local',
      couponCode,
      total: couponCode ? usd(8.83) : usd(10.83),
      idempotencyKey: randomUUID(),
      ...(replaces && { replaces }),
    });
  const first = await Promise.all(
    Array.from({ length: 8 }, (_, n) => place(n % 2 ? a : b, n % 4 < 2 ? 'SHARED' : '')),
  );
  const changed = await Promise.all(
    first.map(({ _id, orderKey }, n) => place(n % 2 ? b : a, n % 4 < 2 ? '' : 'SHARED', { _id, orderKey })),
  );
  expect(changed.map(order => order.status)).toEqual(Array(8).fill('Held'));
  expect([await stockOf(a), await stockOf(b)]).toEqual([996, 996]);
  const [shared] = await shop.app.db.select().from(coupons).where(eq(coupons.code, 'SHARED'));
  expect(shared?.uses).toBe(4);
});

it('[CHK-08] keeps a company within its credit, whoever of it orders', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
  const company = await makeCompany(shop.app.db, { creditLimit: usd(200), taxExempt: true });
  const members = await Promise.all([1, 2, 3].map(() => makeUser(shop.app.db, { company })));
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      tryToBuy([lineOf(knob, 1)], 10, { paymentType: 'Terms' }, members[n % members.length] as never),
    ),
  );
  expect(tally(outcomes)).toEqual({ credit_limit: 30, sold: 20 });
  const [owed] = await shop.app.db
    .select({ cents: sql<number>`sum(amount)::int` })
    .from(accountEntries)
    .where(eq(accountEntries.company, company));
  expect(owed?.cents).toBe(20_000);
});

it('gives a coupon’s last uses away once each', async () => {
  const knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
  const [coupon] = await shop.app.db
    .insert(coupons)
    .values({ code: 'LAST5', type: 1, value: 2, maxUses: 5 })
    .returning();
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      tryToBuy([lineOf(knob, 1)], 8.83, { couponCode: 'LAST5', email: `buyer${n}@example.com` }),
    ),
  );
  expect(tally(outcomes)).toEqual({ figures_changed: 95, sold: 5 });
  expect(await shop.app.db.$count(couponUses, eq(couponUses.coupon, coupon?._id ?? ''))).toBe(5);
  const [after] = await shop.app.db.select().from(coupons).where(eq(coupons.code, 'LAST5'));
  expect(after?.uses).toBe(5);
  expect([await stockOf(knob), await soldOf(knob)]).toEqual([495, 5]);
});

it('lets one customer use a coupon once, though each of forty orders buys something else', async () => {
  const { db } = shop.app;
  // No lock of a variant makes one of them wait for another.
  const goods = await Promise.all(Array.from({ length: 40 }, () => makeVariant(db, { price: usd(10) })));
  const [coupon] = await db
    .insert(coupons)
    .values({ code: 'ONCE', type: 1, value: 2, maxUsesPerCustomer: 1 })
    .returning();
  const outcomes = await Promise.all(
    goods.map(one => tryToBuy([lineOf(one, 1)], 8.83, { couponCode: 'ONCE', email: 'once@example.com' })),
  );
  expect(tally(outcomes)).toEqual({ figures_changed: 39, sold: 1 });
  expect(await db.$count(couponUses, eq(couponUses.coupon, coupon?._id ?? ''))).toBe(1);
});

it('never used an order number twice', async () => {
  const [numbers] = rows<{ all: number; different: number }>(
    await shop.app.db.execute(
      sql`select count(*)::int as "all", count(distinct order_number)::int as different from ${orders}`,
    ),
  );
  expect(numbers?.all).toBeGreaterThan(100);
  expect(numbers?.different).toBe(numbers?.all);
});
