import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderEvents } from '#server/orders/tables.ts';
import { makeCompany, usd } from '#server/test/factories.ts';
import { OfficeShop } from '#server/test/office-shop.ts';
import { lineOf, reasonOf } from '#server/test/selling.ts';
import type { Money } from '#shared/rules/money.ts';

let at: OfficeShop;
beforeAll(async () => {
  at = await OfficeShop.open();
});
afterAll(() => at.close());

const historyOf = async (_id: string) =>
  (await at.db.select().from(orderEvents).where(eq(orderEvents.order, _id)).orderBy(orderEvents._id)).map(
    ({ name, description }) => `${name}: ${description}`,
  );

describe('an order on account (rule A16)', () => {
  it('goes above a company’s limit for an Employee once an Admin has approved just that', async () => {
    const company = await makeCompany(at.db, { creditLimit: usd(100), taxExempt: true });
    const sold = { company, cart: [lineOf(at.knob, 12)], total: usd(120), idempotencyKey: randomUUID() };
    const asked = { ...sold, overLimit: true as const };
    const caller = at.as();
    expect(await reasonOf(caller.orders.createByStaff(asked))).toBe('waits_for_admin');
    const small = { company, cart: [lineOf(at.knob, 1)], total: usd(10), idempotencyKey: randomUUID() };
    await caller.orders.createByStaff(small);
    const { acts } = await at.as(at.admin).approvals.list({ limit: 100 });
    const act = acts.find(({ contents }) => contents.why === 'credit');
    if (!act) throw new Error('nothing waits');
    expect(act).toMatchObject({ kind: 'order', amount: 20 });
    expect(act.words).toMatch(/^An order of \$120\.00 for .+, \$20\.00 above the credit limit$/);
    // Their account has changed since: what it would be now is shown beside what was asked for.
    expect(act.contents).toMatchObject({ why: 'credit', aboveCredit: 30, after: 120 });
    const yes = (aboveCredit?: Money) =>
      at.as(at.admin).approvals.decide({ _id: act._id, approve: true, aboveCredit });
    // A yes is to what was seen, and goes on waiting for one where that is another by now.
    for (const seen of [undefined, usd(20), usd(29.99)])
      expect(await reasonOf(yes(seen))).toBe('figures_changed');
    await yes(usd(30));
    const placed = await caller.orders.createByStaff(asked);
    expect(await historyOf(placed._id)).toEqual([
      ...['submitted: Submitted', 'taken on over limit: $30.00 above it'],
      expect.stringMatching(/^approved: An order of/),
    ]);
  });

  it('rises above the limit by an Employee’s edit once an Admin has approved it', async () => {
    const company = await makeCompany(at.db, { creditLimit: usd(100), taxExempt: true });
    const clerk = at.as();
    const sold = { company, cart: [lineOf(at.knob, 5)], total: usd(50), idempotencyKey: randomUUID() };
    const order = await clerk.orders.createByStaff(sold);
    const cart = order.cart.map(({ _id }) => ({ _id, quantity: 13 }));
    const asked = { ...at.editOf(order, 13, { cart }), overLimit: true as const };
    const { edit: seen } = await clerk.orders.adminReplace({ ...asked, preview: true });
    const sent = { ...asked, figures: seen.after };
    expect(await reasonOf(clerk.orders.adminReplace(sent))).toBe('waits_for_admin');
    const { acts } = await at.as(at.admin).approvals.list({ limit: 100 });
    const act = acts.find(one => one.order === order._id);
    expect(act).toMatchObject({
      amount: 30,
      words: expect.stringMatching(/; \$30\.00 above the credit limit$/),
      contents: { why: 'credit', aboveCredit: 30, before: 50, after: 130 },
    });
    const yes = { _id: act?._id ?? '', approve: true };
    expect(await reasonOf(at.as(at.admin).approvals.decide({ ...yes, aboveCredit: usd(29.99) }))).toBe(
      'figures_changed',
    );
    await at.as(at.admin).approvals.decide({ ...yes, aboveCredit: usd(30) });
    expect(await clerk.orders.byId({ id: order._id })).toMatchObject({ total: 130 });
    expect((await clerk.orders.adminReplace(sent)).edit.after.total).toBe(130);
  });
});
