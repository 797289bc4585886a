import { eq } from 'drizzle-orm';
import { newLines } from '#server/carts/lines.ts';
import { ownerFor, ownerOf, storeCart } from '#server/carts/own-carts.ts';
import { showCart } from '#server/carts/show-carts.ts';
import { knownOf, type LineRow, showLines } from '#server/carts/show-lines.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { type OrderRow, orderOf } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { multiplyMoney, sumMoney } from '#shared/rules/money.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { CartLine } from '#shared/schemas/cart-lines.ts';
import type { SavedCart } from '#shared/schemas/carts.ts';
import type { Comparison } from '#shared/schemas/orders.ts';

/** One's own order, or any as staff. Throws `not_found`. */
async function ownOrder(
  db: Db,
  user: SessionUser,
  by: { _id: string } | { orderNumber: number },
): Promise<OrderRow> {
  const which = '_id' in by ? eq(orders._id, by._id) : eq(orders.orderNumber, by.orderNumber);
  const [row] = await db.select().from(orders).where(which);
  if (!row || (row.user !== user._id && !isStaff(user))) throw new AppError('not_found');
  return row;
}

/** Returns what was bought; what a coupon gave is no part of ordering it again. */
const boughtLines = (cart: readonly CartLine[]) => cart.filter(line => line.priceSource !== 'free');

/** Tells what an order's lines would cost now, and which of them can't be had any more, or not as many. */
export async function compareOrder(db: Db, user: SessionUser, _id: string): Promise<Comparison> {
  const order = await orderOf(db, await ownOrder(db, user, { _id }));
  const lines = await compareLines(db, boughtLines(order.cart), ownerOf(user));
  const still = lines.filter(line => !line.gone);
  return {
    _id: order._id,
    orderNumber: order.orderNumber,
    lines,
    totalThen: sumMoney(lines.map(line => multiplyMoney(line.priceThen, line.quantity))),
    totalNow: sumMoney(still.map(line => multiplyMoney(line.priceNow, line.quantity))),
  };
}

async function compareLines(
  db: Db,
  bought: readonly CartLine[],
  customer: PricedCustomer,
): Promise<Comparison['lines']> {
  const known = await knownOf(db, bought, customer);
  // Shown as by a saved cart, so that the preview and the cart that comes of it say the same.
  const asked = bought.map((line, position): LineRow => {
    const { productId, variantId, variantGroup, quantity, room } = line;
    const of = { productId, variantId, variantGroup, quantity, room };
    return { ...of, _id: String(position), cart: '', position, quotedPrice: null, priceSteps: null };
  });
  const shown = new Map(showLines(asked, known, clock.now()).cart.map(line => [line._id, line]));
  return bought.map((line, position) => {
    const now = shown.get(String(position));
    const { productId, variantId, name, productNum, image, quantity, room } = line;
    return {
      ...{ productId, variantId, name, productNum, image, quantity, room },
      gone: now?.gone ?? true,
      short: now?.short ?? null,
      priceThen: line.price,
      priceNow: now?.price ?? line.price,
      pieceSizeThen: line.pieceSize,
      pieceSizeNow: now?.pieceSize ?? line.pieceSize,
    };
  });
}

/**
 * Puts what can still be had of an order into a new saved cart (rule O16); what can't is left out, as `compareOrder`
 * tells beforehand. Throws `line_gone` where nothing of it is left. `forUser`: whose cart it becomes, for staff.
 */
export async function duplicateOrder(
  db: Db,
  user: SessionUser,
  by: { _id: string } | { orderNumber: number },
  forUser?: string,
): Promise<SavedCart> {
  const order = await orderOf(db, await ownOrder(db, user, by));
  const owner = await ownerFor(db, user, forUser);
  const bought = boughtLines(order.cart);
  const compared = await compareLines(db, bought, owner);
  const asked = bought.flatMap((line, index) => {
    if (compared[index]?.gone !== false) return [];
    const { productId, variantId, quantity, room } = line;
    return [{ productId, variantId, quantity, room }];
  });
  if (asked.length === 0) throw new AppError('line_gone', { message: NOTHING_LEFT });
  const { lines } = await newLines(db, asked, owner);
  const { shippingMethod, shippingAddress, shippingCity, shippingState, shippingZip } = order;
  const fields = {
    orderName: order.orderName || `Order ${order.orderNumber}`,
    ...(shippingMethod !== 'freight' && { shippingMethod }),
    ...{ shippingAddress, shippingCity, shippingState, shippingZip },
  };
  return showCart(db, await storeCart(db, owner, fields, lines), owner);
}

const NOTHING_LEFT = 'Nothing in this order is still available.';
