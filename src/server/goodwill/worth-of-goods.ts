import { and, asc, eq, sql } from 'drizzle-orm';
import { tookOffShipping } from '#server/coupons/coupons.ts';
import type { Db } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderLines } from '#server/orders/tables.ts';
import { givenBack, givenUnits } from '#server/payments/tables.ts';
import { paidBack } from '#server/returns/paid-back.ts';
import {
  addMoney,
  formatMoney,
  lowestMoney,
  type Money,
  subtractMoney,
  sumMoney,
  ZERO,
} from '#shared/rules/money.ts';
import { addUnits, goodsDiscount, NO_UNITS, type Units, unitsOf, worthOf } from '#shared/rules/returns.ts';
import type { MakeRefund, RefundLook } from '#shared/schemas/give-back.ts';

/**
 * Tells what units of an order, with their tax, and shipping of it are worth. Throws `invalid` beside units and shipping
 * that money was given back for already, and where they come to nothing.
 */
export async function worthOfGoods(
  tx: Db,
  order: OrderRow,
  { lines = [], shipping = ZERO }: Pick<MakeRefund, 'lines' | 'shipping'>,
): Promise<Money> {
  const goods = await goodsOf(tx, order);
  if (shipping > goods.shippingLeft)
    throw fieldError('shipping', `is more than the ${formatMoney(goods.shippingLeft)} left of it`);
  const worth = lines.map(({ _id, quantity }, index) => {
    const found = goods.lines.find(({ line }) => line._id === _id);
    if (!found) throw fieldError(['lines', index, '_id'], 'is not in this order');
    const { line, before } = found;
    const left = line.quantity - before.units;
    if (quantity > left) throw fieldError(['lines', index, 'quantity'], `is more than the ${left} left`);
    return worthOf(line.price, unitsOf(line, before, quantity));
  });
  const sum = addMoney(shipping, ...worth);
  if (sum <= 0) throw fieldError('lines', 'come to nothing');
  return sum;
}

/** Tells how many units of each line, and how much of the shipping, no money was given back for. */
export async function leftOfGoods(
  tx: Db,
  order: OrderRow,
): Promise<Pick<RefundLook, 'lines' | 'shippingLeft'>> {
  const { lines, shippingLeft } = await goodsOf(tx, order);
  return {
    lines: lines.map(({ line, before }) => ({ _id: line._id, left: line.quantity - before.units })),
    shippingLeft,
  };
}

/** The lines of an order with their units that were paid back, by a return or at will, and what is left of its shipping. */
async function goodsOf(tx: Db, order: OrderRow) {
  const sold = await tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.order, order._id))
    .orderBy(asc(orderLines.position));
  const back = await paidBack(tx, order._id);
  const given = await unitsGiven(tx, order);
  const isShippingFree = await tookOffShipping(tx, order._id);
  const lines = sold.map(row => {
    const line = { ...row, discount: goodsDiscount(row, isShippingFree) };
    const returned = back.get(row._id) ?? NO_UNITS;
    return { line, before: withGiven(line, returned, given.get(row._id) ?? 0) };
  });
  const ofShipping = await tx
    .select({ amount: givenBack.shipping })
    .from(givenBack)
    .where(and(eq(givenBack.order, order._id), eq(givenBack.cause, 'goodwill')));
  const gone = sumMoney(ofShipping.map(({ amount }) => amount));
  const most = isShippingFree ? ZERO : order.shipping;
  return { lines, shippingLeft: subtractMoney(most, lowestMoney(gone, most)) };
}

/** Counts units given at will beside those of returns, up to all of the line: they may be the same. */
function withGiven(line: Parameters<typeof unitsOf>[0], returned: Units, given: number): Units {
  const more = Math.min(given, line.quantity - returned.units);
  return addUnits(returned, unitsOf(line, returned, more));
}

async function unitsGiven(tx: Db, { _id }: Pick<OrderRow, '_id'>): Promise<Map<string, number>> {
  const found = await tx
    .select({
      line: givenUnits.line,
      units: sql`sum(${givenUnits.quantity})::int`.mapWith(Number),
    })
    .from(givenUnits)
    .innerJoin(givenBack, eq(givenBack._id, givenUnits.given))
    .where(eq(givenBack.order, _id))
    .groupBy(givenUnits.line);
  return new Map(found.map(({ line, units }) => [line, units]));
}
