import { useState } from 'react';
import { Choices } from '#client/features/office/choices.tsx';
import layout from '#client/features/office/fields.module.css';
import styles from '#client/routes/admin/create-order/create-order.module.css';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Choice, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { RECEIPT_METHODS, type ReceiptMethod } from '#shared/enumerations.ts';
import { formatMoney, type Money } from '#shared/rules/money.ts';

const METHODS: Record<ReceiptMethod, string> = { cash: 'Cash', check: 'Check', transfer: 'Transfer' };

interface Props {
  total: Money;
  /** Whether the total is that of what stands there now. */
  isReady: boolean;
  busy: boolean;
  /** Beside the number, from the server. */
  error: string | null;
  onClose: () => void;
  onPay: (paid: { method: ReceiptMethod; number: string }) => void;
}

/** Asks how what is taken along is paid; Enter takes cash. */
export function TakenAlong({ total, isReady, busy, error: refused, onClose, onPay }: Props) {
  const [method, setMethod] = useState<ReceiptMethod>('cash');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} title={`${formatMoney(total)} to pay`}>
      <Form
        className={layout.stack}
        onSubmit={event => {
          event.preventDefault();
          if (method === 'check' && number.trim() === '') setError('is needed: the one on the check');
          else if (isReady && !busy) onPay({ method, number: number.trim() });
        }}
      >
        <fieldset className={styles.customers}>
          <legend className="visually-hidden">How it is paid</legend>
          {['cash' as const, ...RECEIPT_METHODS.filter(one => one !== 'cash')].map(one => (
            <Choice
              key={one}
              name="method"
              label={METHODS[one]}
              data-first={one === 'cash' || undefined}
              checked={one === method}
              onChange={() => setMethod(one)}
            />
          ))}
        </fieldset>
        {method !== 'cash' && (
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
            }}
          />
        )}
        <p className="muted">Everything is handed over, and the order is Completed.</p>
        <Choices no="Not yet" onClose={onClose}>
          <Button type="submit" look="primary" busy={busy} unable={!isReady}>
            {`Take ${formatMoney(total)}`}
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}
