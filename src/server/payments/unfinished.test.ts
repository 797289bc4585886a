import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { payments } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, refusal } from '#server/test/selling.ts';
import { intentIn, StripeShop } from '#server/test/stripe-shop.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: StripeShop;
let knob: MadeVariant;
let clerk: SessionUser;
let admin: SessionUser;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 5000 });
  clerk = await makeUser(at.shop.app.db, { permissionLevel: 'Employee' });
  admin = await makeUser(at.shop.app.db, { permissionLevel: 'Admin' });
});
afterEach(() => at.reset());
afterAll(() => at.close());

/** Orders of ten knobs on account, 100.00 each, of which a payer left the payment at the page of their bank. */
async function leftAtTheBank(count = 1) {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company });
  const made: Order[] = [];
  for (let nth = 0; nth < count; nth++) made.push(await at.shop.as(buyer).orders.submit(onTerms(knob, 10)));
  const pay = (card: object) =>
    at.shop.as(buyer).orders.pay({
      ...{ orders: made.map(({ _id }) => _id), card: card as ReturnType<typeof at.cardOf> },
      ...{ total: sumMoney(made.map(({ total }) => total)), idempotencyKey: randomUUID() },
    });
  const intent = intentIn(await pay(at.cardOf('needs_confirmation')));
  expect(await statusesOf(made[0])).toEqual(['requires_action']);
  return { made, pay, intent };
}

async function statusesOf(order: Order | undefined): Promise<string[]> {
  const found = await at.shop.app.db
    .select()
    .from(payments)
    .where(eq(payments.order, order?._id ?? ''));
  return found.map(({ status }) => status).sort();
}

/** Looks at an edit of an order to so many knobs, and tells what makes it. */
async function looked(order: Order | undefined, quantity: number, more: object = {}) {
  const staff = at.shop.as(clerk);
  const { _id, version, cart } = await staff.orders.byId({ id: order?._id ?? '' });
  const lines = cart.map(line => ({ _id: line._id, quantity, ...more }));
  const asked = { _id, version, cart: lines, idempotencyKey: randomUUID(), mail: false };
  const { edit } = await staff.orders.adminReplace({ ...asked, preview: true });
  return () => staff.orders.adminReplace({ ...asked, figures: edit.after });
}

const stripeSays = (intent: string) => at.fake.intent(intent)?.status;

it('an edit ends a payment that its payer left at the page of their bank, and only then', async () => {
  const { made, pay, intent } = await leftAtTheBank();
  const make = await looked(made[0], 12);
  expect([stripeSays(intent), await statusesOf(made[0])]).toEqual(['requires_action', ['requires_action']]);
  expect(await make()).toMatchObject({ total: 120, amountPaid: 0 });
  expect([stripeSays(intent), await statusesOf(made[0])]).toEqual(['canceled', ['canceled']]);
  // The window of the bank that stands open yet pays nothing.
  expect((await refusal(pay({ paymentIntent: intent }))).reason).toBe('figures_changed');
});

it('an edit that has to wait for an Admin ends nothing; their yes does', async () => {
  const { made, intent } = await leftAtTheBank();
  await at.shop.app.db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], employeePriceLimit: 10 })
    .onConflictDoUpdate({ target: siteSettings.only, set: { employeePriceLimit: 10 } });
  const make = await looked(made[0], 12, { price: usd(5), priceReason: 'a friend' });
  expect((await refusal(make())).reason).toBe('waits_for_admin');
  expect(stripeSays(intent)).toBe('requires_action');
  const [act] = await at.shop.app.db
    .select()
    .from(waitingActs)
    .where(eq(waitingActs.order, made[0]?._id ?? ''));
  await at.shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
  expect(stripeSays(intent)).toBe('canceled');
  expect(await at.shop.as(clerk).orders.byId({ id: made[0]?._id ?? '' })).toMatchObject({ total: 60 });
});

it('an edit is refused where the bank had confirmed the payment by then, which is counted', async () => {
  const { made, intent } = await leftAtTheBank();
  const make = await looked(made[0], 12);
  at.fake.authenticate(intent, 'confirmed');
  const { reason, message } = await refusal(make());
  expect([reason, message]).toEqual([
    'order_state',
    'A card has just paid for this order. Please look at it again.',
  ]);
  const found = await at.shop.as(clerk).orders.byId({ id: made[0]?._id ?? '' });
  expect(found).toMatchObject({ total: 100, amountPaid: 100, paid: true });
  // Looked at again, it is paid and can be edited.
  expect(await (await looked(made[0], 12))()).toMatchObject({ total: 120, amountPaid: 100 });
});

it('an edit is refused while the gateway does not answer, and goes through after it does', async () => {
  const { made, intent } = await leftAtTheBank();
  const make = await looked(made[0], 12);
  at.fake.fail('server_error', 9);
  expect((await refusal(make())).reason).toBe('order_state');
  expect(await statusesOf(made[0])).toEqual(['unknown']);
  at.fake.recover();
  await at.sweep(made[0] as Order);
  expect(await make()).toMatchObject({ total: 120 });
  expect(stripeSays(intent)).toBe('canceled');
});

it.each([0, 1])('an edit ends a payment of several orders for all of them, by order %i', async nth => {
  const { made, intent } = await leftAtTheBank(2);
  expect(await (await looked(made[nth], 12))()).toMatchObject({ total: 120 });
  expect(stripeSays(intent)).toBe('canceled');
  expect([await statusesOf(made[0]), await statusesOf(made[1])]).toEqual([['canceled'], ['canceled']]);
});
