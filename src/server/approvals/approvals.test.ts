import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvals } from '#server/approvals/tables.ts';
import { carts } from '#server/carts/tables.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import { LIMITS } from '#server/http/rate-limits.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { type MadeVariant, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { requestsOf } from '#server/test/requests.ts';
import { guest, lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { errorBody } from '#server/trpc.ts';
import { variants } from '#server/variants/tables.ts';
import type { Money } from '#shared/rules/money.ts';

let shop: Selling;
let trade: Trade;
/** $10, of which there are a hundred; picked up at the store 10.83 with tax. */
let knob: MadeVariant;
let { checkout, requested, seen } = {} as ReturnType<typeof requestsOf>;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  trade = await makeTrade(shop.app.db);
  knob = await makeVariant(shop.app.db, { price: usd(10) });
  ({ checkout, requested, seen } = requestsOf(shop, trade, knob));
});

const ordersOf = (company: string) =>
  shop.app.db.select().from(orders).where(eq(orders.company, company)).orderBy(asc(orders.orderNumber));
const stockOf = async () => {
  const [row] = await shop.app.db.select().from(variants).where(eq(variants._id, knob.variantId));
  return row?.stock;
};
const mailsTo = async ({ email }: SessionUser, template: string) =>
  shop.app.db
    .select()
    .from(emails)
    .where(and(eq(emails.to, email), eq(emails.template, template)));

describe('an order above the limit of a Member', () => {
  it('is refused on submit, and nothing of it is written; at the limit it is placed', async () => {
    const { db } = shop.app;
    const error = await refusal(shop.as(trade.member).orders.submit(await checkout(10)));
    expect([error.reason, error.details]).toEqual(['needs_approval', { spendingLimit: 100 }]);
    expect([await stockOf(), await ordersOf(trade.company)]).toEqual([100, []]);
    await shop.as(trade.primary).team.setLimit({ user: trade.member._id, spendingLimit: usd(108.25) });
    const placed = await shop.as(trade.member).orders.submit(await checkout(10));
    expect([placed.total, placed.status]).toEqual([108.25, 'Submitted']);
    await shop.as(trade.primary).team.setLimit({ user: trade.member._id, spendingLimit: usd(108.24) });
    expect(await reasonOf(shop.as(trade.member).orders.submit(await checkout(10)))).toBe('needs_approval');
    // A Primary has no limit, and neither has a Member without one.
    await shop.as(trade.primary).orders.submit(await checkout(20, 'Terms', trade.primary));
    const free = await makeUser(db, { company: trade.company, role: 'Member' });
    expect((await shop.as(free).orders.submit(await checkout(11, 'Terms', free))).user).toBe(free._id);
  });

  it('waits for a Primary, who is told; both see it, nobody else does', async () => {
    const approval = await requested();
    expect(approval).toMatchObject({
      state: 'waiting',
      total: 108.25,
      user: { _id: trade.member._id },
      order: null,
    });
    const [cart] = await shop.app.db.select().from(carts).where(eq(carts.user, trade.member._id));
    expect(cart).toMatchObject({ _id: approval.cartIds[0], state: 'saved' });
    const [mail] = await mailsTo(trade.primary, 'approval-requested');
    expect(mail?.text).toContain('$108.25');
    expect(await shop.app.db.$count(notifications, eq(notifications.user, trade.primary._id))).toBe(1);

    for (const user of [trade.primary, trade.member]) {
      expect(await shop.as(user).team.approvals({})).toMatchObject([{ _id: approval._id }]);
      const shown = await shop.as(user).team.approval({ _id: approval._id });
      expect(shown.figures).toMatchObject({
        total: 108.25,
        cart: [{ productNum: knob.productNum, quantity: 10 }],
      });
    }
    const colleague = await makeUser(shop.app.db, { company: trade.company, role: 'Member' });
    for (const user of [colleague, trade.stranger]) {
      expect(await shop.as(user).team.approvals({})).toEqual([]);
      expect(await reasonOf(shop.as(user).team.approval({ _id: approval._id }))).toBe('not_found');
      expect(await reasonOf(shop.as(user).team.takeBack({ _id: approval._id }))).toBe('not_found');
    }
    const input = await seen(approval._id);
    expect(await reasonOf(shop.as(trade.stranger).team.approve(input))).toBe('not_found');
    expect(await reasonOf(shop.as(trade.member).team.approve(input))).toBe('forbidden');
    expect(await reasonOf(shop.as(trade.admin).team.approve(input))).toBe('forbidden');
    expect(await ordersOf(trade.company)).toEqual([]);
  });

  it('gives up the Held order that the same cart was paid for by card before', async () => {
    const member = shop.as(trade.member);
    await shop.as(trade.primary).team.setLimit({ user: trade.member._id, spendingLimit: null });
    const saved = await member.carts.create({ orderName: 'Job', cart: [lineOf(knob, 10)] });
    const asked = { ...(await checkout(10)), cart: undefined, cartIds: [saved._id] };
    const held = await member.orders.submit({ ...asked, paymentType: 'credit-card' });
    expect([held.status, await stockOf()]).toEqual(['Held', 90]);
    await shop.as(trade.primary).team.setLimit({ user: trade.member._id, spendingLimit: usd(100) });
    const again = { ...asked, idempotencyKey: randomUUID() };
    expect(await reasonOf(member.team.requestApproval(again))).toBe('cart_ordered');
    const { approval } = await member.team.requestApproval({ ...again, replaces: { _id: held._id } });
    expect(approval).toMatchObject({ state: 'waiting', cartIds: [saved._id] });
    expect((await member.orders.byId({ id: held._id })).status).toBe('Canceled');
    expect(await stockOf()).toBe(100);
    const strange = { ...again, idempotencyKey: randomUUID(), replaces: { _id: randomUUID() } };
    const { issues } = await refusal(member.team.requestApproval(strange));
    expect(issues).toMatchObject([{ path: ['replaces', '_id'] }]);
  });

  it('is one request, however often it is sent; one within the limit is placed at once', async () => {
    const input = await checkout(10);
    const sent = await Promise.all([1, 2, 3].map(() => shop.as(trade.member).team.requestApproval(input)));
    expect(new Set(sent.map(({ approval }) => approval?._id)).size).toBe(1);
    expect(await shop.app.db.$count(carts, eq(carts.user, trade.member._id))).toBe(1);
    const again = {
      ...input,
      cart: undefined,
      cartIds: sent[0]?.approval?.cartIds,
      idempotencyKey: randomUUID(),
    };
    const { issues } = await refusal(shop.as(trade.member).team.requestApproval(again));
    expect(issues).toEqual([{ path: ['cartIds'], message: 'is already waiting for approval' }]);
    const small = await shop.as(trade.member).team.requestApproval(await checkout(2));
    expect([small.approval, small.order?.total]).toEqual([null, 21.65]);
  });

  it('is not the first one for a key that comes with other contents, nor once that was declined', async () => {
    const { team } = shop.as(trade.member);
    const input = await checkout(10);
    const { approval } = await team.requestApproval(input);
    const other = await refusal(team.requestApproval({ ...input, poNumber: 'PO-9' }));
    expect([other.reason, other.message]).toEqual([
      'key_reused',
      'This order was already submitted with different contents.',
    ]);
    expect((await team.requestApproval(input)).approval?._id).toBe(approval?._id);
    await shop.as(trade.primary).team.decline({ _id: approval?._id ?? '' });
    const declined = await refusal(team.requestApproval(input));
    expect([declined.reason, declined.details]).toEqual(['approval_state', { state: 'declined' }]);
    // One from before the contents were kept is still the same request.
    const old = await checkout(12);
    const { approval: kept } = await team.requestApproval(old);
    await shop.app.db
      .update(approvals)
      .set({ requestHash: null })
      .where(eq(approvals._id, kept?._id ?? ''));
    expect((await team.requestApproval({ ...old, poNumber: 'PO-9' })).approval?._id).toBe(kept?._id);
    await team.takeBack({ _id: kept?._id ?? '' });
    expect((await refusal(team.requestApproval(old))).reason).toBe('approval_state');
  });

  it('is mailed for so often an hour, however often it is taken back', async () => {
    const { team } = shop.as(trade.member);
    const saved = await shop.as(trade.member).carts.create({ orderName: 'Job', cart: [lineOf(knob, 10)] });
    const input = { ...(await checkout(10)), cart: undefined, cartIds: [saved._id] };
    const askOnce = async () => {
      const { approval } = await team.requestApproval({ ...input, idempotencyKey: randomUUID() });
      await team.takeBack({ _id: approval?._id ?? '' });
    };
    for (let count = 0; count < LIMITS.approval.most; count++) await askOnce();
    expect(await reasonOf(askOnce())).toBe('too_many');
    expect(await mailsTo(trade.primary, 'approval-requested')).toHaveLength(LIMITS.approval.most);
  });

  it('is refused for what is wrong with it otherwise, before anybody is asked', async () => {
    type Input = Parameters<ReturnType<Selling['as']>['team']['requestApproval']>[0];
    const ask = (input: Input) => refusal(shop.as(trade.member).team.requestApproval(input));
    expect((await ask({ ...(await checkout(10)), total: usd(1) })).reason).toBe('figures_changed');
    expect((await ask({ ...(await checkout(10)), deliveryDate: '2020-01-01' })).issues?.[0]?.path).toEqual([
      'deliveryDate',
    ]);
    await shop.app.db.update(companies).set({ poRequired: true }).where(eq(companies._id, trade.company));
    expect((await ask(await checkout(10))).issues).toEqual([
      { path: ['poNumber'], message: 'is required by your company' },
    ]);
    expect(await shop.as(trade.member).team.approvals({})).toEqual([]);
    expect(await mailsTo(trade.primary, 'approval-requested')).toEqual([]);
  });
});

describe('approving', () => {
  it("places the Member's order once, however many Primaries approve it at once", async () => {
    const { _id } = await requested();
    const second = await makeUser(shop.app.db, { company: trade.company });
    const input = await seen(_id);
    const answers = await Promise.all(
      [trade.primary, second, trade.primary, second].map(user => shop.as(user).team.approve(input)),
    );
    expect(answers.map(({ state }) => state)).toEqual(Array(4).fill('ordered'));
    const placed = await ordersOf(trade.company);
    expect(placed).toMatchObject([
      { user: trade.member._id, status: 'Submitted', total: 108.25, paymentType: 'Terms' },
    ]);
    expect(await stockOf()).toBe(90);
    const charged = await shop.app.db
      .select()
      .from(accountEntries)
      .where(eq(accountEntries.company, trade.company));
    expect(charged.map(({ amount }) => amount)).toEqual([108.25]);
    const order = placed[0]?._id ?? '';
    const events = await shop.app.db.select().from(orderEvents).where(eq(orderEvents.order, order));
    expect(events.map(({ name }) => name).sort()).toEqual(['approved', 'submitted']);
    const mails = await mailsTo(trade.member, 'approval-decided');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`/user/orders/${order}`);
    expect(await shop.as(trade.member).carts.list({})).toEqual([]);
    expect(await reasonOf(shop.as(trade.primary).team.decline({ _id }))).toBe('approval_state');
    expect(await reasonOf(shop.as(trade.member).team.takeBack({ _id }))).toBe('approval_state');
  });

  it('is of what the Primary saw: other figures, a changed cart or credit that is gone place nothing', async () => {
    const { db } = shop.app;
    const { _id, cartIds } = await requested();
    const input = await seen(_id);
    await db
      .update(variants)
      .set({ price: usd(9) })
      .where(eq(variants._id, knob.variantId));
    const cheaper = await refusal(shop.as(trade.primary).team.approve(input));
    expect([cheaper.reason, (cheaper.details as { figures: { total: number } }).figures.total]).toEqual([
      'figures_changed',
      97.43,
    ]);
    const before = await seen(_id);
    const cart = { _id: cartIds[0] ?? '' };
    await shop.as(trade.member).carts.saveOrUpdate({ ...cart, poNumber: 'PO-2' });
    expect(await reasonOf(shop.as(trade.primary).team.approve(before))).toBe('figures_changed');
    await db
      .update(companies)
      .set({ creditLimit: usd(50) })
      .where(eq(companies._id, trade.company));
    expect(await reasonOf(shop.as(trade.primary).team.approve(await seen(_id)))).toBe('credit_limit');
    expect([await ordersOf(trade.company), await stockOf()]).toEqual([[], 100]);
    await shop.as(trade.member).orders.remove({ id: cart._id });
    expect(await shop.as(trade.primary).team.approval({ _id })).toMatchObject({
      figures: null,
      problem: expect.stringContaining('The cart no longer exists'),
    });
    expect(await reasonOf(shop.as(trade.primary).team.approve(before))).toBe('invalid');
  });

  it('is of the total without a coupon that fell meanwhile, which the Primary could not take off it', async () => {
    const code = `FELL${randomUUID().slice(0, 8)}`.toUpperCase();
    await shop.app.db.insert(coupons).values({ code, type: 1, value: 3 });
    const asked = { cart: [lineOf(knob, 12)], shippingMethod: 'local' as const, couponCode: code };
    const caller = shop.as(trade.member);
    const { total } = await caller.orders.getCost(asked);
    const { approval } = await caller.team.requestApproval({
      ...{ ...guest, ...asked, total, paymentType: 'Terms' as const, idempotencyKey: randomUUID() },
    });
    const _id = approval?._id ?? '';
    const before = await seen(_id);
    await shop.app.db.update(coupons).set({ active: false }).where(eq(coupons.code, code));
    const refused = await refusal(shop.as(trade.primary).team.approve(before));
    expect([refused.reason, refused.message]).toEqual([
      'figures_changed',
      expect.stringContaining(`The coupon ${code} was not applied.`),
    ]);
    const now = await seen(_id);
    expect([before.total, now.total]).toEqual([126.9, 129.9]);
    expect((await shop.as(trade.primary).team.approve(now)).state).toBe('ordered');
    expect(await ordersOf(trade.company)).toMatchObject([{ total: 129.9, discount: 0 }]);
  });

  it('lets the Member pay an order by card himself, up to what was approved', async () => {
    const { _id, cartIds } = await requested(10, 'credit-card');
    const caller = shop.as(trade.member);
    const ordered = async (ids: string[]) => {
      const asked = { cartIds: ids, shippingMethod: 'local' as const };
      const { total } = await caller.orders.getCost(asked);
      return caller.orders.submit({ ...guest, ...asked, total, idempotencyKey: randomUUID() });
    };
    expect(await reasonOf(ordered(cartIds))).toBe('needs_approval');
    const input = await seen(_id);
    const less = { ...input, total: 100 as Money };
    const refused = await shop
      .as(trade.primary)
      .team.approve(less)
      .catch(error => errorBody(error).body);
    expect(refused).toMatchObject({ reason: 'figures_changed', details: { figures: { cart: [{}] } } });
    expect(JSON.stringify(refused)).not.toMatch(/"(cost|msrp|taken)"/);
    expect((await shop.as(trade.primary).team.approve(input)).state).toBe('approved');
    expect((await mailsTo(trade.member, 'approval-decided'))[0]?.text).toContain(
      `/checkout/summary?cart=${cartIds[0]}`,
    );
    const other = await caller.carts.create({ orderName: 'Other', cart: [lineOf(knob, 10)] });
    expect(await reasonOf(ordered([other._id]))).toBe('needs_approval');
    const held = await ordered(cartIds);
    const { order } = await caller.payments.charge({
      order: { _id: held._id },
      card: { testOutcome: 'approve' },
    });
    expect([order.status, order.paid]).toEqual(['Submitted', true]);
    expect(await reasonOf(ordered(cartIds))).not.toBeUndefined();
    expect(await ordersOf(trade.company)).toHaveLength(1);
  });
});

describe('declining and taking back', () => {
  it('tells the Member why, and leaves him his cart', async () => {
    const { _id } = await requested();
    const declined = await shop.as(trade.primary).team.decline({ _id, answer: 'Next month, please.' });
    expect(declined).toMatchObject({
      state: 'declined',
      answer: 'Next month, please.',
      decidedBy: trade.primary.name,
    });
    await shop.as(trade.primary).team.decline({ _id });
    const mails = await mailsTo(trade.member, 'approval-decided');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Next month, please.');
    expect(await shop.as(trade.member).carts.list({})).toHaveLength(1);
    const late = { _id, total: usd(108.25), cartVersions: [1] };
    expect(await reasonOf(shop.as(trade.primary).team.approve(late))).toBe('approval_state');
    expect(await ordersOf(trade.company)).toEqual([]);
  });

  it('by the Member himself ends the request; so does leaving the company', async () => {
    const { _id } = await requested();
    expect((await shop.as(trade.member).team.takeBack({ _id })).state).toBe('withdrawn');
    expect(await reasonOf(shop.as(trade.primary).team.approve(await seen(_id)))).toBe('approval_state');
    const next = await requested(11);
    const input = await seen(next._id);
    await shop.as(trade.primary).companies.removeUser({ companyId: trade.company, userId: trade.member._id });
    expect(await shop.as(trade.primary).team.approvals({})).toEqual([]);
    expect(await reasonOf(shop.as(trade.primary).team.approve(input))).toBe('approval_state');
    expect(await ordersOf(trade.company)).toEqual([]);
  });
});
