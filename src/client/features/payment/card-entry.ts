import type { Card } from '#shared/schemas/payments.ts';

/** The functions that the choice of a card offers to the code that charges it, whichever gateway it belongs to. */
export interface CardEntry {
  /** Returns what to charge; throws a `CardEntryError` when the payer's entries are not right. */
  collect: () => Promise<CollectedCard>;
  /** Lets the payer confirm (3-D Secure); null when they gave up. */
  confirm: (clientSecret: string) => Promise<Card | null>;
}

export interface CollectedCard {
  card: Card;
  /** Whether it is kept for the next order. */
  saveCard?: boolean;
}

/** Something is wrong with the card's entries; its text is for the payer. */
export class CardEntryError extends Error {
  override readonly name = 'CardEntryError';
}

export const CARD_GONE = 'This card is no longer saved. Please choose another card.';
export const UNCONFIRMED =
  'You did not confirm the payment with your bank. Nothing was charged. Please try again, or use another card.';
