import { useState } from 'react';
import { v4 as newKey } from 'uuid';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import { refusal } from '#client/refusal.ts';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { ORDER_MAIL_NOTICES } from '#shared/office-messages.ts';
import styles from './order-moves.module.css';

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

/** Mails the confirmation or the invoice to whom staff like. */
export function MailPaper({ order, kind, onClose }: DeedProps & { kind: keyof typeof MAILS }) {
  const { client, orders } = trpc.useUtils();
  const [email, setEmail] = useState(order.email);
  const [error, setError] = useState<string | null>(null);
  // However often it is pressed, the same mail goes once.
  const [idempotencyKey] = useState(() => newKey());
  const { title, sent, failed } = MAILS[kind];
  const call = kind === 'confirmation' ? client.orders.emailConfirmation : client.orders.emailInvoice;
  const send = useAction((to: string) => call.mutate({ _id: order._id, email: to, idempotencyKey }), {
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
          The PDF goes with it. Only the customer’s own address also gets a link to the order.
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
