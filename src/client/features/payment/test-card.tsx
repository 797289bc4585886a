import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { CardEntry } from '#client/features/payment/card-entry.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Choice } from '#client/ui/field.tsx';
import type { Card, TestOutcome } from '#shared/schemas/payments.ts';
import styles from './payment.module.css';

const OUTCOMES: Record<TestOutcome, string> = {
  approve: 'The card is approved',
  decline: 'The card is declined',
  insufficient_funds: 'The card has insufficient funds',
  needs_confirmation: 'The bank asks for a confirmation',
  slow: 'The payment service does not answer in time',
};

/** Shows the test gateway: outcomes to choose from where card fields would stand (rule O7). */
export function TestCard({ entry, isHidden }: { entry: Ref<CardEntry>; isHidden: boolean }) {
  const [outcome, setOutcome] = useState<TestOutcome>('approve');
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(card: Card | null) => void>(undefined);
  const settle = (card: Card | null) => {
    setAsking(false);
    answer.current?.(card);
  };

  useImperativeHandle(entry, () => ({
    collect: async () => ({ card: { testOutcome: outcome } }),
    confirm: clientSecret =>
      new Promise(resolve => {
        answer.current = card => resolve(card && { paymentIntent: clientSecret.replace(/_secret$/, '') });
        setAsking(true);
      }),
  }));

  return (
    <>
      <fieldset className={styles.test} hidden={isHidden}>
        <legend className="visually-hidden">Outcome of the test payment</legend>
        <p className={styles.mark}>TEST</p>
        <p>No money moves and no card is needed. Choose how the payment should turn out.</p>
        <div>
          {Object.entries(OUTCOMES).map(([value, label]) => (
            <Choice
              key={value}
              name="testOutcome"
              value={value}
              label={label}
              checked={outcome === value}
              onChange={() => setOutcome(value as TestOutcome)}
            />
          ))}
        </div>
      </fieldset>
      <Dialog open={isAsking} onClose={() => settle(null)} title="Confirm the TEST payment">
        <p>Here your bank would ask you to confirm the payment.</p>
        <div className={styles.ways}>
          <Button look="primary" onClick={() => settle({ testOutcome: 'approve' })}>
            Confirm
          </Button>
          <Button onClick={() => settle(null)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}
