import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetFailure, notify, notifyFailure } from '#client/features/notices/notices.ts';
import { latestPurchase } from '#client/features/orders/latest-purchase.ts';
import {
  CARD_GONE,
  type CardEntry,
  CardEntryError,
  type CollectedCard,
  UNCONFIRMED,
} from '#client/features/payment/card-entry.ts';
import { useSessionOf, useSessionOver, useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { useAskApproval } from '#client/routes/shop/checkout/ask-approval.ts';
import { awaitOutcome, chargeCard } from '#client/routes/shop/checkout/card-payment.ts';
import { endAttempt, forgetAttempt, prepareAttempt } from '#client/routes/shop/checkout/order-attempt.ts';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import { stepHref } from '#client/routes/shop/checkout/ordered-carts.ts';
import {
  type OrderContents,
  paidMeanwhile,
  submitAttempt,
} from '#client/routes/shop/checkout/submit-attempt.ts';
import { forgetEntered } from '#client/routes/shop/checkout/summary-form.ts';
import { trpc } from '#client/trpc.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

/** Why nothing was placed: shown beside the fields, and at the payment. */
export interface PlacingFailure {
  issues: FieldIssue[];
  payment: string | null;
  /** The cart costs something else by now, or is another. */
  isChanged?: boolean;
}

/** Reasons after which the attempt's key is of no more use; what it may still hold is replaced by the next one. */
const SPENT: readonly (string | null)[] = ['key_reused', 'hold_expired'];
const CARD_LOADING = 'The card fields are still loading. Please try again in a moment.';
const PAYMENT_REASONS: readonly (string | null)[] = [
  'card_declined',
  'insufficient_funds',
  'gateway_unavailable',
  'hold_expired',
  'too_many',
];

/**
 * Submits the order, charges the card, and leads to the thank-you page. The cart is kept until the order is
 * Submitted, and every failure leaves the page as it is, to be tried again.
 */
export function usePlaceOrder({ cartIds, close }: Pick<Ordered, 'cartIds' | 'close'>) {
  const { client, savedCards } = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const user = useUser();
  const endSession = useSessionOver();
  const renew = useSessionOf();
  const askApproval = useAskApproval({ cartIds, close });
  const [isPlacing, setPlacing] = useState(false);

  useEffect(() => prepareAttempt(localStorage), []);

  const thank = async (order: Order) => {
    latestPurchase.store(order);
    forgetEntered(user, cartIds);
    await navigate('/checkout/thank-you');
  };

  const finish = async (order: Order) => {
    await thank(order);
    close();
    // Only now: until its cart is gone, another tab with the same one has to find this order.
    forgetAttempt(localStorage);
  };

  const fail = async (contents: OrderContents, error: unknown): Promise<PlacingFailure | null> => {
    if (error instanceof CardEntryError) return { issues: [], payment: error.message };
    const { reason, status, issues, message } = refusal(error);
    const paid = reason === 'order_state' ? await paidMeanwhile(client, contents) : null;
    if (paid) {
      await thank(paid);
      return null;
    }
    if (issues.some(({ path }) => path[0] === 'card')) {
      // Removed in another tab, or by hand at the payment service.
      await savedCards.list.invalidate();
      return { issues: [], payment: CARD_GONE };
    }
    if (SPENT.includes(reason)) endAttempt(localStorage);
    // A limit that was set or an approval that came meanwhile.
    if (reason === 'needs_approval') await renew();
    // Changed prices or stock, or a line that went: the page shows the new figures.
    if (status === 409) await queryClient.invalidateQueries({ queryKey: ['figures'] });
    notifyFailure(error, ORDER_NOTICES.chargeFailed);
    if (reason === 'signed_out') {
      // What was entered waits for its owner to come back.
      await endSession();
      await navigate(stepHref('/checkout/login', cartIds));
    }
    return { issues, isChanged: status === 409, payment: PAYMENT_REASONS.includes(reason) ? message : null };
  };

  /** `entry` is null for orders that no card pays. Answers why it failed, or null: it was placed, or waits. */
  const place = async (
    contents: OrderContents,
    entry: CardEntry | null,
    isToApprove = false,
  ): Promise<PlacingFailure | null> => {
    setPlacing(true);
    forgetFailure();
    try {
      if (isToApprove && (await askApproval(contents))) return null;
      const paysByCard = contents.paymentType === 'credit-card' && contents.total > 0;
      const card = paysByCard && entry ? await entry.collect() : null;
      if (paysByCard && !card) return { issues: [], payment: CARD_LOADING };
      const order = await submitAttempt(client, contents);
      if (order.status !== 'Held') {
        await finish(order);
        return null;
      }
      if (!entry || !card) return { issues: [], payment: CARD_LOADING };
      const paid = await payOrder(client, { order, entry, card });
      if (!paid) return { issues: [], payment: UNCONFIRMED };
      notify(ORDER_NOTICES.paymentSuccessful);
      await finish({ ...paid, orderKey: order.orderKey });
      return null;
    } catch (error) {
      return await fail(contents, error);
    } finally {
      setPlacing(false);
    }
  };

  return { place, isPlacing };
}

/** The order as it is once it is paid; null: its owner did not confirm the payment. A silent gateway is waited for. */
async function payOrder(
  client: Client,
  { order, entry, card }: { order: Order; entry: CardEntry; card: CollectedCard },
): Promise<Order | null> {
  try {
    return await chargeCard(client, entry, order, card);
  } catch (error) {
    if (refusal(error).reason !== 'gateway_unavailable') throw error;
    notifyFailure(error, ORDER_NOTICES.chargeFailed);
    const paid = await awaitOutcome(client, order);
    if (paid) return paid;
    throw error;
  }
}
