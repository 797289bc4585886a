import { v4 as newKey } from 'uuid';
import { askedQuantity } from '#client/features/office/asked-quantity.ts';
import { type Item, itemName } from '#client/features/office/item-lookup.ts';
import type { StaffLine } from '#client/features/office/staff-lines.tsx';
import { MAX_CART_LINES } from '#shared/constants.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { readMoney } from '#shared/rules/money-text.ts';
import { readQuantity } from '#shared/rules/quantity.ts';
import type { PriceForStaff } from '#shared/schemas/create-order.ts';

/** A line of an order that is being made. */
export interface NewLine extends StaffLine {
  productId: string;
  variantId: string;
}

/** Puts items to those that are there: of what is there already there are more. */
export function withItems(lines: readonly NewLine[], items: readonly Item[]): NewLine[] {
  let next = [...lines];
  for (const { variant, quantity } of items) {
    const own = next.find(({ variantId }) => variantId === variant._id);
    const before = own && readQuantity(own.quantity);
    if (own && before)
      next = next.map(line => (line === own ? { ...line, quantity: String(before + quantity) } : line));
    else
      next.push({
        ...{ key: newKey(), name: itemName(variant), productNum: variant.productNum },
        ...{ productId: variant.product._id, variantId: variant._id, quantity: String(quantity) },
        ...{ price: '', reason: '' },
      });
  }
  return next;
}

/** Makes of lines as they are typed what is asked for, and tells what can't be made of them. */
export function cartOf(lines: readonly NewLine[]): { cart: PriceForStaff['cart']; issues: FieldIssue[] } {
  const issues: FieldIssue[] = [];
  const cart = lines.map(({ productId, variantId, ...line }, index) => {
    const refuse = (field: string, message: string) => issues.push({ path: ['cart', index, field], message });
    const { quantity, wrong } = askedQuantity(line.quantity);
    if (wrong) refuse('quantity', wrong);
    const isNamed = line.price.trim() !== '';
    const price = isNamed ? readMoney(line.price) : null;
    if (isNamed && price === null) refuse('price', 'is not an amount of money');
    const priceReason = line.reason.trim();
    if (price !== null && priceReason === '') refuse('priceReason', 'Give a reason for this price');
    return {
      productId,
      variantId,
      quantity: quantity ?? 1,
      priceReason: '',
      ...(price !== null && { price, priceReason }),
    };
  });
  if (lines.length > MAX_CART_LINES)
    issues.push({ path: ['cart'], message: `has more than ${MAX_CART_LINES} lines` });
  return { cart, issues };
}

/** Says why lines as they are typed can't be priced or sent; '' where they can. */
export function whyNot(lines: readonly NewLine[], issues: readonly FieldIssue[]): string {
  if (issues.length === 0) return '';
  const [first, ...others] = issues;
  if (issues.some(({ path }) => path.at(-1) !== 'priceReason')) return 'Please correct the marked fields.';
  if (others.length > 0) return 'Give a reason for each price that you named.';
  const line = lines[Number(first?.path[1])];
  return `Give a reason for the price of ${line?.productNum || line?.name}.`;
}
