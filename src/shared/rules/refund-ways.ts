import type { RefundWay } from '#shared/enumerations.ts';

/** Says in a sentence which way money goes back. */
export const REFUND_WAY_WORDS: Record<RefundWay, string> = {
  card: 'to the card',
  credit: 'as store credit',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by transfer',
};
