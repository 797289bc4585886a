import type { OrderRow } from '#server/orders/read-order.ts';
import { changesInWords, couponAfter, couponInWords, keptInWords } from '#server/staff-orders/edit-answer.ts';
import { type DeliveryChange, deliveryInWords } from '#server/staff-orders/edit-delivery.ts';
import type { EditPrices } from '#server/staff-orders/edit-prices.ts';
import type { Before } from '#server/staff-orders/edited-lines.ts';
import type { JudgedLine } from '#server/waiting-acts/tables.ts';
import { formatMoney, ZERO } from '#shared/rules/money.ts';
import { GIVE_BACK_WORDS } from '#shared/rules/refund-ways.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

type Priced = EditPrices['priced'];

/** The lines of an edit as they are judged: those whose price was named, and what a coupon gives more, or no more. */
export function judgedLines(edit: EditAnswer, before: Before, { cart }: Priced): JudgedLine[] {
  const bought = cart.filter(({ priceSource }) => priceSource !== 'free');
  const lines = edit.lines.map((line, nth) => ({
    ...line,
    isNamed: bought[nth]?.priceSource === 'override',
  }));
  const gift = cart.find(({ priceSource }) => priceSource === 'free') ?? null;
  if ((gift?.stored ?? null) === before.gift && (gift === null) === (before.gift === null)) return lines;
  return [
    ...lines,
    ...(before.gift ? [giftLine(before.gift.row, { was: before.gift.row.quantity, quantity: 0 })] : []),
    ...(gift?.known ? [giftLine(gift.known, { was: 0, quantity: gift.quantity })] : []),
  ];
}

const giftLine = (
  { name, productNum }: { name: string; productNum: string },
  counts: { was: number; quantity: number },
): JudgedLine => ({
  ...{ line: null, price: ZERO, amount: ZERO, ours: null, cost: null },
  gift: { name, productNum, ...counts },
});

/** Puts all that an edit does into words, for whoever says yes to it. */
export const askedInWords = (
  order: OrderRow,
  edit: EditAnswer,
  { priced, delivery }: { priced: Priced; delivery: DeliveryChange },
): string[] => [
  changesInWords(edit),
  couponInWords(order, couponAfter(order, priced)),
  edit.back
    .flatMap(({ way, amount }) => (way === 'account' ? [] : `${formatMoney(amount)} ${GIVE_BACK_WORDS[way]}`))
    .join(', '),
  keptInWords(edit),
  deliveryInWords(delivery),
];
