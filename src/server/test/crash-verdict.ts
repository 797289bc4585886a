import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Db, rows } from '#server/database/db.ts';
import { MAILS_AT_ONCE } from '#server/mail/jobs.ts';
import { type Books, createJudge } from '#server/simulation/judge.ts';
import { openPriceBook } from '#server/simulation/price-book.ts';
import type { Checkout } from '#server/test/crash-clients.ts';
import type { MadeVariant } from '#server/test/factories.ts';
import type { FakeSmtp } from '#server/test/fake-smtp.ts';
import type { FakeStripe } from '#server/test/fake-stripe.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { clock } from '#server/time-and-chance.ts';
import { toCents } from '#shared/rules/money.ts';

interface Witnesses {
  checkouts: readonly Checkout[];
  goods: readonly MadeVariant[];
  /** The stock that each of the goods began with. */
  stocks: readonly number[];
  stripe: FakeStripe;
  smtp: FakeSmtp;
  kills: number;
}

interface OrderRow {
  _id: string;
  orderNumber: number;
  key: string;
  status: string;
  paid: boolean;
  total: number;
  parts: number;
  lines: number;
  subTotal: number;
  received: number;
  payments: number;
  mailIds: string[];
}

/** The books of a shop at rest agree with themselves and with what clients, payment and mail service saw. */
export async function expectSoundBooks(db: Db, witnesses: Witnesses): Promise<void> {
  const orders = await readOrders(db);
  expectNothingLost(orders, witnesses.checkouts);
  expectNothingDoubled(orders, witnesses);
  expect(await readStock(db, witnesses.goods)).toEqual(witnesses.stocks);
  await expectStockExplained(db);
  expectMail(orders, witnesses);
  await expectPromisesKept(db, witnesses);
}

/** Has the simulator's judge look at the same books. `edited`: the cents that edits made of orders. */
export async function expectPromisesKept(
  db: Db,
  {
    checkouts,
    stripe,
    smtp,
    edited,
  }: Pick<Witnesses, 'checkouts' | 'stripe' | 'smtp'> & { edited?: ReadonlyMap<string, readonly number[]> },
): Promise<void> {
  const query = async (text: string) => ({ rows: rows(await db.execute(sql.raw(text))) });
  const judge = createJudge({ query: query as Books['query'] }, { isPrepared: false });
  const prices = await openPriceBook(db, []);
  const told = checkouts.flatMap(({ order, paid }) =>
    order ? [{ ...order, cents: toCents(order.total), paid, at: clock.ms() }] : [],
  );
  const office = new Map(smtp.mails.map(({ messageId = '' }) => [messageId, { times: 1 }]));
  await judge.atRest({
    gateway: stripe,
    tooLate: new Set(),
    office,
    told,
    edited: edited ?? new Map(),
    prices,
    approved: new Map(),
    isCalm: false,
  });
  // An order that an edit made dearer is charged for the rest as well.
  const isEdited = (order: string) => edited?.has(order) === true;
  const broken = judge.violations.filter(
    ({ promise, what }) => !(promise === 'no order is charged twice' && isEdited(what)),
  );
  // A backup is given up after a few kills, and made on the next day.
  expect(broken.filter(({ what }) => !what.startsWith('database.backup'))).toEqual([]);
}

async function readOrders(db: Db): Promise<OrderRow[]> {
  return rows<OrderRow>(
    await db.execute(sql`
      select o.id::text as "_id", o.order_number::int as "orderNumber", o.idempotency_key as key, o.status, o.paid,
        o.total::int as total, (o.shipping + o.tax + o.sub_total - o.discount - o.store_credit)::int as parts,
        o.sub_total::int as "subTotal", (o.amount_paid - o.amount_refunded)::int as received,
        (select sum(l.price * l.quantity)::int from order_lines l where l."order" = o.id) as lines,
        (select count(*)::int from payments p where p."order" = o.id and p.status = 'succeeded') as payments,
        array(select e.message_id from emails e
          where e."order" = o.id and e.template = 'order-confirmation' and e.status = 'sent') as "mailIds"
      from orders o`),
  );
}

function expectNothingLost(orders: readonly OrderRow[], checkouts: readonly Checkout[]): void {
  const byKey = new Map(orders.map(order => [order.key, order]));
  for (const { key, order, paid } of checkouts) {
    if (!order) continue;
    const kept = byKey.get(`guest:${key}`);
    expect([kept?._id, kept?.orderNumber]).toEqual([order._id, order.orderNumber]);
    expect(kept?.total).toBe(Math.round(order.total * 100));
    if (paid) expect([kept?.status, kept?.paid]).toEqual(['Submitted', true]);
  }
}

function expectNothingDoubled(orders: readonly OrderRow[], { checkouts, stripe }: Witnesses): void {
  const asked = new Set(checkouts.map(({ key }) => `guest:${key}`));
  expect(new Set(orders.map(order => order.key)).size).toBe(orders.length);
  expect(new Set(orders.map(order => order.orderNumber)).size).toBe(orders.length);
  for (const order of orders) {
    expect(asked.has(order.key)).toBe(true);
    expect(['Submitted', 'Canceled']).toContain(order.status);
    expect([order.parts, order.lines]).toEqual([order.total, order.subTotal]);
    const charges = stripe.chargesOfOrder(order._id);
    const refunds = stripe.refunds.filter(refund => charges.some(({ id }) => id === refund.payment_intent));
    const moved = sum(charges.map(charge => charge.amount)) - sum(refunds.map(refund => refund.amount));
    // At most one charge, and the money is where the order says: with the shop, or with the customer again.
    expect(charges.length).toBeLessThanOrEqual(1);
    expect(order.payments).toBe(charges.length);
    expect(moved).toBe(order.status === 'Submitted' ? order.total : 0);
    expect(order.paid).toBe(order.status === 'Submitted');
  }
}

/** Returns the stock that each of the goods began with, as what is left of it and what was sold say. */
async function readStock(db: Db, goods: readonly MadeVariant[]): Promise<number[]> {
  const sums = rows<{ id: string; stock: number; sold: number }>(
    await db.execute(sql`
      select v.id::text as id, v.stock::int as stock, coalesce(sum(l.quantity), 0)::int as sold
      from variants v
      left join (order_lines l join orders o on o.id = l."order" and o.status <> 'Canceled')
        on l.variant_id = v.id
      group by v.id`),
  );
  return goods.map(({ variantId }) => {
    const row = sums.find(one => one.id === variantId);
    expect(row?.stock).toBeGreaterThanOrEqual(0);
    return (row?.stock ?? 0) + (row?.sold ?? 0);
  });
}

/** One mail an order that was paid. A kill between the server's answers and our notes sends those a second time. */
function expectMail(orders: readonly OrderRow[], { smtp, kills }: Witnesses): void {
  const ids = orders.flatMap(order => order.mailIds);
  expect(ids.length).toBe(orders.filter(order => order.status === 'Submitted').length);
  const received = smtp.mails.map(mail => mail.messageId ?? '');
  expect([...new Set(received)].sort()).toEqual(ids.sort());
  expect(received.length - ids.length).toBeLessThanOrEqual(kills * MAILS_AT_ONCE);
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
