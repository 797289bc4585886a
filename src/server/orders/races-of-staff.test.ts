import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { orderEdits } from '#server/orders/tables.ts';
import { makeUser, usd } from '#server/test/factories.ts';
import { endsOf, OfficeShop } from '#server/test/office-shop.ts';
import { lineOf, onTerms } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { sumMoney } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

vi.setConfig({ testTimeout: 120_000 });

let at: OfficeShop;
beforeAll(async () => {
  at = await OfficeShop.open();
});
afterAll(async () => {
  await expectStockExplained(at.db);
  await at.close();
});

describe('two tabs, or two people, each with a key of their own,', () => {
  it('who edit one version: one does, the other is told', async () => {
    const order = await at.bought();
    const [six, eight] = [await at.seenEdit(order, 6), await at.seenEdit(order, 8)];
    const ends = await endsOf([
      () => at.as().orders.adminReplace(six),
      () => at.as(at.other).orders.adminReplace(eight),
    ]);
    expect(ends).toEqual(['done', 'stale']);
    expect(await at.db.$count(orderEdits, eq(orderEdits.order, order._id))).toBe(1);
    await at.expectBalanced(order);
  });

  it('who give the same back: one does, the other is told', async () => {
    const order = await at.bought();
    const ends = await endsOf([
      () => at.as().refunds.make(at.refundOf(order, 60)),
      () => at.as().refunds.make(at.refundOf(order, 60)),
      () => at.as(at.other).refunds.make(at.refundOf(order, 60)),
    ]);
    expect(ends).toEqual(['done', 'stale', 'stale']);
    expect(await at.refundsOf(order)).toEqual([60]);
    await at.expectBalanced(order);
  });

  it('of whom one edits and one gives back: one does, the other is told', async () => {
    const order = await at.bought();
    const edit = await at.seenEdit(order, 1);
    const ends = await endsOf([
      () => at.as().orders.adminReplace(edit),
      () => at.as(at.other).refunds.make(at.refundOf(order, 100)),
    ]);
    expect(ends).toEqual(['done', 'stale']);
    await at.expectBalanced(order);
  });

  it('of whom one gives back and one cancels: no more than was paid goes', async () => {
    const order = await at.bought();
    const ends = await endsOf([
      () => at.as().refunds.make(at.refundOf(order, 60)),
      () => at.as(at.other).orders.cancel({ _id: order._id }),
    ]);
    // The cancel came first: the order is another than the one of which they looked what is left.
    expect([
      ['done', 'done'],
      ['done', 'stale'],
    ]).toContainEqual(ends);
    await at.expectBalanced(order);
    expect(sumMoney(await at.refundsOf(order))).toBe(108.25);
  });

  it('of whom one edits and one cancels: no more than was paid goes', async () => {
    const order = await at.bought();
    const edit = await at.seenEdit(order, 4);
    const ends = await endsOf([
      () => at.as().orders.adminReplace(edit),
      () => at.as(at.other).orders.cancel({ _id: order._id }),
    ]);
    expect([
      ['done', 'done'],
      ['done', 'stale'],
      ['done', 'order_state'],
    ]).toContainEqual(ends);
    await at.expectBalanced(order);
    expect(sumMoney(await at.refundsOf(order))).toBe(108.25);
  });

  it('who take a receipt for one order: one pays it, the other is told what is open', async () => {
    const { company, order } = await at.owing();
    const named = (number: string) =>
      at.receiptOf(company, 100, { number, orders: [{ _id: order._id, amount: usd(100) }] });
    const ends = await endsOf([
      () => at.as().receipts.take(named('1')),
      () => at.as(at.other).receipts.take(named('2')),
    ]);
    expect(ends).toEqual(['done', 'invalid orders.0._id']);
    expect(await at.read(order)).toMatchObject({ amountPaid: 100, paid: true });
  });

  it('who type in the same check: one does, the other is told', async () => {
    const { company } = await at.owing();
    const ends = await endsOf([
      () => at.as().receipts.take(at.receiptOf(company, 100)),
      () => at.as(at.other).receipts.take(at.receiptOf(company, 100)),
    ]);
    expect(ends).toEqual(['done', 'invalid number']);
    const others = await endsOf([
      () => at.as().receipts.take(at.receiptOf(company, 50, { number: '9' })),
      () => at.as(at.other).receipts.take(at.receiptOf(company, 51, { number: '9' })),
    ]);
    expect(others).toEqual(['done', 'receipt_known']);
  });

  it('who take two receipts without naming orders: the second stays on account', async () => {
    const { company, order } = await at.owing();
    const ends = await endsOf([
      () => at.as().receipts.take(at.receiptOf(company, 70, { number: '1' })),
      () => at.as(at.other).receipts.take(at.receiptOf(company, 70, { number: '2' })),
    ]);
    expect(ends).toEqual(['done', 'done']);
    expect(await at.read(order)).toMatchObject({ amountPaid: 100, paid: true });
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 0, onAccount: 40 });
    await at.expectBalanced(order);
  });

  it('of whom one takes a receipt for an order, and one cancels it: its money is on account, or it was told', async () => {
    const { company, order } = await at.owing();
    const named = at.receiptOf(company, 100, { orders: [{ _id: order._id, amount: usd(100) }] });
    const ends = await endsOf([
      () => at.as().receipts.take(named),
      () => at.as(at.other).orders.cancel({ _id: order._id }),
    ]);
    const onAccount = (await at.as().receipts.debts({ company })).onAccount;
    expect([
      [['done', 'done'], 100],
      [['done', 'invalid orders.0._id'], 0],
    ]).toContainEqual([ends, onAccount]);
    expect(await at.read(order)).toMatchObject({ status: 'Canceled' });
  });

  it('who spend what is on account: it pays once', async () => {
    const { company, order } = await at.owing();
    const { _id } = await at.as().receipts.take(at.receiptOf(company, 100));
    await at.as().orders.cancel({ _id: order._id });
    const buyer = await makeUser(at.db, { company });
    const placed = [
      await at.as(buyer).orders.submit(onTerms(at.knob, 10)),
      await at.as(buyer).orders.submit(onTerms(at.knob, 10)),
    ];
    const use = (one: Order) => ({
      ...{ company, key: randomUUID(), orders: [{ _id: one._id, amount: usd(100) }] },
    });
    const ends = await endsOf(placed.map(one => () => at.as().receipts.payFromAccount(use(one))));
    expect(ends).toEqual(['done', 'invalid orders']);
    const paid = (await Promise.all(placed.map(at.read))).map(one => one.amountPaid).sort();
    expect(paid).toEqual([0, 100]);
    // It bounces while what is left of nothing is used.
    const after = await endsOf([
      () => at.as().receipts.bounce({ _id }),
      ...placed.map(one => () => at.as().receipts.payFromAccount(use(one))),
    ]);
    expect(after.filter(end => end === 'done')).toHaveLength(1);
    expect(await at.as().receipts.debts({ company })).toMatchObject({ owed: 200, onAccount: 0 });
  });

  it('of whom one edits and one pays by the link: it is never paid above its total', async () => {
    for (const quantity of [3, 14]) {
      const { order } = await at.owing();
      const { url } = await at.as().payLinks.make({ order: order._id });
      const edit = await at.seenEdit(order, quantity);
      const paying = {
        ...{ order: order._id, key: new URL(url).searchParams.get('key') ?? '', total: usd(100) },
        ...{ card: { testOutcome: 'approve' as const }, idempotencyKey: randomUUID() },
      };
      const ends = await endsOf([
        () => at.as().orders.adminReplace(edit),
        () => at.as(null).payLinks.pay(paying),
      ]);
      expect([
        ['done', 'done'],
        ['done', 'figures_changed'],
        ['done', 'order_state'],
      ]).toContainEqual(ends);
      await at.expectBalanced(order);
    }
  });

  it('who both place an order: each has their own', async () => {
    const asked = () => ({
      ...{ cart: [lineOf(at.knob, 1)], total: usd(10.83), paymentType: 'Cash' as const },
      ...{ idempotencyKey: randomUUID() },
    });
    const [one, two] = await Promise.all([
      at.as().orders.createByStaff(asked()),
      at.as().orders.createByStaff(asked()),
    ]);
    expect(one._id).not.toBe(two._id);
  });
});

describe('an act that waits', () => {
  beforeAll(() => at.setLimits({ employeeOrderLimit: usd(50) }));
  afterAll(() => at.setLimits({ employeeOrderLimit: null }));
  const waiting = async ({ _id }: Order) => {
    const { acts } = await at.as(at.admin).approvals.list({});
    return acts.filter(({ order }) => order === _id);
  };

  it('is carried out once where two Admins say yes, and stands where one says no at once', async () => {
    const second = await makeUser(at.db, { permissionLevel: 'Admin' });
    const [twice, both] = [await at.bought(), await at.bought()];
    for (const order of [twice, both]) {
      const asked = at.refundOf(order, 60);
      expect(await endsOf(Array.from({ length: 4 }, () => () => at.as().refunds.make(asked)))).toEqual(
        Array(4).fill('waits_for_admin'),
      );
      expect(await waiting(order)).toHaveLength(1);
    }
    const decide = async (order: Order, says: boolean[]) => {
      const [act] = await waiting(order);
      const _id = act?._id ?? '';
      return endsOf(
        says.map((approve, n) => () => at.as(n === 0 ? at.admin : second).approvals.decide({ _id, approve })),
      );
    };
    expect(await decide(twice, [true, true])).toEqual(['act_state', 'done']);
    expect(await at.refundsOf(twice)).toEqual([60]);
    expect(await decide(both, [true, false])).toEqual(['act_state', 'done']);
    const [act] = await at.db.select().from(waitingActs).where(eq(waitingActs.order, both._id));
    expect([act?.state, await at.refundsOf(both)]).toEqual(
      act?.state === 'done' ? ['done', [60]] : ['declined', []],
    );
    await at.expectBalanced(twice);
  });

  it('lapses where its order is edited at the same moment, or was done before', async () => {
    const order = await at.bought();
    expect(await endsOf([() => at.as().refunds.make(at.refundOf(order, 100))])).toEqual(['waits_for_admin']);
    const [act] = await waiting(order);
    const edit = await at.seenEdit(order, 1);
    const ends = await endsOf([
      () => at.as(at.admin).approvals.decide({ _id: act?._id ?? '', approve: true }),
      () => at.as(at.admin).orders.adminReplace(edit),
    ]);
    expect([
      ['act_state', 'done'],
      ['done', 'stale'],
    ]).toContainEqual(ends);
    await at.expectBalanced(order);
  });
});
