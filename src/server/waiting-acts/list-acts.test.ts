import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { notifications } from '#server/notifications/tables.ts';
import { disputes, payments } from '#server/payments/tables.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { lineOf, reasonOf, refusal } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let clerk: SessionUser;
beforeAll(async () => {
  at = await OfficeShop.open();
  await at.setLimits({ employeeOrderLimit: usd(50), employeePriceLimit: 10 });
});
beforeEach(async () => {
  clerk = await makeUser(at.db, { permissionLevel: 'Employee' });
  await at.db.delete(waitingActs);
});
afterAll(() => at.close());

const brassPull = {
  ...{ price: usd(4), cost: usd(3), stock: 500 },
  options: [
    { name: 'Finish', value: 'Brass' },
    { name: 'Size', value: '96 mm' },
  ],
};

const list = (limit?: number) => at.as(at.admin).approvals.list(limit === undefined ? {} : { limit });
const contents = async () => (await list()).acts[0]?.contents;
const toldOf = async ({ _id }: SessionUser) => {
  const told = await at.db
    .select()
    .from(notifications)
    .where(eq(notifications.user, _id))
    .orderBy(notifications.createdAt);
  return told.flatMap(({ type, title, details }) => (type === 2 ? [{ title, details }] : []));
};

it('shows those that wait longest, as many as are asked for, and says how many there are', async () => {
  const input = { user: clerk._id, amount: 1, reason: 'sorry', key: randomUUID() };
  const since = Date.now() - 3_600_000;
  const acts = Array.from({ length: 23 }, (_, nth) => ({
    ...{ kind: 'grant' as const, input, key: randomUUID(), amount: usd(1), words: `the ${nth}.` },
    createdAt: new Date(since + nth).toISOString(),
  }));
  await at.db.insert(waitingActs).values(acts.toReversed());
  const some = await list();
  expect([some.acts.length, some.acts[0]?.words, some.acts.at(-1)?.words, some.total]).toEqual([
    ...[20, 'the 0.', 'the 19.', 23],
  ]);
  expect((await list(100)).acts).toHaveLength(23);
  await expect(list(101)).rejects.toThrow(/limit/);
});

it('shows an Employee what they asked for themselves, as an Admin sees it, and nothing of others', async () => {
  const second = await makeUser(at.db, { permissionLevel: 'Employee' });
  const [own, other] = [await at.bought(), await at.bought()];
  for (const amount of [60, 70]) await reasonOf(at.as(clerk).refunds.make(at.refundOf(own, amount)));
  await reasonOf(at.as(second).refunds.make(at.refundOf(other, 80)));
  // One that nobody asked for who is here any more is an Admin's to decide, and nobody's own.
  await at.db
    .update(waitingActs)
    .set({ askedBy: null })
    .where(eq(waitingActs.amount, usd(70)));
  const all = await list();
  expect([all.total, all.acts.map(({ amount }) => amount)]).toEqual([3, [60, 70, 80]]);
  expect(await at.as(clerk).approvals.list({})).toEqual({
    ...{ acts: all.acts.filter(({ amount }) => amount === 60), total: 1 },
  });
  expect(await at.as(second).approvals.list({})).toMatchObject({ acts: [{ amount: 80 }], total: 1 });
  expect(await at.as(at.other).approvals.list({})).toEqual({ acts: [], total: 0 });
  const mine = { _id: all.acts[0]?._id ?? '', approve: true };
  expect(await reasonOf(at.as(clerk).approvals.decide(mine))).toBe('forbidden');
  for (const [who, reason] of [
    [await makeUser(at.db), 'forbidden'],
    [null, 'signed_out'],
  ] as const)
    expect(await reasonOf(at.as(who).approvals.list({}))).toBe(reason);
});

it('counts an Employee’s own as they wait, beyond those that are shown, until they are over', async () => {
  const input = { user: at.admin._id, amount: 1, reason: 'sorry', key: randomUUID() };
  const since = Date.now() - 3_600_000;
  const acts = [0, 1, 2].map(nth => ({
    ...{ kind: 'grant' as const, input, key: randomUUID(), amount: usd(1), words: `the ${nth}.` },
    ...{ askedBy: clerk._id, createdAt: new Date(since + nth).toISOString() },
  }));
  await at.db.insert(waitingActs).values(acts);
  expect(await at.as(clerk).approvals.list({ limit: 2 })).toMatchObject({
    ...{ acts: [{ words: 'the 0.' }, { words: 'the 1.' }], total: 3 },
  });
  const old = new Date(Date.now() - 3.1 * 86_400_000).toISOString();
  await at.db.update(waitingActs).set({ createdAt: old }).where(eq(waitingActs.words, 'the 0.'));
  const [second] = (await at.as(clerk).approvals.list({})).acts;
  await at.as(at.admin).approvals.decide({ _id: second?._id ?? '', approve: false });
  expect(await at.as(clerk).approvals.list({})).toMatchObject({ acts: [{ words: 'the 2.' }], total: 1 });
});

describe('what an Admin sees', () => {
  const sale = (more: object) => ({
    ...{ cart: [{ ...lineOf(at.knob, 2), price: usd(5), priceReason: 'a friend' }], total: usd(10.83) },
    ...{ paymentType: 'Cash' as const, idempotencyKey: randomUUID(), name: 'Somebody Else', ...more },
  });
  const seenOf = async (more: object) => {
    expect(await reasonOf(at.as(clerk).orders.createByStaff(sale(more)))).toBe('waits_for_admin');
    const seen = await contents();
    const [{ words } = { words: '' }] = (await list()).acts;
    await at.db.delete(waitingActs);
    return { ...seen, words };
  };

  it('of a new order is whose account it is, also under another name, and how it is paid', async () => {
    const company = await makeCompany(at.db, { name: 'Hollis Mill', creditLimit: usd(500) });
    const buyer = await makeUser(at.db, { name: 'Rae Moss', company });
    const where = { shippingAddress: '12 Mill Lane', shippingCity: 'Austin', shippingState: 'TX' };
    expect(
      await seenOf({ user: buyer._id, email: 'else@home.test', ...where, shippingZip: '78701' }),
    ).toMatchObject({
      ...{ whom: 'Rae Moss, Hollis Mill', account: 'Rae Moss, Hollis Mill', name: 'Somebody Else' },
      // They come for it: nothing goes to where they live.
      ...{ email: 'else@home.test', shipTo: '' },
      ...{ paymentType: 'Cash', takenAlong: false, after: 10.83 },
      words: expect.stringMatching(/^An order of \$10\.83 for (?!Somebody Else)/),
    });
    expect(await seenOf({ company, paymentType: 'Terms' })).toMatchObject({
      ...{ whom: 'Hollis Mill', account: 'Hollis Mill', paymentType: 'Terms' },
    });
    expect(
      await seenOf({ takenAlong: { method: 'check', number: '77' }, paymentType: 'Check' }),
    ).toMatchObject({
      ...{ whom: 'Somebody Else', account: '', takenAlong: true, number: '77' },
    });
  });

  it('of a change is our price of what it adds, and the one that is named for it', async () => {
    const order = await at.read(await at.as().orders.createByStaff(at.saleOf(2, 21.65)));
    const pull = await makeVariant(at.db, brassPull, { title: 'Mesa pull' });
    const named = { price: usd(1), priceReason: 'bent' };
    const cart = [
      ...order.cart.map(({ _id, quantity }) => ({ _id, quantity })),
      { ...lineOf(pull, 1), ...named },
      lineOf(at.knob, 3),
    ];
    const edit = { ...at.editOf(order, 2), cart };
    const caller = at.as(clerk);
    const { edit: seen } = await caller.orders.adminReplace({ ...edit, preview: true });
    expect(await reasonOf(caller.orders.adminReplace({ ...edit, figures: seen.after }))).toBe(
      'waits_for_admin',
    );
    // It tells the prices that were judged, whatever the goods cost by now.
    await at.db
      .update(variants)
      .set({ price: usd(7) })
      .where(eq(variants._id, pull.variantId));
    expect((await contents())?.lines).toMatchObject([
      {
        ...{ name: 'Mesa pull, Brass, 96 mm', productNum: pull.productNum, reason: 'bent' },
        ...{ quantity: 1, was: 0, price: 1, ours: 4, cost: 3 },
      },
      { productNum: at.knob.productNum, quantity: 3, was: 0, price: 10, ours: null },
    ]);
  });
});

describe('a line of what waits', () => {
  const NAME = 'Mesa pull, Brass, 96 mm';
  const namesOf = async () => (await contents())?.lines.map(({ name }) => name);
  it('names finish and size, whether it is sold already, is ordered anew, or stands in a cart', async () => {
    const pull = await makeVariant(at.db, brassPull, { title: 'Mesa pull' });
    const cart = [{ ...lineOf(pull, 20), price: usd(1), priceReason: 'bent' }];
    const sale = { ...at.saleOf(2, 21.65), name: 'Rae Moss', idempotencyKey: randomUUID() };
    const low = { ...sale, cart, total: usd(21.65) };
    expect(await reasonOf(at.as(clerk).orders.createByStaff(low))).toBe('waits_for_admin');
    expect(await namesOf()).toEqual([NAME]);
    await at.db.delete(waitingActs);

    const plain = { ...sale, cart: [lineOf(pull, 20)], idempotencyKey: randomUUID(), total: usd(86.6) };
    const order = await at.read(await at.as().orders.createByStaff(plain));
    const edit = {
      ...at.editOf(order, 20),
      cart: order.cart.map(({ _id }) => ({ _id, quantity: 20, price: usd(1), priceReason: 'bent' })),
    };
    const { edit: seen } = await at.as(clerk).orders.adminReplace({ ...edit, preview: true });
    expect(await reasonOf(at.as(clerk).orders.adminReplace({ ...edit, figures: seen.after }))).toBe(
      'waits_for_admin',
    );
    expect(await namesOf()).toEqual([NAME]);
    await at.db.delete(waitingActs);

    const buyer = await makeUser(at.db);
    const asked = { orderName: 'Smith kitchen', cart: [lineOf(pull, 20)] };
    const { _id, version } = await at.as(buyer).carts.saveAsBid(asked);
    const said = {
      ...{ _id, version, prices: [{ variantId: pull.variantId, price: usd(1) }] },
      quotedUntil: new Date(Date.now() + 86_400_000).toISOString(),
    };
    expect(await reasonOf(at.as(clerk).carts.quote(said))).toBe('waits_for_admin');
    expect(await namesOf()).toEqual([NAME]);
  });
});

describe('an act whose order can’t be changed just now', () => {
  const asked = async () => {
    const order = await at.bought();
    const edit = await at.seenEdit(order, 2);
    expect(await reasonOf(at.as(clerk).orders.adminReplace(edit))).toBe('waits_for_admin');
    return order;
  };
  const yes = async () =>
    at.as(at.admin).approvals.decide({ _id: (await list()).acts[0]?._id ?? '', approve: true });

  const charging = async ({ _id }: Order) => {
    const [charge] = await at.db
      .insert(payments)
      .values({
        ...{ order: _id, provider: 'test', status: 'unknown', amount: usd(1), idempotencyKey: randomUUID() },
      })
      .returning();
    return () => at.db.delete(payments).where(eq(payments._id, charge?._id ?? ''));
  };
  const disputing = async ({ _id }: Order) => {
    const [paid] = await at.db.select().from(payments).where(eq(payments.order, _id));
    const [dispute] = await at.db
      .insert(disputes)
      .values({
        ...{
          payment: paid?._id ?? '',
          order: _id,
          provider: 'test',
          reference: randomUUID(),
          reason: 'fraud',
        },
        ...{ amount: usd(1), status: 'needs_response' },
      })
      .returning();
    return () => at.db.delete(disputes).where(eq(disputes._id, dispute?._id ?? ''));
  };

  it.each([
    ['a card is being charged', charging, /try again in a minute/],
    ['a payment is disputed', disputing, /once that is decided/],
  ])('as %s goes on waiting, and is done once that is over', async (_, begin, words) => {
    const order = await asked();
    const end = await begin(order);
    expect(await refusal(yes())).toMatchObject({
      reason: 'order_state',
      message: expect.stringMatching(words),
    });
    expect([(await list()).total, await toldOf(clerk)]).toEqual([1, []]);
    await end();
    await yes();
    expect((await at.read(order)).subTotal).toBe(20);
  });

  it('is over for good where it is canceled', async () => {
    const order = await asked();
    await at.as().orders.cancel({ _id: order._id, reason: 'out of stock' });
    expect(await reasonOf(yes())).toBe('act_state');
    expect(await toldOf(clerk)).toMatchObject([{ title: `Order ${order.orderNumber}: not done` }]);
  });
});

describe('an act that can’t be read any more', () => {
  it('is shown for what it was, beside the others, and lapses with a yes', async () => {
    const [first, second] = [await at.bought(), await at.bought()];
    for (const order of [first, second]) await reasonOf(at.as(clerk).refunds.make(at.refundOf(order, 60)));
    await at.db.update(waitingActs).set({ input: {} }).where(eq(waitingActs.order, first._id));
    const { acts } = await list();
    expect(acts.map(({ words, contents: { reason } }) => [words === '', reason])).toEqual([
      [false, ''],
      [false, 'late'],
    ]);
    const yes = at.as(at.admin).approvals.decide({ _id: acts[0]?._id ?? '', approve: true });
    expect(await refusal(yes)).toMatchObject({ reason: 'act_state', details: { state: 'lapsed' } });
    expect(await at.refundsOf(first)).toEqual([]);
  });

  it('is not asked for: a reason is measured as it is kept', async () => {
    const grows = { user: at.other._id, amount: usd(60), key: randomUUID() };
    const grant = at.as(clerk).storeCredit.grant({ ...grows, reason: '\u0958'.repeat(500) });
    await expect(grant).rejects.toThrow(/reason/);
    expect((await list()).total).toBe(0);
  });
});

it('a return that an Admin settled meanwhile otherwise than it was asked for is over', async () => {
  const order = await at.readied(await at.bought());
  const lines = [{ variantId: at.knob.variantId, quantity: 8, reason: 'bent' }];
  const { _id } = await at.as().returns.create({ orderId: order._id, lines });
  await at.as().returns.update({ _id, status: 'Received' });
  expect(await reasonOf(at.as(clerk).returns.update({ _id, status: 'Refunded' }))).toBe('waits_for_admin');
  await at.as(at.admin).returns.update({ _id, status: 'Refunded', refund: usd(50) });
  const act = (await list()).acts[0]?._id ?? '';
  expect(await reasonOf(at.as(at.admin).approvals.decide({ _id: act, approve: true }))).toBe('act_state');
  expect(await toldOf(clerk)).toMatchObject([{ title: `Order ${order.orderNumber}: not done` }]);
});

it('whose asker asks for another under its key, they are told that it was not done', async () => {
  const order = await at.bought();
  const first = at.refundOf(order, 60);
  for (const amount of [60, 70])
    expect(await reasonOf(at.as(clerk).refunds.make({ ...first, amount: usd(amount) }))).toBe(
      'waits_for_admin',
    );
  expect(await list()).toMatchObject({ acts: [{ amount: 70 }], total: 1 });
  expect(await toldOf(clerk)).toEqual([
    {
      title: `Order ${order.orderNumber}: not done`,
      details: `Your refund of $60.00 for order ${order.orderNumber} was not done, because you asked for another in its place.`,
    },
  ]);
});

describe('whoever asked for an act reads how it ended as a sentence', () => {
  const decline = async (values: object) => {
    const [act] = await at.db
      .insert(waitingActs)
      .values({
        ...{ key: randomUUID(), amount: usd(40), words: 'as it was asked for', askedBy: clerk._id },
        ...(values as Pick<typeof waitingActs.$inferInsert, 'kind' | 'input'>),
      })
      .returning();
    await at.as(at.admin).approvals.decide({ _id: act?._id ?? '', approve: false });
    return (await toldOf(clerk)).at(-1)?.details.replace(`${at.admin.name} declined your `, '');
  };

  it('of an order, by its number', async () => {
    const order = await at.bought();
    const of = { order: order._id, version: order.version, input: {} };
    expect(await decline({ ...of, kind: 'refund' })).toBe(`refund of $40.00 for order ${order.orderNumber}.`);
    expect(await decline({ ...of, kind: 'return' })).toBe(
      `refund of $40.00 for goods returned from order ${order.orderNumber}.`,
    );
    expect(await decline({ ...of, kind: 'edit' })).toBe(
      `change to order ${order.orderNumber} that gives back $40.00.`,
    );
    // It is no matter what was typed into its words.
    const words = 'goes to 1 Elm, above the credit limit';
    expect(await decline({ ...of, kind: 'edit', words })).toBe(
      `change to order ${order.orderNumber} that gives back $40.00.`,
    );
    expect(await decline({ ...of, kind: 'edit', words, why: 'prices' })).toBe(
      `change to order ${order.orderNumber} that takes $40.00 off its prices.`,
    );
    expect(await decline({ ...of, kind: 'edit', words, why: 'credit' })).toBe(
      `change to order ${order.orderNumber} that goes $40.00 above the credit limit.`,
    );
  });

  it('of no order, by whom it was for', async () => {
    const company = await makeCompany(at.db, { name: 'Oak and Pine' });
    const buyer = await makeUser(at.db, { name: 'Rae Moss' });
    expect(await decline({ kind: 'grant', input: { company } })).toBe(
      'grant of $40.00 as store credit to Oak and Pine.',
    );
    const total = usd(90);
    expect(await decline({ kind: 'order', input: { user: buyer._id, total } })).toBe(
      'order of $90.00 for Rae Moss.',
    );
    expect(await decline({ kind: 'order', input: { total } })).toBe('order of $90.00 for a walk-in.');
    const gone = { kind: 'quote', input: {}, cart: randomUUID(), version: 0 };
    expect(await decline(gone)).toBe('quote.');
  });
});
