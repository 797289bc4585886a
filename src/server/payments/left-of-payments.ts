import { inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import type { PaymentRow } from '#server/payments/batches.ts';
import { readDisputes } from '#server/payments/disputes.ts';
import { givenBack, payments, refunds } from '#server/payments/tables.ts';
import { leftAfterLoss } from '#shared/rules/lost-disputes.ts';
import { lowestMoney, type Money, subtractMoney, sumMoney, toMoney, ZERO } from '#shared/rules/money.ts';

type RefundRow = typeof refunds.$inferSelect;

/** A card's payment of an order, and what of it has not gone back, whichever way it went. */
export interface LeftOfPayment {
  payment: PaymentRow;
  /** In it stands what a refund was to give that its customer did not get. */
  left: Money;
  /** Staff gave that much in the place of its refunds. */
  instead: Money;
  /** Its bank took it back for good before it went back otherwise. */
  lost: Money;
  /** The order took it; else it came too late, and was to go back as a whole. */
  isTaken: boolean;
  /** Its bank has not decided on a dispute of it: nothing of it goes back meanwhile. */
  isDisputed: boolean;
}

/** Tells of a row that names its act in `given` whether that gave something in the place of a card's refund. */
export const isInstead = (given: SQLWrapper) =>
  sql`exists (select from given_back g where g.id = ${given} and g.instead_of is not null)`;

/** Tells a payment of the test gateway, from before the shop took real cards: no real money is given for it. */
export const isPlayMoney = ({ payments }: Pick<App, 'payments'>, { provider }: PaymentRow): boolean =>
  provider === 'test' && payments.name !== 'test';

/** Lists what is left of each card payment that came in for an order, the oldest first. */
export async function leftOfPayments(tx: Db, order: string): Promise<LeftOfPayment[]> {
  const ofOrder = await leftOf(tx, sql`p."order" = ${order}::uuid`);
  const found = await readDisputes(tx, order);
  const lost = found.filter(({ isOpen }) => !isOpen);
  const after = lost.length === 0 ? ofOrder : await lessLost(tx, ofOrder, lost);
  return ofOrder.map((one, index) => {
    const left = after[index]?.left ?? ZERO;
    return {
      ...one,
      left,
      lost: one.left > left ? subtractMoney(one.left, left) : ZERO,
      isDisputed: found.some(({ isOpen, payment }) => isOpen && payment === leadOf(one.payment)),
    };
  });
}

const leadOf = ({ _id, batch }: PaymentRow) => batch ?? _id;

type Left = Omit<LeftOfPayment, 'isDisputed' | 'lost'>;

async function leftOf(tx: Db, which: ReturnType<typeof sql>): Promise<Left[]> {
  const sums = rows<{ id: string; left: string; instead: string; taken: boolean }>(
    await tx.execute(sql`
      select p.id::text as id, exists (select from payment_allocations a where a.payment = p.id) as taken,
        (p.amount - i.instead
          - (select coalesce(sum(r.amount), 0) from refunds r where r.payment = p.id and r.status <> 'failed'))::text as left,
        i.instead::text as instead
      from payments p
      cross join lateral (select coalesce(sum(g.amount), 0) as instead from refunds r
        join given_back g on g.instead_of = r.id where r.payment = p.id) i
      where p.status = 'succeeded' and ${which} order by p.id`),
  );
  if (sums.length === 0) return [];
  const ids = sums.map(({ id }) => id);
  const found = await tx.select().from(payments).where(inArray(payments._id, ids));
  return sums.flatMap(({ id, left, instead, taken }) => {
    const payment = found.find(({ _id }) => _id === id);
    const sum = { left: toMoney(Number(left)), instead: toMoney(Number(instead)) };
    return payment ? [{ payment, ...sum, isTaken: taken }] : [];
  });
}

/** Takes off what banks took back of charges, of which an order may have paid a part. */
async function lessLost(
  tx: Db,
  ofOrder: readonly Left[],
  lost: readonly { payment: string; amount: Money }[],
): Promise<Left[]> {
  const less = new Map<string, Money>();
  for (const lead of new Set(lost.map(({ payment }) => payment))) {
    const gone = sumMoney(lost.filter(({ payment }) => payment === lead).map(({ amount }) => amount));
    const parts = await leftOf(tx, sql`(p.id = ${lead}::uuid or p.batch = ${lead}::uuid)`);
    const left = leftAfterLoss(
      parts.map(one => ({ amount: one.payment.amount, left: one.left })),
      gone,
    );
    for (const [index, { payment }] of parts.entries()) less.set(payment._id, left[index] ?? ZERO);
  }
  return ofOrder.map(one => ({ ...one, left: less.get(one.payment._id) ?? one.left }));
}

/**
 * Lists what the order took of its card payments and may go back for another reason: what is left, less what its customer is
 * owed by refunds that they did not get.
 */
export async function freeOfPayments(tx: Db, order: string): Promise<LeftOfPayment[]> {
  const owed = await owedRefunds(tx, order);
  const taken = (await leftOfPayments(tx, order)).filter(({ isTaken }) => isTaken);
  return taken.map(one => {
    const due = sumMoney(
      owed.filter(({ payment }) => payment._id === one.payment._id).map(({ amount }) => amount),
    );
    return { ...one, left: subtractMoney(one.left, lowestMoney(due, one.left)) };
  });
}

/** A refund that its customer did not get, and is owed since. */
export interface OwedRefund {
  refund: RefundRow;
  payment: PaymentRow;
  isTaken: boolean;
  /** Can still be given: no more than its payment has left. */
  amount: Money;
  /** The payment service refused it; else their bank sent it back. */
  isRefused: boolean;
}

/**
 * Lists the refunds of an order that its customer is owed: refused for good or sent back, not asked for again since, and
 * not given another way.
 */
export async function owedRefunds(tx: Db, order: string): Promise<OwedRefund[]> {
  const made = await tx
    .select()
    .from(refunds)
    .where(sql`${refunds.order} = ${order}::uuid`)
    .orderBy(refunds._id);
  const givenUp = made.filter(one => one.reverses === null && isGivenUp(one, made) && isLastOfIts(one, made));
  if (givenUp.length === 0) return [];
  const given = await tx
    .select({ insteadOf: givenBack.insteadOf })
    .from(givenBack)
    .where(
      inArray(
        givenBack.insteadOf,
        givenUp.map(({ _id }) => _id),
      ),
    );
  const left = await leftOfPayments(tx, order);
  const room = new Map(left.map(one => [one.payment._id, one.left]));
  return givenUp.flatMap(refund => {
    const of = left.find(({ payment }) => payment._id === refund.payment);
    const amount = lowestMoney(refund.amount, room.get(refund.payment) ?? ZERO);
    if (!of || amount <= 0 || given.some(({ insteadOf }) => insteadOf === refund._id)) return [];
    room.set(refund.payment, subtractMoney(room.get(refund.payment) ?? ZERO, amount));
    const { payment, isTaken } = of;
    return [{ refund, payment, isTaken, amount, isRefused: refund.status === 'failed' }];
  });
}

/** Sums the refunds that somebody made at the payment service, as the shop heard after one of its own, and that stayed. */
export function givenSince({ createdAt }: RefundRow, made: readonly RefundRow[]): Money {
  const since = made.filter(one => one.idempotencyKey.startsWith('outside:') && one.createdAt > createdAt);
  const back = made.filter(({ reverses }) => since.some(({ _id }) => _id === reverses));
  return sumMoney([...since, ...back].map(({ amount }) => amount));
}

/** Tells whether the customer has not got it, and will not: refused, or sent back by their bank. */
export const isGivenUp = ({ _id, status }: RefundRow, all: readonly RefundRow[]): boolean =>
  status === 'failed' || all.some(({ reverses }) => reverses === _id);

/** Tells whether a refund is of what `first` is the key of: the first one, or one that was asked for again. */
export const isOf = ({ idempotencyKey }: RefundRow, first: string): boolean =>
  idempotencyKey === first || idempotencyKey.startsWith(`${first}:`);

/** Nothing was asked for in its place. */
function isLastOfIts({ _id, idempotencyKey, payment }: RefundRow, all: readonly RefundRow[]): boolean {
  if (!idempotencyKey.startsWith('refund:')) return true;
  const first = idempotencyKey.replace(/:\d+$/, '');
  return all.every(one => one.payment !== payment || one._id <= _id || !isOf(one, first));
}
