import type Stripe from 'stripe';
import {
  type ChargeResult,
  type DeclineReason,
  declined,
  type FindResult,
  type KeptCard,
  type RefundResult,
} from '#server/payments/gateway.ts';
import type { Cents } from '#shared/rules/money.ts';

export function readIntent(intent: Stripe.PaymentIntent): FindResult {
  const reference = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return { status: 'succeeded', reference, amount: intent.amount_received as Cents, ...kept(intent) };
    case 'requires_action':
      return intent.client_secret === null
        ? { status: 'unknown', reference, cause: 'no client secret' }
        : { status: 'requires_action', reference, clientSecret: intent.client_secret };
    case 'requires_payment_method':
      return declined(declineReason(intent.last_payment_error), reference);
    case 'canceled':
      return intent.last_payment_error
        ? declined(declineReason(intent.last_payment_error), reference)
        : { status: 'canceled', reference };
    default:
      return { status: 'unknown', reference, cause: `intent ${intent.status}` };
  }
}

/** The card that an intent kept, when that was asked of it. */
function kept({ payment_method, setup_future_usage }: Stripe.PaymentIntent): { keptCard?: KeptCard } {
  if (setup_future_usage === null || typeof payment_method !== 'object' || !payment_method?.card) return {};
  const { brand, last4, exp_month, exp_year, fingerprint } = payment_method.card;
  return {
    keptCard: {
      reference: payment_method.id,
      brand,
      last4,
      expMonth: exp_month,
      expYear: exp_year,
      fingerprint: fingerprint ?? null,
    },
  };
}

/** For who charges there is nothing to wait for in a canceled intent: the card has to be entered again. */
export function asCharge(result: FindResult): ChargeResult {
  if (result.status === 'canceled') return declined('invalid_card', result.reference);
  if (result.status === 'absent') return declined('invalid_card', null);
  return result;
}

export function readChargeError(error: unknown): ChargeResult {
  if (errorType(error) === 'StripeCardError') {
    const cardError = error as Stripe.errors.StripeCardError;
    return declined(declineReason(cardError), cardError.payment_intent?.id ?? null);
  }
  if (errorType(error) === 'StripeInvalidRequestError') {
    const { code, param } = error as Stripe.errors.StripeInvalidRequestError;
    if (code === 'amount_too_small' || code === 'amount_too_large') {
      return declined('amount_not_chargeable', null);
    }
    const aboutCard = param === 'confirmation_token' || param === 'payment_method' || param === 'intent';
    if (aboutCard || isMissing(error)) return declined('invalid_card', null);
  }
  return unknown(error, null);
}

const DECLINE_REASONS: Record<string, DeclineReason> = {
  insufficient_funds: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  authentication_required: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
};

function declineReason(error: { code?: string; decline_code?: string } | null): DeclineReason {
  return DECLINE_REASONS[error?.decline_code ?? ''] ?? DECLINE_REASONS[error?.code ?? ''] ?? 'card_declined';
}

/** Errors of Stripe are results; anything else is a fault of ours and goes on. */
export function unknown(error: unknown, reference: string | null) {
  const type = errorType(error);
  if (type === null) throw error;
  const { code, statusCode } = error as Stripe.errors.StripeError;
  const cause = [type, statusCode, code].filter(part => part !== undefined).join(' ');
  return { status: 'unknown', reference, cause } as const;
}

export function isMissing(error: unknown): boolean {
  return errorType(error) !== null && (error as Stripe.errors.StripeError).code === 'resource_missing';
}

export function errorType(error: unknown): string | null {
  const isStripes = error instanceof Error && 'rawType' in error && 'type' in error;
  return isStripes && typeof error.type === 'string' ? error.type : null;
}

/** Returns the id of what Stripe names by its id, or shows whole. */
export const idOf = (object: string | { id: string } | null | undefined) =>
  typeof object === 'string' ? object : (object?.id ?? null);

export function readRefund(refund: Stripe.Refund): RefundResult {
  if (refund.status === 'succeeded') {
    return { status: 'succeeded', reference: refund.id, amount: refund.amount as Cents };
  }
  if (refund.status === 'failed' || refund.status === 'canceled') {
    const message = `Stripe could not refund: ${(refund.failure_reason ?? refund.status).replaceAll('_', ' ')}.`;
    return { status: 'refused', reason: 'failed', message };
  }
  // Waits for the shop's balance, or for the payer: an answer, which may stay the same for days.
  if (refund.status === 'pending' || refund.status === 'requires_action') {
    return { status: 'pending', reference: refund.id };
  }
  return { status: 'unknown', reference: refund.id, cause: `refund ${refund.status}` };
}
