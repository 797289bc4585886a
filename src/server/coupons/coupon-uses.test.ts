import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, openShop, patiently, refusal, type Selling } from '#server/test/selling.ts';

let shop: Selling;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 500 });
});
afterAll(() => shop.close());

let codes = 0;

/** A coupon of 2 dollars that everybody may use once. */
async function makeOnce(): Promise<string> {
  const code = `ONCE${++codes}`;
  await shop.app.db.insert(coupons).values({ code, type: 1, value: 2, maxUsesPerCustomer: 1 });
  return code;
}

const buy = (couponCode: string, email: string, user: SessionUser | null = null) =>
  shop.as(user).orders.submit({
    ...guest,
    email,
    cart: [lineOf(knob, 1)],
    shippingMethod: 'local',
    couponCode,
    total: usd(8.83),
    idempotencyKey: randomUUID(),
  });

const USED = { reason: 'figures_changed', details: { figures: { couponStatus: 'used' } } };

it.each<[string, (email: string) => { first: [string, boolean]; next: [string, boolean] }]>([
  ['an account, then a guest with its address', mail => ({ first: [mail, true], next: [mail, false] })],
  ['a guest, then the account with his address', mail => ({ first: [mail, false], next: [mail, true] })],
  [
    'an account that wrote another address, then a guest with the account’s',
    mail => ({ first: [`other.${mail}`, true], next: [mail.toUpperCase(), false] }),
  ],
  [
    'an account that wrote another address, then a guest with that',
    mail => ({ first: [`Other.${mail}`, true], next: [`other.${mail}`, false] }),
  ],
  [
    'a guest, then the account with his address that writes another',
    mail => ({ first: [mail.toUpperCase(), false], next: [`other.${mail}`, true] }),
  ],
])('is one person: %s', async (_, who) => {
  const user = await makeUser(shop.app.db);
  const code = await makeOnce();
  const { first, next } = who(user.email);
  const order = await buy(code, first[0], first[1] ? user : null);
  const again = () => buy(code, next[0], next[1] ? user : null);
  expect(await refusal(again())).toMatchObject(USED);
  if (next[1]) expect(await shop.as(user).coupons.verify({ code })).toMatchObject({ couponStatus: 'used' });
  await shop.as(first[1] ? user : null).orders.cancel({ _id: order._id, orderKey: order.orderKey });
  expect((await again()).couponCode).toBe(code);
});

it('lets strangers use it once each', async () => {
  const code = await makeOnce();
  const [one, two] = [await makeUser(shop.app.db), await makeUser(shop.app.db)];
  await buy(code, one.email, one);
  await buy(code, two.email, two);
  await buy(code, 'third@example.com');
  expect((await refusal(buy(code, 'THIRD@example.com'))).reason).toBe('figures_changed');
});

it('is used once by account and guest who submit at once', async () => {
  const user = await makeUser(shop.app.db);
  const code = await makeOnce();
  const tries = Array.from({ length: 100 }, (_, n) =>
    patiently(() => (n % 2 ? buy(code, user.email, user) : buy(code, user.email.toUpperCase()))),
  );
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ reason: 'figures_changed' });
  }
  const uses = await shop.app.db.select().from(couponUses);
  expect(uses.filter(use => use.email === user.email.toLowerCase())).toHaveLength(1);
});
