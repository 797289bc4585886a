import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { orderEvents, orders } from '#server/orders/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { lineOf, openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { variants } from '#server/variants/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { sumMoney } from '#shared/rules/money.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';

let shop: Selling;
let staff: SessionUser;
let admin: SessionUser;
let knob: MadeVariant;
beforeAll(async () => {
  shop = await openShop();
  staff = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
  admin = await makeUser(shop.app.db, { permissionLevel: 'Admin' });
  knob = await makeVariant(shop.app.db, { price: usd(10), stock: 100 });
});
afterAll(() => shop.close());

const setPriceLimit = (employeePriceLimit: number | null) =>
  shop.app.db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], employeePriceLimit })
    .onConflictDoUpdate({ target: siteSettings.only, set: { employeePriceLimit } });

const historyOf = async (_id: string) =>
  (
    await shop.app.db.select().from(orderEvents).where(eq(orderEvents.order, _id)).orderBy(orderEvents._id)
  ).map(({ name, description }) => `${name}: ${description}`);

describe('an order that staff make', () => {
  it('of a walk-in is paid, handed over and Completed in one go, and nobody is written to', async () => {
    const caller = shop.as(staff);
    const sold = { cart: [lineOf(knob, 3)], total: usd(32.48), paymentType: 'Cash' as const };
    const asked = { ...sold, idempotencyKey: randomUUID(), takenAlong: { method: 'cash' as const } };
    const order = await caller.orders.createByStaff(asked);
    expect(order).toMatchObject({
      status: 'Completed',
      paid: true,
      amountPaid: 32.48,
      email: '',
      user: null,
    });
    expect(order.cart.map(({ fulfilled }) => fulfilled)).toEqual([3]);
    expect(await historyOf(order._id)).toEqual([
      'submitted: Submitted',
      'paid: $32.48 in cash',
      'status: Submitted → Processing',
      `fulfilled: 3 of 3 ${knob.productNum}`,
      'status: Processing → Ready',
      'status: Ready → Completed',
      'handed over: at the counter',
    ]);
    expect(await shop.app.db.$count(emails, eq(emails.order, order._id))).toBe(0);
    expect((await caller.orders.createByStaff(asked))._id).toBe(order._id);
    expect(await refusal(caller.orders.createByStaff({ ...asked, notes: 'other' }))).toMatchObject({
      reason: 'key_reused',
      message: 'This order was already submitted with different contents.',
      details: { order: { _id: order._id, orderNumber: order.orderNumber } },
    });
  });

  it('of a company is on its account, at its prices, tomorrow and the day after', async () => {
    const company = await makeCompany(shop.app.db, { creditLimit: usd(100), taxExempt: true });
    const caller = shop.as(staff);
    const ask = (quantity: number, total: number) => ({
      ...{ company, cart: [lineOf(knob, quantity)], total: usd(total), idempotencyKey: randomUUID() },
    });
    const order = await caller.orders.createByStaff(ask(4, 40));
    expect(order).toMatchObject({ status: 'Submitted', paymentType: 'Terms', company, paid: false });
    expect(Date.parse(order.deliveryDate) - Date.parse(order.date)).toBe(86_400_000);
    const entries = await shop.app.db
      .select()
      .from(accountEntries)
      .where(eq(accountEntries.company, company));
    expect(sumMoney(entries.map(({ amount }) => amount))).toBe(40);
    expect(await refusal(caller.orders.createByStaff(ask(7, 70)))).toMatchObject({
      ...{ reason: 'credit_limit', details: { missing: 10 } },
    });
    const above = { ...ask(7, 70), overLimit: true as const };
    const placed = await shop.as(admin).orders.createByStaff(above);
    expect(placed).toMatchObject({ total: 70 });
    expect(await historyOf(placed._id)).toEqual([
      'submitted: Submitted',
      'taken on over limit: $10.00 above it',
    ]);
    // Nothing is said of it, and nobody asked, while it isn't reached.
    const rich = await makeCompany(shop.app.db, { creditLimit: usd(100), taxExempt: true });
    const within = { ...ask(1, 10), company: rich, overLimit: true as const };
    expect(await historyOf((await caller.orders.createByStaff(within))._id)).toEqual([
      'submitted: Submitted',
    ]);
  });

  it('is of no day that is far from today', async () => {
    const asked = { cart: [lineOf(knob, 1)], total: usd(10.83), paymentType: 'Cash' as const };
    const today = shopDate(new Date(), 'America/Chicago');
    const ask = (days: number) =>
      shop.as(staff).orders.createByStaff({
        ...{ ...asked, date: addDays(today, days), idempotencyKey: randomUUID() },
      });
    for (const days of [-32, 366])
      expect(await refusal(ask(days))).toMatchObject({ reason: 'invalid', issues: [{ path: ['date'] }] });
    expect(await ask(-31)).toMatchObject({ date: addDays(today, -31), deliveryDate: addDays(today, -30) });
  });

  it('is delivered the day after its own day', async () => {
    const asked = { cart: [lineOf(knob, 1)], total: usd(10.83), paymentType: 'Cash' as const };
    const order = await shop
      .as(staff)
      .orders.createByStaff({ ...asked, date: '2027-02-28', idempotencyKey: randomUUID() });
    expect(order).toMatchObject({ date: '2027-02-28', deliveryDate: '2027-03-01' });
  });

  it('is not delivered before its own day, as the shop’s clock has it, unless they take it along now', async () => {
    const sold = { cart: [lineOf(knob, 1)], total: usd(10.83), paymentType: 'Cash' as const };
    const caller = shop.as(staff);
    const ask = (days: { date?: string; deliveryDate?: string }, more: object = {}) =>
      caller.orders.createByStaff({ ...sold, ...days, ...more, idempotencyKey: randomUUID() });
    const { today } = await caller.receipts.today();
    const path = ['deliveryDate'];
    expect((await refusal(ask({ date: '2027-02-28', deliveryDate: '2027-02-27' }))).issues).toEqual([
      { path, message: 'is before the order’s own date, February 28, 2027' },
    ]);
    // Its own day is tomorrow where nobody said another.
    expect(await refusal(ask({ deliveryDate: today }))).toMatchObject({ issues: [{ path }] });
    const sameDay = { date: today, deliveryDate: today };
    expect(await ask(sameDay)).toMatchObject(sameDay);
    const takenAlong = { method: 'cash' };
    expect(await ask({}, { takenAlong })).toMatchObject(sameDay);

    const order = await ask({ date: '2027-02-28', deliveryDate: '2027-03-05' });
    const move = (deliveryDate: string) => caller.orders.adminPatch({ _id: order._id, deliveryDate });
    expect(await refusal(move('2027-02-27'))).toMatchObject({ reason: 'invalid', issues: [{ path }] });
    expect(await refusal(move('9999-12-30'))).toMatchObject({ reason: 'invalid', issues: [{ path }] });
    expect(await move('2027-02-28')).toMatchObject({ deliveryDate: '2027-02-28' });
  });

  it('says of a check what is wrong with it, beside the payment', async () => {
    const company = await makeCompany(shop.app.db, { taxExempt: true });
    const caller = shop.as(staff);
    const sold = { company, cart: [lineOf(knob, 1)], total: usd(10), paymentType: 'Check' as const };
    const by = (number: string) =>
      caller.orders.createByStaff({
        ...{ ...sold, idempotencyKey: randomUUID(), takenAlong: { method: 'check' as const, number } },
      });
    await expect(by(' ')).rejects.toThrow(/is needed: the one on the check/);
    expect(await by('1043')).toMatchObject({ status: 'Completed', paid: true });
    expect(await refusal(by('1043'))).toMatchObject({
      issues: [
        { path: ['takenAlong', 'number'], message: expect.stringMatching(/^is of a receipt of the same/) },
      ],
    });
  });

  it('never goes by freight, which somebody has to quote', async () => {
    const to = {
      shippingAddress: '1 A St',
      shippingCity: 'Austin',
      shippingState: 'TX',
      shippingZip: '78701',
    };
    const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'freight' as const };
    const caller = shop.as(staff);
    const order = { ...asked, ...to, total: usd(10.83), paymentType: 'Cash' as const };
    for (const refused of [
      caller.orders.priceForStaff(asked),
      caller.orders.createByStaff({ ...order, idempotencyKey: randomUUID() }),
    ])
      expect(await refusal(refused)).toMatchObject({
        reason: 'invalid',
        issues: [{ path: ['shippingMethod'], message: expect.stringMatching(/^needs a quote/) }],
      });
  });

  it('loses none of the prices that were named for one item in several lines', async () => {
    const named = { ...lineOf(knob, 2), price: usd(8), priceReason: 'scratched' };
    const asked = { cart: [lineOf(knob, 3), named], paymentType: 'Cash' as const };
    const refused = shop
      .as(staff)
      .orders.createByStaff({ ...asked, total: usd(49.8), idempotencyKey: randomUUID() });
    expect(await refusal(refused)).toMatchObject({
      issues: [{ path: ['cart', 1, 'price'], message: 'is another than that of the same item above' }],
    });
    const alike = await shop.as(staff).orders.priceForStaff({ cart: [named, named] });
    expect(alike).toMatchObject({ subTotal: 32 });
  });

  it('bears the PO number that its company requires, whoever of it is named', async () => {
    const company = await makeCompany(shop.app.db, { taxExempt: true, poRequired: true });
    const buyer = await makeUser(shop.app.db, { company });
    const sold = { cart: [lineOf(knob, 1)], total: usd(10), paymentType: 'Cash' as const };
    for (const who of [{ company }, { user: buyer._id }]) {
      const ask = (poNumber: string) =>
        shop.as(staff).orders.createByStaff({ ...who, ...sold, poNumber, idempotencyKey: randomUUID() });
      expect(await refusal(ask(' '))).toMatchObject({
        reason: 'invalid',
        issues: [{ path: ['poNumber'], message: 'is required by their company' }],
      });
      expect(await ask('PO 7')).toMatchObject({ company, poNumber: 'PO 7' });
    }
  });

  it('needs credit for Terms, and says so beside the payment', async () => {
    const asked = { cart: [lineOf(knob, 1)], total: usd(10.83), idempotencyKey: randomUUID() };
    expect(await refusal(shop.as(staff).orders.createByStaff(asked))).toMatchObject({
      issues: [{ path: ['paymentType'], message: 'on account is for companies with a credit limit' }],
    });
  });

  it('bears the price that staff name, with its reason, for a user of theirs', async () => {
    const buyer = await makeUser(shop.app.db);
    const cart = [{ ...lineOf(knob, 2), price: usd(8), priceReason: 'scratched' }];
    const asked = { user: buyer._id, cart, total: usd(17.32), paymentType: 'credit-card' as const };
    const order = await shop.as(staff).orders.createByStaff({ ...asked, idempotencyKey: randomUUID() });
    expect(order).toMatchObject({ user: buyer._id, status: 'Submitted', paid: false, email: buyer.email });
    expect(order.cart).toMatchObject([{ price: 8, originalPrice: 10, priceSource: 'override' }]);
    const other = shop
      .as(staff)
      .orders.createByStaff({ ...asked, total: usd(17), idempotencyKey: randomUUID() });
    expect(await refusal(other)).toMatchObject({ reason: 'figures_changed' });
    expect(await shop.app.db.$count(orders, eq(orders.user, buyer._id))).toBe(1);
  });
});

describe('what an order by staff would come to', () => {
  it('is told with the price that its customer would pay, the cost, and what is missing of their credit', async () => {
    const { db } = shop.app;
    const pull = await makeVariant(db, { price: usd(20), cost: usd(12), stock: 10 });
    const company = await makeCompany(db, { creditLimit: usd(30), taxExempt: true });
    const cart = [lineOf(knob, 2), { ...lineOf(pull, 1), price: usd(18), priceReason: 'last one' }];
    const told = await shop.as(staff).orders.priceForStaff({ company, cart });
    expect(told).toMatchObject({
      ...{ subTotal: 38, tax: 0, total: 38, missing: 8 },
      prices: [
        { variantId: knob.variantId, ours: 10, cost: null },
        { variantId: pull.variantId, ours: 20, cost: 12 },
      ],
    });
    expect(told.cart.map(({ price, priceSource }) => [price, priceSource])).toEqual([
      [10, 'base'],
      [18, 'override'],
    ]);
    // Nobody in particular: the shop's own prices, with tax.
    expect(await shop.as(staff).orders.priceForStaff({ cart })).toMatchObject({
      total: 41.14,
      missing: null,
    });
    expect(await reasonOf(shop.as(await makeUser(db)).orders.priceForStaff({ cart }))).toBe('forbidden');
    const bare = { cart: [{ ...lineOf(pull, 1), price: usd(18) }] };
    await expect(shop.as(staff).orders.priceForStaff(bare)).rejects.toThrow(
      /is needed where you name a price/,
    );
  });
});

describe('a price below what an Employee may name', () => {
  it('waits for an Admin, with whose yes the order is placed once', async () => {
    const { db } = shop.app;
    await setPriceLimit(10);
    const cart = (price: number) => [{ ...lineOf(knob, 2), price: usd(price), priceReason: 'scratched' }];
    const asked = (price: number, total: number) => ({
      ...{ cart: cart(price), total: usd(total), paymentType: 'Cash' as const, idempotencyKey: randomUUID() },
    });
    const caller = shop.as(staff);
    // 18.00 with 1.49 of tax; 17.98 with 1.48.
    expect(await caller.orders.createByStaff(asked(9, 19.49))).toMatchObject({ total: 19.49 });
    const low = asked(8.99, 19.46);
    // It is said before it is asked for, to whom it concerns.
    const look = (by: SessionUser, price: number) => shop.as(by).orders.priceForStaff({ cart: cart(price) });
    expect((await look(staff, 9)).waits).toBe(false);
    expect((await look(staff, 8.99)).waits).toBe(true);
    expect((await look(admin, 8.99)).waits).toBe(false);
    expect(await reasonOf(caller.orders.createByStaff(low))).toBe('waits_for_admin');
    expect(await db.$count(orders, eq(orders.idempotencyKey, `${staff._id}:${low.idempotencyKey}`))).toBe(0);
    const [act] = (await shop.as(admin).approvals.list({})).acts.filter(({ kind }) => kind === 'order');
    expect(act).toMatchObject({ order: null, amount: 2.02, askedBy: staff.name });
    await shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
    // Whoever asked finds it under their key.
    const placed = await caller.orders.createByStaff(low);
    expect(placed).toMatchObject({ total: 19.46, status: 'Submitted' });
    expect(await historyOf(placed._id)).toContainEqual(
      expect.stringMatching(/^approved: An order of \$19\.46.*; asked for by Customer \d+$/),
    );
    expect(await shop.as(admin).orders.createByStaff(asked(1, 2.17))).toMatchObject({ total: 2.17 });
    await setPriceLimit(null);
  });

  it('is all that the yes is about: nobody goes on above a credit limit by it', async () => {
    const { db } = shop.app;
    await setPriceLimit(10);
    const company = await makeCompany(db, { creditLimit: usd(10), taxExempt: true });
    const cart = [{ ...lineOf(knob, 2), price: usd(8), priceReason: 'scratched' }];
    const asked = { company, cart, total: usd(16), idempotencyKey: randomUUID() };
    // It went above none when it was asked for.
    const [act] = await db
      .insert(waitingActs)
      .values({
        ...{
          kind: 'order',
          key: asked.idempotencyKey,
          amount: usd(4),
          words: 'An order',
          askedBy: staff._id,
        },
        input: asked,
      })
      .returning();
    const yes = { _id: act?._id ?? '', approve: true };
    expect(await refusal(shop.as(admin).approvals.decide(yes))).toMatchObject({
      ...{ reason: 'credit_limit', details: { missing: 6 } },
    });
    await shop.as(admin).approvals.decide({ ...yes, approve: false });
    await setPriceLimit(null);
  });

  it('is delivered the day after where the day that was asked for has passed before their yes', async () => {
    const sold = { cart: [lineOf(knob, 1)], total: usd(10.83), paymentType: 'Cash' as const };
    const input = { ...sold, deliveryDate: '2026-01-05', idempotencyKey: randomUUID() };
    const [act] = await shop.app.db
      .insert(waitingActs)
      .values({
        ...{ kind: 'order', key: input.idempotencyKey, amount: usd(4), words: 'An order', input },
        askedBy: staff._id,
      })
      .returning();
    await shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
    const placed = await shop.as(staff).orders.createByStaff(input);
    expect(Date.parse(placed.deliveryDate) - Date.parse(placed.date)).toBe(86_400_000);
  });

  it('waits in an edit as well', async () => {
    const asked = { cart: [lineOf(knob, 2)], total: usd(21.65), paymentType: 'Cash' as const };
    const caller = shop.as(staff);
    const order = await caller.orders.createByStaff({ ...asked, idempotencyKey: randomUUID() });
    await setPriceLimit(10);
    const cart = order.cart.map(({ _id }) => ({ _id, quantity: 2, price: usd(8), priceReason: 'scratched' }));
    const edit = { _id: order._id, version: order.version, idempotencyKey: randomUUID(), cart };
    const { edit: seen, waits } = await caller.orders.adminReplace({ ...edit, preview: true });
    expect(waits).toBe(true);
    expect((await shop.as(admin).orders.adminReplace({ ...edit, preview: true })).waits).toBe(false);
    expect((await shop.as(admin).approvals.list({})).acts.some(one => one.order === order._id)).toBe(false);
    const sent = { ...edit, figures: seen.after };
    expect(await reasonOf(caller.orders.adminReplace(sent))).toBe('waits_for_admin');
    const [act] = (await shop.as(admin).approvals.list({})).acts.filter(one => one.order === order._id);
    expect(act).toMatchObject({ kind: 'edit', amount: 4 });
    await shop.as(admin).approvals.decide({ _id: act?._id ?? '', approve: true });
    expect((await caller.orders.byId({ id: order._id })).total).toBe(17.32);
    await setPriceLimit(null);
  });

  it('waits of goods that left no trace as well, by what they were sold for before anybody named a price', async () => {
    const { db } = shop.app;
    const gone = await makeVariant(db, { price: usd(10), stock: 100 });
    const asked = { cart: [lineOf(gone, 2)], total: usd(21.65), paymentType: 'Cash' as const };
    const caller = shop.as(staff);
    const made = await caller.orders.createByStaff({ ...asked, idempotencyKey: randomUUID() });
    await setPriceLimit(10);
    await db.update(variants).set({ product_id: null }).where(eq(variants._id, gone.variantId));
    const editTo = async (price: number) => {
      const order = await caller.orders.byId({ id: made._id });
      const cart = order.cart.map(({ _id }) => ({
        _id,
        quantity: 2,
        price: usd(price),
        priceReason: 'bent',
      }));
      const edit = { _id: order._id, version: order.version, idempotencyKey: randomUUID(), cart };
      const { edit: seen } = await caller.orders.adminReplace({ ...edit, preview: true });
      return caller.orders.adminReplace({ ...edit, figures: seen.after });
    };
    expect(await reasonOf(editTo(0.01))).toBe('waits_for_admin');
    expect(await editTo(9)).toMatchObject({ subTotal: 18 });
    // No further by and by.
    expect(await reasonOf(editTo(8.2))).toBe('waits_for_admin');
    await setPriceLimit(null);
  });
});
