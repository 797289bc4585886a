import { type FormEvent, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { PayToRelease } from '#client/features/office/pay-to-release.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-alerts.module.css';

/** Shows what staff are told to look at. Each is dismissed with what they found. */
export function OrderAlerts({ order }: { order: OrderRecord }) {
  const { company, companyName, overLimit, alerts } = order;
  if (alerts.length === 0 && !overLimit) return null;
  return (
    <ul className={styles.alerts} aria-label="Alerts">
      {overLimit && (
        <li>
          <p>{`${companyName ?? 'The company'} owes more than its limit.`}</p>
          {company && (
            <p className={`${styles.deed} no-print`}>
              <PayToRelease company={company} name={companyName ?? 'the company'} />
            </p>
          )}
        </li>
      )}
      {alerts.map(alert => (
        <li key={alert}>
          <p>{alert}</p>
          <Dismissal order={order} alert={alert} />
        </li>
      ))}
    </ul>
  );
}

function Dismissal({ order: { _id, handOuts }, alert }: { order: OrderRecord; alert: string }) {
  const { client, orders } = trpc.useUtils();
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const dismiss = useAction(client.orders.dismissAlert.mutate, {
    success: ORDER_NOTICES.updated,
    failure: ORDER_NOTICES.updateFailed,
    after: () => orders.invalidate(),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(note.trim() === '');
    if (note.trim() !== '') dismiss.mutate({ _id, alert, note: note.trim() });
  };
  return (
    <Form className={`${styles.dismissal} no-print`} onSubmit={send}>
      <TextField
        label="Note"
        name="note"
        maxLength={500}
        value={note}
        error={isMissing && note.trim() === '' ? 'is required' : null}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" busy={dismiss.isPending}>
        {deedOf(handOuts.find(one => one.alert === alert)?.way ?? null)}
      </Button>
    </Form>
  );
}

/** Names what the press says was done: once an alert about money is gone, that counts as handed out. */
const deedOf = (way: 'cash' | 'check' | null) =>
  way === null ? 'Dismiss' : { cash: 'I handed out the cash', check: 'I sent the check' }[way];
