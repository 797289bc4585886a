import { type OrderPaper, whoOf } from '#server/documents/invoice.ts';
import type { MailSite } from '#server/mail/templates/layout.ts';
import { formatMoney, type Money, multiplyMoney, sumMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
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

/** The day of a quote at the shop: since then nothing of it was changed. */
const dayOf = ({ updatedAt }: Pick<Bid, 'updatedAt'>, { timeZone }: Pick<MailSite, 'timeZone'>) =>
  shopDate(new Date(updatedAt), timeZone);

/** Names the file of a quote, so that several in one folder are told apart: its cart's name, as far as any system takes it. */
export function quoteFileName(
  bid: Pick<Bid, 'orderName' | 'updatedAt'>,
  site: Pick<MailSite, 'timeZone'>,
): string {
  const name = bid.orderName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return ['quote', name, dayOf(bid, site)].filter(Boolean).join('-');
}

/** The quote of a cart at the prices that hold now. `until`: its last day at the shop; null: it is over, or not priced. */
export function quoteOf(
  bid: Omit<Bid, 'prices'>,
  { site, logo, until }: { site: MailSite; logo: string; until: string | null },
): Quote {
  const { orderName, cart, subTotal, quotedShipping, quoteNotes, email, poNumber } = bid;
  const facts: [string, string][] = [
    ['Cart', orderName],
    ['Date', longDate(dayOf(bid, site))],
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
    addresses: [{ label: 'For', lines: [...whoOf(bid), email].filter(Boolean) }],
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
