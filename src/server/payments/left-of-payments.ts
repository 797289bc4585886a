import { inArray, type SQLWrapper, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import type { PaymentRow } from '#server/payments/batches.ts';
import { readDisputes } from '#server/payments/disputes.ts';
import { payments } from '#server/payments/tables.ts';
import { leftAfterLoss } from '#shared/rules/lost-disputes.ts';
import { type Money, subtractMoney, sumMoney, toMoney, ZERO } from '#shared/rules/money.ts';

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
