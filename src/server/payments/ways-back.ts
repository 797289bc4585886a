import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { accountPaysOut, accountReceipt } from '#server/payments/ledgers.ts';
import { payByHand } from '#server/payments/left-to-give.ts';
import { noteGiven } from '#server/payments/note-given.ts';
import { queueRefund } from '#server/payments/refunds.ts';
import { type ReceiptRow, sourcesOf } from '#server/payments/sources.ts';
import { receiptParts } from '#server/receipts/tables.ts';
import type { GiveBackWay } from '#shared/enumerations.ts';
import { addMoney, type Money, subtractMoney, sumMoney, ZERO } from '#shared/rules/money.ts';
import type { WayBack } from '#shared/rules/order-edit.ts';
import { handWayOf } from '#shared/rules/refund-ways.ts';

/** Back to the card; onto the account of whoever sent a check; or by hand: cash, transfers, and checks of who has none. */
type Way = WayBack & { at: string } & (
    | { kind: 'card'; payment: string }
    | { kind: 'account' | 'hand'; receipt: ReceiptRow }
  );

export type { Way };

/** Lists where money of an order can go back to, by whatever came in last. */
export async function waysBack(app: Pick<App, 'payments'>, tx: Db, order: string): Promise<Way[]> {
  const ways = (await sourcesOf(app, tx, order)).map((source): Way => {
    const { left, at } = source;
    if (source.kind === 'card') return { kind: 'card', payment: source.payment._id, left, at };
    const { receipt } = source;
    const staysOnAccount = receipt.method === 'check' && (receipt.company ?? receipt.user) !== null;
    return { kind: staysOnAccount ? 'account' : 'hand', receipt, left, at };
  });
  // Those of one moment stay as they are read: receipts with the latest first.
  return ways.sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1));
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
    const values = { order: order._id, amount, cause, way: nameOf(way), reason, key };
    const given = await noteGiven(tx, staff, values);
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
    await payByHand(tx, order, {
      given,
      way: handWayOf(receipt.method),
      amount,
      receipt: receipt._id,
      isToHandOut: true,
      createdBy: staff?._id,
    });
    await accountPaysOut(tx, order, amount, { given });
  }
  return { ontoAccount: sumMoney(kept) };
}
