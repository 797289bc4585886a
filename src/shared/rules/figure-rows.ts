import type { OrderStatus } from '#shared/enumerations.ts';
import {
  addMoney,
  formatMoney,
  type Money,
  multiplyMoney,
  subtractMoney,
  ZERO,
} from '#shared/rules/money.ts';
import type { CartFigures } from '#shared/rules/totals.ts';

export interface FigureRow {
  name: 'subTotal' | 'discount' | 'shipping' | 'tax' | 'storeCredit' | 'total';
  label: string;
  amount: string;
}

/**
 * The figures of a cart or order in the words and the order in which every screen, mail and document shows them.
 * A deduction stands only where it takes something off. `coupon`: the code that the discount came by, to be named.
 */
export function figureRows(figures: CartFigures, coupon = ''): FigureRow[] {
  const { subTotal, discount, shipping, tax, taxRate, storeCredit, total } = figures;
  const rows: (FigureRow | false)[] = [
    { name: 'subTotal', label: 'Subtotal', amount: formatMoney(subTotal) },
    discount > 0 && {
      name: 'discount',
      label: coupon ? `Discount (${coupon})` : 'Discount',
      amount: `−${formatMoney(discount)}`,
    },
    { name: 'shipping', label: 'Shipping', amount: shipping > 0 ? formatMoney(shipping) : 'Free' },
    {
      name: 'tax',
      label: taxRate > 0 ? `Tax (${percent(taxRate)})` : 'Tax (exempt)',
      amount: formatMoney(tax),
    },
    storeCredit > 0 && { name: 'storeCredit', label: 'Store credit', amount: `−${formatMoney(storeCredit)}` },
    { name: 'total', label: 'Total', amount: formatMoney(total) },
  ];
  return rows.filter(row => row !== false);
}

const percent = (rate: number) => `${Number((rate * 100).toFixed(4))}%`;

/** Tells what a line comes to, as every screen, mail and document shows it. */
export function lineAmount({ price, quantity }: { price: Money; quantity: number }): string {
  return price > 0 ? formatMoney(multiplyMoney(price, quantity)) : 'Free';
}

export interface Payable {
  status: string;
  total: Money;
  amountPaid: Money;
  amountCredited: Money;
}

/**
 * Tells what is still to be paid of an order: once it is canceled, nothing but what was given back beyond what stayed
 * paid of it.
 */
export function openBalance({ status, total, amountPaid, amountCredited }: Payable): Money {
  if (status === 'Canceled') return keptOf(amountPaid);
  return subtractMoney(total, addMoney(amountPaid, amountCredited));
}

export interface Paid {
  /** The payments, less what edits took back of them. */
  amountPaid: Money;
  /** The part of them that edits gave back: it counts as refunded, so it counts as paid as well. */
  amountTakenBack: Money;
}

/**
 * Tells what an order shows as paid beside what was refunded: all that came in for it, also what an edit gave back since;
 * and what beside its total is owed of it (rule O21): given back of a payment that bounced.
 */
export const paidSoFar = ({ amountPaid, amountTakenBack }: Paid): { paid: Money; keptOfBounced: Money } => ({
  paid: addMoney(amountPaid, amountTakenBack),
  keptOfBounced: keptOf(amountPaid),
});

const keptOf = (amountPaid: Money): Money => (amountPaid < 0 ? subtractMoney(ZERO, amountPaid) : ZERO);

/** Labels it on screens and papers. */
export const KEPT_OF_BOUNCED = 'Given back of a payment that fell through';

/** Tells whether something of an order is still to be paid: not while it waits for its card, nor once it is canceled. */
export const isUnpaid = ({ status, paid }: { status: OrderStatus; paid: boolean }): boolean =>
  !paid && status !== 'Held' && status !== 'Canceled';
