import { html } from '#server/mail/templates/html.ts';
import {
  facts,
  links,
  type MailLink,
  type MailSite,
  MUTED,
  type Section,
  TABLE_ATTRIBUTES,
} from '#server/mail/templates/layout.ts';
import { unlinked, unlinkedText } from '#server/mail/templates/typed-names.ts';
import { figureRows, lineAmount } from '#shared/rules/figure-rows.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { cartsOf } from '#shared/rules/order-carts.ts';
import { longDate, paymentText, SHIPPING_WORDS, townLine } from '#shared/rules/order-facts.ts';
import type { CartLine } from '#shared/schemas/cart-lines.ts';
import type { Order } from '#shared/schemas/orders.ts';

export type MailLine = Pick<
  CartLine,
  'name' | 'quantity' | 'fulfilled' | 'price' | 'productNum' | 'partNumber' | 'room'
> & {
  bundleItems: Pick<CartLine['bundleItems'][number], 'quantity' | 'productTitle' | 'productNum'>[];
};

/** The facts that mails tell of an order. With `orderKey` a guest gets links that find it. */
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
    | 'orderName'
    | 'deliveryDate'
    | 'dueDate'
    | 'couponCode'
    | 'subTotal'
    | 'discount'
    | 'shipping'
    | 'tax'
    | 'taxRate'
    | 'storeCredit'
    | 'total'
    | 'status'
    | 'amountPaid'
    | 'amountTakenBack'
    | 'amountCredited'
    | 'tracking'
    | 'test'
  > {
  cart: MailLine[];
  carts: { orderName: string; cartItems: MailLine[] }[];
}

const CELL = 'padding:10px 0;border-bottom:1px solid #e8ebe9;vertical-align:top';
const AMOUNT = 'padding-left:16px;text-align:right;white-space:nowrap';
const SMALL = `font-size:14px;${MUTED}`;

/** Lines and figures as the cart shows them; the carts of a trade order each under their name. */
export function orderTable(order: MailOrder): Section {
  const groups = cartsOf(order);
  const figures = figureRows(order, order.couponCode);
  const rows = groups.map(({ orderName, cartItems }) => [
    orderName !== '' &&
      html`<tr><td colspan="2" style="padding:16px 0 4px;font-weight:700;color:#1d4b45">${unlinked(orderName)}</td></tr>`,
    cartItems.map(lineRow),
  ]);
  return {
    html: html`<table ${TABLE_ATTRIBUTES} style="margin:0 0 24px;border-collapse:collapse">
${rows.flat()}
${figures.map(({ name, label, amount }, index) => {
  const top = index === 0 ? ';padding-top:14px' : '';
  const total = name === 'total' ? ';padding-top:10px;font-size:18px;font-weight:700' : '';
  const style = `padding:3px 0${top}${total}`;
  return html`<tr><td style="${style}">${label}</td><td style="${style};${AMOUNT}">${amount}</td></tr>
`;
})}</table>`,
    text: [
      ...groups.map(({ orderName, cartItems }) =>
        [...(orderName === '' ? [] : [`${unlinkedText(orderName)}:`]), ...cartItems.map(lineText)].join('\n'),
      ),
      figures.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
    ].join('\n\n'),
  };
}

function lineRow(line: MailLine) {
  return html`<tr><td style="${CELL}"><strong style="font-weight:600">${line.name}</strong><br><span style="${SMALL}">${detailOf(line, unlinked)}${line.bundleItems.map(
    item => html`<br>${bundleItemText(item)}`,
  )}</span></td><td style="${CELL};${AMOUNT}">${lineAmount(line)}</td></tr>
`;
}

function lineText(line: MailLine): string {
  const items = line.bundleItems.map(item => `\n    ${bundleItemText(item)}`).join('');
  return `- ${line.name}\n  ${detailOf(line, unlinkedText).join('')} = ${lineAmount(line)}${items}`;
}

/** `said`: does to what a stranger may have typed what keeps it from being a link. */
function detailOf<Said>(line: MailLine, said: (typed: string) => Said): (Said | string)[] {
  const { productNum, partNumber, room, quantity, price } = line;
  const named = [
    ...(productNum ? [productNum] : []),
    ...(partNumber ? [said(`your number ${partNumber}`)] : []),
    ...(room ? [said(room)] : []),
  ].flatMap((part, index) => (index === 0 ? [part] : [', ', part]));
  return [...named, `${named.length > 0 ? ' · ' : ''}${quantity} × ${formatMoney(price)}`];
}

const bundleItemText = (item: MailLine['bundleItems'][number]) =>
  `${item.quantity} × ${item.productTitle} (${item.productNum})`;

/** Tells where the goods go, and how and by when they are paid for. */
export function orderTerms(order: MailOrder, site: MailSite): Section {
  const local = order.shippingMethod === 'local';
  return facts([
    [local ? 'Pick up at' : 'Ship to', local ? site.address : addressLine(order)],
    ['Shipping', SHIPPING_WORDS[order.shippingMethod].name],
    ['Requested for', longDate(order.deliveryDate)],
    ['Payment', paymentText(order)],
    ['PO number', order.poNumber],
    ['Job', order.orderName],
  ]);
}

/** Units of a line that came with one delivery. */
export interface Came {
  name: string;
  quantity: number;
}

/** Tells what of an order has come by now and with this delivery, and what is still to follow; of a whole one, nothing. */
export function parts({ cart }: MailOrder, came: readonly Came[] = []): [label: string, value: string][] {
  const listed = (lines: readonly Came[]) =>
    lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
  const open = cart
    .filter(({ quantity, fulfilled }) => fulfilled < quantity)
    .map(({ name, quantity, fulfilled }) => ({ name, quantity: quantity - fulfilled }));
  const count = (of: 'quantity' | 'fulfilled') =>
    cart.reduce((sum, line) => sum + line[of], 0).toLocaleString('en-US');
  return [
    ['In this delivery', listed(came)],
    ['So far', open.length > 0 ? `${count('fulfilled')} of ${count('quantity')}` : ''],
    ['Still to come', listed(open)],
  ];
}

/** Says what a delivery is of its order, to go before its number: all of it, a part, or what was left. */
export function wordsOf({ cart }: MailOrder, came: readonly Came[] = []): string {
  if (cart.some(({ quantity, fulfilled }) => fulfilled < quantity)) return 'Part of your';
  return came.length > 0 ? 'The rest of your' : 'Your';
}

/** Says whom and where an order goes to, in one line, without what was left empty. */
export function addressLine(order: MailOrder): string {
  const town = townLine(order.shippingCity, order.shippingState, order.shippingZip);
  const parts = [order.name, order.businessName, order.shippingAddress, town];
  return parts.filter(Boolean).join(', ');
}

/** Links to the customer's own page of the order, with its invoice; for a guest to the two that its key opens. */
export function orderLinks(order: MailOrder, site: MailSite): Section[] {
  const page = (path: string): MailLink => ({ label: 'See your order', url: `${site.publicUrl}${path}` });
  if (order.user !== null) return [links(page(`/user/orders/${order._id}`))];
  if (order.orderKey === undefined) return [];
  const { orderKey } = order;
  const query = new URLSearchParams({ orderNumber: String(order.orderNumber), orderKey });
  const key = new URLSearchParams({ orderKey });
  const invoice = {
    label: 'Invoice (PDF)',
    url: `${site.publicUrl}/orders/${order._id}/invoice.pdf?${key}`,
    letsIn: true,
  };
  const own = { ...page(`/orders/lookup?${query}`), letsIn: true };
  // There is none before the order is paid.
  return [links(own, ...(order.status === 'Held' ? [] : [invoice]))];
}
