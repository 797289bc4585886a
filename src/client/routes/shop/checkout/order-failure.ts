import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { notifyFailure } from '#client/features/notices/notices.ts';
import { CARD_GONE, CardEntryError } from '#client/features/payment/card-entry.ts';
import { useSessionOf, useSessionOver } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { endAttempt } from '#client/routes/shop/checkout/order-attempt.ts';
import { type OrderContents, paidMeanwhile } from '#client/routes/shop/checkout/submit-attempt.ts';
import { trpc } from '#client/trpc.ts';
import type { FieldIssue, Remedy } from '#shared/errors.ts';
import type { Notice } from '#shared/messages.ts';
import type { HoldLimit } from '#shared/schemas/checkout.ts';
import type { Figures, Order } from '#shared/schemas/orders.ts';

/** Why nothing was placed: shown beside the fields, and at the payment. */
export interface PlacingFailure {
  issues: FieldIssue[];
  payment: string | null;
  /** Said where the remedies stand, of what has no place of its own. */
  said?: string;
  remedies: readonly Remedy[];
  /** The cart costs something else by now, or is another. */
  isChanged?: boolean;
  /** The cost that the refusal says. */
  figures?: Figures;
  /** The order is there, and holds its goods until then. */
  heldUntil?: string | null;
  /** How much may be held without a payment. */
  limit?: HoldLimit;
}

/** A failure of the payment alone: no field is blamed, and nothing can be done but try again. */
export const saidAtPayment = (payment: string): PlacingFailure => ({ issues: [], payment, remedies: [] });

/** Reasons after which the attempt's key is of no more use; what it may still hold is replaced by the next one. */
const SPENT: readonly (string | null)[] = ['key_reused', 'approval_state', 'hold_expired'];
const PAYMENT_REASONS: readonly (string | null)[] = [
  'card_declined',
  'insufficient_funds',
  'gateway_unavailable',
  'hold_expired',
  'too_many',
];

/**
 * Tells what becomes of a failed attempt. Null: the order is there and paid after all, and `thank` was called for it.
 * `otherwise` is said where the failure has no notice of its own.
 */
export function useOrderFailure(cartIds: readonly string[], thank: (order: Order) => Promise<void>) {
  const { client, savedCards } = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const endSession = useSessionOver();
  const renew = useSessionOf();
  return async (
    contents: OrderContents,
    error: unknown,
    otherwise: Notice,
  ): Promise<PlacingFailure | null> => {
    if (error instanceof CardEntryError) return saidAtPayment(error.message);
    const { reason, status, issues, message, details, remedies } = refusal(error);
    const paid = reason === 'order_state' ? await paidMeanwhile(client, contents) : null;
    if (paid) {
      await thank(paid);
      return null;
    }
    if (issues.some(({ path }) => path[0] === 'card')) {
      // Removed in another tab, or by hand at the payment service.
      await savedCards.list.invalidate();
      return saidAtPayment(CARD_GONE);
    }
    if (SPENT.includes(reason)) endAttempt(localStorage);
    // A limit that was set or an approval that came meanwhile.
    if (reason === 'needs_approval') await renew();
    const { figures } = (details ?? {}) as { figures?: Figures };
    // A line that went, or a cart: asked anew, where the refusal does not say what there is.
    if (status === 409 && !figures) await queryClient.invalidateQueries({ queryKey: ['figures'] });
    // The page itself shows what can be done, below.
    notifyFailure(error, otherwise, { mostLinks: 0 });
    if (reason === 'signed_out') {
      // The entries wait for their owner to come back.
      await endSession();
      await navigate(stepHref('/checkout/login', cartIds));
    }
    return {
      issues,
      ...(!PAYMENT_REASONS.includes(reason) && reason !== 'invalid' && { said: message }),
      remedies,
      isChanged: status === 409,
      ...(figures && { figures }),
      payment: PAYMENT_REASONS.includes(reason) ? message : null,
      ...(status === 402 && {
        heldUntil: (details as { order?: Pick<Order, 'heldUntil'> } | undefined)?.order?.heldUntil,
      }),
      ...(reason === 'hold_limit' && { limit: details as HoldLimit }),
    };
  };
}
