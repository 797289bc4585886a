import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { KeptDialog } from '#client/ui/record/kept-dialog.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { GIVE_BACK_WORDS } from '#shared/rules/refund-ways.ts';
import type { RefundLook } from '#shared/schemas/give-back.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-moves.module.css';

/** Cancels an order. */
export function CancelOrder({ order, onClose }: DeedProps) {
  const { client, orders } = trpc.useUtils();
  const [reason, setReason] = useState('');
  const { _id, orderNumber } = order;
  const { data: left, error, refetch } = trpc.refunds.look.useQuery({ order: _id }, { staleTime: 0 });
  const cancel = useAction(() => client.orders.cancel.mutate({ _id, reason: reason.trim() }), {
    success: ORDER_NOTICES.canceled,
    failure: ORDER_NOTICES.cancelFailed,
    after: async () => {
      onClose();
      await orders.invalidate();
    },
    onRefused: () => orders.invalidate(),
  });
  return (
    <KeptDialog open onClose={onClose} title={`Cancel order ${orderNumber}?`}>
      <div className={styles.about}>
        <p>Its goods come back to the shelf.</p>
        {left && endWords(order, left).map(words => <p key={words}>{words}</p>)}
        {!left && !error && <p role="status">Loading…</p>}
        {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      </div>
      <TextArea
        label="Reason, for the history"
        name="reason"
        rows={2}
        maxLength={500}
        optional
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Choices no="Keep it" onClose={onClose}>
        <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel the order
        </Button>
      </Choices>
    </KeptDialog>
  );
}

/** Says what becomes of what was paid, and whether anybody is told. */
function endWords(order: OrderRecord, { onCancel }: RefundLook): string[] {
  const { user, email, status, storeCredit } = order;
  return [
    ...onCancel.map(
      ({ way, amount }) => `${formatMoney(amount)}, which is left of what was paid, ${GIVE_BACK_WORDS[way]}.`,
    ),
    ...(storeCredit > 0 ? ['The store credit that it used comes back.'] : []),
    ...((user || email) && status !== 'Held' ? ['The customer is told.'] : []),
  ];
}

/** Deletes an order, for an Admin who types its number: it can't be had back. `back`: where they go then. */
export function DeleteOrder({ order, back, onClose }: DeedProps & { back: string }) {
  const { client, orders } = trpc.useUtils();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { _id, orderNumber, status } = order;
  const remove = useAction(() => client.orders.remove.mutate({ id: _id }), {
    success: ORDER_NOTICES.deleted,
    failure: ORDER_NOTICES.deleteFailed,
    after: async () => {
      await navigate(back);
      await orders.invalidate();
    },
  });
  const send = () => {
    if (typed.trim() !== String(orderNumber))
      setError(`is ${orderNumber}; please type it to delete the order`);
    else remove.mutate(undefined);
  };
  return (
    <Dialog open onClose={onClose} title={`Delete order ${orderNumber}?`}>
      <p className={styles.about}>
        {`${status === 'Canceled' ? 'It' : 'It is canceled first, then it'} is gone for good.`}
      </p>
      <TextField
        label="Order number"
        name="orderNumber"
        inputMode="numeric"
        value={typed}
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
      />
      <Choices no="Keep it" onClose={onClose}>
        <Button look="danger" busy={remove.isPending} onClick={send}>
          Delete the order
        </Button>
      </Choices>
    </Dialog>
  );
}
