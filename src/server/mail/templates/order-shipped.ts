import { html } from '#server/mail/templates/html.ts';
import {
  facts,
  layOut,
  type MailContent,
  type MailSite,
  paragraph,
  type Section,
} from '#server/mail/templates/layout.ts';
import {
  addressLine,
  type Came,
  type MailOrder,
  orderLinks,
  orderTable,
  parts,
  wordsOf,
} from '#server/mail/templates/order-parts.ts';
import { greeting, unlinked, unlinkedText } from '#server/mail/templates/typed-names.ts';
import { trackingUrl } from '#shared/rules/tracking.ts';

/** Tells a customer that parcels are on their way, and how to follow them; `came`: what the later ones of an order hold. */
export function orderShipped(order: MailOrder, site: MailSite, came?: readonly Came[]): MailContent {
  const sent = `${wordsOf(order, came)} order ${order.orderNumber}`;
  return layOut(site, {
    subject: `Your order ${order.orderNumber} at ${site.name} is on its way`,
    heading: `Order ${order.orderNumber} is on its way`,
    test: order.test,
    sections: [
      paragraph(`${greeting(order.name)}\n${sent} has left our store.`),
      ...order.tracking.map(parcel),
      facts([
        ['Ship to', order.shippingAddress === '' ? '' : addressLine(order)],
        ...parts(order, came),
        ['PO number', order.poNumber],
      ]),
      ...orderLinks(order, site),
      orderTable(order),
    ],
  });
}

/** A number by itself, to be copied; where the carrier is known, it leads to where the parcel is. */
function parcel({ carrier, number }: MailOrder['tracking'][number]): Section {
  const url = trackingUrl(carrier, number);
  const shown = url ? html`<a href="${url}" style="color:#1d4b45">${number}</a>` : unlinked(number);
  return {
    html: html`<p style="margin:0 0 16px;padding:10px 14px;background:#f6f7f6;border-radius:6px">${unlinked(carrier)}: <strong>${shown}</strong></p>`,
    text: [`${unlinkedText(carrier)}: ${url ? number : unlinkedText(number)}`, url]
      .filter(Boolean)
      .join('\n'),
  };
}
