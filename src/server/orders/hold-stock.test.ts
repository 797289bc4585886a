import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { orders } from '#server/orders/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { bundleItems } from '#server/variants/tables.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { HoldLimit } from '#shared/schemas/checkout.ts';

vi.setConfig({ testTimeout: 120_000 });

let shop: Selling;
/** Thirty at $10. */
let knob: MadeVariant;
let address = '';
let addresses = 0;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 30 }, { title: 'Brookside Knob' });
  address = `198.51.100.${++addresses}`;
});

type Held = { _id: string; orderKey?: string };

/** So many at $10, picked up: with tax. */
const totalOf = (quantity: number) => toMoney(1000 * quantity + Math.round(1000 * quantity * 0.0825));

const asked = (quantity: number, said: object) => ({
  ...guest,
  cart: [lineOf(knob, quantity)],
  shippingMethod: 'local' as const,
  total: totalOf(quantity),
  idempotencyKey: randomUUID(),
  ...said,
});

const place = (quantity: number, said: object = {}, user: SessionUser | null = null) =>
  shop.as(user, address).orders.submit(asked(quantity, said));

/** One, by a guest at another address each time. */
const placeElsewhere = (said: object) => shop.as(null).orders.submit(asked(1, said));

const keyOf = ({ _id, orderKey }: Held) => ({ _id, ...(orderKey && { orderKey }) });
const cancel = (order: Held, user: SessionUser | null = null) =>
  shop.as(user, address).orders.cancel(keyOf(order));
const charge = (
  order: Held,
  testOutcome: 'approve' | 'decline' | 'needs_confirmation',
  user: SessionUser | null = null,
) => shop.as(user, address).payments.charge({ order: keyOf(order), card: { testOutcome } });

/** Minutes that an order is still held, to a tenth. */
function minutesOf({ heldUntil }: { heldUntil: string | null }): number {
  return Math.round((Date.parse(heldUntil ?? '') - Date.now()) / 6000) / 10;
}

async function rowOf({ _id }: Held) {
  const [row] = await shop.app.db.select().from(orders).where(eq(orders._id, _id));
  if (!row) throw new Error('no order');
  return row;
}

/** Two orders above the limits that are given up. */
async function giveUpTwo(user: SessionUser | null = null): Promise<void> {
  for (let n = 0; n < 2; n++) await cancel(await place(26, {}, user), user);
}

it('sells 26 of 30 by a guest’s card at the first try', async () => {
  const order = await place(26);
  expect(minutesOf(order)).toBe(2);
  expect((await charge(order, 'approve')).order).toMatchObject({ status: 'Submitted', paid: true });
});

it('holds a quarter, or ten pieces, for a quarter of an hour: in all orders and lines, also as parts of sets', async () => {
  const set = await makeVariant(shop.app.db, { price: usd(0), isBundle: true });
  await shop.app.db
    .insert(bundleItems)
    .values({ bundle: set.variantId, variant: knob.variantId, quantity: 4 });
  const cart = [lineOf(set, 1), lineOf(knob, 2)];
  expect(minutesOf(await place(6, { cart }))).toBe(15);
  expect(minutesOf(await place(4))).toBe(15);
  const more = await place(4, { cart: [lineOf(set, 1)] });
  expect(minutesOf(more)).toBe(2);
  const refused = await refusal(place(8, { cart: [lineOf(set, 2)] }));
  expect(refused.reason).toBe('hold_limit');
  expect((refused.details as HoldLimit).lines).toMatchObject([{ line: 0, quantity: 2, mayHold: 0 }]);
});

it('holds more than the site’s limit of dollars briefly', async () => {
  const dear = await makeVariant(shop.app.db, { price: usd(1000), stock: 1000 });
  const at = (quantity: number) => ({ cart: [lineOf(dear, quantity)], total: totalOf(100 * quantity) });
  expect(minutesOf(await place(0, at(4)))).toBe(15);
  expect(minutesOf(await place(0, at(1)))).toBe(2);
  const { db } = shop.app;
  await db.insert(siteSettings).values({ hoursOfOperation: [] }).onConflictDoNothing();
  await db.update(siteSettings).set({ heldLimit: usd(20_000) });
  expect(minutesOf(await place(0, at(9)))).toBe(15);
  await db.delete(siteSettings);
});

it('begins a brief hold anew with each charge, twelve times, and with 3-D Secure', async () => {
  const order = await place(26);
  const halfGone = async () => {
    const heldUntil = new Date(Date.now() + 60_000).toISOString();
    await shop.app.db.update(orders).set({ heldUntil }).where(eq(orders._id, order._id));
  };
  await halfGone();
  const declined = await refusal(charge(order, 'decline'));
  expect(declined.reason).toBe('card_declined');
  expect(minutesOf((declined.details as { order: { heldUntil: string } }).order)).toBe(2);
  await halfGone();
  const asked = await charge(order, 'needs_confirmation');
  expect(minutesOf(asked.order)).toBe(2);
  expect((await rowOf(order)).holdCharges).toBe(2);
  await shop.app.db.update(orders).set({ holdCharges: 11 }).where(eq(orders._id, order._id));
  await halfGone();
  await reasonOf(charge(order, 'decline'));
  expect(minutesOf(await rowOf(order))).toBe(2);
  await halfGone();
  await reasonOf(charge(order, 'decline'));
  expect(minutesOf(await rowOf(order))).toBe(1);
  expect((await charge(order, 'approve')).order.status).toBe('Submitted');
});

it('leaves the clock of a longer hold to itself', async () => {
  const order = await place(5);
  const heldUntil = new Date(Date.now() + 60_000).toISOString();
  await shop.app.db.update(orders).set({ heldUntil }).where(eq(orders._id, order._id));
  await reasonOf(charge(order, 'decline'));
  expect(await rowOf(order)).toMatchObject({ heldUntil, holdCharges: 0 });
});

it('holds one such order at a time, and refuses the next with what may be held', async () => {
  await makeVariant(shop.app.db);
  const pull = await makeVariant(shop.app.db, { price: usd(10), stock: 100 }, { title: 'Avalon Pull' });
  await place(26);
  const refused = await refusal(place(40, { cart: [lineOf(pull, 40)] }));
  expect(refused).toMatchObject({
    reason: 'hold_limit',
    issues: [{ path: ['cart', 0, 'quantity'], message: 'at most 25 can be held' }],
    details: {
      isBound: false,
      lines: [{ line: 0, variantId: pull.variantId, name: 'Avalon Pull', quantity: 40, mayHold: 25 }],
      ways: ['sign-in', 'call', 'bid'],
    },
  });
  expect(refused.message).toContain('At most 25 of Avalon Pull can be held for you.');
  expect(minutesOf(await place(25, { cart: [lineOf(pull, 25)] }))).toBe(15);
});

it('goes on with the clock of the order that a changed cart replaces, and counts the two as one', async () => {
  const first = await place(26);
  const heldUntil = new Date(Date.now() + 60_000).toISOString();
  await shop.app.db.update(orders).set({ heldUntil, holdCharges: 3 }).where(eq(orders._id, first._id));
  const second = await place(27, { replaces: keyOf(first) });
  expect(await rowOf(second)).toMatchObject({ heldUntil, holdCharges: 3, hold: 'brief' });
  // Less than the limit by now, yet what was held briefly is not forgotten.
  const third = await place(2, { replaces: keyOf(second) });
  expect(await rowOf(third)).toMatchObject({ heldUntil, hold: 'brief' });
  await cancel(third);
  await cancel(await place(26));
  expect(await reasonOf(place(26))).toBe('hold_limit');
});

it.each<[string, (held: Held) => Promise<unknown>]>([
  [
    'an order that costs nothing',
    async held => {
      const sample = await makeVariant(shop.app.db, { price: usd(0) });
      return place(1, { cart: [lineOf(sample, 1)], total: usd(0), replaces: keyOf(held) });
    },
  ],
  [
    'an order on account',
    async held => {
      const company = await makeCompany(shop.app.db, { creditLimit: usd(1000) });
      const trade = await makeUser(shop.app.db, { company });
      return place(1, { paymentType: 'Terms', replaces: keyOf(held) }, trade);
    },
  ],
  [
    'an order of somebody who is free of the limits',
    async held => {
      const company = await makeCompany(shop.app.db, { creditLimit: usd(1000) });
      return place(1, { replaces: keyOf(held) }, await makeUser(shop.app.db, { company }));
    },
  ],
  [
    'an order by staff',
    async held => {
      const staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
      return place(1, { replaces: keyOf(held) }, staff);
    },
  ],
  ['an order from elsewhere', held => placeElsewhere({ replaces: keyOf(held) })],
])('counts a hold as ended unpaid that is replaced by %s', async (_what, replace) => {
  for (let n = 0; n < 2; n++) {
    const held = await place(26);
    expect(minutesOf(held)).toBe(2);
    await replace(held);
    expect(await rowOf(held)).toMatchObject({ status: 'Canceled', hold: 'brief' });
  }
  expect(await refusal(place(26))).toMatchObject({ reason: 'hold_limit', details: { isBound: true } });
});

it('counts a hold of an account as ended unpaid that a guest with its key replaces', async () => {
  const buyer = await makeUser(shop.app.db);
  for (let n = 0; n < 2; n++) {
    const { _id } = await place(26, {}, buyer);
    const { orderKey } = await rowOf({ _id });
    await placeElsewhere({ replaces: { _id, orderKey } });
  }
  address = '203.0.113.78';
  expect(await reasonOf(place(26, {}, buyer))).toBe('hold_limit');
});

it('counts a hold that ran out before it was replaced, and gives the next one a clock of its own', async () => {
  for (let n = 0; n < 2; n++) {
    const first = await place(26);
    await shop.app.db
      .update(orders)
      .set({ heldUntil: new Date(Date.now() - 1000).toISOString() })
      .where(eq(orders._id, first._id));
    const next = await place(n === 0 ? 26 : 5, { replaces: keyOf(first) });
    expect(minutesOf(next)).toBe(n === 0 ? 2 : 15);
    if (n === 0) await charge(next, 'approve');
    else await cancel(next);
    knob = await makeVariant(shop.app.db, { price: usd(10), stock: 30 });
  }
  expect(await reasonOf(place(26))).toBe('hold_limit');
});

it('keeps to the limits and three orders whoever let two such holds go, for a day', async () => {
  const first = await place(26);
  await expireHolds(shop.app, new Date(Date.now() + 3 * 60_000));
  expect((await rowOf(first)).status).toBe('Canceled');
  await cancel(await place(26));
  const refused = await refusal(place(26));
  expect(refused).toMatchObject({
    reason: 'hold_limit',
    details: { isBound: true, lines: [{ mayHold: 10 }] },
  });
  // Also who signs in there, without having paid before, and a company that was made just now.
  const { db } = shop.app;
  const fresh = await makeUser(db, { company: await makeCompany(db) });
  expect(await refusal(place(26, {}, fresh))).toMatchObject({
    reason: 'hold_limit',
    details: { ways: ['call', 'bid'] },
  });
  for (let n = 0; n < 3; n++) expect(minutesOf(await place(1))).toBe(15);
  expect(await refusal(place(1))).toMatchObject({
    reason: 'hold_limit',
    details: { orders: { held: 3, most: 3 } },
  });
  for (const one of await db.select().from(orders)) {
    if (one.holdEndedAt) {
      const holdEndedAt = new Date(Date.parse(one.holdEndedAt) - 24 * 3_600_000 - 3 * 60_000).toISOString();
      await db.update(orders).set({ holdEndedAt }).where(eq(orders._id, one._id));
    }
  }
  expect(minutesOf(await place(20))).toBe(2);
});

it('binds an account wherever it orders from, a fresh company’s like a guest', async () => {
  const { db } = shop.app;
  const fresh = await makeUser(db, { company: await makeCompany(db) });
  for (let n = 0; n < 2; n++) {
    address = `203.0.113.${n}`;
    const order = await place(26, {}, fresh);
    expect(minutesOf(order)).toBe(2);
    await cancel(order, fresh);
  }
  address = '203.0.113.9';
  expect(await reasonOf(place(26, {}, fresh))).toBe('hold_limit');
  expect(minutesOf(await place(26))).toBe(2);
});

it('holds any size for a quarter of an hour for an account or company that has paid, until two of its holds go', async () => {
  const { db } = shop.app;
  const company = await makeCompany(db);
  const [buyer, colleague] = [
    await makeUser(db, { company }),
    await makeUser(db, { company, role: 'Member' }),
  ];
  const small = await makeVariant(db, { price: usd(10) });
  const gratis = await makeVariant(db, { price: usd(0) });
  await place(0, { cart: [lineOf(gratis, 1)], total: usd(0) }, buyer);
  expect(minutesOf(await place(11, {}, buyer))).toBe(2);
  const paid = await place(1, { cart: [lineOf(small, 1)] }, buyer);
  await charge(paid, 'approve', buyer);
  knob = await makeVariant(db, { price: usd(10), stock: 90 });
  const held = [await place(40, {}, buyer), await place(40, {}, colleague)];
  expect(held.map(minutesOf)).toEqual([15, 15]);
  await cancel(held[0] as Held, buyer);
  expect(minutesOf(await place(40, {}, colleague))).toBe(15);
  await cancel(held[1] as Held, colleague);
  address = '203.0.113.20';
  expect(minutesOf(await place(40, {}, colleague))).toBe(2);
});

it('is not proven by an order that was given back', async () => {
  const { db } = shop.app;
  const buyer = await makeUser(db);
  const paid = await place(1, {}, buyer);
  await charge(paid, 'approve', buyer);
  knob = await makeVariant(db, { price: usd(10), stock: 30 });
  const held = await place(26, {}, buyer);
  expect(minutesOf(held)).toBe(15);
  await db
    .update(orders)
    .set({ amountPaid: usd(0), amountRefunded: paid.total })
    .where(eq(orders._id, paid._id));
  const next = await place(26, { replaces: keyOf(held) }, buyer);
  expect(minutesOf(next)).toBe(2);
});

it('is free of all this for a company that staff gave credit', async () => {
  const { db } = shop.app;
  await giveUpTwo();
  const trade = await makeUser(db, { company: await makeCompany(db, { creditLimit: usd(1) }) });
  expect(minutesOf(await place(30, {}, trade))).toBe(15);
});

it('misses none of many submits at once', async () => {
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, () =>
      place(20).then(
        minutesOf,
        error => ((error as Error).cause as { reason?: string })?.reason ?? error.reason,
      ),
    ),
  );
  // Twenty for longer, twenty more briefly, and that is that.
  expect(outcomes.toSorted()).toEqual([15, 2, ...Array(10).fill('hold_limit')].toSorted());
});
