import { html } from '#server/mail/templates/html.ts';
import { button, type MailSite, type Section } from '#server/mail/templates/layout.ts';
import type { PaymentType, ShippingMethod } from '#shared/enumerations.ts';
import { formatMoney, type Money, multiplyMoney } from '#shared/rules/money.ts';
import type { CartLine, Order } from '#shared/schemas/orders.ts';

export type MailLine = Pick<CartLine, 'name' | 'quantity' | 'price' | 'productNum' | 'room'> & {
  bundleItems: Pick<CartLine['bundleItems'][number], 'quantity' | 'productTitle' | 'productNum'>[];
};

/** What mails tell of an order. With `orderKey` a guest gets a link that finds it. */
export interface MailOrder
  extends Pick<
    Order,
    | '_id'
    | 'orderNumber'
    | 'orderKey'
    | 'user'
    | 'name'
    | 'businessName'
    | 'shippingAddress'
    | 'shippingCity'
    | 'shippingState'
    | 'shippingZip'
    | 'shippingMethod'
    | 'paymentType'
    | 'poNumber'
    | 'deliveryDate'
    | 'dueDate'
    | 'subTotal'
    | 'discount'
    | 'shipping'
    | 'tax'
    | 'storeCredit'
    | 'total'
    | 'amountPaid'
    | 'test'
  > {
  cart: MailLine[];
  carts: { orderName: string; cartItems: MailLine[] }[];
}

const SHIPPING: Record<ShippingMethod, string> = {
  local: 'Pick-up at the store',
  standard: 'Standard shipping',
  ground: 'Ground shipping',
  fedex: 'FedEx',
  air: 'Air shipping',
  freight: 'Freight',
};

const PAYMENT: Record<PaymentType, string> = {
  'credit-card': 'Card',
  Terms: 'On account',
  Check: 'Check',
  Cash: 'Cash',
};

const CELL = 'padding:8px 0;border-bottom:1px solid #ebebe7;vertical-align:top';
const AMOUNT = `${CELL};padding-left:12px;text-align:right;white-space:nowrap`;
const SMALL = 'font-size:14px;color:#57606a';

/** Lines and figures as the cart shows them; the carts of a trade order each under their name. */
export function orderTable(order: MailOrder): Section {
  const groups = order.carts.length > 0 ? order.carts : [{ orderName: '', cartItems: order.cart }];
  const figures = figuresOf(order);
  const rows = groups.map(({ orderName, cartItems }) => [
    orderName !== '' &&
      html`<tr><td colspan="2" style="padding:16px 0 4px;font-weight:600">${orderName}</td></tr>`,
    cartItems.map(lineRow),
  ]);
  return {
    html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-collapse:collapse">
${rows.flat()}
${figures.map(({ label, amount, strong }) => {
  const style = `padding:4px 0${strong ? ';font-weight:700' : ''}`;
  return html`<tr><td style="${style}">${label}</td><td style="${style};padding-left:12px;text-align:right;white-space:nowrap">${amount}</td></tr>`;
})}
</table>`,
    text: [
      ...groups.map(({ orderName, cartItems }) =>
        [...(orderName === '' ? [] : [`${orderName}:`]), ...cartItems.map(lineText)].join('\n'),
      ),
      figures.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
    ].join('\n\n'),
  };
}

function lineRow(line: MailLine) {
  return html`<tr><td style="${CELL}">${line.name}<br><span style="${SMALL}">${detailOf(line)}${line.bundleItems.map(
    item => html`<br>${bundleItemText(item)}`,
  )}</span></td><td style="${AMOUNT}">${formatMoney(multiplyMoney(line.price, line.quantity))}</td></tr>
`;
}

function lineText(line: MailLine): string {
  const amount = formatMoney(multiplyMoney(line.price, line.quantity));
  const items = line.bundleItems.map(item => `\n    ${bundleItemText(item)}`).join('');
  return `- ${line.name}\n  ${detailOf(line)} = ${amount}${items}`;
}

function detailOf({ productNum, room, quantity, price }: MailLine): string {
  const named = [productNum, room].filter(Boolean).join(', ');
  return `${named}${named && ' · '}${quantity} × ${formatMoney(price)}`;
}

const bundleItemText = (item: MailLine['bundleItems'][number]) =>
  `${item.quantity} × ${item.productTitle} (${item.productNum})`;

function figuresOf(order: MailOrder): { label: string; amount: string; strong?: boolean }[] {
  const less = (amount: Money) => `−${formatMoney(amount)}`;
  return [
    { label: 'Subtotal', amount: formatMoney(order.subTotal) },
    ...(order.discount > 0 ? [{ label: 'Discount', amount: less(order.discount) }] : []),
    { label: 'Shipping', amount: formatMoney(order.shipping) },
    { label: 'Tax', amount: formatMoney(order.tax) },
    ...(order.storeCredit > 0 ? [{ label: 'Store credit', amount: less(order.storeCredit) }] : []),
    { label: 'Total', amount: formatMoney(order.total), strong: true },
  ];
}

/** Where the goods go, how and by when they are paid. */
export function orderTerms(order: MailOrder, site: MailSite): Section {
  const local = order.shippingMethod === 'local';
  const town = [order.shippingCity, [order.shippingState, order.shippingZip].filter(Boolean).join(' ')];
  const address = [order.name, order.businessName, order.shippingAddress, town.filter(Boolean).join(', ')];
  const due = order.dueDate === null ? '' : `, due ${longDate(order.dueDate)}`;
  const terms: [string, string][] = [
    [local ? 'Pick up at' : 'Ship to', local ? site.address : address.filter(Boolean).join(', ')],
    ['Shipping', SHIPPING[order.shippingMethod]],
    [local ? 'Ready' : 'Delivery', longDate(order.deliveryDate)],
    ['Payment', `${PAYMENT[order.paymentType]}${due}`],
    ['PO number', order.poNumber],
  ];
  const given = terms.filter(([, value]) => value !== '');
  return {
    html: html`<p style="margin:0 0 16px">${given.map(([label, value]) => html`<strong>${label}:</strong> ${value}<br>`)}</p>`,
    text: given.map(([label, value]) => `${label}: ${value}`).join('\n'),
  };
}

/** The customer's own page of the order; for a guest the one that its key opens. */
export function orderLink(order: MailOrder, site: MailSite): Section[] {
  if (order.user !== null) return [button('See your order', `${site.publicUrl}/user/orders/${order._id}`)];
  if (order.orderKey === undefined) return [];
  const query = new URLSearchParams({ orderNumber: String(order.orderNumber), orderKey: order.orderKey });
  return [button('See your order', `${site.publicUrl}/orders/lookup?${query}`)];
}

/** `2026-11-21` → `November 21, 2026`; a calendar day has no time zone. */
const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const longDate = (day: string): string => dates.format(new Date(day));
