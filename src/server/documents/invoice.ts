import type { MailSite } from '#server/mail/templates/layout.ts';
import {
  figureRows,
  KEPT_OF_BOUNCED,
  lineAmount,
  openBalance,
  paidSoFar,
} from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { cartsOf } from '#shared/rules/order-carts.ts';
import { longDate, PAYMENT_WORDS, paymentText, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { CartLine } from '#shared/schemas/cart-lines.ts';
import type { Order } from '#shared/schemas/orders.ts';

export interface InvoiceLine {
  productNum: string;
  name: string;
  /** Below the name: room, group, what a bundle holds. */
  details: string[];
  quantity: string;
  price: string;
  amount: string;
}

/** The parts that each paper of an order has. */
export interface OrderPaper {
  /** Also the number of the order. */
  number: number;
  /** When the order was made: the file says nothing of when it was printed, so that it is the same each time. */
  createdAt: string;
  /** `logo` is SVG. */
  shop: { name: string; contact: string[]; logo: string };
  /** Across the head: a test, or a canceled order. */
  stamp: string;
  facts: { label: string; value: string }[];
  addresses: { label: string; lines: string[] }[];
}

/** An invoice as it is written, every amount in its final words: what prints it only lays it out. */
export interface Invoice extends OrderPaper {
  kind: 'invoice';
  /** The carts of a trade order each under its name; else one without. */
  groups: { name: string; lines: InvoiceLine[] }[];
  figures: { label: string; amount: string; isSum: boolean }[];
  /** How its bearer finds the order again; not in papers that were mailed before, nor in those of a known customer. */
  lookup?: { page: string; link: string; key: string };
}

export type PaperOrder = Omit<Order, 'orderKey'>;

/**
 * The invoice of an order from the order's own figures. `orderKey`: for a paper that is the only trace its bearer has of
 * the order.
 */
export function invoiceOf(order: PaperOrder, site: MailSite, logo: string, orderKey?: string): Invoice {
  return {
    kind: 'invoice',
    ...paperOf(order, site, logo),
    facts: factsOf(order, site, [['Terms', termsOf(order)]]),
    addresses: [billTo(order), deliverTo(order, site)],
    groups: cartsOf(order).map(cart => ({ name: cart.orderName, lines: cart.cartItems.map(lineOf) })),
    figures: figuresOf(order),
    ...(orderKey && { lookup: lookupOf(order, site, orderKey) }),
  };
}

function lookupOf({ orderNumber }: PaperOrder, { publicUrl }: MailSite, key: string): Invoice['lookup'] {
  const page = `${publicUrl}/orders/lookup`;
  const query = new URLSearchParams({ orderNumber: String(orderNumber), orderKey: key });
  return { page, link: `${page}?${query}`, key };
}

/** Returns what stands on each paper alike. */
export function paperOf(order: PaperOrder, site: MailSite, logo: string) {
  return {
    number: order.orderNumber,
    createdAt: order.createdAt,
    shop: { name: site.name, contact: [site.address, site.phone, site.email].filter(Boolean), logo },
    stamp: stampOf(order),
  };
}

function stampOf({ status, test }: PaperOrder): string {
  const words = [status === 'Canceled' && 'CANCELED', test && 'TEST: no money moved'];
  return words.filter(Boolean).join(' · ');
}

/**
 * The facts of an order. It was made on one day, and may be of a later one: a paper of a day that has not come yet is taken
 * for a mistake. `more`: what one of the papers says besides.
 */
export function factsOf(
  order: PaperOrder,
  { timeZone }: Pick<MailSite, 'timeZone'>,
  more: [string, string][] = [],
): OrderPaper['facts'] {
  const ordered = shopDate(new Date(order.createdAt), timeZone);
  const facts: [string, string][] = [
    ['Order', String(order.orderNumber)],
    ['Ordered', longDate(ordered)],
    ['Order date', order.date === ordered ? '' : longDate(order.date)],
    ...more,
    ['PO number', order.poNumber],
    ['Job', order.orderName],
    ['Account', order.associatedAccountNumber],
    ['Delivery', SHIPPING_WORDS[order.shippingMethod].name],
  ];
  return facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

function termsOf(order: PaperOrder): string {
  if (order.status === 'Canceled') return 'Canceled';
  return order.paid ? PAYMENT_WORDS[order.paymentType].paid : paymentText(order);
}

/** Names whose it is: their company and themselves, once where an order is of the company as such. */
export function whoOf({ businessName, name }: Pick<PaperOrder, 'businessName' | 'name'>): string[] {
  const isSame = businessName.trim().toLowerCase() === name.trim().toLowerCase();
  return [businessName, isSame ? '' : name].filter(Boolean);
}

function billTo(order: PaperOrder): OrderPaper['addresses'][number] {
  const { billingAddress, billingCity, billingState, billingZip, email } = order;
  const town = townLines(billingAddress, billingCity, billingState, billingZip);
  return { label: 'Bill to', lines: [...whoOf(order), ...town, email] };
}

export function deliverTo(order: PaperOrder, site: MailSite): OrderPaper['addresses'][number] {
  if (order.shippingMethod === 'local')
    return { label: 'Pick up at', lines: [site.name, site.address].filter(Boolean) };
  const { shippingAddress, shippingCity, shippingState, shippingZip, phone } = order;
  const town = townLines(shippingAddress, shippingCity, shippingState, shippingZip);
  return { label: 'Ship to', lines: [...whoOf(order), ...town, phone].filter(Boolean) };
}

function townLines(street: string, city: string, state: string, zip: string): string[] {
  return [street, townLine(city, state, zip)].filter(Boolean);
}

function lineOf(line: CartLine): InvoiceLine {
  const { bundleItems, room, variantGroup } = line;
  return {
    productNum: line.productNum,
    name: line.name,
    details: [
      ...[line.partNumber && `Your number ${line.partNumber}`, variantGroup, room].filter(isText),
      ...bundleItems.map(item => `${item.quantity} × ${item.productTitle} (${item.productNum})`),
    ],
    quantity: String(line.quantity),
    price: formatMoney(line.price),
    amount: lineAmount(line),
  };
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== '';

function figuresOf(order: PaperOrder): Invoice['figures'] {
  const rows = figureRows(order, order.couponCode).map(({ label, amount, name }) => ({
    label,
    amount,
    isSum: name === 'total',
  }));
  const beside = (label: string, amount: Money) =>
    amount > 0 ? [{ label, amount: formatMoney(amount), isSum: false }] : [];
  const { paid, keptOfBounced } = paidSoFar(order);
  return [
    ...rows,
    { label: 'Paid', amount: formatMoney(paid), isSum: false },
    ...beside(KEPT_OF_BOUNCED, keptOfBounced),
    ...beside('Refunded', order.amountRefunded),
    ...beside('Credited', order.amountCredited),
    { label: 'Balance due', amount: formatMoney(openBalance(order)), isSum: true },
  ];
}
