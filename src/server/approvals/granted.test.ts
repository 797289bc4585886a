import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvals } from '#server/approvals/tables.ts';
import { companies } from '#server/companies/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { requestsOf } from '#server/test/requests.ts';
import { guest, lineOf, openShop, reasonOf, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import type { PaymentType } from '#shared/enumerations.ts';

let shop: Selling;
let trade: Trade;
/** $10, of which there are a hundred; picked up at the store 10.83 with tax. */
let knob: MadeVariant;
let { requested, seen } = {} as ReturnType<typeof requestsOf>;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  trade = await makeTrade(shop.app.db);
  knob = await makeVariant(shop.app.db, { price: usd(10) });
  ({ requested, seen } = requestsOf(shop, trade, knob));
});

const ordersOf = (company: string) =>
  shop.app.db.select().from(orders).where(eq(orders.company, company)).orderBy(asc(orders.orderNumber));

/** Makes a Member's card order that was approved, whose cart they order as often as they may. */
async function approvedByCard() {
  const { _id, cartIds } = await requested(10, 'credit-card');
  await shop.as(trade.primary).team.approve(await seen(_id));
  const [cart = ''] = cartIds;
  const member = shop.as(trade.member);
  const order = async (paymentType: PaymentType = 'credit-card') => {
    const asked = { cartIds: [cart], shippingMethod: 'local' as const };
    const { total } = await member.orders.getCost(asked);
    return member.orders.submit({ ...guest, ...asked, total, paymentType, idempotencyKey: randomUUID() });
  };
  const pay = async (held: { _id: string }) =>
    (await member.payments.charge({ order: { _id: held._id }, card: { testOutcome: 'approve' } })).order;
  return { _id, cart, member, order, pay };
}

describe('what waits', () => {
  it('may be above the credit of the company by then, which is looked at when it is placed', async () => {
    const { _id } = await requested(99);
    const approve = async () => shop.as(trade.primary).team.approve(await seen(_id));
    expect(await reasonOf(approve())).toBe('credit_limit');
    await shop.app.db
      .update(companies)
      .set({ creditLimit: usd(2000) })
      .where(eq(companies._id, trade.company));
    expect((await approve()).state).toBe('ordered');
  });

  it('is asked for above the limit also where store credit of the company pays the most of it', async () => {
    const granted = { company: trade.company, kind: 'granted', amount: usd(900) } as const;
    await shop.app.db.insert(storeCreditEntries).values(granted);
    const asked = { cart: [lineOf(knob, 90)], shippingMethod: 'local' as const, useStoreCredit: true };
    const { total } = await shop.as(trade.member).orders.getCost(asked);
    expect(total).toBe(74.25);
    const submit = { ...guest, ...asked, total, paymentType: 'Terms', idempotencyKey: randomUUID() } as const;
    expect(await reasonOf(shop.as(trade.member).orders.submit(submit))).toBe('needs_approval');
  });

  it('takes no more of the company’s store credit than was approved, however little the card pays', async () => {
    const { cart, member } = await approvedByCard();
    const granted = { company: trade.company, kind: 'granted', amount: usd(900) } as const;
    await shop.app.db.insert(storeCreditEntries).values(granted);
    const asked = { cartIds: [cart], shippingMethod: 'local' as const, useStoreCredit: true };
    const { total } = await member.orders.getCost(asked);
    const submit = {
      ...guest,
      ...asked,
      total,
      paymentType: 'credit-card',
      idempotencyKey: randomUUID(),
    } as const;
    expect(await reasonOf(member.orders.submit(submit))).toBe('needs_approval');
    expect(await ordersOf(trade.company)).toEqual([]);
  });

  it('says what can’t be ordered any more as it was asked for; a day that passed is tomorrow', async () => {
    const { _id } = await requested();
    const passed = sql`${approvals.checkout} || '{"deliveryDate": "2020-01-02"}'`;
    await shop.app.db.update(approvals).set({ checkout: passed }).where(eq(approvals._id, _id));
    const shown = () => shop.as(trade.primary).team.approval({ _id });
    expect(await shown()).toMatchObject({ problem: null });
    await shop.app.db.update(companies).set({ poRequired: true }).where(eq(companies._id, trade.company));
    expect(await shown()).toMatchObject({
      figures: null,
      problem: 'A PO number is required by your company.',
    });
    await shop.app.db.update(companies).set({ poRequired: false }).where(eq(companies._id, trade.company));
    expect((await shop.as(trade.primary).team.approve(await seen(_id))).state).toBe('ordered');
    const [order] = await ordersOf(trade.company);
    expect(order?.deliveryDate).not.toBe('2020-01-02');
  });

  it('has a cart whose name says nothing of how far it came', async () => {
    await requested();
    const [cart] = await shop.as(trade.member).carts.list({});
    expect(cart?.orderName).toMatch(/^Order of [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/);
  });
});

describe('an approval by card', () => {
  it('is good for one order, also where the cart stays with what was put in meanwhile', async () => {
    const { _id, cart, member, order, pay } = await approvedByCard();
    const held = await order();
    await member.carts.add({ _id: cart, lines: [lineOf(knob, 10)] });
    const paid = await pay(held);
    expect((await member.carts.byId({ _id: cart })).cart).toMatchObject([{ quantity: 10 }]);
    const [used] = await shop.as(trade.primary).team.approvals({});
    expect(used).toMatchObject({ _id, state: 'ordered', order: { _id: paid._id } });
    expect(await reasonOf(order())).toBe('needs_approval');
  });

  it('is used up by an order that is canceled afterwards; not by one that was never paid', async () => {
    const { cart, member, order, pay } = await approvedByCard();
    const given = await order();
    await member.orders.cancel({ _id: given._id });
    const paid = await pay(await order());
    await member.orders.cancel({ _id: paid._id });
    expect((await member.carts.byId({ _id: cart })).state).toBe('saved');
    expect(await reasonOf(order())).toBe('needs_approval');
  });

  it('is no leave to order on account', async () => {
    const { order } = await approvedByCard();
    expect(await reasonOf(order('Terms'))).toBe('needs_approval');
    expect(await ordersOf(trade.company)).toEqual([]);
  });

  it('is of the carts that the Primary saw: others at the same total are not approved', async () => {
    const { _id, cartIds } = await requested(10, 'credit-card');
    const before = await seen(_id);
    const member = shop.as(trade.member);
    const cart = { _id: cartIds[0] ?? '' };
    const twin = await makeVariant(shop.app.db, { price: usd(10) });
    const { cart: lines } = await member.carts.byId(cart);
    await member.carts.removeLines({ ...cart, lines: lines.map(line => line._id) });
    await member.carts.add({ ...cart, lines: [lineOf(twin, 10)] });
    expect(await reasonOf(shop.as(trade.primary).team.approve(before))).toBe('figures_changed');
    expect((await shop.as(trade.primary).team.approve(await seen(_id))).state).toBe('approved');
  });

  it('ends with what waits when its Member leaves the company, also should he come back', async () => {
    const { order } = await approvedByCard();
    await requested(11);
    const { _id: userId } = trade.member;
    await shop.as(trade.primary).companies.removeUser({ companyId: trade.company, userId });
    await shop.as(trade.admin).companies.addUser({ companyId: trade.company, userId });
    await shop.as(trade.primary).team.setLimit({ user: userId, spendingLimit: usd(100) });
    const states = (await shop.as(trade.primary).team.approvals({})).map(({ state }) => state);
    expect(states).toEqual(['withdrawn', 'withdrawn']);
    expect(await reasonOf(order())).toBe('needs_approval');
  });

  it('outlasts another limit and another role', async () => {
    const { order } = await approvedByCard();
    await shop.as(trade.primary).team.setLimit({ user: trade.member._id, spendingLimit: usd(50) });
    expect((await order()).status).toBe('Held');
  });
});
