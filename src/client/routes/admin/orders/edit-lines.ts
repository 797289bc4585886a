import { v4 as newKey } from 'uuid';
import { askedQuantity } from '#client/features/office/asked-quantity.ts';
import { type Item, itemName } from '#client/features/office/item-lookup.ts';
import type { StaffLine } from '#client/features/office/staff-lines.tsx';
import type { FieldIssue } from '#shared/errors.ts';
import type { Money } from '#shared/rules/money.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { readQuantity } from '#shared/rules/quantity.ts';
import type { EditOrder } from '#shared/schemas/edit-order.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';

/** A line of an order that is being changed. */
export interface EditLine extends StaffLine {
  /** Null: it is added. */
  _id: string | null;
  productId: string;
  variantId: string;
  ours: Money | null;
  /** The price that it has in the order; null: it is added. */
  now: Money | null;
  cost: Money | null;
  note: string;
  /** The saved cart that it joins; null: it has its place already, or the order has no carts to choose from. */
  cart: string | null;
}

/** The lines of an order as they stand; those that a coupon gives come and go with it. */
export const linesOf = (order: OrderRecord): EditLine[] =>
  order.cart.flatMap(line => {
    const { _id, name, productNum, productId, variantId, quantity, price, priceSource, fulfilled } = line;
    if (priceSource === 'free') return [];
    const isNamed = priceSource === 'override';
    return [
      {
        ...{ key: _id, _id, name, productNum, productId, variantId, quantity: String(quantity) },
        price: isNamed ? price.toFixed(2) : '',
        reason: isNamed ? (line.priceReason ?? '') : '',
        ours: isNamed ? null : price,
        now: price,
        cost: line.cost ?? null,
        note: [cartName(order, _id), fulfilled > 0 ? `${fulfilled} fulfilled` : '']
          .filter(Boolean)
          .join(', '),
        cart: null,
      },
    ];
  });

/** Tells whether a line of an order is asked for otherwise than it stands there: its price may be another then. */
export const isTouched = (order: OrderRecord, line: EditLine): boolean => {
  const was = linesOf(order).find(({ _id }) => _id === line._id);
  return (
    was !== undefined &&
    (line.quantity.trim() !== was.quantity || line.price !== was.price || line.reason !== was.reason)
  );
};

/** The carts that an added line can join; empty where there is nothing to choose. */
export const cartsToJoin = ({ carts }: Pick<OrderRecord, 'carts'>) => (carts.length > 1 ? carts : []);

const cartName = (order: OrderRecord, line: string) =>
  cartsToJoin(order).find(({ cartItems }) => cartItems.some(({ _id }) => _id === line))?.orderName ?? '';

/** Adds items: more of one that is added already raises its quantity, as every scan of it does. */
export function withAdded(
  order: OrderRecord,
  lines: readonly EditLine[],
  items: readonly Item[],
): EditLine[] {
  let next = [...lines];
  for (const item of items) {
    const own = next.find(({ _id, variantId }) => _id === null && variantId === item.variant._id);
    const before = own && readQuantity(own.quantity);
    if (own && before)
      next = next.map(line => (line === own ? { ...line, quantity: String(before + item.quantity) } : line));
    else next.push(lineOfItem(order, item));
  }
  return next;
}

const lineOfItem = (order: OrderRecord, { variant, quantity }: Item): EditLine => ({
  ...{ key: newKey(), _id: null, name: itemName(variant), productNum: variant.productNum },
  ...{ productId: variant.product._id, variantId: variant._id, quantity: String(quantity) },
  ...{ price: '', reason: '', ours: variant.price, now: null, cost: null },
  note: variant.backOrder || variant.dropShip ? '' : `${variant.stock} in stock`,
  // One that is not paid yet, where there is one.
  cart: (cartsToJoin(order).find(({ paid }) => !paid) ?? cartsToJoin(order)[0])?._id ?? null,
});

/** Makes of lines as they are typed what is asked for, and tells what can't be made of them. */
export function askedLines(
  { cart }: OrderRecord,
  lines: readonly EditLine[],
): { cart: EditOrder['cart']; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  const asked = lines.map((line, index): EditOrder['cart'][number] => {
    const refuse = (field: string, message: string) => issues.push({ path: ['cart', index, field], message });
    const { quantity, wrong } = askedQuantity(line.quantity);
    if (wrong) refuse('quantity', wrong);
    const price = line.price.trim() === '' ? null : readMoney(line.price);
    if (line.price.trim() !== '' && price === null) refuse('price', 'is not an amount of money');
    const priceReason = line.reason.trim();
    if (price !== null && priceReason === '') refuse('priceReason', 'Give a reason for this price');
    const stored = cart.find(({ _id }) => _id === line._id);
    const named = price === null ? null : { price, priceReason };
    if (!stored) {
      const { productId, variantId, cart: joins } = line;
      return { productId, variantId, quantity: quantity ?? 1, ...named, ...(joins && { cart: joins }) };
    }
    const wasNamed = stored.priceSource === 'override';
    const isSame = wasNamed
      ? price === stored.price && priceReason === (stored.priceReason ?? '')
      : price === null;
    const change = isSame ? {} : (named ?? { price: null });
    return { _id: stored._id, quantity: quantity ?? 1, ...change };
  });
  return { cart: asked, issues };
}
