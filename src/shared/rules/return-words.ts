import type { RefundWay } from '#shared/enumerations.ts';
import { formatMoney, type Money, subtractMoney } from '#shared/rules/money.ts';

const WAYS: Record<RefundWay, string> = {
  card: 'to the card that paid',
  credit: 'as store credit',
  check: 'by check',
  cash: 'in cash',
  transfer: 'by transfer',
};

export interface Settled {
  /** Money, of which `paidOut` went out the way of `refundTo`, and the rest off what was still to be paid. */
  refund: Money;
  paidOut: Money;
  refundTo: RefundWay | null;
  /** Store credit that the order had used. */
  storeCredit: Money;
  fee: Money;
}

/** Says what became of the worth of a return, part by part: only what there was of each. */
export function settledWords({ refund, paidOut, refundTo, storeCredit, fee }: Settled): string {
  const offDebt = subtractMoney(refund, paidOut);
  const back = [
    ...(offDebt > 0 ? [`${formatMoney(offDebt)} off what was to be paid`] : []),
    ...(paidOut > 0 && refundTo ? [`${formatMoney(paidOut)} ${WAYS[refundTo]}`] : []),
    ...(storeCredit > 0 ? [`${formatMoney(storeCredit)} of store credit back`] : []),
  ];
  return [
    ...(back.length > 0 ? back : ['nothing given back']),
    ...(fee > 0 ? [`a fee of ${formatMoney(fee)} kept`] : []),
  ].join(', ');
}

/** The same by itself. */
export function settledSentence(settled: Settled): string {
  const words = settledWords(settled);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
