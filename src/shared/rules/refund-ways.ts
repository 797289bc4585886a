import type { GiveBackWay, ReceiptMethod, RefundWay } from '#shared/enumerations.ts';

/** Says in a sentence which way money goes back. */
export const REFUND_WAY_WORDS: Record<RefundWay, string> = {
  card: 'to the card',
  credit: 'as store credit',
  cash: 'in cash',
  check: 'by check',
  transfer: 'by transfer',
};

/** Says after an amount where it goes as an order is canceled or changed. */
export const GIVE_BACK_WORDS: Record<GiveBackWay, string> = {
  card: 'goes back to the card',
  account: 'stays on their account',
  check: 'goes back by check',
  cash: 'goes back in cash',
  transfer: 'goes back by transfer',
  credit: 'becomes store credit',
};

/** Tells how what came in by hand goes back of itself: as it came, but a transfer by check (rule O22). */
export const handWayOf = (method: ReceiptMethod): 'check' | 'cash' => (method === 'cash' ? 'cash' : 'check');
