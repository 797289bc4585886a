import { eq } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import { tookOffShipping } from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { refuseAboveLimit } from '#server/limits/refuse-above-limit.ts';
import { writeCartsPaid } from '#server/orders/carts-paid.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { grantByHand } from '#server/payments/hand-outs.ts';
import { accountPaysOut, creditAccount, giveStoreCredit } from '#server/payments/ledgers.ts';
import { leftOfPayments } from '#server/payments/left-of-payments.ts';
import { isByHand, leftToGive, refuseMore } from '#server/payments/left-to-give.ts';
import { noteGiven } from '#server/payments/note-given.ts';
import { refundPart } from '#server/payments/refunds.ts';
import { paidBack } from '#server/returns/paid-back.ts';
import type { ReturnRow } from '#server/returns/read-returns.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import type { RefundWay } from '#shared/enumerations.ts';
import { openBalance } from '#shared/rules/figure-rows.ts';
import {
  addMoney,
  formatMoney,
  type Money,
  spreadMoney,
  subtractMoney,
  sumMoney,
  toCents,
  ZERO,
} from '#shared/rules/money.ts';
import { settledWords } from '#shared/rules/return-words.ts';
import { goodsDiscount, NO_UNITS, spreadRefund, unitsOf, worthOf } from '#shared/rules/returns.ts';
import type { ReturnWorth, UpdateReturn } from '#shared/schemas/returns.ts';

/**
 * Gives back what returned goods were worth, with their share of the tax: first off what of the order is still to be
 * paid, the rest to the card, as store credit, or by hand; store credit that the order had used goes back as such.
 * Never more than they were worth less the fee that staff keep, nor than is left of what was paid. `isAsked`: an Admin says
 * yes to it, and whoever asked has still to hand it out.
 */
export async function grantRefund(
  app: App,
  tx: Db,
  staff: SessionUser,
  row: ReturnRow,
  order: OrderRow,
  { isAsked, ...input }: UpdateReturn & { isAsked: boolean },
): Promise<void> {
  const { fee = ZERO } = input;
  const worth = await unitsBack(tx, row, order);
  const now: ReturnWorth = { ...sumWorth(worth), open: openBalance(order) };
  refuseOtherThanSeen(input, now);
  const spread = await spreadBack(app, tx, order, { input, now });
  const { refund, storeCredit, offDebt, paidOut, way } = spread;
  const given = addMoney(refund, storeCredit);
  const words = `${formatMoney(given)} for returned goods`;
  await refuseAlone(tx, staff, { row, order, input, now, spread, words });
  const act =
    given > 0
      ? await noteGiven(tx, staff, {
          ...{ order: row.order, cause: 'return', key: `return:${row._id}`, reason: words, amount: given },
          way: paidOut > 0 ? way : refund > 0 ? 'account' : 'credit',
        })
      : null;
  await creditAccount(tx, order, refund, { return: row._id });
  if (offDebt > 0) await creditOrder(tx, order, offDebt);
  if (paidOut > 0 && act)
    await payOut(app, tx, row, order, {
      amount: paidOut,
      way,
      given: act,
      ...{ number: input.number, staff, isAsked },
    });
  if (storeCredit > 0)
    await giveStoreCredit(tx, order, { amount: storeCredit, kind: 'returned', return: row._id });
  const shares = spreadMoney(
    addMoney(refund, storeCredit),
    worth.map(share => toCents(addMoney(share.money, share.storeCredit))),
  );
  for (const [index, { line, units }] of worth.entries()) {
    const { itemTax, discount: itemDiscount, itemCredit } = units;
    await tx
      .update(returnLines)
      .set({ refunded: shares[index], itemTax, itemDiscount, itemCredit })
      .where(eq(returnLines._id, line));
  }
  const values = { refund, fee, storeCredit, refundTo: paidOut > 0 ? way : null };
  await tx.update(returns).set(values).where(eq(returns._id, row._id));
}

interface Weighed {
  row: ReturnRow;
  order: OrderRow;
  input: UpdateReturn;
  now: ReturnWorth;
  spread: Spread;
  words: string;
}

/**
 * Throws `MustWait` for what an Employee may not give alone, with all of it as it would be settled now: an Admin says yes to
 * that. If the order was paid since, it would go elsewhere, and lapses.
 */
async function refuseAlone(
  tx: Db,
  staff: SessionUser,
  { row, order, input, now, spread, words }: Weighed,
): Promise<void> {
  const { refund, storeCredit, paidOut, way } = spread;
  const given = addMoney(refund, storeCredit);
  const refundTo = paidOut > 0 ? way : null;
  const how = settledWords({ refund, paidOut, refundTo, storeCredit, fee: input.fee ?? ZERO });
  await refuseAboveLimit(tx, staff, {
    ...{ kind: 'return', order, account: order, key: row._id, amount: given, words: `${words}: ${how}` },
    input: { ...input, refund: given, seen: now, ...(refundTo && { refundTo }) },
  });
}

type Spread = Awaited<ReturnType<typeof spreadBack>>;

/** Tells how much goes back, and which way. Throws `invalid` beside the amount, the fee or the way that can't be. */
async function spreadBack(
  app: App,
  tx: Db,
  order: OrderRow,
  { input, now }: { input: UpdateReturn; now: ReturnWorth },
) {
  const { refund: granted, refundTo, fee = ZERO } = input;
  const { money, storeCredit: used, open } = now;
  const inAll = addMoney(money, used);
  if (fee > inAll)
    throw fieldError('fee', `is more than the ${formatMoney(inAll)} that the goods were worth`);
  const most = subtractMoney(inAll, fee);
  if (granted !== undefined && granted > most) {
    const less = fee > 0 ? `, less the fee of ${formatMoney(fee)}` : '';
    throw fieldError('refund', `is more than the ${formatMoney(inAll)} that the goods were worth${less}`);
  }
  const left = await leftToGive(app, tx, order);
  const spread = spreadRefund({
    worth: { money, storeCredit: used },
    granted: granted ?? (fee > 0 ? most : null),
    // A bank has still to say how much is left of a disputed payment: then it is refused below.
    ...{ open, left: left.isDisputed ? money : left.inAll },
  });
  const { storeCredit, paidOut } = spread;
  const given = addMoney(spread.refund, storeCredit);
  const usual = await defaultWay(tx, order);
  if (refundTo === 'card' && usual !== 'card') {
    throw fieldError('refundTo', 'can’t be the card, because this order was not paid by card');
  }
  const way = refundTo ?? usual;
  const missing = subtractMoney(granted ?? most, given);
  // Staff say it themselves where they give less, and lose no store credit by money that isn't there.
  if (missing > 0 && storeCredit > 0) {
    const words = `${formatMoney(storeCredit)} of it as the store credit that was used`;
    throw fieldError('refund', `is more than the ${formatMoney(given)} that can be given back, ${words}`);
  }
  if (paidOut > 0 || missing > 0)
    refuseMore(order, addMoney(paidOut, missing), way, left, { amount: 'refund', way: 'refundTo' });
  return { ...spread, way };
}

function refuseOtherThanSeen({ seen }: UpdateReturn, now: ReturnWorth): void {
  const isOther = (name: keyof ReturnWorth) =>
    seen !== undefined && toCents(seen[name]) !== toCents(now[name]);
  if ((['money', 'storeCredit', 'open'] as const).some(isOther))
    throw new AppError('figures_changed', { details: { worth: now } });
}

/** Tells staff what the goods that came back are worth, before they settle it. Throws `not_found`. */
export async function worthOfReturn(db: Db, _id: string): Promise<ReturnWorth> {
  const [found] = await db
    .select({ row: returns, order: orders })
    .from(returns)
    .innerJoin(orders, eq(orders._id, returns.order))
    .where(eq(returns._id, _id));
  if (!found) throw new AppError('not_found');
  const { row, order } = found;
  return { ...sumWorth(await unitsBack(db, row, order)), open: openBalance(order) };
}

const sumWorth = (worth: readonly { money: Money; storeCredit: Money }[]) => ({
  money: sumMoney(worth.map(share => share.money)),
  storeCredit: sumMoney(worth.map(share => share.storeCredit)),
});

async function unitsBack(tx: Db, row: ReturnRow, order: OrderRow) {
  const isShippingFree = await tookOffShipping(tx, order._id);
  const before = await paidBack(tx, order._id);
  const lines = await tx
    .select({ line: returnLines, sold: orderLines })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines._id, returnLines.line))
    .where(eq(returnLines.return, row._id));
  return lines.map(({ line, sold }) => {
    const discount = goodsDiscount(sold, isShippingFree);
    const units = unitsOf({ ...sold, discount }, before.get(sold._id) ?? NO_UNITS, line.received);
    return { line: line._id, units, money: worthOf(sold.price, units), storeCredit: units.itemCredit };
  });
}

/** The way it was paid; what no card paid can only become store credit. */
async function defaultWay(tx: Db, order: OrderRow): Promise<'card' | 'credit'> {
  const cards = await leftOfPayments(tx, order._id);
  return cards.some(({ isTaken }) => isTaken) ? 'card' : 'credit';
}

async function creditOrder(tx: Db, order: OrderRow, amount: Money): Promise<void> {
  await tx
    .update(orders)
    .set({ amountCredited: addMoney(order.amountCredited, amount) })
    .where(eq(orders._id, order._id));
  await writeCartsPaid(tx, order._id);
}

interface PaidOut {
  amount: Money;
  way: RefundWay;
  /** The act of staff that it is of. */
  given: string;
  number: string;
  staff: SessionUser;
  isAsked: boolean;
}

async function payOut(
  app: App,
  tx: Db,
  row: ReturnRow,
  order: OrderRow,
  { amount, way, given, number, staff, isAsked }: PaidOut,
): Promise<void> {
  const cause = `return:${row._id}`;
  const reason = 'returned goods';
  if (way === 'card') return refundPart(app, tx, order, { amount, reason, cause });
  await accountPaysOut(tx, order, amount, { return: row._id });
  if (isByHand(way))
    return grantByHand(app, tx, staff, order, { isAsked, reason, given, way, amount, number });
  await giveStoreCredit(tx, order, { amount, kind: 'granted', return: row._id });
}
