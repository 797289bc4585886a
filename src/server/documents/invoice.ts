import type { MailSite } from '#server/mail/templates/layout.ts';
import { PAYMENT_WORDS, SHIPPING_WORDS } from '#server/mail/templates/order-parts.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { figureRows, lineAmount, openBalance } from '#shared/rules/figure-rows.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { CartLine, Order } from '#shared/schemas/orders.ts';

export interface InvoiceLine {
  productNum: string;
  name: string;
  /** Below the name: room, group, what a bundle holds. */
  details: string[];
  quantity: string;
  price: string;
  amount: string;
}

/** An invoice as it is written, every amount in its final words: what prints it only lays it out. */
export interface Invoice {
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
  /** The carts of a trade order each under its name; else one without. */
  groups: { name: string; lines: InvoiceLine[] }[];
  figures: { label: string; amount: string; isSum: boolean }[];
}

type InvoicedOrder = Omit<Order, 'orderKey'>;

/** The invoice of an order from the order's own figures. */
export function invoiceOf(order: InvoicedOrder, site: MailSite, logo: string): Invoice {
  const carts = order.carts.length > 0 ? order.carts : [{ orderName: '', cartItems: order.cart }];
  return {
    number: order.orderNumber,
    createdAt: order.createdAt,
    shop: { name: site.name, contact: [site.address, site.phone, site.email].filter(Boolean), logo },
    stamp: stampOf(order),
    facts: factsOf(order),
    addresses: addressesOf(order, site),
    groups: carts.map(cart => ({ name: cart.orderName, lines: cart.cartItems.map(lineOf) })),
    figures: figuresOf(order),
  };
}

function stampOf({ status, test }: InvoicedOrder): string {
  const words = [status === 'Canceled' && 'CANCELED', test && 'TEST: no money moved'];
  return words.filter(Boolean).join(' · ');
}

function factsOf(order: InvoicedOrder): Invoice['facts'] {
  const facts: [string, string][] = [
    ['Order', String(order.orderNumber)],
    ['Date', invoiceDate(order.date)],
    ['Terms', termsOf(order)],
    ['PO number', order.poNumber],
    ['Job', order.orderName],
    ['Account', order.associatedAccountNumber],
    ['Delivery', SHIPPING_WORDS[order.shippingMethod]],
  ];
  return facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

const PAID_WORDS: Record<PaymentType, string> = {
  'credit-card': 'Paid by card',
  Terms: 'On account, paid',
  Check: 'Paid by check',
  Cash: 'Paid in cash',
};

function termsOf({ paymentType, paid, status, dueDate }: InvoicedOrder): string {
  if (status === 'Canceled') return 'Canceled';
  if (paid) return PAID_WORDS[paymentType];
  const means = PAYMENT_WORDS[paymentType];
  return dueDate === null ? means : `${means}, due ${invoiceDate(dueDate)}`;
}

function addressesOf(order: InvoicedOrder, site: MailSite): Invoice['addresses'] {
  const who = [order.businessName, order.name].filter(Boolean);
  const shipping = townLines(
    order.shippingAddress,
    order.shippingCity,
    order.shippingState,
    order.shippingZip,
  );
  const billing = townLines(order.billingAddress, order.billingCity, order.billingState, order.billingZip);
  return [
    { label: 'Bill to', lines: [...who, ...billing, order.email] },
    order.shippingMethod === 'local'
      ? { label: 'Pick up at', lines: [site.name, site.address].filter(Boolean) }
      : { label: 'Ship to', lines: [...who, ...shipping, order.phone].filter(Boolean) },
  ];
}

function townLines(street: string, city: string, state: string, zip: string): string[] {
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [street, town].filter(Boolean);
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

function figuresOf(order: InvoicedOrder): Invoice['figures'] {
  const rows = figureRows(order, order.couponCode).map(({ label, amount, name }) => ({
    label,
    amount,
    isSum: name === 'total',
  }));
  const beside = (label: string, amount: Money) =>
    amount > 0 ? [{ label, amount: formatMoney(amount), isSum: false }] : [];
  return [
    ...rows,
    { label: 'Paid', amount: formatMoney(order.amountPaid), isSum: false },
    ...beside('Refunded', order.amountRefunded),
    ...beside('Credited', order.amountCredited),
    { label: 'Balance due', amount: formatMoney(openBalance(order)), isSum: true },
  ];
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar day has no time zone. */
const invoiceDate = (day: string): string => dates.format(new Date(day));
