import {
  type Fact,
  facts,
  layOut,
  type MailContent,
  type MailSite,
  paragraph,
} from '#server/mail/templates/layout.ts';
import { addressLine, type MailOrder, orderLinks, orderTable } from '#server/mail/templates/order-parts.ts';
import { greeting } from '#server/mail/templates/typed-names.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { SHIPPING_WORDS } from '#shared/rules/order-facts.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';
import type { Order } from '#shared/schemas/orders.ts';

const BACK_WORDS: Record<EditAnswer['back'][number]['way'], string> = {
  card: 'goes back to your card',
  account: 'stays on your account',
  cash: 'is given back in cash',
  check: 'is sent back by check',
  transfer: 'is sent back by transfer',
};

type BilledOrder = MailOrder & Pick<Order, 'billingAddress' | 'billingCity' | 'billingState' | 'billingZip'>;

/** The fields of an order that say how and where it goes and is billed to, as far as a change is of them. */
export interface DeliveryChanged {
  names: readonly string[];
  before: { shippingMethod?: ShippingMethod };
}

/**
 * Tells a customer that staff changed their order: what it comes to now, what goes back or is to be paid, and where it goes
 * if that is another place or way.
 */
export function orderChanged(
  order: BilledOrder,
  edit: EditAnswer,
  delivery: DeliveryChanged,
  site: MailSite,
): MailContent {
  const { before, after, owed, back } = edit;
  const money = [
    ...back.map(({ way, amount }) => `${formatMoney(amount)} ${BACK_WORDS[way]}.`),
    ...(edit.storeCreditBack > 0
      ? [`${formatMoney(edit.storeCreditBack)} of store credit is yours again.`]
      : []),
    ...(owed > 0 ? [`${formatMoney(owed)} is still to be paid.`] : []),
  ].join(' ');
  return layOut(site, {
    subject: `Your order ${order.orderNumber} at ${site.name} was changed`,
    heading: `Order ${order.orderNumber} was changed`,
    test: order.test,
    sections: [
      paragraph(`${greeting(order.name)}\nYour order ${order.orderNumber} was changed. ${money}`.trim()),
      facts([
        ['Total before', formatMoney(before.total)],
        ['Total now', formatMoney(after.total)],
        ...deliveryFacts(order, delivery, site),
      ]),
      orderTable(order),
      ...orderLinks(order, site),
    ],
  });
}

function deliveryFacts(order: BilledOrder, { names, before }: DeliveryChanged, site: MailSite): Fact[] {
  const isOf = (kind: 'shipping' | 'billing') =>
    ['Address', 'City', 'State', 'Zip'].some(part => names.includes(`${kind}${part}`));
  const was = before.shippingMethod;
  const isCollected = order.shippingMethod === 'local';
  const [to, bill] = [addressLine(order), addressLine({ ...order, ...billedTo(order) })];
  return [
    ...(was ? [fact('Shipping', `${nameOf(order.shippingMethod)} instead of ${nameOf(was)}`)] : []),
    ...(was && isCollected ? [fact('Pick up at', site.address)] : []),
    ...(!isCollected && (was || isOf('shipping')) ? [fact('Goes to', to)] : []),
    ...(isOf('billing') && bill !== to ? [fact('Bill goes to', bill)] : []),
  ];
}

const fact = (label: string, value: string): Fact => [label, value];

const nameOf = (method: ShippingMethod) => SHIPPING_WORDS[method].name;

const billedTo = (order: BilledOrder) => ({
  ...{ shippingAddress: order.billingAddress, shippingCity: order.billingCity },
  ...{ shippingState: order.billingState, shippingZip: order.billingZip },
});
