import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { givenBack } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { endOf, OfficeShop } from '#server/test/office-shop.ts';
import { lineOf } from '#server/test/selling.ts';
import type { Order } from '#shared/schemas/orders.ts';

let at: OfficeShop;
let company: string;
let clerk: SessionUser;
let colleague: SessionUser;
beforeAll(async () => {
  at = await OfficeShop.open();
  // However much they may do for others.
  await at.setLimits({ employeeOrderLimit: null, employeeDayLimit: null, employeePriceLimit: null });
});
beforeEach(async () => {
  company = await makeCompany(at.db, { creditLimit: usd(1000), taxExempt: true });
  clerk = await makeUser(at.db, { permissionLevel: 'Employee', company });
  colleague = await makeUser(at.db, { company });
});
afterAll(() => at.close());

const WAITS = 'waits_for_admin';

/** Those whose gain is the clerk's own: themselves, and whoever buys with their company. */
const own = () => [clerk, colleague];

/** Places an order of a buyer of the shop that a card pays. */
const bought = (by: SessionUser) => at.bought(10, by);
const give = (order: Order, way: 'card' | 'credit', by = clerk) =>
  endOf(async () => at.as(by).refunds.make(at.refundOf(await at.read(order), 0.01, { way })));
const grant = (of: { user: string } | { company: string }, by = clerk) =>
  endOf(() => at.as(by).storeCredit.grant({ ...of, amount: usd(0.01), reason: 'sorry', key: randomUUID() }));
const sell = (of: object, price: number | null, by = clerk) =>
  endOf(async () => {
    const named = price !== null && { price: usd(price), priceReason: 'the last one' };
    const cart = [{ ...lineOf(at.knob, 1), ...named }];
    const { total } = await at.as(by).orders.priceForStaff({ cart, ...of });
    const asked = { ...of, cart, total, paymentType: 'Cash' as const, idempotencyKey: randomUUID() };
    return at.as(by).orders.createByStaff(asked);
  });
const editTo = (order: Order, line: { quantity: number; price?: number }, by = clerk) =>
  endOf(async () => {
    const { quantity, price } = line;
    const named = price !== undefined && { price: usd(price), priceReason: 'a scratch' };
    const now = await at.read(order);
    const cart = now.cart.map(({ _id }) => ({ _id, quantity, ...named }));
    return at.as(by).orders.adminReplace(await at.seenEdit(now, quantity, { cart }));
  });

async function sentBack(order: Order): Promise<string> {
  await at.readied(await at.read(order));
  const lines = [{ variantId: at.knob.variantId, quantity: 1, reason: 'bent' }];
  const { _id } = await at.as().returns.create({ orderId: order._id, lines });
  await at.as().returns.update({ _id, status: 'Received' });
  return _id;
}
const settle = (_id: string, more: object = {}, by = clerk) =>
  endOf(() => at.as(by).returns.update({ _id, status: 'Refunded', ...more }));

const givenBy = async (by: SessionUser) => at.db.$count(givenBack, eq(givenBack.user, by._id));

describe('an Employee does not give alone to themselves or to their company', () => {
  it('store credit', async () => {
    const whose = [{ user: clerk._id }, { user: colleague._id }, { company }];
    for (const of of whose) expect(await grant(of)).toBe(WAITS);
    const alone = await makeUser(at.db, { permissionLevel: 'Employee' });
    expect(await grant({ user: alone._id }, alone)).toBe(WAITS);
    expect(await givenBy(clerk)).toBe(0);
    expect((await at.as(clerk).storeCredit.balance()).balance).toBe(0);
    for (const of of whose) expect(await at.as(clerk).storeCredit.look(of)).toEqual({ balance: 0, alone: 0 });
    expect(await at.as().storeCredit.look({ company })).toEqual({ balance: 0, alone: null });
  });

  it('a refund at will, to the card or as store credit', async () => {
    for (const buyer of own())
      for (const way of ['card', 'credit'] as const) expect(await give(await bought(buyer), way)).toBe(WAITS);
    expect(await givenBy(clerk)).toBe(0);
  });

  it('a refund of a guest’s order under their address, nor takes off a price of one', async () => {
    const alone = await makeUser(at.db, { permissionLevel: 'Employee' });
    const { _id } = await at.bought();
    await at.db.update(orders).set({ email: alone.email }).where(eq(orders._id, _id));
    const order = await at.read({ _id });
    expect(await give(order, 'card', alone)).toBe(WAITS);
    const cart = [{ ...lineOf(at.knob, 1), price: usd(9.99), priceReason: 'the last one' }];
    const { total } = await at.as(alone).orders.priceForStaff({ cart });
    const looked = (email: string) => at.as(alone).orders.priceForStaff({ cart, email });
    expect([(await looked(alone.email)).waits, (await looked('ann@example.com')).waits]).toEqual([
      true,
      false,
    ]);
    const sold = (email: string) =>
      endOf(() =>
        at.as(alone).orders.createByStaff({
          ...{ cart, total, email, name: 'Ann', paymentType: 'Cash', idempotencyKey: randomUUID() },
        }),
      );
    expect(await sold(alone.email)).toBe(WAITS);
    expect(await sold('ann@example.com')).toBe('done');
    expect(await give(await at.bought(), 'card', alone)).toBe('done');
  });

  it('money for a guest’s order under their address', async () => {
    const alone = await makeUser(at.db, { permissionLevel: 'Employee' });
    const { _id } = await at
      .as()
      .orders.createByStaff(at.saleOf(1, 10.83, { email: alone.email, name: 'Ann' }));
    const cash = { order: _id, method: 'cash' as const, amount: usd(10.83), receivedOn: '2026-11-24' };
    const take = (by: SessionUser) => endOf(() => at.as(by).receipts.take({ ...cash, key: randomUUID() }));
    expect(await take(alone)).toBe('forbidden');
    expect(await take(clerk)).toBe('done');
  });

  it('an order under their address, which they do not give to another one first', async () => {
    const alone = await makeUser(at.db, { permissionLevel: 'Employee' });
    const { _id } = await at
      .as()
      .orders.createByStaff(at.saleOf(1, 10.83, { email: alone.email, name: 'Ann' }));
    const readdress = (by: SessionUser, email: string) =>
      endOf(async () =>
        at.as(by).orders.adminPatch({ _id, version: (await at.read({ _id })).version, email }),
      );
    expect(await readdress(alone, 'nobody@else.example')).toBe('forbidden');
    expect((await at.read({ _id })).email).toBe(alone.email);
    expect(await readdress(clerk, 'nobody@else.example')).toBe('done');
    expect(await readdress(alone, 'ann@else.example')).toBe('done');
  });

  it('nor cancels what its customer could not any more', async () => {
    for (const buyer of own()) {
      const order = await at.readied(await bought(buyer));
      const cancel = (by: SessionUser) =>
        endOf(() => at.as(by).orders.cancel({ _id: order._id, reason: 'no more wanted' }));
      expect(await cancel(clerk)).toBe('forbidden');
      expect(await cancel(at.admin)).toBe('done');
    }
    const early = await bought(clerk);
    expect(await endOf(() => at.as(clerk).orders.cancel({ _id: early._id, reason: '' }))).toBe('done');
  });

  it('what a return brings; without money it goes on', async () => {
    for (const buyer of own()) {
      const back = await sentBack(await bought(buyer));
      expect(await settle(back)).toBe(WAITS);
      expect(await settle(back, { refund: usd(0) })).toBe('done');
    }
    expect(await givenBy(clerk)).toBe(0);
  });

  it('money by an edit, or a price below theirs; without either it goes on', async () => {
    for (const buyer of own()) {
      const order = await bought(buyer);
      expect(await editTo(order, { quantity: 9 })).toBe(WAITS);
      expect(await editTo(order, { quantity: 10, price: 9.99 })).toBe(WAITS);
      expect(await editTo(order, { quantity: 20, price: 9.99 })).toBe(WAITS);
      expect(await editTo(order, { quantity: 11 })).toBe('done');
      expect(await editTo(order, { quantity: 12, price: 10.01 })).toBe('done');
    }
    expect(await givenBy(clerk)).toBe(0);
  });

  it('an order at a price below theirs; at theirs, or above, it is placed', async () => {
    for (const of of [{ user: clerk._id }, { user: colleague._id }, { company }]) {
      expect(await sell(of, 9.99)).toBe(WAITS);
      expect(await sell(of, null)).toBe('done');
      expect(await sell(of, 10.01)).toBe('done');
    }
  });

  it('nor sets prices, tiers or exemption of their own company; the address they do, as its Primary', async () => {
    const { variantId: variant } = at.knob;
    const better = [
      (by: SessionUser) =>
        at.as(by).companies.addSpecialItem({ companyId: company, variant, price: usd(0.01) }),
      (by: SessionUser) => at.as(by).companies.removeSpecialItem({ companyId: company, variant }),
      (by: SessionUser) =>
        at.as(by).companies.saveTiers({ _id: company, tiers: [{ scope: 'all', ref: '', percent: 99 }] }),
      (by: SessionUser) =>
        at.as(by).companies.overwriteVariants({
          ...{ users: [colleague._id], variants: [{ _id: variant, price: usd(0.01) }], sendEmail: false },
        }),
      (by: SessionUser) => at.as(by).companies.update({ _id: company, taxExempt: false }),
    ];
    for (const set of better) {
      expect(await endOf(() => set(clerk))).toMatch(/^forbidden/);
      const stranger = await makeUser(at.db, { permissionLevel: 'Employee' });
      expect(await endOf(() => set(stranger))).toBe('done');
    }
    expect(await endOf(() => at.as(clerk).companies.update({ _id: company, city: 'Dover' }))).toBe('done');
  });

  it('nor takes in money that is said to be their own', async () => {
    const take = (of: object, by: SessionUser) =>
      endOf(() =>
        at.as(by).receipts.take({
          ...{ ...of, method: 'cash' as const, number: '', amount: usd(5), receivedOn: '2026-11-24' },
          ...{ note: '', key: randomUUID() },
        }),
      );
    for (const of of [{ user: clerk._id }, { company }]) expect(await take(of, clerk)).toBe('forbidden');
    expect(await take({ company }, await makeUser(at.db, { permissionLevel: 'Employee' }))).toBe('done');
    expect(await take({ company }, at.admin)).toBe('done');
  });

  it('and is told so by previews, as an Admin is not', async () => {
    for (const [buyer, by, waits] of [
      [clerk, clerk, true],
      [colleague, clerk, true],
      [clerk, at.admin, false],
    ] as const) {
      const low = { price: usd(9.99), priceReason: 'a scratch' };
      const cart = [{ ...lineOf(at.knob, 1), ...low }];
      expect((await at.as(by).orders.priceForStaff({ cart, user: buyer._id })).waits).toBe(waits);
      const order = await bought(buyer);
      for (const line of [{ quantity: 9 }, { quantity: 10, ...low }]) {
        const asked = at.editOf(order, 10, { cart: order.cart.map(({ _id }) => ({ _id, ...line })) });
        expect((await at.as(by).orders.adminReplace({ ...asked, preview: true })).waits).toBe(waits);
      }
    }
  });

  it('and may give it to others, and an Admin to anybody', async () => {
    const stranger = await makeUser(at.db);
    const other = await makeCompany(at.db, { taxExempt: true });
    for (const of of [{ user: stranger._id }, { company: other }]) {
      expect(await grant(of)).toBe('done');
      expect(await sell(of, 1)).toBe('done');
    }
    // Nobody's account is theirs, either: a walk-in has none, as they have no company.
    const alone = await makeUser(at.db, { permissionLevel: 'Employee' });
    expect(await sell({}, 1, alone)).toBe('done');
    const order = await bought(stranger);
    expect(await give(order, 'card')).toBe('done');
    expect(await editTo(order, { quantity: 9, price: 5 })).toBe('done');
    expect(await settle(await sentBack(order))).toBe('done');
    const boss = await makeUser(at.db, { permissionLevel: 'Admin' });
    expect(await grant({ user: boss._id }, boss)).toBe('done');
    expect(await sell({ user: boss._id }, 1, boss)).toBe('done');
    expect(await give(await bought(boss), 'card', boss)).toBe('done');
  });

  it('and has it with an Admin’s yes, who reads whose it is', async () => {
    expect(await grant({ user: clerk._id })).toBe(WAITS);
    expect(await give(await bought(clerk), 'card')).toBe(WAITS);
    expect(await editTo(await bought(clerk), { quantity: 10, price: 9 })).toBe(WAITS);
    expect(await sell({ user: clerk._id }, 9)).toBe(WAITS);
    const { acts } = await at.as(at.admin).approvals.list({ limit: 100 });
    const theirs = acts.filter(({ contents: { account } }) => account.startsWith(`${clerk.name}, `));
    const kinds = theirs.filter(({ words }) => words.includes(', for themselves or their own company'));
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['grant', 'refund', 'edit', 'order']),
    );
    for (const { _id } of theirs)
      expect(await endOf(() => at.as(at.admin).approvals.decide({ _id, approve: true }))).toBe('done');
    const balance = await at.as(clerk).storeCredit.balance();
    expect(balance.balance).toBe(0.01);
  });
});
