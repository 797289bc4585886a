import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { orders } from '#server/orders/tables.ts';
import { refunds } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, onTerms, openShop, patiently, type Selling } from '#server/test/selling.ts';
import type { Money } from '#shared/rules/money.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** A shop with its staff, who change orders and move money. */
export class OfficeShop {
  private constructor(
    readonly shop: Selling,
    readonly clerk: SessionUser,
    readonly other: SessionUser,
    readonly admin: SessionUser,
    /** At $10. */
    readonly knob: MadeVariant,
  ) {}

  static async open(): Promise<OfficeShop> {
    const shop = await openShop();
    const { db } = shop.app;
    return new OfficeShop(
      shop,
      await makeUser(db, { permissionLevel: 'Employee' }),
      await makeUser(db, { permissionLevel: 'Employee' }),
      await makeUser(db, { permissionLevel: 'Admin' }),
      await makeVariant(db, { price: usd(10), stock: 5000 }),
    );
  }

  get db() {
    return this.shop.app.db;
  }

  as = (who: SessionUser | null = this.clerk) => this.shop.as(who);
  read = ({ _id }: { _id: string }): Promise<Order> => this.as().orders.byId({ id: _id });
  drain = () => this.shop.app.jobs.drain({ delayed: true });

  /** Knobs, collected and paid by card: 108.25 for ten. */
  async bought(quantity = 10, buyer: SessionUser | null = null): Promise<Order> {
    const caller = this.as(buyer);
    const asked = { cart: [lineOf(this.knob, quantity)], shippingMethod: 'local' as const };
    const { total } = await caller.orders.getCost(asked);
    const key = { idempotencyKey: randomUUID() };
    const { _id, orderKey } = await caller.orders.submit({ ...guest, ...asked, ...key, total });
    await caller.payments.charge({ order: { _id, orderKey }, card: { testOutcome: 'approve' } });
    return this.read({ _id });
  }

  /** A company that owes 100.00 for ten knobs. */
  async owing() {
    const company = await makeCompany(this.db, { creditLimit: usd(1000), taxExempt: true });
    const buyer = await makeUser(this.db, { company });
    const { _id } = await this.shop.as(buyer).orders.submit(onTerms(this.knob, 10));
    return { company, buyer, order: await this.read({ _id }) };
  }

  /** Makes an order Ready, with all of it picked. */
  async readied({ _id }: Order): Promise<Order> {
    await this.as().orders.adminPatch({ _id, status: 'Processing' });
    return this.as().orders.adminPatch({ _id, status: 'Ready', allPicked: true });
  }

  /** A return of some knobs of an order that is Ready, received and not settled yet. */
  async sentBack({ _id: orderId }: Pick<Order, '_id'>, quantity = 8): Promise<string> {
    const lines = [{ variantId: this.knob.variantId, quantity, reason: 'bent' }];
    const { _id } = await this.as().returns.create({ orderId, lines });
    await this.as().returns.update({ _id, status: 'Received' });
    return _id;
  }

  refundOf = (order: Order, amount: number, more: object = {}) => ({
    ...{ order: order._id, version: order.version, amount: usd(amount), reason: 'late', key: randomUUID() },
    ...{ way: 'card' as const, ...more },
  });

  /** An edit to so many of each line that was not looked at yet. */
  editOf = (order: Order, quantity: number, more: object = {}) => ({
    ...{ _id: order._id, version: order.version, idempotencyKey: randomUUID(), mail: false },
    ...{ cart: order.cart.map(({ _id }) => ({ _id, quantity })), ...more },
  });

  /** Makes what such an edit sends once it was looked at. */
  async seenEdit(order: Order, quantity: number, more: object = {}) {
    const asked = this.editOf(order, quantity, more);
    const { edit } = await this.as(this.admin).orders.adminReplace({ ...asked, preview: true });
    return { ...asked, figures: edit.after };
  }

  receiptOf = (company: string, amount: number, more: object = {}) => ({
    ...{ company, method: 'check' as const, number: '1234', amount: usd(amount) },
    ...{ receivedOn: '2026-11-24', key: randomUUID(), ...more },
  });

  /** Makes what staff sell over the counter. */
  saleOf = (quantity: number, total: number, more: object = {}) => ({
    ...{ cart: [lineOf(this.knob, quantity)], total: usd(total), paymentType: 'Cash' as const },
    ...{ idempotencyKey: randomUUID(), ...more },
  });

  /** Payment by a new link of the order, for whoever has it. */
  async linkPayment(order: Order, total: number) {
    const { url } = await this.as().payLinks.make({ order: order._id });
    return {
      ...{ order: order._id, key: new URL(url).searchParams.get('key') ?? '', total: usd(total) },
      ...{ card: { testOutcome: 'approve' as const }, idempotencyKey: randomUUID() },
    };
  }

  refundsOf = async ({ _id }: Order): Promise<Money[]> =>
    (await this.db.select().from(refunds).where(eq(refunds.order, _id))).map(({ amount }) => amount);

  async setLimits(set: Partial<typeof siteSettings.$inferInsert>): Promise<void> {
    await this.db
      .insert(siteSettings)
      .values({ hoursOfOperation: [], ...set })
      .onConflictDoUpdate({ target: siteSettings.only, set });
  }

  /** Checks that what an order brought and gave back agrees, and no more went than came, however it was asked for. */
  async expectBalanced({ _id }: Order): Promise<void> {
    await this.drain();
    const [order] = await this.db.select().from(orders).where(eq(orders._id, _id));
    const [sums] = rows<{ paid: number; back: number; credit: number }>(
      await this.db.execute(sql`select
        ((select coalesce(sum(amount), 0) from payment_allocations where "order" = ${_id})
          + (select coalesce(sum(amount), 0) from receipt_parts where "order" = ${_id}))::int as paid,
        ((select coalesce(sum(amount), 0) from refunds where "order" = ${_id} and status <> 'failed')
          + (select coalesce(sum(amount), 0) from payouts where "order" = ${_id}))::int as back,
        (select coalesce(sum(amount), 0) from store_credit_entries
          where "order" = ${_id} and kind = 'granted')::int as credit`),
    );
    const { paid = 0, back = 0, credit = 0 } = sums ?? {};
    expect(back + credit).toBeLessThanOrEqual(paid);
    expect(order?.amountRefunded).toBe(back / 100);
    const counted = Math.round(((order?.amountPaid ?? 0) + (order?.amountTakenBack ?? 0)) * 100);
    expect(counted).toBe(paid);
    if (order?.status !== 'Canceled') expect(order?.amountPaid).toBeLessThanOrEqual(order?.total ?? 0);
  }

  close = () => this.shop.close();
}

/** How a call ends: `done`, or the reason and the fields of its refusal. */
export async function endOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await patiently(call);
    return 'done';
  } catch (error) {
    const cause = error instanceof AppError ? error : (error as Error).cause;
    if (!(cause instanceof AppError)) throw error;
    const fields = (cause.issues ?? []).map(({ path }) => path.join('.'));
    return [cause.reason, ...fields].join(' ');
  }
}

/** The same of calls that are made at once, in the order of the alphabet. */
export const endsOf = (calls: readonly (() => Promise<unknown>)[]): Promise<string[]> =>
  Promise.all(calls.map(endOf)).then(ends => ends.sort());

/** One call, made so many times at once. */
export const many = <T>(call: () => Promise<T>, times = 12): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, () => patiently(call)));
