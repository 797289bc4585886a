import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { type CardEntry, CardEntryError } from '#client/features/payment/card-entry.ts';
import { logFailure } from '#client/log.ts';
import { type Money, toCents } from '#shared/rules/money.ts';
import styles from './payment.module.css';

interface Props {
  entry: Ref<CardEntry>;
  publishableKey: string;
  total: Money;
  /** A kept card pays; the fields stay loaded, as its bank may ask for a confirmation too. */
  isHidden: boolean;
  savesCard: boolean;
}

const MIN_CENTS = 50;
const LOADING = 'The card fields are still loading. Please try again in a moment.';

/** Stripe's own card fields, in Stripe's own frame: card numbers never reach this shop. */
export function StripeCard({ entry, publishableKey, total, isHidden, savesCard }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const loaded = useRef<{ stripe: Stripe; elements: StripeElements } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const amount = toCents(total);
  const firstAmount = useRef(amount);

  useEffect(() => {
    let isGone = false;
    loadStripe(publishableKey)
      .then(stripe => {
        if (isGone || !stripe || !box.current) return;
        const elements = stripe.elements({
          mode: 'payment',
          // The least that can be charged, until the figures are known.
          amount: Math.max(firstAmount.current, MIN_CENTS),
          currency: 'usd',
          allowedPaymentMethodTypes: ['card'],
        });
        elements.create('payment').mount(box.current);
        loaded.current = { stripe, elements };
      })
      .catch(error => {
        logFailure('card fields', error);
        setFailure('The card fields could not be loaded. Please check your connection and reload the page.');
      });
    return () => {
      isGone = true;
      loaded.current?.elements.getElement('payment')?.destroy();
      loaded.current = null;
    };
  }, [publishableKey]);

  useEffect(() => {
    firstAmount.current = amount;
    loaded.current?.elements.update({ amount: Math.max(amount, MIN_CENTS) });
  }, [amount]);

  useEffect(() => {
    loaded.current?.elements.update({ setupFutureUsage: savesCard ? 'on_session' : null });
  }, [savesCard]);

  useImperativeHandle(entry, () => ({
    collect: async () => {
      if (!loaded.current) throw new CardEntryError(LOADING);
      const { stripe, elements } = loaded.current;
      const { error: entered } = await elements.submit();
      if (entered) throw new CardEntryError(entered.message ?? 'Please check the card.');
      const { error, confirmationToken } = await stripe.createConfirmationToken({ elements });
      if (error) throw new CardEntryError(error.message ?? 'Please check the card.');
      return { card: { confirmationToken: confirmationToken.id } };
    },
    confirm: async clientSecret => {
      if (!loaded.current) throw new CardEntryError(LOADING);
      const { error, paymentIntent } = await loaded.current.stripe.handleNextAction({ clientSecret });
      // The shop looks up how a confirmation that failed ended, and gives its intent up.
      const intent = paymentIntent ?? error?.payment_intent;
      if (intent) return { paymentIntent: intent.id };
      if (error) throw new CardEntryError(error.message ?? 'The payment was not confirmed.');
      return null;
    },
  }));

  return (
    <>
      {failure && (
        <p className={styles.error} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.element} ref={box} hidden={isHidden} />
    </>
  );
}
