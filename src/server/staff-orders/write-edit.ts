import { isDeepStrictEqual } from 'node:util';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { textOfLines } from '#server/orders/order-text.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orderBundleItems, orderCarts, orderLines } from '#server/orders/tables.ts';
import {
  type Before,
  type EditLine,
  piecesOfEdit,
  storedOf,
  takenBy,
} from '#server/staff-orders/edited-lines.ts';
import { chance } from '#server/time-and-chance.ts';
import { putBackStock, takeStock } from '#server/variants/stock.ts';
import type { MoveCause } from '#server/variants/stock-moves.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { holdsOthers, keptSoldFor } from '#shared/rules/order-edit.ts';
import { stockDemand } from '#shared/rules/stock.ts';
import { figuresOfLines, type PricedCart, type PricedLine } from '#shared/rules/totals.ts';
import { fieldsOfTiers } from '#shared/schemas/quantity-prices.ts';

type Priced = PricedLine<EditLine>;

/** Takes what an edit adds off the shelf and puts back what it takes out. Throws `out_of_stock`, which names each line. */
export async function moveStockOfEdit(
  tx: Db,
  before: Before,
  cart: readonly Priced[],
  cause: MoveCause,
): Promise<void> {
  const pieces = piecesOfEdit(storedOf(before), cart);
  await putBackStock(
    tx,
    pieces.filter(one => one.pieces < 0).map(one => ({ ...one, pieces: -one.pieces })),
    cause,
  );
  const short = await takeStock(
    tx,
    pieces.filter(one => one.pieces > 0),
    cause,
  );
  if (short.length === 0) return;
  const left = new Map(short.map(({ variant, stock }) => [variant, stock]));
  throw new AppError('out_of_stock', { issues: cart.flatMap(line => shortIssue(line, left)) });
}

/** Says beside a line how many more units of it can be had, where it is one of those that are short. */
function shortIssue(line: Priced, left: ReadonlyMap<string, number>): FieldIssue[] {
  const own = line.stored ? takenBy(line.stored, line.quantity) : stockDemand(line);
  const rest = own.flatMap(({ variant, pieces }) => {
    const stock = left.get(variant);
    return stock === undefined ? [] : [Math.floor((Math.max(0, stock) * line.quantity) / pieces)];
  });
  if (rest.length === 0) return [];
  const units = Math.min(...rest);
  const [some, none] = line.stored
    ? [`only ${units} more in stock`, 'no more in stock']
    : [`only ${units} left`, 'is sold out'];
  const message = units > 0 ? some : none;
  return [{ path: line.at === null ? ['couponCode'] : ['cart', line.at, 'quantity'], message }];
}

/** Writes the lines of an edited order, its saved carts, and the text by which it is found. */
export async function writeEditedLines(
  tx: Db,
  order: OrderRow,
  before: Before,
  { cart }: PricedCart<EditLine>,
): Promise<{ linesText: string }> {
  const stays = new Set(cart.flatMap(({ stored }) => stored?.row._id ?? []));
  const gone = storedOf(before).flatMap(({ row }) => (stays.has(row._id) ? [] : row._id));
  if (gone.length > 0) await tx.delete(orderLines).where(inArray(orderLines._id, gone));
  for (const line of cart) if (line.stored) await rewriteLine(tx, line, line.stored);
  let position = Math.max(-1, ...storedOf(before).map(({ row }) => row.position));
  for (const line of cart) if (!line.stored) await addLine(tx, order, line, ++position);
  for (const { _id } of before.carts) {
    const own = cart.filter(line => line.cart === _id);
    const { subTotal, tax } = figuresOfLines(own);
    await tx.update(orderCarts).set({ subTotal, tax }).where(eq(orderCarts._id, _id));
  }
  return { linesText: textOfLines(cart.map(wordsOf)) };
}

const wordsOf = ({ stored, known }: Priced) => {
  const { name = '', productNum = '', partNumber = '' } = stored?.row ?? known ?? {};
  return { name, productNum, partNumber };
};

/**
 * A set that is priced anew holds things at the prices of today, too: those of which its price is made. One that has other
 * parts by now is priced by name alone, and keeps its own as they were sold.
 */
async function rewriteLine(
  tx: Db,
  line: Priced,
  { row, sold, items }: Before['lines'][number],
): Promise<void> {
  const {
    quantity,
    price,
    originalPrice,
    priceSource,
    priceReason,
    itemShipping,
    itemTax,
    itemDiscount,
    itemCredit,
  } = line;
  const per = (taken: number) => (taken / row.quantity) * quantity;
  const { known } = line;
  const today = line.sold || !known || holdsOthers(items, known.bundleItems) ? null : known;
  const written = {
    orderCart: line.cart,
    ...{ quantity, price, originalPrice, priceSource, priceReason },
    soldFor: keptSoldFor(row, priceSource),
    ...(today && { bundleDiscountPer: today.bundleDiscountPer }),
    ...{ itemShipping, itemTax, itemDiscount, itemCredit },
    stockTaken: per(row.stockTaken),
    unitsBeforeCoupon: sold.unitsBeforeCoupon,
  };
  // Most lines of a long order are as they were.
  if (!isDeepStrictEqual({ ...row, ...written }, row))
    await tx.update(orderLines).set(written).where(eq(orderLines._id, row._id));
  if (quantity === row.quantity && !today) return;
  for (const item of items) {
    const now = today?.bundleItems.find(({ variant }) => variant === item.variant);
    await tx
      .update(orderBundleItems)
      .set({ stockTaken: per(item.stockTaken), price: now?.price ?? item.price })
      .where(eq(orderBundleItems._id, item._id));
  }
}

async function addLine(tx: Db, order: OrderRow, line: Priced, position: number): Promise<void> {
  const { known } = line;
  if (!known) throw new Error('a line was added that nothing is known of');
  const _id = chance.uuidInOrder();
  await tx.insert(orderLines).values({
    ...known,
    ...line,
    ...fieldsOfTiers(known.quantityPrices),
    _id,
    order: order._id,
    orderCart: line.cart,
    position,
    vendor: known.vendor ?? '',
    stockTaken: known.dropShip || known.bundleItems.length > 0 ? 0 : line.quantity,
  });
  if (known.bundleItems.length === 0) return;
  await tx.insert(orderBundleItems).values(
    known.bundleItems.map(item => ({
      ...item,
      line: _id,
      product: item.product ?? sql`${item.variant}::uuid`,
      stockTaken: item.dropShip ? 0 : item.quantity * line.quantity,
    })),
  );
}
