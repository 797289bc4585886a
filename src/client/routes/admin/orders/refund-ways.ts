import { REFUND_WAYS, type RefundWay } from '#shared/enumerations.ts';
import type { Money } from '#shared/rules/money.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';

/**
 * Lists the ways that money of an order can go back: what a card paid never by hand, store credit to an account alone, none
 * by transfer.
 */
export function possibleWays({ card, byHand, inAll, hasAccount }: RefundLook): RefundWay[] {
  if (inAll === 0) return [];
  const can: Record<RefundWay, boolean> = {
    ...{ card: card > 0, credit: hasAccount },
    ...{ check: byHand > 0, cash: byHand > 0, transfer: false },
  };
  return REFUND_WAYS.filter(way => can[way]);
}

/** The most that can go back a way. */
const mostOf = ({ card, byHand, inAll }: RefundLook, way: RefundWay): Money =>
  way === 'card' ? card : way === 'credit' ? inAll : byHand;

/** The way that what came in last without a card came by. Checks would stay on their account; transfers go back by check. */
const usualHand = ({ onCancel }: RefundLook): RefundWay =>
  onCancel.find(({ way }) => way !== 'card')?.way === 'cash' ? 'cash' : 'check';

/**
 * The way that an amount goes back unless staff choose another: as it came, as far as that is left. Null: by none of the
 * ways; the card is never taken for one that it didn't come by.
 */
export function usualWay(look: RefundLook, amount: Money): RefundWay | null {
  const can = possibleWays(look);
  const ways = (['card', usualHand(look), 'credit'] as const).filter(way => can.includes(way));
  return ways.find(way => amount <= mostOf(look, way)) ?? ways[0] ?? null;
}

/** Ways that have a number: the one on the check that is written, or what a transfer is marked with. */
export const hasNumber = (way: RefundWay | null): boolean => way === 'check' || way === 'transfer';
