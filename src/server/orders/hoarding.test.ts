import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, patiently, type Selling } from '#server/test/selling.ts';
import { bundleItems } from '#server/variants/tables.ts';
import { toMoney } from '#shared/rules/money.ts';

/** How long somebody hoards, and how often they try meanwhile; at full length a day and more. */
const LONG = Boolean(process.env.TEST_LONG);
const HOURS = LONG ? 25 : 0.5;
const TRIES = LONG ? 1000 : 100;
vi.setConfig({ testTimeout: LONG ? 3_600_000 : 300_000 });

const ADDRESS = '192.0.2.200';
/** The sweep runs twice a minute. */
const STEP_MS = 30_000;
const STEPS = (HOURS * 3_600_000) / STEP_MS;
const DAY_STEPS = 86_400_000 / STEP_MS;
const STOCKS = [40, 41, 60, 97, 400];

let shop: Selling;
let goods: MadeVariant[];
let set: MadeVariant;
/** Costs nothing, and is there for everybody. */
let sample: MadeVariant;
let people: (SessionUser | null)[];

beforeEach(async () => {
  shop = await openShop();
  const { db } = shop.app;
  goods = [];
  for (const stock of STOCKS) goods.push(await makeVariant(db, { price: usd(1), stock }));
  sample = await makeVariant(db, { price: usd(0), stock: 1_000_000 });
  set = await makeVariant(db, { price: usd(0), isBundle: true });
  await db
    .insert(bundleItems)
    .values(
      goods.slice(0, 2).map(({ variantId }) => ({ bundle: set.variantId, variant: variantId, quantity: 2 })),
    );
  const company = await makeCompany(db);
  people = [
    null,
    null,
    null,
    await makeUser(db),
    await makeUser(db, { company }),
    await makeUser(db, { company }),
  ];
});
afterEach(() => shop.close());

/** The same way each time, so that a failure can be looked into. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Held = { _id: string; orderKey?: string; user: SessionUser | null };

const SLY = 'all of one, replaced in time by what costs nothing';
type Strategy = 'at random' | 'all of one' | typeof SLY;

/**
 * One more of what a hoarder may try: as much as there is, as much as is allowed, sets, changes, also to what costs
 * nothing, cancels.
 */
async function hoard(random: (below: number) => number, held: Held[], strategy: Strategy): Promise<void> {
  const user = people[random(people.length)] ?? null;
  const left = await stocks();
  const isGreedy = strategy !== 'at random';
  const isSly = strategy === SLY;
  const which = isGreedy ? 0 : random(goods.length + 1);
  const one = goods[which] ?? set;
  const there = left[which] ?? Math.floor((left[0] ?? 0) / 2);
  const quantity = Math.max(
    1,
    [there, there, 10, Math.floor(there / 4), 1 + random(40)][isGreedy ? 0 : random(5)] ?? 1,
  );
  const replaced = isSly || random(4) === 0 ? held.splice(random(held.length), 1)[0] : undefined;
  const isFree = replaced !== undefined && (isSly || random(2) === 0);
  const cents = isFree ? 0 : quantity * (one === set ? 400 : 100);
  const asked = {
    ...guest,
    cart: [isFree ? lineOf(sample, 1) : lineOf(one, quantity)],
    shippingMethod: 'local' as const,
    total: toMoney(cents + Math.round(cents * 0.0825)),
    idempotencyKey: randomUUID(),
    ...(replaced && {
      replaces: { _id: replaced._id, ...(replaced.orderKey && { orderKey: replaced.orderKey }) },
    }),
  };
  const caller = shop.as(replaced?.user ?? user, ADDRESS);
  const order = await patiently(() => caller.orders.submit(asked)).catch(() => null);
  if (order && !isFree) held.push({ ...order, user: replaced?.user ?? user });
  const given = !isSly && random(30) === 0 ? held.splice(random(held.length), 1)[0] : undefined;
  if (!given) return;
  const { _id, orderKey } = given;
  await shop
    .as(given.user, ADDRESS)
    .orders.cancel({ _id, ...(orderKey && { orderKey }) })
    .catch(() => null);
}

/** Answers what is left of each. */
async function stocks(): Promise<number[]> {
  const ids = sql.param(goods.map(({ variantId }) => variantId));
  const found = rows<{ id: string; stock: number }>(
    await shop.app.db.execute(
      sql`select id::text as id, stock::int as stock from variants where id = any(${ids}::uuid[])`,
    ),
  );
  return goods.map(({ variantId }) => found.find(({ id }) => id === variantId)?.stock ?? 0);
}

/** Lets time pass, for the orders that are there, and ends the holds that are over. */
async function passTime(): Promise<void> {
  const step = sql`interval '1 millisecond' * ${STEP_MS}::int`;
  await shop.app.db.execute(sql`
    update orders set created_at = created_at - ${step}, held_until = held_until - ${step},
      hold_ended_at = hold_ended_at - ${step}`);
  await expireHolds(shop.app);
}

it.each<Strategy>(['at random', 'all of one', SLY])(
  'lets one address keep no more than three tenths of a variant but for six minutes a day, trying %s',
  async strategy => {
    const random = randomFrom(20_260_302);
    const held: Held[] = [];
    // Step by step, which were held by more than three tenths.
    const over: boolean[][] = [];
    let tried = 0;
    for (let step = 0; step < STEPS; step++) {
      while (tried < ((step + 1) * TRIES) / STEPS) {
        // Hoarders who give up in time what they hold can't leave it to chance.
        const burst = strategy === SLY ? 1 : Math.min(TRIES - tried, 1 + random(12));
        await Promise.all(Array.from({ length: burst }, () => hoard(random, held, strategy)));
        tried += burst;
      }
      if (strategy === SLY && held.length === 0) await hoard(random, held, strategy);
      const left = await stocks();
      over.push(left.map((stock, index) => (STOCKS[index] ?? 0) - stock > 0.3 * (STOCKS[index] ?? 0)));
      await passTime();
    }
    expect(tried).toBe(TRIES);
    // It did try, and it was held as briefly as said.
    expect(over.flat().filter(Boolean).length).toBeGreaterThan(0);
    for (const index of STOCKS.keys()) {
      for (let from = 0; from === 0 || from + DAY_STEPS <= STEPS; from++) {
        const steps = over.slice(from, from + DAY_STEPS).filter(step => step[index]).length;
        expect((steps * STEP_MS) / 60_000).toBeLessThanOrEqual(6);
      }
    }
  },
);
