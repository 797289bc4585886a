import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetFailure, notify, notifyFailure } from '#client/features/notices/notices.ts';
import { type CardEntry, type CollectedCard, UNCONFIRMED } from '#client/features/payment/card-entry.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { useAskApproval } from '#client/routes/shop/checkout/ask-approval.ts';
import { awaitOutcome, chargeCard } from '#client/routes/shop/checkout/card-payment.ts';
import { latestPurchase } from '#client/routes/shop/checkout/latest-purchase.ts';
import { forgetAttempt, prepareAttempt } from '#client/routes/shop/checkout/order-attempt.ts';
import {
  type PlacingFailure,
  saidAtPayment,
  useOrderFailure,
} from '#client/routes/shop/checkout/order-failure.ts';
import type { Ordered } from '#client/routes/shop/checkout/ordered.ts';
import { type OrderContents, submitAttempt } from '#client/routes/shop/checkout/submit-attempt.ts';
import { forgetEntered } from '#client/routes/shop/checkout/summary-form.ts';
import { trpc } from '#client/trpc.ts';
import { ORDER_NOTICES, TEAM_NOTICES } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';

type Client = ReturnType<typeof trpc.useUtils>['client'];

const CARD_LOADING = 'The card fields are still loading. Please try again in a moment.';

/**
 * Submits the order, charges the card, and leads to the thank-you page. The cart is kept until the order is
 * Submitted, and every failure leaves the page as it is, to be tried again.
 */
export function usePlaceOrder({ cartIds, close }: Pick<Ordered, 'cartIds' | 'close'>) {
  const { client } = trpc.useUtils();
  const navigate = useNavigate();
  const user = useUser();
  const askApproval = useAskApproval({ cartIds, close });
  const [isPlacing, setPlacing] = useState(false);

  useEffect(() => prepareAttempt(localStorage), []);

  const thank = async (order: Order) => {
    latestPurchase.store(order);
    forgetEntered(user, cartIds);
    await navigate('/checkout/thank-you');
  };

  const fail = useOrderFailure(cartIds, thank);

  const finish = async (order: Order) => {
    await thank(order);
    close();
    // Only now: until its cart is gone, another tab with the same one has to find this order.
    forgetAttempt(localStorage);
  };

  /** `entry` is null for orders that no card pays. Answers why it failed, or null: it was placed, or waits. */
  const place = async (
    contents: OrderContents,
    entry: CardEntry | null,
    isToApprove = false,
  ): Promise<PlacingFailure | null> => {
    const paysByCard = contents.paymentType === 'credit-card' && contents.total > 0;
    setPlacing(true);
    forgetFailure();
    try {
      if (isToApprove && (await askApproval(contents))) return null;
      const card = paysByCard && entry ? await entry.collect() : null;
      if (paysByCard && !card) return saidAtPayment(CARD_LOADING);
      const order = await submitAttempt(client, contents);
      if (order.status !== 'Held') {
        await finish(order);
        return null;
      }
      if (!entry || !card) return saidAtPayment(CARD_LOADING);
      const paid = await payOrder(client, { order, entry, card });
      if (!paid) return { ...saidAtPayment(UNCONFIRMED), heldUntil: order.heldUntil };
      notify(ORDER_NOTICES.paymentSuccessful);
      await finish({ ...paid, orderKey: order.orderKey });
      return null;
    } catch (error) {
      const otherwise = paysByCard ? ORDER_NOTICES.chargeFailed : ORDER_NOTICES.placeFailed;
      return await fail(contents, error, isToApprove ? TEAM_NOTICES.requestFailed : otherwise);
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
