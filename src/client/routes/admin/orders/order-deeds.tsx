import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import { ORDER_MAIL_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { canCancel } from '#shared/rules/order-status.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { OrderRecord } from '#shared/schemas/order-desk.ts';
import styles from './order-moves.module.css';

type Deed = 'confirmation' | 'invoice' | 'cancel' | 'delete';

/** What else staff do with an order: its papers, its mails, and how it ends. */
export function OrderDeeds({ order, back }: { order: OrderRecord; back: string }) {
  const user = useUser();
  const [deed, setDeed] = useState<Deed | null>(null);
  const close = () => setDeed(null);
  const { _id, status } = order;
  const isHeld = status === 'Held';
  return (
    <div className={`${styles.deeds} no-print`}>
      <a href={`/orders/${_id}/invoice.pdf`}>Invoice</a>
      <a href={`/orders/${_id}/packing-slip.pdf`}>Packing slip</a>
      {!isHeld && status !== 'Canceled' && (
        <Button size="small" onClick={() => setDeed('confirmation')}>
          Mail the confirmation
        </Button>
      )}
      {!isHeld && (
        <Button size="small" onClick={() => setDeed('invoice')}>
          Mail the invoice
        </Button>
      )}
      {canCancel(status, 'staff') && (
        <Button size="small" onClick={() => setDeed('cancel')}>
          Cancel
        </Button>
      )}
      {isAdmin(user) && (
        <Button size="small" onClick={() => setDeed('delete')}>
          Delete
        </Button>
      )}
      {(deed === 'confirmation' || deed === 'invoice') && (
        <MailDialog order={order} kind={deed} onClose={close} />
      )}
      {deed === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {deed === 'delete' && <DeleteDialog order={order} back={back} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  order: OrderRecord;
  onClose: () => void;
}

const MAILS = {
  confirmation: {
    title: 'Mail the confirmation',
    sent: ORDER_MAIL_NOTICES.confirmationSent,
    failed: ORDER_MAIL_NOTICES.confirmationFailed,
  },
  invoice: {
    title: 'Mail the invoice',
    sent: ORDER_MAIL_NOTICES.invoiceSent,
    failed: ORDER_MAIL_NOTICES.invoiceFailed,
  },
} as const;

function MailDialog({ order, kind, onClose }: DialogProps & { kind: keyof typeof MAILS }) {
  const { client, orders } = trpc.useUtils();
  const [email, setEmail] = useState(order.email);
  const [error, setError] = useState<string | null>(null);
  const { title, sent, failed } = MAILS[kind];
  const call = kind === 'confirmation' ? client.orders.emailConfirmation : client.orders.emailInvoice;
  const send = useAction((to: string) => call.mutate({ _id: order._id, email: to }), {
    success: () => sent(email.trim()),
    failure: failed(email.trim()),
    after: async () => {
      onClose();
      await orders.history.invalidate();
    },
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        onSubmit={event => {
          event.preventDefault();
          if (send.isPending) return;
          setError(null);
          send.mutate(email.trim(), {
            onError: failure => setError(refusal(failure).issues[0]?.message ?? null),
          });
        }}
      >
        <p className={styles.about}>
          The PDF goes with it. The order’s own address alone gets the link to it.
        </p>
        <TextField
          label="To"
          name="email"
          type="email"
          value={email}
          error={error}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Choices no="Don’t send" onClose={onClose}>
          <Button type="submit" look="primary" busy={send.isPending}>
            Send
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}

function CancelDialog({ order, onClose }: DialogProps) {
  const { client, orders } = trpc.useUtils();
  const [reason, setReason] = useState('');
  const { _id, orderNumber, amountPaid } = order;
  const cancel = useAction(() => client.orders.cancel.mutate({ _id, reason: reason.trim() }), {
    success: ORDER_NOTICES.canceled,
    failure: ORDER_NOTICES.cancelFailed,
    after: async () => {
      onClose();
      await orders.invalidate();
    },
  });
  const back = amountPaid > 0 ? `, and ${formatMoney(amountPaid)} goes back the way it was paid` : '';
  return (
    <Dialog open onClose={onClose} title={`Cancel order ${orderNumber}?`}>
      <p className={styles.about}>{`Its goods come back to the shelf${back}. The customer is told.`}</p>
      <TextArea
        label="Reason, for the history"
        name="reason"
        rows={2}
        maxLength={500}
        optional="plainly"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Choices no="Keep it" onClose={onClose}>
        <Button look="primary" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel the order
        </Button>
      </Choices>
    </Dialog>
  );
}

/** Asks for the number: what is deleted can't be had back. */
function DeleteDialog({ order, back, onClose }: DialogProps & { back: string }) {
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
        {`${status === 'Canceled' ? 'It' : 'It is canceled first, then it'} is gone for good. Orders that a payment or a refund refers to can’t be deleted.`}
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
        <Button look="primary" busy={remove.isPending} onClick={send}>
          Delete the order
        </Button>
      </Choices>
    </Dialog>
  );
}

function Choices({ no, onClose, children }: { no: string; onClose: () => void; children: ReactNode }) {
  return (
    <div className={styles.choice}>
      {children}
      <Button onClick={onClose}>{no}</Button>
    </div>
  );
}
