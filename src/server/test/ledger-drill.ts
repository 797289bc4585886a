import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { moveOrder } from '#server/orders/order-status.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { guest, lineOf, type Selling } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import type { NextStatus } from '#shared/office-lists.ts';
import type { Order } from '#shared/schemas/orders.ts';

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LIMIT = 2000;
const STOCK = 1_000_000;

/**
 * Random orders, payments, cancels, moves and returns of one company on account; afterwards every balance is what its
 * ledger says, and the company never owed more than its limit. Refusals are part of the game.
 */
export async function ledgerDrill(shop: Selling, operations: number, seed: number): Promise<void> {
  const { db } = shop.app;
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const company = await makeCompany(db, { creditLimit: usd(LIMIT), taxExempt: true });
  const buyer = await makeUser(db, { company });
  const staff = await makeUser(db, { permissionLevel: 'Employee' });
  const knob = await makeVariant(db, { price: usd(7.77), stock: STOCK });
  const placed: Order[] = [];
  const any = () => placed[upTo(placed.length)];

  for (let n = 0; n < operations; n += 1) {
    await step(upTo(10)).catch(refusedOnly);
    if (n % 100 === 99) await books(shop, company, knob);
  }
  await books(shop, company, knob);

  async function step(kind: number): Promise<unknown> {
    if (kind < 3 || placed.length === 0) return place(1 + upTo(20));
    const order = any();
    if (!order) return;
    if (kind < 5) return pay(buyer, [order]);
    if (kind === 5) return pay(buyer, [...new Set([order, any() ?? order])]);
    if (kind === 6) return shop.as(random() < 0.5 ? buyer : staff).orders.cancel({ _id: order._id });
    if (kind === 7)
      return moveOrder(shop.app, staff, { _id: order._id, to: nextOf(upTo(4)), allPicked: true });
    return sendBack(order, 1 + upTo(6));
  }

  async function place(quantity: number) {
    const asked = { cart: [lineOf(knob, quantity)], shippingMethod: 'local' as const };
    const { total } = await shop.as(buyer).orders.getCost(asked);
    const order = await shop.as(buyer).orders.submit({
      ...guest,
      ...asked,
      paymentType: 'Terms',
      total,
      idempotencyKey: randomUUID(),
    });
    placed.push(order);
  }

  async function pay(user: SessionUser, wanted: readonly Order[]) {
    const open = (await shop.as(user).payments.terms()).credit?.open ?? [];
    const chosen = open.filter(({ _id }) => wanted.some(order => order._id === _id));
    if (chosen.length === 0) return;
    const cents = chosen.reduce((sum, one) => sum + Math.round(one.open * 100), 0);
    await shop.as(user).orders.pay({
      orders: chosen.map(({ _id }) => _id),
      card: { testOutcome: random() < 0.8 ? 'approve' : 'decline' },
      idempotencyKey: randomUUID(),
      total: usd(cents / 100),
    });
  }

  async function sendBack(order: Order, quantity: number) {
    const lines = [{ variantId: knob.variantId, quantity, reason: 'Wrong finish' }];
    const made = await shop.as(buyer).returns.create({ orderId: order._id, lines });
    const { update } = shop.as(staff).returns;
    if (random() < 0.2) return update({ _id: made._id, status: 'Rejected' });
    await update({ _id: made._id, status: 'Received' });
    await update({
      _id: made._id,
      status: 'Refunded',
      ...(random() < 0.4 && { refundTo: 'credit' as const }),
    });
  }
}

const STEPS: readonly NextStatus[] = ['Processing', 'Ready', 'Shipped', 'Completed'];
const nextOf = (index: number): NextStatus => STEPS[index] ?? 'Processing';

/** A refusal that the shop knows is no failure of the drill. */
function refusedOnly(error: unknown): void {
  const cause = error instanceof AppError ? error : (error as Error).cause;
  if (!(cause instanceof AppError)) throw error;
}

async function books(shop: Selling, company: string, { variantId }: MadeVariant): Promise<void> {
  await shop.app.jobs.drain();
  const [found] = rows<Record<string, number>>(
    await shop.app.db.execute(sql`
      select
        coalesce((select sum(amount) from account_entries where company = ${company}), 0)::int as owed,
        coalesce((select sum(total - amount_paid - amount_credited) from orders
          where company = ${company} and status <> 'Canceled'), 0)::int as open,
        (select count(*) from orders o where company = ${company} and o.amount_paid <> coalesce((
          select sum(amount) from payment_allocations a where a."order" = o.id), 0))::int as "wronglyPaid",
        (select count(*) from orders o where company = ${company} and o.amount_refunded <> coalesce((
          select sum(amount) from refunds r where r."order" = o.id and r.status = 'succeeded'), 0))::int as "wronglyRefunded",
        (select count(*) from orders o where company = ${company} and o.amount_refunded > o.amount_paid)::int as "overRefunded",
        coalesce((select sum(amount) from store_credit_entries where company = ${company}), 0)::int as credit,
        coalesce((select sum(r.refund) from returns r join orders o on o.id = r."order"
          where o.company = ${company} and r.refund_to = 'credit'), 0)::int as granted,
        coalesce((select sum(l.quantity - l.returned) from order_lines l join orders o on o.id = l."order"
          where o.company = ${company} and o.status <> 'Canceled'), 0)::int as sold,
        (select stock from variants where id = ${variantId})::int as stock`),
  );
  if (!found) throw new Error('the books were not read');
  const { owed = 0, open, credit = 0, granted = 0, sold = 0, stock, ...wrong } = found;
  expect({ owed, stock, ...wrong }).toEqual({
    owed: open,
    stock: STOCK - sold,
    wronglyPaid: 0,
    wronglyRefunded: 0,
    overRefunded: 0,
  });
  await expectStockExplained(shop.app.db);
  expect(owed).toBeLessThanOrEqual(LIMIT * 100);
  expect(credit).toBeGreaterThanOrEqual(0);
  expect(credit).toBeLessThanOrEqual(granted);
}
