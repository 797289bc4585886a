import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { refunds } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, refusal } from '#server/test/selling.ts';
import { StripeShop } from '#server/test/stripe-shop.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { MakeRefund } from '#shared/schemas/give-back.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: StripeShop;
let knob: MadeVariant;
let admin: SessionUser;
beforeAll(async () => {
  at = await StripeShop.open();
  knob = await makeVariant(at.shop.app.db, { price: usd(10), stock: 5000 });
  admin = await makeUser(at.shop.app.db, { permissionLevel: 'Admin' });
});
afterEach(() => at.reset());
afterAll(() => at.close());

const staff = () => at.shop.as(admin);
const drain = () => at.shop.app.jobs.drain({ delayed: true });
const read = ({ _id }: Pick<Order, '_id'>) => staff().orders.byId({ id: _id });
const stored = async ({ _id }: Pick<Order, '_id'>) =>
  (await at.shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0];
const refunded = async ({ _id }: Pick<Order, '_id'>) =>
  sumMoney(
    (await at.shop.app.db.select().from(refunds).where(eq(refunds.order, _id))).map(({ amount }) => amount),
  );

/** Two orders of a company without tax, of 100.00 each, that one charge paid, and its dispute. */
async function disputedTogether() {
  const company = await makeCompany(at.shop.app.db, { creditLimit: usd(5000), taxExempt: true });
  const buyer = await makeUser(at.shop.app.db, { company });
  const both = [
    await at.shop.as(buyer).orders.submit(onTerms(knob, 10)),
    await at.shop.as(buyer).orders.submit(onTerms(knob, 10)),
  ];
  await at.shop.as(buyer).orders.pay({
    ...{ orders: both.map(({ _id }) => _id), card: at.cardOf('approve'), idempotencyKey: randomUUID() },
    total: usd(200),
  });
  const charge = both.flatMap(({ _id }) => at.fake.chargesOfOrder(_id))[0]?.id ?? '';
  return { both, buyer, tell: await at.disputed(charge) };
}

const ask = (order: Pick<Order, '_id' | 'version'>, more: Partial<MakeRefund>): MakeRefund => ({
  ...{ order: order._id, version: order.version, way: 'card', number: '', reason: 'late', key: randomUUID() },
  ...more,
});

async function received(order: Order, quantity: number): Promise<string> {
  await staff().orders.adminPatch({ _id: order._id, status: 'Processing' });
  await staff().orders.adminPatch({ _id: order._id, status: 'Ready', allPicked: true });
  const lines = [{ variantId: knob.variantId, quantity, reason: 'Too long' }];
  const { _id } = await staff().returns.create({ orderId: order._id, lines });
  await staff().returns.update({ _id, status: 'Received' });
  return _id;
}

const WAITS = { reason: 'order_state', message: expect.stringMatching(/disputed.* once that is decided\.$/) };

describe('while a charge that paid several orders is disputed', () => {
  it.each([0, 1])('number %i of them is not edited, and nothing of it goes back', async nth => {
    const { both, buyer, tell } = await disputedTogether();
    const order = await read(both[nth] as Order);
    const edit = {
      ...{ _id: order._id, version: order.version, idempotencyKey: randomUUID(), mail: false },
      cart: [{ _id: order.cart[0]?._id ?? '', quantity: 5 }],
    };
    expect(await refusal(staff().orders.adminReplace({ ...edit, preview: true }))).toMatchObject(WAITS);
    for (const way of ['card', 'credit'] as const)
      expect(await refusal(staff().refunds.make(ask(order, { amount: usd(1), way })))).toMatchObject(WAITS);
    const told = { mayEdit: false, mayCancel: false };
    expect(await staff().orders.record({ id: order._id })).toMatchObject(told);
    expect(await staff().refunds.look({ order: order._id })).toMatchObject({ onCancel: [], inAll: 0 });
    expect(await refusal(at.shop.as(buyer).orders.cancel({ _id: order._id }))).toMatchObject(WAITS);
    const back = await received(order, 2);
    const settle = { _id: back, status: 'Refunded' } as const;
    expect(await refusal(staff().returns.update(settle))).toMatchObject(WAITS);
    expect(await refunded(order)).toBe(0);
    await tell('won');
    await staff().returns.update(settle);
    await drain();
    expect(await refunded(order)).toBe(20);
  });
});

describe('a dispute that was lost', () => {
  it('lets a refund lapse that waited for an Admin: its customer has money back', async () => {
    const { db } = at.shop.app;
    const limits = { employeeOrderLimit: usd(20) };
    await db
      .insert(siteSettings)
      .values({ hoursOfOperation: [], ...limits })
      .onConflictDoUpdate({ target: siteSettings.only, set: limits });
    const clerk = await makeUser(db, { permissionLevel: 'Employee' });
    const { both, tell } = await disputedTogether();
    await tell('won');
    const order = await read(both[0] as Order);
    const asked = at.shop.as(clerk).refunds.make(ask(order, { amount: usd(40) }));
    expect(await refusal(asked)).toMatchObject({ reason: 'waits_for_admin' });
    await tell('needs_response', 5000);
    const yes = async () => {
      const [act] = (await staff().approvals.list({})).acts;
      return refusal(staff().approvals.decide({ _id: act?._id ?? '', approve: true }));
    };
    expect(await yes()).toMatchObject(WAITS);
    await tell('lost', 5000);
    expect(await yes()).toMatchObject({ reason: 'act_state' });
    await db.update(siteSettings).set({ employeeOrderLimit: null });
  });

  it('leaves nothing of its charge to be given again, by whichever way', async () => {
    const { both, tell } = await disputedTogether();
    await tell('lost');
    for (const one of both) {
      const order = await read(one);
      expect(await staff().refunds.look({ order: order._id })).toMatchObject({ card: 0, inAll: 0 });
      for (const way of ['card', 'credit'] as const)
        expect(await refusal(staff().refunds.make(ask(order, { amount: usd(0.01), way })))).toMatchObject({
          reason: 'invalid',
        });
    }
    await staff().orders.cancel({ _id: both[0]?._id ?? '' });
    await drain();
    expect(await refunded(both[0] as Order)).toBe(0);
    expect(await stored(both[0] as Order)).toMatchObject({ status: 'Canceled', amountRefunded: 0 });
  });

  it('in part takes its share of each order, and of both together no more goes back than the charge has', async () => {
    const { both, tell } = await disputedTogether();
    await tell('lost', 5001);
    const looks = await Promise.all(both.map(({ _id }) => staff().refunds.look({ order: _id })));
    expect(looks.map(({ card }) => card).sort()).toEqual([74.99, 75]);
    for (const { _id } of both) await staff().orders.cancel({ _id });
    await drain();
    expect(sumMoney(await Promise.all(both.map(refunded)))).toBe(149.99);
  });

  it('takes nothing off an edit that makes the order cheaper: the bank gave that back', async () => {
    const { both, tell } = await disputedTogether();
    await tell('lost');
    const order = await read(both[0] as Order);
    const edit = {
      ...{ _id: order._id, version: order.version, idempotencyKey: randomUUID(), mail: false },
      cart: [{ _id: order.cart[0]?._id ?? '', quantity: 5 }],
    };
    const { edit: seen } = await staff().orders.adminReplace({ ...edit, preview: true });
    expect(seen).toMatchObject({ back: [], backBefore: 50 });
    await staff().orders.adminReplace({ ...edit, figures: seen.after });
    await drain();
    expect(await refunded(order)).toBe(0);
  });
});
