import { and, desc, eq, isNull, not, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { byOf } from '#server/payments/given-by.ts';
import { accountPaysOut, accountReceipt } from '#server/payments/ledgers.ts';
import { freeOfPayments, isInstead } from '#server/payments/left-of-payments.ts';
import { payByHand } from '#server/payments/left-to-give.ts';
import { queueRefund } from '#server/payments/refunds.ts';
import { givenBack, payouts, storeCreditEntries } from '#server/payments/tables.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import {
  addMoney,
  type Money,
  subtractMoney,
  sumMoney,
  toCents,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';
import type { WayBack } from '#shared/rules/order-edit.ts';
import { handWayOf } from '#shared/rules/refund-ways.ts';

type ReceiptRow = typeof receipts.$inferSelect;

/** Back to the card; onto the account of whoever sent a check; or by hand: cash, transfers, and checks of who has none. */
type Way = WayBack & { at: string } & (
    | { kind: 'card'; payment: string }
    | { kind: 'account' | 'hand'; receipt: ReceiptRow }
  );

export type { Way };

/** Lists where money of an order can go back to, by whatever came in last. */
export async function waysBack(tx: Db, order: string): Promise<Way[]> {
  const ways: Way[] = [];
  for (const { payment, left } of await freeOfPayments(tx, order)) {
    const { _id, settledAt, createdAt } = payment;
    ways.push({ kind: 'card', payment: _id, left, at: settledAt ?? createdAt });
  }
  let out: number = toCents(await handedOut(tx, order));
  for (const { receipt, amount } of await receiptsOf(tx, order)) {
    const gone = Math.min(out, toCents(amount));
    out -= gone;
    const staysOnAccount = receipt.method === 'check' && (receipt.company ?? receipt.user) !== null;
    const kind = staysOnAccount ? ('account' as const) : ('hand' as const);
    ways.push({ kind, receipt, left: toMoney(toCents(amount) - gone), at: receipt.createdAt });
  }
  // Those of one moment stay as they are read: receipts with the latest first.
  ways.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
  // A receipt may have bounced since: what was handed out of it was of the others' money too.
  let rest = out + toCents(await givenAsCredit(tx, order));
  return ways.map(way => {
    const gone = Math.min(rest, toCents(way.left));
    rest -= gone;
    return { ...way, left: toMoney(toCents(way.left) - gone) };
  });
}

type WayName = Exclude<GiveBackWay, 'credit'>;

/** Names a way as it is written down. */
const nameOf = (way: Way): WayName => (way.kind === 'hand' ? handWayOf(way.receipt.method) : way.kind);

/** Sums what goes back by each way, as they are written down. */
export function sumByWay(parts: readonly { way: Way; amount: Money }[]) {
  const sums = new Map<WayName, Money>();
  for (const { way, amount } of parts) {
    const name = nameOf(way);
    if (amount > 0) sums.set(name, addMoney(sums.get(name) ?? ZERO, amount));
  }
  return [...sums].map(([way, amount]) => ({ way, amount }));
}

/** Sums what goes back by each way where all that is left does, as when an order is canceled. */
export const allByWay = (ways: readonly Way[]) => sumByWay(ways.map(way => ({ way, amount: way.left })));

/** The part of what was paid that was given back as store credit, which nobody gets twice. */
async function givenAsCredit(tx: Db, order: string): Promise<Money> {
  const found = await tx
    .select({ amount: storeCreditEntries.amount })
    .from(storeCreditEntries)
    .where(
      and(
        eq(storeCreditEntries.order, order),
        eq(storeCreditEntries.kind, 'granted'),
        not(isInstead(storeCreditEntries.given)),
      ),
    );
  return sumMoney(found.map(({ amount }) => amount));
}

/** The receipts that pay an order, the latest first, and how much each pays of it. */
async function receiptsOf(tx: Db, order: string): Promise<{ receipt: ReceiptRow; amount: Money }[]> {
  const amount = sql`sum(${receiptParts.amount})::text`.mapWith((value: string) => toMoney(Number(value)));
  const found = await tx
    .select({ receipt: receipts, amount })
    .from(receipts)
    .innerJoin(receiptParts, eq(receiptParts.receipt, receipts._id))
    .where(and(eq(receiptParts.order, order), isNull(receipts.bouncedAt)))
    .groupBy(receipts._id)
    .orderBy(desc(receipts.createdAt));
  return found.filter(one => one.amount > 0);
}

async function handedOut(tx: Db, order: string): Promise<Money> {
  const found = await tx
    .select({ amount: payouts.amount })
    .from(payouts)
    .where(and(eq(payouts.order, order), not(isInstead(payouts.given))));
  return sumMoney(found.map(({ amount }) => amount));
}

/**
 * Gives parts of what was paid back, as an edit or a cancel of a locked order makes them too much. Answers how much of them
 * pays it no more: that stays on its owner's account.
 */
export async function giveBackParts(
  app: App,
  tx: Db,
  staff: SessionUser | null,
  order: OrderRow,
  {
    parts,
    cause,
    act,
    reason,
  }: {
    parts: readonly { way: Way; amount: Money }[];
    cause: 'edit' | 'cancel';
    /** Tells it from other acts of its kind. */
    act: string;
    reason: string;
  },
): Promise<{ ontoAccount: Money }> {
  const kept: Money[] = [];
  for (const [index, { way, amount }] of parts.entries()) {
    const key = `${cause}:${act}:${index}`;
    const values = {
      order: order._id,
      amount,
      cause,
      way: nameOf(way),
      reason,
      key,
      ...(staff && byOf(staff)),
    };
    const [given] = await tx.insert(givenBack).values(values).returning();
    if (way.kind === 'card') {
      await queueRefund(app, tx, { _id: way.payment, order: order._id }, amount, reason, `${cause}:${act}`);
      continue;
    }
    const { receipt } = way;
    if (way.kind === 'account') {
      const back = subtractMoney(ZERO, amount);
      await tx.insert(receiptParts).values({
        receipt: receipt._id,
        order: order._id,
        amount: back,
        reason: cause,
        createdBy: staff?._id,
      });
      await accountReceipt(tx, receipt, order, back);
      await accountReceipt(tx, receipt, null, amount);
      kept.push(amount);
      continue;
    }
    if (!given) throw new Error('what was given back was not stored');
    await payByHand(tx, order, {
      given: given._id,
      way: handWayOf(receipt.method),
      amount,
      createdBy: staff?._id,
    });
    await accountPaysOut(tx, order, amount, { given: given._id });
  }
  return { ontoAccount: sumMoney(kept) };
}
