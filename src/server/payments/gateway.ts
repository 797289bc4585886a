import type { DisputeStatus } from '#shared/enumerations.ts';
import { ERRORS } from '#shared/errors.ts';
import type { Cents } from '#shared/rules/money.ts';
import { idSchema } from '#shared/schemas/common.ts';
import type { Card } from '#shared/schemas/payments.ts';

/**
 * The one door to whoever moves the money (rule O7). No call throws for what a gateway or the network
 * between may do: each answers one of a closed list of results, `unknown` where the outcome can't be told yet.
 * No call belongs inside a database transaction.
 */
export interface PaymentGateway {
  readonly name: 'test' | 'stripe';
  /** Why it would refuse or not hear us, named by the variable to mend; null: it answers. Asked when a shop starts. */
  problem(): Promise<string | null>;
  /** For the browser's card fields; the test gateway has none. */
  readonly publishableKey?: string;
  /**
   * Charges, or with `card.paymentIntent` looks how the confirmed charge ended. Safe to repeat with the same
   * `idempotencyKey`: one charge, the same result.
   */
  charge(request: ChargeRequest): Promise<ChargeResult>;
  /** Returns the customer for whom cards can be kept. Safe to repeat: one customer a user. */
  customer(user: CustomerRequest): Promise<CustomerResult>;
  /** Makes a kept card useless; false while the gateway does not answer. Safe to repeat. */
  forgetCard(reference: string): Promise<boolean>;
  /** Tells what became of a payment: how webhooks, `unknown` outcomes and killed processes are settled. */
  find(payment: PaymentLookup): Promise<FindResult>;
  /** Makes an unfinished charge impossible; answers how it stands then, as it may just have succeeded. */
  cancel(reference: string): Promise<FindResult>;
  /** Safe to repeat with the same `refundId`: one refund. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** Tells what became of a refund; never makes one. */
  findRefund(refund: RefundLookup): Promise<RefundResult | { status: 'absent' }>;
  /**
   * The refunds of a charge, or all of late, whoever made them: also by hand at the gateway. Null while it does not
   * answer.
   */
  listRefunds(which: { charge: string } | { since: Date }): Promise<FoundRefund[] | null>;
  /** The charges begun since then that succeeded or wait for a confirmation. Null while it does not answer. */
  listCharges(since: Date): Promise<FoundCharge[] | null>;
  /** The references of disputes opened of late. Null while it does not answer. */
  listDisputes(since: Date): Promise<string[] | null>;
  /** How a dispute stands; `reference` is its own, as an event names it. */
  findDispute(reference: string): Promise<DisputeResult>;
  /** The event of a webhook call; null when its signature is not the gateway's or is too old. */
  verifyWebhook(rawBody: Buffer, signature: string): Promise<GatewayEvent | null>;
}

export interface ChargeRequest {
  /** Our `payments._id`, by which `find` finds the charge again. */
  paymentId: string;
  orderId: string;
  orderNumber: number;
  amount: Cents;
  currency: 'usd';
  /** Made by the server from order and card reference; never reused for another amount. */
  idempotencyKey: string;
  /** `savedCard` here is the gateway's own reference of the card (`saved_cards.reference`), not our `_id`. */
  card: Card;
  /** The customer (`customer`) for whom a new card is kept once it has paid; none: it is not kept. */
  saveFor?: string;
  email: string;
  metadata?: Record<string, string>;
}

export interface CustomerRequest {
  /** Our `users._id`. */
  userId: string;
  email: string;
  name: string;
  /** The customer's reference that was stored, perhaps by another gateway. */
  known: string | null;
}

export type CustomerResult = { status: 'found'; reference: string } | { status: 'unknown'; cause: string };

/** A card that the gateway keeps, as far as it may be shown. */
export interface KeptCard {
  reference: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for the same card, however often it is entered; null where the gateway does not say. */
  fingerprint: string | null;
}

export type ChargeResult =
  | { status: 'succeeded'; reference: string; amount: Cents; keptCard?: KeptCard }
  | { status: 'requires_action'; reference: string; clientSecret: string }
  | Declined
  /** Gateway down or slow, or its answer lost: the money may have moved. Store the reference when there is one. */
  | { status: 'unknown'; reference: string | null; cause: string };

export interface Declined {
  status: 'declined';
  reference: string | null;
  reason: DeclineReason;
  message: string;
}

/** `absent`: the gateway knows no such charge. Proof only once no call of `charge` can still be on its way. */
export type FindResult =
  | ChargeResult
  | { status: 'canceled'; reference: string }
  | { status: 'absent'; reference: null };

/** The words that tell the payer of a decline. The bank's own codes stay here: some would warn a thief. */
export const DECLINES = {
  card_declined: ERRORS.card_declined.notice,
  insufficient_funds: ERRORS.insufficient_funds.notice,
  expired_card: 'Your card has expired. Please try another card.',
  incorrect_cvc: 'The security code of your card is incorrect. Please enter your card again.',
  authentication_failed: 'Your bank could not confirm this payment. Please try again or use another card.',
  /** The reference is used up, timed out or another payment's. */
  invalid_card: 'The card details are no longer valid. Please enter your card again.',
  amount_not_chargeable: 'Cards cannot be charged this amount. Please choose another way to pay.',
} as const;
export type DeclineReason = keyof typeof DECLINES;

export function declined(reason: DeclineReason, reference: string | null): Declined {
  return { status: 'declined', reference, reason, message: DECLINES[reason] };
}

export interface PaymentLookup {
  paymentId: string;
  /** Without it the gateway searches its charges from `createdAt` on for ours. */
  reference: string | null;
  createdAt: Date;
}

export interface RefundLookup {
  /** Our `refunds._id`. */
  refundId: string;
  /** The reference of the charge. */
  reference: string;
}

export interface RefundRequest extends RefundLookup {
  amount: Cents;
  idempotencyKey: string;
  metadata?: Record<string, string>;
}

export type RefundResult =
  | { status: 'succeeded'; reference: string; amount: Cents }
  | { status: 'refused'; reason: 'exceeds_payment' | 'not_paid' | 'failed'; message: string }
  /** Taken on, and on its way: no success before the gateway says so. Look again later with the same `refundId`. */
  | { status: 'pending'; reference: string }
  /** Unanswered: repeat later with the same `refundId`. */
  | { status: 'unknown'; reference: string | null; cause: string };

/** The row of ours that metadata names; null: other programs of the same account may have written anything there. */
export const ourId = (_id: string | null) => (idSchema.safeParse(_id).success ? _id : null);

export interface FoundCharge {
  reference: string;
  /** Our `payments._id`, written there when it was begun; null: somebody else began it. */
  paymentId: string | null;
  status: 'succeeded' | 'requires_action';
  amount: Cents;
}

export interface FoundRefund {
  reference: string;
  /** The reference of the charge that it gives back. */
  charge: string;
  /** Our `refunds._id`, where it was asked for here. */
  refundId: string | null;
  status: 'succeeded' | 'pending' | 'failed';
  amount: Cents;
  /** Says why it failed. */
  message: string;
}

export interface FoundDispute {
  status: DisputeStatus;
  reference: string;
  /** The reference of the disputed charge. */
  charge: string;
  amount: Cents;
  /** Why, in the bank's few words: fraudulent, product not received. */
  reason: string;
  respondBy: Date | null;
}

export type DisputeResult = FoundDispute | { status: 'absent' } | { status: 'unknown'; cause: string };

/**
 * Only a hint to look: events come late, twice and in any order, so their content is not believed. Remember `id`,
 * then settle with `find`, `findRefund` and `findDispute`.
 */
export type GatewayEvent =
  | { id: string; type: string; kind: 'payment'; reference: string; paymentId: string | null }
  /** `reference` is the charge's; `refundId` is not always known. */
  | { id: string; type: string; kind: 'refund'; reference: string; refundId: string | null }
  | { id: string; type: string; kind: 'dispute'; reference: string }
  /** Genuine, but of test payments where the shop's are live, or the other way round. */
  | { id: string; type: string; kind: 'other_mode' }
  /** Signed, and of no shape that is known. */
  | { id: string; type: string; kind: 'unreadable' }
  | { id: string; type: string; kind: 'other' };
