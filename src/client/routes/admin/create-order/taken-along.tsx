import { useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import { knownWords } from '#client/features/office/payment-words.ts';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Choice, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { COUNTER_METHODS, type CounterMethod } from '#shared/office-lists.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';
import type { CreateOrder } from '#shared/schemas/create-order.ts';
import type { Receipt } from '#shared/schemas/receipts.ts';

const METHODS: Record<CounterMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  transfer: 'Transfer',
  card: 'Card',
};
const HAS_NUMBER: readonly CounterMethod[] = ['check', 'transfer'];

export type TakenAlongBy = NonNullable<CreateOrder['takenAlong']>;

interface Props {
  total: Money;
  /** Whether the total is that of what stands there now. */
  isReady: boolean;
  busy: boolean;
  /** Beside the number, from the server. */
  error: string | null;
  /** The receipt that has this number already. */
  known: Receipt | null;
  /** Something else is typed than what was refused. */
  onRetype: () => void;
  onClose: () => void;
  onPay: (paid: TakenAlongBy) => void;
}

/** Asks how what is taken along is paid; Enter takes cash. */
export function TakenAlong({ total, isReady, busy, known, error: refused, ...told }: Props) {
  const { onRetype, onClose, onPay } = told;
  const [method, setMethod] = useState<CounterMethod>('cash');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | null>(null);
  const hasNumber = HAS_NUMBER.includes(method);
  const paid = { method, number: hasNumber ? number.trim() : '' };
  return (
    <Dialog open onClose={onClose} title={`${formatMoney(total)} to pay`}>
      <Form
        className={layout.stack}
        onSubmit={event => {
          event.preventDefault();
          if (method === 'check' && number.trim() === '') setError('is needed: the one on the check');
          else if (isReady && !busy) onPay({ ...paid, ...(known && { again: true }) });
        }}
      >
        <fieldset className={styles.customers}>
          <legend className="visually-hidden">How it is paid</legend>
          {['cash' as const, ...COUNTER_METHODS.filter(one => one !== 'cash')].map(one => (
            <Choice
              key={one}
              name="method"
              label={METHODS[one]}
              data-first={one === 'cash' || undefined}
              checked={one === method}
              onChange={() => {
                setMethod(one);
                onRetype();
              }}
            />
          ))}
        </fieldset>
        {hasNumber && (
          <TextField
            label="Number"
            name="number"
            autoComplete="off"
            optional={method === 'transfer'}
            value={number}
            error={error ?? refused}
            onChange={({ target }) => {
              setNumber(target.value);
              setError(null);
              onRetype();
            }}
          />
        )}
        {known && (
          <p role="alert" className={styles.trouble}>
            {knownWords(known)}
          </p>
        )}
        <p className="muted">
          {method === 'card'
            ? 'The order is made and lies Ready: it is paid by a link or a card that they saved, and handed over then.'
            : 'Everything is handed over, and the order is Completed.'}
        </p>
        <Choices no="Not yet" onClose={onClose}>
          <Button type="submit" look="primary" busy={busy} unable={!isReady}>
            {known
              ? 'Take it, it is another one'
              : method === 'card'
                ? 'Make it, and pay by card'
                : `Take ${formatMoney(total)}`}
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}
