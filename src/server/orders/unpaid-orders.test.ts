import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import type { AppError } from '#server/errors.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { removeExpired } from '#server/upkeep.ts';

const MAX = LIMITS.unpaidOrders.most;

let shop: Selling;
let knob: MadeVariant;
let sample: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 1000 });
  sample = await makeVariant(shop.app.db, { price: usd(0), stock: 1000 });
});
afterAll(() => shop.close());

const place = (address: string, said: object = {}, user: SessionUser | null = null) =>
  shop.as(user, address).orders.submit({
    ...guest,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    total: usd(10.83),
    idempotencyKey: randomUUID(),
    ...said,
  });

const reasonOfError = (error: unknown) =>
  ((error as Error).cause as AppError | undefined)?.reason ?? (error as AppError).reason;

async function placeMost(address: string, said: object = {}, user: SessionUser | null = null) {
  const placed = [];
  for (let n = 0; n < MAX; n++) placed.push(await place(address, said, user));
  return placed;
}

it('holds so many unpaid orders for one address, whoever orders there, and says when to come back', async () => {
  const first = await place('192.0.2.1', { idempotencyKey: '6d3ba6a3-0f43-4c3c-9b57-2f6a4f1a3c11' });
  for (let n = 1; n < MAX; n++) await place('192.0.2.1');
  const refused = await refusal(place('192.0.2.1', { email: 'somebody.else@example.com' }));
  expect(refused.reason).toBe('too_many');
  const { retryAfter } = refused.details as { retryAfter: number };
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(LIMITS.unpaidOrders.perSeconds);
  const user = await makeUser(shop.app.db);
  expect((await refusal(place('192.0.2.1', {}, user))).reason).toBe('too_many');
  // An order that is there already is still answered, others are not concerned.
  const again = await place('192.0.2.1', { idempotencyKey: '6d3ba6a3-0f43-4c3c-9b57-2f6a4f1a3c11' });
  expect(again._id).toBe(first._id);
  await place('192.0.2.2');
  await place('192.0.2.7', {}, user);
});

it('counts neither what was paid, nor what was given up, replaced or ran out', async () => {
  const address = '192.0.2.3';
  const [paid, canceled, replaced, ...others] = await placeMost(address);
  if (!paid || !canceled || !replaced) throw new Error('too few orders');
  const keyOf = ({ _id, orderKey }: typeof paid) => ({ _id, orderKey });
  await shop.as(null).payments.charge({ order: keyOf(paid), card: { testOutcome: 'approve' } });
  await place(address);
  await shop.as(null).orders.cancel(keyOf(canceled));
  const one = await place(address);
  await place(address, { replaces: keyOf(replaced) });
  expect((await refusal(place(address))).reason).toBe('too_many');
  const past = new Date(Date.now() - 60_000).toISOString();
  await shop.app.db.update(orders).set({ heldUntil: past }).where(eq(orders._id, one._id));
  await expireHolds(shop.app);
  await place(address);
  expect(others).toHaveLength(MAX - 3);
});

it('counts what costs nothing for as long as an unpaid order is held', async () => {
  const address = '192.0.2.4';
  const gratis = { cart: [lineOf(sample, 1)], total: usd(0) };
  const placed = await placeMost(address, gratis);
  expect(placed.at(-1)).toMatchObject({ status: 'Submitted', total: 0 });
  expect((await refusal(place(address, gratis))).reason).toBe('too_many');
  expect((await refusal(place(address))).reason).toBe('too_many');
  await shop.app.db
    .update(orders)
    .set({ createdAt: sql`${orders.createdAt} - interval '16 minutes'` })
    .where(eq(orders._id, placed[0]?._id ?? ''));
  await place(address, gratis);
});

it('counts an account wherever it orders from, but neither staff nor orders on account', async () => {
  const user = await makeUser(shop.app.db);
  const tries = Array.from({ length: MAX + 3 }, (_, n) =>
    place(`192.0.2.${10 + n}`, {}, user).catch(reasonOfError),
  );
  // Also where they come all at once.
  const refused = (await Promise.all(tries)).filter(outcome => outcome === 'too_many');
  expect(refused).toHaveLength(3);
  expect((await refusal(place('192.0.2.99', {}, user))).reason).toBe('too_many');
  const staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  await placeMost('192.0.2.5', {}, staff);
  await place('192.0.2.5', {}, staff);
  const company = await makeCompany(shop.app.db, { creditLimit: usd(1000) });
  const buyer = await makeUser(shop.app.db, { company });
  await placeMost('192.0.2.6', { paymentType: 'Terms' }, buyer);
  await place('192.0.2.6', { paymentType: 'Terms' }, buyer);
  // Nor are buyers with credit bound when they pay by card.
  await placeMost('192.0.2.6', {}, buyer);
  await place('192.0.2.6', {}, buyer);
});

it('keeps no address that could be told, and none for longer than it counts', async () => {
  const address = '192.0.2.8';
  const [held, ...given] = [
    await place(address),
    await place(address, { cart: [lineOf(knob, 400)], total: usd(4330) }),
  ];
  const kept = async () => {
    const rows = await shop.app.db
      .select()
      .from(orders)
      .where(
        inArray(
          orders._id,
          [held, ...given].map(({ _id }) => _id),
        ),
      )
      .orderBy(orders.orderNumber);
    return rows.map(row => [row.status, row.placedBy]);
  };
  const [[, hash]] = (await kept()) as [[string, string]];
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(hash).not.toBe(createHash('sha256').update(address).digest('base64url'));
  for (const { _id, orderKey } of given) await shop.as(null).orders.cancel({ _id, orderKey });
  await removeExpired(shop.app.db, new Date(Date.now() + 23 * 3_600_000));
  expect(await kept()).toEqual([
    ['Held', hash],
    ['Canceled', hash],
  ]);
  await shop.as(null).orders.cancel({ _id: held._id, orderKey: held.orderKey });
  await removeExpired(shop.app.db, new Date(Date.now() + 25 * 3_600_000));
  expect(await kept()).toEqual([
    ['Canceled', null],
    ['Canceled', null],
  ]);
  const gratis = await place(address, { cart: [lineOf(sample, 1)], total: usd(0) });
  await removeExpired(shop.app.db, new Date(Date.now() + 16 * 60_000));
  const [after] = await shop.app.db.select().from(orders).where(eq(orders._id, gratis._id));
  expect(after?.placedBy).toBeNull();
});
