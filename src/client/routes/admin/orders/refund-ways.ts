import { REFUND_WAYS, type RefundWay } from '#shared/enumerations.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';

export const WAY_WORDS: Record<RefundWay, string> = {
  card: 'To the card that paid',
  credit: 'As store credit',
  check: 'By check',
  cash: 'In cash',
  transfer: 'By transfer',
};

/** Lists the ways that money of an order can go back: what a card paid never by hand, store credit to an account alone. */
export function possibleWays({ card, byHand, hasAccount }: RefundLook): RefundWay[] {
  const can: Record<RefundWay, boolean> = {
    ...{ card: card > 0, credit: hasAccount },
    ...{ check: byHand > 0, cash: byHand > 0, transfer: byHand > 0 },
  };
  return REFUND_WAYS.filter(way => can[way]);
}

/** The way that money goes back unless staff choose another: as it came, as far as that is left. */
export const usualWay = ({ card, byHand }: RefundLook): RefundWay =>
  card > 0 ? 'card' : byHand > 0 ? 'check' : 'credit';
