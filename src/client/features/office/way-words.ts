import type { RefundWay } from '#shared/enumerations.ts';

/** Names the ways that money goes back, each by itself. */
export const WAY_WORDS: Record<RefundWay, string> = {
  card: 'To the card that paid',
  credit: 'As store credit',
  check: 'By check',
  cash: 'In cash',
  transfer: 'By transfer',
};
