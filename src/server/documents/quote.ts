import type { OrderPaper } from '#server/documents/invoice.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { formatMoney, type Money, multiplyMoney, sumMoney } from '#shared/rules/money.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import type { Bid } from '#shared/schemas/bids.ts';

export interface QuotedLine {
  productNum: string;
  name: string;
  room: string;
  quantity: string;
  price: string;
  amount: string;
}

/** A quote as it is written, every amount in its final words. */
export interface Quote extends Omit<OrderPaper, 'number'> {
  kind: 'quote';
  lines: QuotedLine[];
  figures: { label: string; amount: string; isSum: boolean }[];
  notes: string;
}

/** The quote of a cart at the prices that hold now. `until`: its last day at the shop; null: it is over, or not priced. */
export function quoteOf(
  bid: Omit<Bid, 'prices'>,
  { site, logo, until }: { site: MailSite; logo: string; until: string | null },
): Quote {
  const { orderName, cart, subTotal, quotedShipping, quoteNotes, name, businessName, email, poNumber } = bid;
  const facts: [string, string][] = [
    ['Cart', orderName],
    ['Valid until', until ? longDate(until) : ''],
    ['PO number', poNumber],
  ];
  const freight = until !== null && quotedShipping !== null ? quotedShipping : null;
  return {
    kind: 'quote',
    createdAt: bid.updatedAt,
    shop: { name: site.name, contact: [site.address, site.phone, site.email].filter(Boolean), logo },
    stamp: until === null ? 'NOT BINDING' : '',
    facts: facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value })),
    addresses: [{ label: 'For', lines: [businessName, name, email].filter(Boolean) }],
    lines: cart
      .filter(({ gone }) => !gone)
      .map(line => ({
        ...{ productNum: line.productNum, name: line.name, room: line.room },
        quantity: String(line.quantity),
        price: formatMoney(line.price),
        amount: formatMoney(multiplyMoney(line.price, line.quantity)),
      })),
    figures: [
      { label: 'Goods, without tax', amount: formatMoney(subTotal), isSum: freight === null },
      ...(freight === null ? [] : withFreight(subTotal, freight)),
    ],
    notes: until === null ? '' : quoteNotes,
  };
}

const withFreight = (subTotal: Money, freight: Money): Quote['figures'] => [
  { label: 'Freight', amount: formatMoney(freight), isSum: false },
  {
    ...{ label: 'Goods and freight, without tax', isSum: true },
    amount: formatMoney(sumMoney([subTotal, freight])),
  },
];
