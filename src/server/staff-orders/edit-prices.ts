import { and, eq } from 'drizzle-orm';
import { couponCustomer, type FoundCoupon, findCoupon, givenVariant } from '#server/coupons/coupons.ts';
import { couponUses } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import { refuseExcessiveTotal } from '#server/orders/figures.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import type { ShopRates } from '#server/site/rates.ts';
import {
  type Before,
  type EditLine,
  linesToPrice,
  piecesOfEdit,
  storedOf,
} from '#server/staff-orders/edited-lines.ts';
import type { Money } from '#shared/rules/money.ts';
import { holdsOthers, priceBeforeNamed } from '#shared/rules/order-edit.ts';
import { unitPrice } from '#shared/rules/pricing.ts';
import { canSupplyBesides } from '#shared/rules/stock.ts';
import { type PricedCart, priceCart } from '#shared/rules/totals.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';

export interface EditPrices {
  priced: PricedCart<EditLine>;
  found: FoundCoupon;
  /** The lines whose price staff named, with the one that they would have. */
  named: { price: Money; ours: Money; quantity: number }[];
  /**
   * The price of a line that its customer would pay today, and what a set was sold for that has other parts by now; null: it
   * is in the catalogue no more.
   */
  oursOf: (line: Pick<EditLine, 'quantity' | 'quantityInAll' | 'known' | 'stored'>) => Money | null;
}

/** Whether the shipping is worked out anew: because it is asked for, or because the order goes another way by now. */
const isShippedAnew = (
  order: Pick<OrderRow, 'shippingMethod'>,
  { recalculateShipping, shippingMethod = order.shippingMethod }: EditOrder,
) => recalculateShipping === true || shippingMethod !== order.shippingMethod;

/** Tells whether an order is to bear another coupon than it does, or none any more. */
export const isOtherCoupon = (order: OrderRow, { couponCode = order.couponCode }: EditOrder): boolean =>
  couponCode.toLowerCase() !== order.couponCode.toLowerCase();

/**
 * Prices an edited order: its own rate of tax, the store credit that it used, shipping as it was unless it is worked out
 * anew, the coupon as on the order's own day. Throws what `linesToPrice` throws.
 */
export async function priceEdit(
  tx: Db,
  order: OrderRow,
  before: Before,
  { input, rates }: { input: EditOrder; rates: ShopRates },
): Promise<EditPrices> {
  const code = input.couponCode ?? order.couponCode;
  const now = new Date(order.createdAt);
  const found = await couponOfDay(tx, order, code, now);
  const given = found.coupon && givenVariant(found.coupon);
  const { lines, terms, gift } = await linesToPrice(tx, order, before, input.cart, given);
  refuseExcessiveTotal(lines);
  const priced = priceCart<EditLine>({
    lines,
    customer: { ...terms, useStoreCredit: true, storeCreditBalance: order.storeCredit },
    shippingMethod: input.shippingMethod ?? order.shippingMethod,
    shippingTiers: rates.shippingTiers,
    quotedShipping: order.shippingMethod === 'freight' ? order.shipping : null,
    keptShipping: isShippedAnew(order, input) ? null : order.shipping,
    taxRate: order.taxRate,
    coupon: code
      ? {
          ...{ code, ...found, isOther: isOtherCoupon(order, input) },
          ...{ freeLine: gift, isSupplied: hasGift(before, lines, gift) },
        }
      : null,
    now,
  });
  if (!priced.cart.some(({ stored }) => stored === before.gift)) refuseLostGift(before);
  const oursOf: EditPrices['oursOf'] = line => {
    const { quantity, quantityInAll = quantity, known, stored } = line;
    if (stored && known && holdsOthers(stored.items, known.bundleItems)) return priceBeforeNamed(stored.row);
    return known && unitPrice({ ...known, quantity: quantityInAll, ...terms }).price;
  };
  const named = priced.cart.flatMap(({ overridePrice, price, originalPrice: ours, quantity }) =>
    overridePrice == null ? [] : [{ price, ours, quantity }],
  );
  return { priced, found, named, oursOf };
}

/**
 * Tells whether there is enough of what a coupon gives: the order has it already, or the shelf has one besides what the edit takes.
 * The gift before it goes back.
 */
const hasGift = (before: Before, lines: readonly EditLine[], gift: EditLine | null): boolean =>
  gift !== null && (gift.stored !== null || canSupplyBesides(gift, piecesOfEdit(storedOf(before), lines)));

/** Throws `invalid` where what a coupon gave can't go with it: it is fulfilled, or a return of it is on record. */
function refuseLostGift({ gift }: Before): void {
  if (!gift) return;
  const { row, sold } = gift;
  if (row.fulfilled > 0) throw fieldError('couponCode', `gave ${row.productNum}, which is fulfilled`);
  if (sold.isInReturn)
    throw fieldError('couponCode', `gave ${row.productNum}, of which a return is on record`);
}

/** The coupon as it stood for this order: its own use does not count against it. */
async function couponOfDay(tx: Db, order: OrderRow, code: string, now: Date): Promise<FoundCoupon> {
  const owner = order.user ? { _id: order.user, email: order.email } : null;
  const found = await findCoupon(tx, code, couponCustomer(owner, order.email), now);
  if (!found.coupon) return found;
  const own = await tx.$count(
    couponUses,
    and(eq(couponUses.order, order._id), eq(couponUses.coupon, found.coupon._id)),
  );
  return {
    coupon: found.coupon,
    usesInAll: found.usesInAll - own,
    usesByCustomer: Math.max(0, found.usesByCustomer - own),
  };
}
