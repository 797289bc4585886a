import { and, eq, sql } from 'drizzle-orm';
import type { App } from '#server/context.ts';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderCarts, orderLines, orders } from '#server/orders/tables.ts';
import { accountPaysOut, creditAccount, giveStoreCredit } from '#server/payments/ledgers.ts';
import { refundPart } from '#server/payments/refunds.ts';
import { payments } from '#server/payments/tables.ts';
import type { ReturnRow } from '#server/returns/read-returns.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import {
  addMoney,
  formatMoney,
  type Money,
  spreadMoney,
  sumMoney,
  toCents,
  ZERO,
} from '#shared/rules/money.ts';
import { returnShare, spreadRefund } from '#shared/rules/returns.ts';
import type { UpdateReturn } from '#shared/schemas/returns.ts';

/**
 * Gives back what returned goods were worth, with their share of the tax: first off what of the order is still to be
 * paid, the rest to the card or as store credit; store credit that the order had used goes back as such. Never more
 * than they were worth, nor than was paid.
 */
export async function grantRefund(
  app: App,
  tx: Db,
  row: ReturnRow,
  order: OrderRow,
  { refund: granted, refundTo }: UpdateReturn,
): Promise<void> {
  const worth = await worthOf(tx, row, order);
  const money = sumMoney(worth.map(share => share.money));
  const used = sumMoney(worth.map(share => share.storeCredit));
  const most = addMoney(money, used);
  if (granted !== undefined && granted > most) {
    throw fieldError('refund', `is more than the ${formatMoney(most)} that the goods were worth`);
  }
  // A check or cash that came in stands in no book of ours: who names store credit says that it did.
  const isPaidOtherwise = order.paymentType !== 'Terms' && refundTo === 'credit';
  const { refund, storeCredit, offDebt, paidOut } = spreadRefund({
    worth: { money, storeCredit: used },
    granted: granted ?? null,
    open: isPaidOtherwise ? ZERO : openBalance(order),
  });
  const usual = await defaultWay(tx, order);
  if (refundTo === 'card' && usual !== 'card') {
    throw fieldError('refundTo', 'can’t be the card, because this order was not paid by card');
  }
  const way = refundTo ?? usual;
  await creditAccount(tx, order, refund, { return: row._id });
  if (offDebt > 0) await creditOrder(tx, order, offDebt);
  if (paidOut > 0) await payOut(app, tx, row, order, { amount: paidOut, way });
  if (storeCredit > 0)
    await giveStoreCredit(tx, order, { amount: storeCredit, kind: 'returned', return: row._id });
  const shares = spreadMoney(
    addMoney(refund, storeCredit),
    worth.map(share => toCents(addMoney(share.money, share.storeCredit))),
  );
  for (const [index, { line }] of worth.entries()) {
    await tx.update(returnLines).set({ refunded: shares[index] }).where(eq(returnLines._id, line));
  }
  const values = { refund, storeCredit, refundTo: paidOut > 0 ? way : null };
  await tx.update(returns).set(values).where(eq(returns._id, row._id));
}

async function worthOf(tx: Db, row: ReturnRow, order: OrderRow) {
  const isShippingFree = await tookOffShipping(tx, order);
  const lines = await tx
    .select({
      line: returnLines,
      sold: orderLines,
      before: sql<number>`coalesce((
        select sum(l.received) from return_lines l join returns r on r.id = l."return"
        where l.line = ${orderLines._id} and r.status = 'Refunded'), 0)::int`,
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines._id, returnLines.line))
    .where(eq(returnLines.return, row._id));
  return lines.map(({ line, sold, before }) => {
    const discount = isShippingFree ? ZERO : sold.itemDiscount;
    return { line: line._id, ...returnShare({ ...sold, discount }, before, line.received) };
  });
}

const FREE_SHIPPING = 2;

/** The whole discount of such a coupon is on shipping, which stays with the shop. */
async function tookOffShipping(tx: Db, order: OrderRow): Promise<boolean> {
  const uses = await tx
    .select({ type: coupons.type })
    .from(couponUses)
    .innerJoin(coupons, eq(coupons._id, couponUses.coupon))
    .where(eq(couponUses.order, order._id));
  return uses.some(({ type }) => type === FREE_SHIPPING);
}

/** The way it was paid; what no card paid can only become store credit. */
async function defaultWay(tx: Db, order: OrderRow): Promise<'card' | 'credit'> {
  const byCard = await tx.$count(
    payments,
    and(eq(payments.order, order._id), eq(payments.status, 'succeeded')),
  );
  return byCard > 0 ? 'card' : 'credit';
}

async function creditOrder(tx: Db, order: OrderRow, amount: Money): Promise<void> {
  const [row] = await tx
    .update(orders)
    .set({ amountCredited: addMoney(order.amountCredited, amount) })
    .where(eq(orders._id, order._id))
    .returning({ paid: orders.paid });
  if (row?.paid) await tx.update(orderCarts).set({ paid: true }).where(eq(orderCarts.order, order._id));
}

async function payOut(
  app: App,
  tx: Db,
  row: ReturnRow,
  order: OrderRow,
  { amount, way }: { amount: Money; way: 'card' | 'credit' },
): Promise<void> {
  const cause = `return:${row._id}`;
  if (way === 'card') return refundPart(app, tx, order, { amount, reason: 'returned goods', cause });
  await accountPaysOut(tx, order, amount, row._id);
  await giveStoreCredit(tx, order, { amount, kind: 'granted', return: row._id });
}
