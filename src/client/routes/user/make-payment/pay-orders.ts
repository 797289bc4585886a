import { useState } from 'react';
import { forgetFailure, notify, notifyFailure } from '#client/features/notices/notices.ts';
import {
  CARD_GONE,
  type CardEntry,
  CardEntryError,
  UNCONFIRMED,
} from '#client/features/payment/card-entry.ts';
import { refusal } from '#client/refusal.ts';
import type { ChosenDebts } from '#client/routes/user/make-payment/chosen-debts.ts';
import { trpc } from '#client/trpc.ts';
import { useKeysByContents } from '#client/ui/keys-by-contents.ts';
import type { Remedy } from '#shared/errors.ts';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Card } from '#shared/schemas/payments.ts';

/** Pays what was chosen by card. `failure`: why it was not paid, for the place of the card, and what can be done. */
export function usePayOrders(after: (paid: Order[]) => unknown) {
  const { client, orders, payments, savedCards, statement } = trpc.useUtils();
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [remedies, setRemedies] = useState<readonly Remedy[]>([]);
  // A click on the same again is the same payment.
  const keyOf = useKeysByContents();

  const reread = () =>
    Promise.all([
      orders.byId.invalidate(),
      payments.terms.invalidate(),
      statement.get.invalidate(),
      savedCards.list.invalidate(),
    ]);

  const charge = async (
    { orders: ids, cartIds, total }: ChosenDebts,
    entry: CardEntry,
  ): Promise<Order[] | null> => {
    const idempotencyKey = keyOf([ids, cartIds, total]);
    const { card, saveCard } = await entry.collect();
    const pay = (with_: Card) =>
      client.orders.pay.mutate({
        orders: ids,
        ...(cartIds && { cartIds }),
        card: with_,
        ...(saveCard && { saveCard }),
        idempotencyKey,
        total,
      });
    const answer = await pay(card);
    if (answer.status === 'paid') return answer.orders;
    const confirmed = answer.clientSecret ? await entry.confirm(answer.clientSecret) : null;
    if (!confirmed) return null;
    const again = await pay(confirmed);
    return again.status === 'paid' ? again.orders : null;
  };

  const fail = async (error: unknown) => {
    if (error instanceof CardEntryError) return setFailure(error.message);
    const { issues, message, status, remedies: said } = refusal(error);
    if (issues.some(({ path }) => path[0] === 'card')) setFailure(CARD_GONE);
    else {
      notifyFailure(error, ORDER_NOTICES.chargeFailed);
      if (status !== 0) setFailure(message);
      setRemedies(said);
    }
    // The open amounts may be different by now.
    await reread();
  };

  const pay = async (debts: ChosenDebts, entry: CardEntry | null) => {
    if (!entry || isPaying) return;
    setPaying(true);
    setFailure(null);
    setRemedies([]);
    forgetFailure();
    try {
      const paid = await charge(debts, entry);
      if (!paid) return setFailure(UNCONFIRMED);
      notify(ORDER_NOTICES.paymentSuccessful);
      after(paid);
      await reread();
    } catch (error) {
      await fail(error);
    } finally {
      setPaying(false);
    }
  };

  return { pay, isPaying, failure, remedies };
}
