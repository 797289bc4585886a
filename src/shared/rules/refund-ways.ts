import type { ReceiptMethod, RefundWay } from '#shared/enumerations.ts';

/** Says in a sentence which way money goes back. */
export const REFUND_WAY_WORDS: Record<RefundWay, string> = {
  card: 'to the card',
  credit: 'as store credit',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by transfer',
};

/** Tells how what came in by hand goes back of itself: as it came, but a transfer by check (rule O22). */
export const handWayOf = (method: ReceiptMethod): 'check' | 'cash' => (method === 'cash' ? 'cash' : 'check');
