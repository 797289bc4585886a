import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { useAction } from '#client/features/notices/notices.ts';
import { NotPaid, unpaidAtHandOver } from '#client/features/office/not-paid.tsx';
import { recordHref } from '#client/features/office/record-links.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { PICK_NOTICES } from '#shared/office-messages.ts';
import type { PickSheet } from '#shared/schemas/staff-picking.ts';
import styles from './pick.module.css';

/** Hands over what is ready of an order, with the name of whoever collects it. */
export function HandOver({ sheet, onHandedOver }: { sheet: PickSheet; onHandedOver: () => unknown }) {
  const { order, ready } = sheet;
  const { client, orders } = trpc.useUtils();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  // The same for each try: what did arrive, though no answer came, is not handed over twice.
  const key = useRef<string>(undefined);
  const open = order.ordered - order.fulfilled;
  const unpaid = unpaidAtHandOver(order.paymentType, order.open);
  const [isGoing, setGoing] = useState(false);
  const collectedBy = name.trim();
  const send = useAction(
    () => {
      key.current ??= newKey();
      return client.orders.handOver.mutate({ _id: order._id, key: key.current, collectedBy });
    },
    {
      success: () => PICK_NOTICES.handedOver(collectedBy),
      failure: PICK_NOTICES.handOverFailed,
      after: async () => {
        key.current = undefined;
        setName('');
        void orders.invalidate();
        await onHandedOver();
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(collectedBy === '' ? 'is required' : null);
    if (collectedBy === '' || send.isPending) return;
    if (unpaid !== null) setGoing(true);
    else go();
  };
  const go = () =>
    send.mutate(undefined, {
      onError: failure => {
        const { issues, status } = refusal(failure);
        setError(issues[0]?.message ?? null);
        if (status === 409) void onHandedOver();
      },
    });
  if (ready <= 0) {
    return <p className={styles.nothing}>{`All that is ready was handed over. ${open} still open.`}</p>;
  }
  return (
    <section className={styles.panel} aria-label="Hand over">
      <h2>Hand over</h2>
      <p>
        {`Ready: ${ready} of ${order.ordered}`}
        {open > 0 && `; ${open} still open, so the order stays ready for the rest`}.
      </p>
      <Form onSubmit={submit}>
        <TextField
          label="Collected by"
          name="collectedBy"
          autoComplete="off"
          maxLength={120}
          value={name}
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" look="primary" size="large" wide busy={send.isPending}>
          Hand over
        </Button>
      </Form>
      {unpaid !== null && (
        <NotPaid
          open={isGoing}
          amount={unpaid}
          deed="Hand it over"
          size="large"
          onGoOn={go}
          onClose={() => setGoing(false)}
          payment={
            <ButtonLink look="primary" size="large" to={recordHref('order', order._id)}>
              Take the payment
            </ButtonLink>
          }
        />
      )}
    </section>
  );
}
