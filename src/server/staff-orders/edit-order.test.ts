import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orderEdits, orders } from '#server/orders/tables.ts';
import { accountEntries, payouts, refunds, storeCreditEntries } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, onTerms, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { stockMoves, variants } from '#server/variants/tables.ts';
import { paidSoFar } from '#shared/rules/figure-rows.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { EditAnswer, EditOrder } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let staff: SessionUser;
let admin: SessionUser;
let pull: MadeVariant;
let slide: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  pull = await makeVariant(shop.app.db, { price: usd(12.4), stock: 1000 });
  slide = await makeVariant(shop.app.db, { price: usd(68.5), stock: 1000 });
});
afterAll(() => shop.close());

/** Four slides and ten pulls, collected: 274.00 + 124.00 + 32.84 = 430.84, paid by card. */
async function bought(lines = [lineOf(slide, 4), lineOf(pull, 10)]): Promise<Order> {
  const caller = shop.as(null);
  const asked = { cart: lines, shippingMethod: 'local' as const };
  const { total } = await caller.orders.getCost(asked);
  const { _id, orderKey } = await caller.orders.submit({
    ...guest,
    ...asked,
    total,
    idempotencyKey: randomUUID(),
  });
  const card = { testOutcome: 'approve' as const };
  await caller.payments.charge({ order: { _id, orderKey }, card });
  return shop.as(staff).orders.byId({ id: _id });
}

const kept = ({ cart }: Order, changes: Record<string, object | null> = {}): EditOrder['cart'] =>
  cart.flatMap(({ _id, quantity, variantId }) => {
    const change = changes[variantId];
    return change === null ? [] : [{ _id, quantity, ...change }];
  });

const ask = (order: Order, cart: EditOrder['cart'], more: Partial<EditOrder> = {}) => ({
  ...{ _id: order._id, version: order.version, idempotencyKey: randomUUID(), cart },
  ...more,
});

/** Looks at what an edit comes to, and makes it. */
async function edit(order: Order, cart: EditOrder['cart'], more: Partial<EditOrder> = {}, by = staff) {
  const asked = ask(order, cart, more);
  const caller = shop.as(by);
  const { edit: seen } = await caller.orders.adminReplace({ ...asked, preview: true });
  return caller.orders.adminReplace({ ...asked, figures: seen.after });
}

/** Ten pulls on account: 124.00 without tax, which nobody has paid. */
async function onAccount() {
  const buyer = await makeUser(shop.app.db, {
    company: await makeCompany(shop.app.db, { creditLimit: usd(500), taxExempt: true }),
    role: 'Primary',
  });
  const placed = await shop.as(buyer).orders.submit({ ...onTerms(pull, 10), total: usd(124) });
  return { buyer, order: await shop.as(staff).orders.byId({ id: placed._id }) };
}

/** Pays an order that is on account by card. */
const pay = ({ _id, total }: Order, by: SessionUser) =>
  shop.as(by).orders.pay({
    ...{ orders: [_id], card: { testOutcome: 'approve' as const }, idempotencyKey: randomUUID(), total },
  });

const drain = () => shop.app.jobs.drain({ delayed: true });
const stored = async ({ _id }: Order) =>
  (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0];
const refundsOf = ({ _id }: Order) => shop.app.db.select().from(refunds).where(eq(refunds.order, _id));
/** The changes that its history tells of. */
const changesOf = async (id: string) =>
  (await shop.as(staff).orders.history({ id })).entries.flatMap(one =>
    one.kind === 'event' && one.name === 'changed' ? [one.description] : [],
  );
const stockOf = async ({ variantId }: MadeVariant) =>
  (await shop.app.db.select().from(variants).where(eq(variants._id, variantId)))[0]?.stock;

describe('an edit of an order that a card paid', () => {
  it('gives the difference back to the card, once, and owes what is added again', async () => {
    const order = await bought();
    expect(order.total).toBe(430.84);
    const before = await stockOf(pull);

    const six = await edit(order, kept(order, { [pull.variantId]: { quantity: 6 } }));
    expect(six).toMatchObject({ subTotal: 348.4, tax: 28.74, total: 377.14, amountPaid: 377.14, paid: true });
    expect(six.edit).toMatchObject({ owed: 0, back: [{ way: 'card', amount: 53.7 }] });
    expect(await stockOf(pull)).toBe((before ?? 0) + 4);
    await drain();
    expect(await refundsOf(order)).toMatchObject([{ amount: 53.7, status: 'succeeded' }]);
    const back = await shop.as(staff).orders.byId({ id: order._id });
    expect(back).toMatchObject({ amountTakenBack: 53.7, amountRefunded: 53.7 });
    expect(paidSoFar(back)).toEqual({ paid: 430.84, keptOfBounced: 0 });

    const seven = await edit(six, kept(six, { [pull.variantId]: { quantity: 7 } }));
    expect(seven).toMatchObject({ subTotal: 360.8, tax: 29.77, total: 390.57, paid: false });
    expect(seven.edit).toMatchObject({ owed: 13.43, back: [] });

    const sixAgain = await edit(seven, kept(seven, { [pull.variantId]: { quantity: 6 } }));
    expect(sixAgain).toMatchObject({ total: 377.14, paid: true });
    expect(sixAgain.edit).toMatchObject({ owed: 0, back: [] });
    await drain();
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('leaves it paid and owing nothing where the same came back by a return instead', async () => {
    const order = await bought();
    const clerk = shop.as(staff);
    await clerk.orders.adminPatch({ _id: order._id, status: 'Processing' });
    await clerk.orders.adminPatch({ _id: order._id, status: 'Ready', allPicked: true });
    const lines = [{ variantId: pull.variantId, quantity: 4, reason: 'Wrong finish' }];
    const { _id } = await clerk.returns.create({ orderId: order._id, lines, key: randomUUID() });
    await clerk.returns.update({ _id, status: 'Received' });
    expect(await clerk.returns.update({ _id, status: 'Refunded' })).toMatchObject({ refund: 53.69 });
    expect(await stored(order)).toMatchObject({ total: 430.84, amountPaid: 430.84, paid: true });
  });

  it('is asked for, told of, and writes nothing while it is looked at', async () => {
    const order = await bought();
    const [was, stock] = [await stored(order), await stockOf(pull)];
    const cart = kept(order, { [pull.variantId]: null });
    const { edit: seen, total } = await shop
      .as(staff)
      .orders.adminReplace({ ...ask(order, cart), preview: true });
    expect([total, seen.after.total]).toEqual([296.61, 296.61]);
    expect(seen.changes).toEqual([
      {
        productNum: pull.productNum,
        name: expect.any(String),
        before: { quantity: 10, price: 12.4 },
        after: null,
      },
    ]);
    expect([await stored(order), await stockOf(pull)]).toEqual([was, stock]);
    expect(await shop.app.db.$count(orderEdits, eq(orderEdits.order, order._id))).toBe(0);
  });

  it('happens once, however often it is sent, and as it was seen', async () => {
    const order = await bought();
    const cart = kept(order, { [pull.variantId]: { quantity: 9 } });
    const caller = shop.as(staff);
    const asked = ask(order, cart);
    const { edit: seen } = await caller.orders.adminReplace({ ...asked, preview: true });
    const sent = { ...asked, figures: seen.after };
    const [first, second] = await Promise.all([
      caller.orders.adminReplace(sent),
      caller.orders.adminReplace(sent),
    ]);
    expect(second.edit).toEqual(first.edit);
    expect(await refundsOf(order)).toHaveLength(1);
    expect(await refusal(caller.orders.adminReplace({ ...sent, reason: 'other' }))).toMatchObject({
      reason: 'key_reused',
      message: 'This change of the order was sent before, with different contents.',
    });
    const late = { ...sent, idempotencyKey: randomUUID() };
    expect(await reasonOf(caller.orders.adminReplace(late))).toBe('stale');
    const others = { ...late, version: first.version, figures: { ...seen.after, total: usd(1) } };
    const refused = await refusal(caller.orders.adminReplace(others));
    expect(refused).toMatchObject({
      reason: 'figures_changed',
      details: { edit: { after: { total: seen.after.total } } },
    });
  });

  it('is made as it was seen to be settled, and not where money moved since', async () => {
    const { buyer, order } = await onAccount();
    const caller = shop.as(staff);
    const asked = ask(order, kept(order, { [pull.variantId]: { quantity: 6 } }));
    const { edit: seen } = await caller.orders.adminReplace({ ...asked, preview: true });
    expect(seen).toMatchObject({ owed: 74.4, back: [] });
    const settled = { owed: seen.owed, back: seen.back };
    const sent = { ...asked, figures: seen.after, settled };
    await pay(order, buyer);
    const refused = await refusal(caller.orders.adminReplace(sent));
    expect(refused).toMatchObject({
      reason: 'figures_changed',
      details: { edit: { owed: 0, back: [{ way: 'card', amount: 49.6 }] } },
    });
    expect(await refundsOf(order)).toEqual([]);
    const { owed, back } = (refused.details as { edit: EditAnswer }).edit;
    expect(await caller.orders.adminReplace({ ...sent, settled: { owed, back } })).toMatchObject({
      total: 74.4,
    });
    expect(await caller.orders.adminReplace(sent)).toMatchObject({ total: 74.4 });
    expect(await refundsOf(order)).toMatchObject([{ amount: 49.6 }]);
  });

  it('that waits for an Admin lapses where money moved since', async () => {
    await shop.app.db.update(siteSettings).set({ employeePriceLimit: 10 });
    const { buyer, order } = await onAccount();
    const cheap = { price: usd(6.2), priceReason: 'scratched' };
    const asked = ask(order, kept(order, { [pull.variantId]: cheap }));
    const { edit: seen } = await shop.as(staff).orders.adminReplace({ ...asked, preview: true });
    const sent = shop.as(staff).orders.adminReplace({ ...asked, figures: seen.after });
    expect(await reasonOf(sent)).toBe('waits_for_admin');
    const [act] = (await shop.as(admin).approvals.list({})).acts.filter(one => one.order === order._id);
    await pay(order, buyer);
    const decided = await refusal(shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true }));
    expect(decided).toMatchObject({ reason: 'act_state', details: { state: 'lapsed' } });
    expect(await refundsOf(order)).toEqual([]);
    await shop.app.db.update(siteSettings).set({ employeePriceLimit: null });
  });

  it('adds a line, names a price, takes it back, and swaps what it gave', async () => {
    const order = await bought();
    const knob = await makeVariant(shop.app.db, { price: usd(5), stock: 3 });
    const added = await edit(order, [
      ...kept(order),
      { ...lineOf(knob, 2), price: usd(4), priceReason: 'scratched' },
    ]);
    const line = added.cart.at(-1);
    expect(line).toMatchObject({ quantity: 2, price: 4, originalPrice: 5, priceSource: 'override' });
    expect(await stockOf(knob)).toBe(1);
    const more = await edit(added, kept(added, { [knob.variantId]: { quantity: 3 } }));
    expect(more.cart.at(-1)).toMatchObject({ quantity: 3, price: 4, priceSource: 'override' });
    const back = await edit(more, kept(more, { [knob.variantId]: { price: null } }));
    expect(back.cart.at(-1)).toMatchObject({ quantity: 3, price: 5, priceSource: 'base' });
    const tooMany = shop.as(staff).orders.adminReplace({
      ...ask(back, kept(back, { [knob.variantId]: { quantity: 9 } })),
      preview: true,
    });
    expect(await refusal(tooMany)).toMatchObject({
      reason: 'out_of_stock',
      issues: [{ path: ['cart', 2, 'quantity'] }],
    });
    const moves = await shop.app.db.select().from(stockMoves).where(eq(stockMoves.variant, knob.variantId));
    expect(moves.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(0);
  });

  it('is refused below what went out, beside its field, and of a Completed order by an Employee', async () => {
    const order = await bought();
    const clerk = shop.as(staff);
    await clerk.orders.adminPatch({ _id: order._id, status: 'Processing' });
    const ready = await clerk.orders.adminPatch({ _id: order._id, status: 'Ready', allPicked: true });
    const fewer = clerk.orders.adminReplace({
      ...ask(ready, kept(ready, { [pull.variantId]: { quantity: 6 } })),
      preview: true,
    });
    expect(await refusal(fewer)).toMatchObject({
      reason: 'invalid',
      issues: [{ path: ['cart', 1, 'quantity'], message: 'is less than the 10 that are fulfilled' }],
    });
    const done = await clerk.orders.adminPatch({ _id: order._id, status: 'Completed' });
    const more = ask(done, [...kept(done), lineOf(pull, 1)]);
    expect(await reasonOf(clerk.orders.adminReplace({ ...more, preview: true }))).toBe('order_state');
    expect(await edit(done, [...kept(done), lineOf(pull, 1)], {}, admin)).toMatchObject({ paid: false });
  });
});

describe('an edit of an order on account', () => {
  it('changes what the company owes, within its limit', async () => {
    const company = await makeCompany(shop.app.db, { creditLimit: usd(200), taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    const thing = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
    const { _id } = await shop.as(buyer).orders.submit(onTerms(thing, 10));
    const order = await shop.as(staff).orders.byId({ id: _id });
    const owed = async () =>
      (await shop.app.db.select().from(accountEntries).where(eq(accountEntries.company, company))).reduce(
        (sum, { amount }) => sum + amount,
        0,
      );
    const of = (quantity: number) => ({ [thing.variantId]: { quantity } });
    const less = await edit(order, kept(order, of(4)));
    expect([less.total, await owed()]).toEqual([40, 40]);
    const most = await edit(less, kept(less, of(20)));
    expect([most.total, await owed()]).toEqual([200, 200]);
    const above = ask(most, kept(most, of(21)));
    const look = (by: SessionUser) => shop.as(by).orders.adminReplace({ ...above, preview: true });
    const seen = await look(staff);
    expect(seen).toMatchObject({ missing: 10, waits: true, edit: { before: { total: 200 } } });
    expect(await look(admin)).toMatchObject({ missing: 10, waits: false, edit: { after: { total: 210 } } });
    const sent = { ...above, figures: seen.edit.after };
    expect(await refusal(shop.as(staff).orders.adminReplace(sent))).toMatchObject({
      ...{ reason: 'credit_limit', details: { missing: 10 } },
    });
    expect(await edit(most, kept(most, of(21)), { overLimit: true }, admin)).toMatchObject({ total: 210 });
  });
});

describe('an edit of an order that a check paid', () => {
  it('leaves the rest on account, as a cancel does', async () => {
    const company = await makeCompany(shop.app.db, { creditLimit: usd(200), taxExempt: true });
    const buyer = await makeUser(shop.app.db, { company });
    const thing = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
    const { _id } = await shop.as(buyer).orders.submit(onTerms(thing, 10));
    const clerk = shop.as(staff);
    await clerk.receipts.take({
      ...{ company, method: 'check', number: '7', amount: usd(100) },
      ...{ receivedOn: '2026-11-24', key: randomUUID() },
    });
    const standing = async () => {
      const entries = await shop.app.db
        .select()
        .from(accountEntries)
        .where(eq(accountEntries.company, company));
      const { onAccount } = await clerk.receipts.debts({ company });
      return [sumMoney(entries.map(({ amount }) => amount)), onAccount];
    };
    const order = await clerk.orders.byId({ id: _id });
    const four = await edit(order, kept(order, { [thing.variantId]: { quantity: 4 } }));
    expect(four).toMatchObject({ total: 40, amountPaid: 40, paid: true });
    expect(four.edit.back).toEqual([{ way: 'account', amount: 60 }]);
    expect(await changesOf(_id)).toEqual([expect.stringContaining('; $60.00 stays on their account')]);
    expect(await standing()).toEqual([-60, 60]);
    await clerk.orders.cancel({ _id });
    expect(await standing()).toEqual([-100, 100]);
    await drain();
    expect(await refundsOf(order)).toEqual([]);
  });
});

it('asks for cash that it gives back to be handed out, each time, and writes it into the history', async () => {
  const clerk = shop.as(staff);
  const thing = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
  const sold = { cart: [lineOf(thing, 4)], total: usd(43.3), paymentType: 'Cash' as const };
  const made = { ...sold, idempotencyKey: randomUUID(), email: 'site@example.com' };
  const { _id, orderNumber } = await clerk.orders.createByStaff(made);
  await clerk.receipts.take({
    ...{ order: _id, method: 'cash', amount: usd(43.3), receivedOn: '2026-11-24', key: randomUUID() },
  });
  const alert = async () => (await shop.app.db.select().from(orders).where(eq(orders._id, _id)))[0]?.alert;
  const lower = async (quantity: number) => {
    const order = await clerk.orders.byId({ id: _id });
    return edit(order, kept(order, { [thing.variantId]: { quantity } }));
  };
  expect((await lower(3)).edit.back).toEqual([{ way: 'cash', amount: 10.82 }]);
  const first = `Hand out $10.82 in cash for order ${orderNumber}, which was changed.`;
  expect(await alert()).toBe(first);
  await lower(2);
  await lower(1);
  expect((await alert())?.split('\n')).toEqual([
    first,
    `Hand out $10.83 in cash for order ${orderNumber}, which was changed (change 2).`,
    `Hand out $10.82 in cash for order ${orderNumber}, which was changed (change 3).`,
  ]);
  const { entries } = await clerk.orders.history({ id: _id });
  const told = entries.flatMap(one =>
    one.kind === 'event' && one.name === 'to hand out' ? [one.description] : [],
  );
  expect(told.sort()).toEqual([
    '$10.82 in cash: order changed',
    '$10.82 in cash: order changed',
    '$10.83 in cash: order changed',
  ]);
});

it('gives what a transfer of nobody’s account paid back by check', async () => {
  const clerk = shop.as(staff);
  const thing = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
  const sold = { cart: [lineOf(thing, 4)], total: usd(43.3), paymentType: 'Cash' as const };
  const { _id } = await clerk.orders.createByStaff({ ...sold, idempotencyKey: randomUUID() });
  await clerk.receipts.take({
    ...{ order: _id, method: 'transfer', amount: usd(43.3), receivedOn: '2026-11-24', key: randomUUID() },
  });
  const order = await clerk.orders.byId({ id: _id });
  const lowered = await edit(order, kept(order, { [thing.variantId]: { quantity: 3 } }));
  expect(lowered.edit.back).toEqual([{ way: 'check', amount: 10.82 }]);
  const given = await shop.app.db.select().from(payouts).where(eq(payouts.order, _id));
  expect(given).toMatchObject([{ way: 'check', amount: 10.82 }]);
});

it('gives store credit back that an order uses no more', async () => {
  const buyer = await makeUser(shop.app.db);
  await shop.app.db.insert(storeCreditEntries).values({ user: buyer._id, kind: 'granted', amount: usd(20) });
  const caller = shop.as(buyer);
  const asked = { cart: [lineOf(pull, 2)], shippingMethod: 'local' as const, useStoreCredit: true };
  const { total } = await caller.orders.getCost(asked);
  const { _id } = await caller.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
  await caller.payments.charge({ order: { _id }, card: { testOutcome: 'approve' } });
  const order = await shop.as(staff).orders.byId({ id: _id });
  const one = await edit(order, kept(order, { [pull.variantId]: { quantity: 1 } }));
  expect(one).toMatchObject({ storeCredit: 12.4, edit: { storeCreditBack: 7.6 } });
  expect(await changesOf(_id)).toEqual([expect.stringContaining('; $7.60 of store credit goes back')]);
  const entries = await shop.app.db
    .select()
    .from(storeCreditEntries)
    .where(eq(storeCreditEntries.user, buyer._id));
  expect(entries.map(({ amount }) => amount).sort()).toEqual([-20, 20, 7.6]);
  await shop.as(staff).orders.cancel({ _id });
  const after = await shop.app.db
    .select()
    .from(storeCreditEntries)
    .where(eq(storeCreditEntries.user, buyer._id));
  expect(after.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(20, 9);
});
