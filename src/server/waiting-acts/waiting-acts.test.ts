import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { refunds } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { errorBody } from '#server/trpc.ts';
import { lapseActs } from '#server/waiting-acts/decide-act.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';

let shop: Selling;
let admin: SessionUser;
let clerk: SessionUser;
beforeAll(async () => {
  shop = await openShop();
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  const limits = { employeeOrderLimit: usd(50), employeeDayLimit: usd(120) };
  await shop.app.db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], ...limits })
    .onConflictDoUpdate({ target: siteSettings.only, set: limits });
});
beforeEach(async () => {
  clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
});
afterAll(() => shop.close());

const bought = async () => shop.as(clerk).orders.byId({ id: (await paidOrder(shop, { quantity: 20 }))._id });
const asked = (order: Order, amount: number) => ({
  ...{ order: order._id, version: order.version, amount: usd(amount), reason: 'late', key: randomUUID() },
  way: 'card' as const,
});
const given = async ({ _id }: Order) => shop.app.db.$count(refunds, eq(refunds.order, _id));
const waiting = async ({ _id }: Order) =>
  (await shop.as(admin).approvals.list({})).acts.filter(({ order }) => order === _id);

const toldOf = async ({ _id }: SessionUser) => {
  const rows = await shop.app.db
    .select()
    .from(notifications)
    .orderBy(notifications.createdAt)
    .where(
      // All staff are told of new orders.
      and(eq(notifications.user, _id), eq(notifications.type, 2)),
    );
  return rows.map(({ type, title, details, link, read }) => ({ type, title, details, link, read }));
};

describe('whoever asked for what waits', () => {
  const decide = async (order: Order, approve: boolean) =>
    shop.as(admin).approvals.decide({ _id: (await waiting(order))[0]?._id ?? '', approve });

  it('is told of the yes and of the no, with the order', async () => {
    for (const [approve, outcome] of [
      [true, 'approved'],
      [false, 'declined'],
    ] as const) {
      clerk = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
      const order = await bought();
      await reasonOf(shop.as(clerk).refunds.make(asked(order, 60)));
      await decide(order, approve);
      expect(await toldOf(clerk)).toEqual([
        {
          ...{ type: 2, title: `Order ${order.orderNumber}: ${outcome}`, read: false },
          ...{
            details: `${admin.name} ${outcome} your refund of $60.00 for order ${order.orderNumber}.`,
            link: `/admin/orders/${order._id}`,
          },
        },
      ]);
    }
  });

  it('is told why it was declined, as the history of the order is', async () => {
    const order = await bought();
    await reasonOf(shop.as(clerk).refunds.make(asked(order, 60)));
    const [{ _id } = { _id: '' }] = await waiting(order);
    const words = 'It came in time.\nSee the parcel’s page.';
    await shop.as(admin).approvals.decide({ _id, approve: false, reason: ` ${words} ` });
    const [told] = await toldOf(clerk);
    expect(told?.details).toBe(
      `${admin.name} declined your refund of $60.00 for order ${order.orderNumber}. Reason: ${words}`,
    );
    const [row] = await shop.app.db.select().from(waitingActs).where(eq(waitingActs._id, _id));
    expect(row).toMatchObject({ state: 'declined', declineReason: words });
    const { entries } = await shop.as(clerk).orders.history({ id: order._id });
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ name: 'Admin declined', description: `$60.00 to the card: late; reason: ${words}` },
      }),
    );
  });

  it('is told of the customer, where it is about no order', async () => {
    const buyer = await makeUser(shop.app.db);
    const grant = { user: buyer._id, amount: usd(121), reason: 'a year of orders', key: randomUUID() };
    await reasonOf(shop.as(clerk).storeCredit.grant(grant));
    const [act] = (await shop.as(admin).approvals.list({})).acts.filter(({ kind }) => kind === 'grant');
    await shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: false });
    expect(await toldOf(clerk)).toMatchObject([
      {
        ...{ title: 'Store credit: declined', link: `/admin/users/${buyer._id}` },
        details: `${admin.name} declined your grant of $121.00 as store credit to ${buyer.name}.`,
      },
    ]);
  });

  it('is told once that nobody will decide it, because it is another order or three days are over', async () => {
    const [changed, old] = [await bought(), await bought()];
    for (const order of [changed, old]) await reasonOf(shop.as(clerk).refunds.make(asked(order, 60)));
    await shop.as(clerk).orders.adminPatch({ _id: changed._id, notes: 'call first' });
    expect(await reasonOf(decide(changed, true))).toBe('act_state');
    const later = new Date(Date.now() + 3 * 86_400_000 + 60_000);
    await lapseActs(shop.app.db, later);
    await lapseActs(shop.app.db, later);
    expect(await toldOf(clerk)).toMatchObject([
      {
        ...{ title: `Order ${changed.orderNumber}: not done`, link: `/admin/orders/${changed._id}` },
        details: `Your refund of $60.00 for order ${changed.orderNumber} was not done, because things changed after you asked.`,
      },
      {
        title: `Order ${old.orderNumber}: not done`,
        details: `Your refund of $60.00 for order ${old.orderNumber} was not done, because nobody decided on it in three days.`,
      },
    ]);
  });
});

describe('a decision', () => {
  it.each([
    ['a reason beside a yes', { approve: true, reason: 'as agreed' }, ['reason']],
    ['a reason of 501 letters', { approve: false, reason: 'a'.repeat(501) }, ['reason']],
    ['letters that nobody can read in a reason', { approve: false, reason: 'a\u0000' }, ['reason']],
    ['neither a yes nor a no', { reason: 'as agreed' }, ['approve']],
    ['a field that is unknown', { approve: false, note: 'no' }, ['note']],
  ])('is refused with %s, and the act goes on waiting', async (_, said, path) => {
    const order = await bought();
    await reasonOf(shop.as(clerk).refunds.make(asked(order, 60)));
    const [{ _id } = { _id: '' }] = await waiting(order);
    const error = await shop
      .as(admin)
      .approvals.decide({ _id, ...said } as never)
      .catch(failed => failed);
    expect(errorBody(error).body).toMatchObject({ reason: 'invalid', issues: [{ path }] });
    expect(await waiting(order)).toHaveLength(1);
    await shop.as(admin).approvals.decide({ _id, approve: false, reason: 'a'.repeat(500) });
    expect([await given(order), await waiting(order)]).toEqual([0, []]);
  });
});

describe('what an Employee gives back above their limit', () => {
  it('waits for an Admin, who was told, and is done once with their yes', async () => {
    const order = await bought();
    const one = asked(order, 50.01);
    const caller = shop.as(clerk);
    expect(await reasonOf(caller.refunds.make(one))).toBe('waits_for_admin');
    expect(await reasonOf(caller.refunds.make(one))).toBe('waits_for_admin');
    expect(await given(order)).toBe(0);
    const [act, ...others] = await waiting(order);
    expect([act, others]).toMatchObject([
      { amount: 50.01, words: '$50.01 to the card: late', askedBy: clerk.name },
      [],
    ]);
    // Thought better of while it waits: it is another act, and whoever says yes to the first says it to nothing.
    expect(await reasonOf(caller.refunds.make({ ...one, amount: usd(55) }))).toBe('waits_for_admin');
    const [other, ...more] = await waiting(order);
    expect([other, more]).toMatchObject([{ amount: 55 }, []]);
    const first = { _id: act?._id ?? '', approve: true };
    expect(await reasonOf(shop.as(admin).approvals.decide(first))).toBe('act_state');
    const unknown = { _id: randomUUID(), approve: true };
    expect(await reasonOf(shop.as(admin).approvals.decide(unknown))).toBe('not_found');
    const decide = { _id: other?._id ?? '', approve: true };
    const decided = await Promise.allSettled([
      shop.as(admin).approvals.decide(decide),
      shop.as(admin).approvals.decide(decide),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([await given(order), await waiting(order)]).toEqual([1, []]);
  });

  it('counts many small ones as one, for the order and for the day', async () => {
    const caller = shop.as(clerk);
    let order = await bought();
    for (let nth = 0; nth < 5; nth++) order = await caller.refunds.make(asked(order, 10));
    expect(await reasonOf(caller.refunds.make(asked(order, 0.01)))).toBe('waits_for_admin');
    const second = await bought();
    await caller.refunds.make(asked(second, 50));
    const third = await bought();
    await caller.refunds.make(asked(third, 20));
    expect(await reasonOf(caller.refunds.make(asked(await bought(), 0.01)))).toBe('waits_for_admin');
  });

  it('counts those of one moment together', async () => {
    const caller = shop.as(clerk);
    const of = [await bought(), await bought(), await bought(), await bought()];
    const outcomes = await Promise.allSettled(of.map(order => caller.refunds.make(asked(order, 40))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect((await Promise.all(of.map(given))).reduce((sum, one) => sum + one, 0)).toBe(3);
  });

  it('is asked for by store credit for no order as well, which its owner has with their yes', async () => {
    const buyer = await makeUser(shop.app.db);
    const grant = { user: buyer._id, amount: usd(120.01), reason: 'a year of orders', key: randomUUID() };
    expect(await reasonOf(shop.as(clerk).storeCredit.grant(grant))).toBe('waits_for_admin');
    expect(await shop.as(buyer).storeCredit.balance()).toEqual({ balance: 0 });
    const [act] = (await shop.as(admin).approvals.list({})).acts.filter(({ kind }) => kind === 'grant');
    expect(act).toMatchObject({ order: null, orderNumber: null, amount: 120.01, askedBy: clerk.name });
    await shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
    expect(await shop.as(buyer).storeCredit.balance()).toEqual({ balance: 120.01 });
    const [logged] = await shop.app.db.select().from(logEntries).where(eq(logEntries.subject, buyer._id));
    expect(logged).toMatchObject({
      ...{ category: 'store credit', user: admin._id },
      description: `$120.01 as store credit: a year of orders; asked for by ${clerk.name}`,
    });
    expect(await reasonOf(shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true }))).toBe(
      'act_state',
    );
  });

  it('is asked for by no more than fifty of theirs at once', async () => {
    const [buyer, other] = [await makeUser(shop.app.db), await makeUser(shop.app.db)];
    const grant = (user: SessionUser, amount = 121) => ({
      ...{ user: user._id, amount: usd(amount), reason: 'a year of orders', key: randomUUID() },
    });
    const input = grant(buyer);
    const rows = Array.from({ length: 49 }, () => ({
      ...{ kind: 'grant' as const, input, key: randomUUID(), amount: input.amount, words: 'one' },
      askedBy: clerk._id,
    }));
    await shop.app.db.insert(waitingActs).values(rows);
    const last = grant(buyer);
    expect(await reasonOf(shop.as(clerk).storeCredit.grant(last))).toBe('waits_for_admin');
    expect(await refusal(shop.as(clerk).storeCredit.grant(grant(other)))).toMatchObject({
      ...{ reason: 'too_many', message: expect.stringContaining('50 of yours wait') },
    });
    // The same again, or another in its place, is no other one; and somebody else's are not theirs.
    expect(await reasonOf(shop.as(clerk).storeCredit.grant(last))).toBe('waits_for_admin');
    const instead = { ...last, amount: usd(130) };
    expect(await reasonOf(shop.as(clerk).storeCredit.grant(instead))).toBe('waits_for_admin');
    const second = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    expect(await reasonOf(shop.as(second).storeCredit.grant(grant(other)))).toBe('waits_for_admin');
    // Those that nobody decided in three days wait no more.
    const old = new Date(Date.now() - 3.1 * 86_400_000).toISOString();
    await shop.app.db
      .update(waitingActs)
      .set({ createdAt: old })
      .where(eq(waitingActs.key, rows[0]?.key ?? ''));
    expect(await reasonOf(shop.as(clerk).storeCredit.grant(grant(other)))).toBe('waits_for_admin');
    await shop.app.db.delete(waitingActs).where(eq(waitingActs.askedBy, clerk._id));
  });

  it('is asked for by an edit and by a return as well, and is no limit of an Admin', async () => {
    const order = await bought();
    const cart = order.cart.map(({ _id }) => ({ _id, quantity: 10 }));
    const edit = { _id: order._id, version: order.version, idempotencyKey: randomUUID(), cart };
    const { edit: seen } = await shop.as(clerk).orders.adminReplace({ ...edit, preview: true });
    const sent = { ...edit, figures: seen.after };
    expect(await reasonOf(shop.as(clerk).orders.adminReplace(sent))).toBe('waits_for_admin');
    expect(await waiting(order)).toMatchObject([{ kind: 'edit', amount: 108.25 }]);
    expect(await shop.as(admin).orders.adminReplace(sent)).toMatchObject({ total: 108.25 });
  });

  it('is shown to them as it was asked for: its lines, its figures, who asked and why', async () => {
    const { db } = shop.app;
    await db.update(siteSettings).set({ employeePriceLimit: 10 });
    const caller = shop.as(clerk);
    const seenOf = async (order: Order) => (await waiting(order))[0]?.contents;
    const called = ({ cart: [line] }: Order) => ({
      name: line?.name,
      productNum: line?.productNum,
      reason: '',
    });

    const refund = await bought();
    const goods = [{ _id: refund.cart[0]?._id ?? '', quantity: 12 }];
    await reasonOf(caller.refunds.make({ ...asked(refund, 0), amount: undefined, lines: goods }));
    expect(await seenOf(refund)).toMatchObject({
      ...{ whom: refund.name, why: 'limit', way: 'card', reason: 'late', before: null, after: null },
      lines: [{ ...called(refund), quantity: 12, was: null, price: 10, ours: null }],
    });

    const edited = await bought();
    const cart = [{ _id: edited.cart[0]?._id ?? '', quantity: 20, price: usd(8), priceReason: 'a scratch' }];
    const edit = { _id: edited._id, version: edited.version, idempotencyKey: randomUUID(), cart };
    const { edit: seen } = await caller.orders.adminReplace({ ...edit, preview: true });
    await reasonOf(caller.orders.adminReplace({ ...edit, reason: 'as agreed', figures: seen.after }));
    expect(await seenOf(edited)).toMatchObject({
      ...{ why: 'prices', before: 216.5, after: 173.2, reason: 'as agreed' },
      lines: [{ ...called(edited), quantity: 20, was: 20, price: 8, ours: 10, reason: 'a scratch' }],
    });

    const { variantId, productId } = edited.cart[0] ?? { variantId: '', productId: '' };
    const made = {
      ...{ idempotencyKey: randomUUID(), paymentType: 'Cash' as const, name: 'Rae Moss', total: usd(8.66) },
      cart: [{ variantId, productId, quantity: 1, price: usd(8), priceReason: 'the last one' }],
    };
    expect(await reasonOf(caller.orders.createByStaff(made as never))).toBe('waits_for_admin');
    const [order] = (await shop.as(admin).approvals.list({})).acts.filter(({ kind }) => kind === 'order');
    expect(order).toMatchObject({ amount: 2, askedBy: clerk.name });
    expect(order?.contents).toMatchObject({
      ...{ whom: 'Rae Moss', why: 'prices', after: 8.66 },
      lines: [{ ...called(edited), quantity: 1, was: null, price: 8, ours: 10, reason: 'the last one' }],
    });
    // Whoever comes late is told how it ended.
    await shop.as(admin).approvals.decide({ _id: order?._id ?? '', approve: false });
    const late = refusal(shop.as(admin).approvals.decide({ _id: order?._id ?? '', approve: true }));
    expect(await late).toMatchObject({ reason: 'act_state', details: { state: 'declined' } });
    await db.update(siteSettings).set({ employeePriceLimit: null });
  });

  it('is not done where they say no, where its order was changed, or after three days', async () => {
    const { db } = shop.app;
    const caller = shop.as(clerk);
    const [one, changed, old] = [await bought(), await bought(), await bought()];
    for (const order of [one, changed, old]) await reasonOf(caller.refunds.make(asked(order, 60)));
    const [no] = await waiting(one);
    await shop.as(admin).approvals.decide({ _id: no?._id ?? '', approve: false });
    await caller.orders.adminPatch({ _id: changed._id, notes: 'call first' });
    const [late] = await waiting(changed);
    expect(await reasonOf(shop.as(admin).approvals.decide({ _id: late?._id ?? '', approve: true }))).toBe(
      'act_state',
    );
    await lapseActs(db, new Date(Date.now() + 3 * 86_400_000 + 60_000));
    const states = await Promise.all(
      [one, changed, old].map(
        async ({ _id }) => (await db.select().from(waitingActs).where(eq(waitingActs.order, _id)))[0]?.state,
      ),
    );
    expect(states).toEqual(['declined', 'lapsed', 'lapsed']);
    const rows = await db.select().from(orders).where(eq(orders._id, one._id));
    expect([await given(one), await given(changed), await given(old), rows[0]?.amountRefunded]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('is over after three days, whether the sweep has run or not, and may be asked for anew', async () => {
    const { db } = shop.app;
    const [yes, no] = [await bought(), await bought()];
    const ask = asked(yes, 60);
    await reasonOf(shop.as(clerk).refunds.make(ask));
    await reasonOf(shop.as(clerk).refunds.make(asked(no, 60)));
    const acts = [...(await waiting(yes)), ...(await waiting(no))];
    const age = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await db
      .update(waitingActs)
      .set({ createdAt: age(2.9) })
      .where(eq(waitingActs.order, yes._id));
    expect(await waiting(yes)).toHaveLength(1);
    for (const { _id } of [yes, no])
      await db
        .update(waitingActs)
        .set({ createdAt: age(3.1) })
        .where(eq(waitingActs.order, _id));
    expect([await waiting(yes), await waiting(no)]).toEqual([[], []]);
    for (const [nth, approve] of [true, false].entries())
      expect(await reasonOf(shop.as(admin).approvals.decide({ _id: acts[nth]?._id ?? '', approve }))).toBe(
        'act_state',
      );
    expect([await given(yes), await given(no)]).toEqual([0, 0]);
    const states = await db.select().from(waitingActs).where(eq(waitingActs.order, no._id));
    expect(states).toMatchObject([{ state: 'lapsed' }]);
    expect(await reasonOf(shop.as(clerk).refunds.make(ask))).toBe('waits_for_admin');
    const [anew] = await waiting(yes);
    await shop.as(admin).approvals.decide({ _id: anew?._id ?? '', approve: true });
    expect(await given(yes)).toBe(1);
  });

  it('asked for again under its key once it is over, before the sweep: it waits anew', async () => {
    const order = await bought();
    const ask = asked(order, 60);
    await reasonOf(shop.as(clerk).refunds.make(ask));
    const old = new Date(Date.now() - 3.1 * 86_400_000).toISOString();
    await shop.app.db.update(waitingActs).set({ createdAt: old }).where(eq(waitingActs.order, order._id));
    await reasonOf(shop.as(clerk).refunds.make(ask));
    const [anew] = await waiting(order);
    await shop.as(admin).approvals.decide({ _id: anew?._id ?? '', approve: true });
    expect(await given(order)).toBe(1);
  });
});
