import { useState } from 'react';
import { v4 as newKey } from 'uuid';
import type { DeedProps } from '#client/routes/admin/orders/deed-props.ts';
import { MailTo } from '#client/routes/admin/orders/mail-to.tsx';
import { trpc } from '#client/trpc.ts';
import { ORDER_MAIL_NOTICES } from '#shared/office-messages.ts';

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
  // However often it is pressed, the same mail goes once.
  const [idempotencyKey] = useState(() => newKey());
  const call = kind === 'confirmation' ? client.orders.emailConfirmation : client.orders.emailInvoice;
  return (
    <MailTo
      {...MAILS[kind]}
      about="The PDF goes with it. Only the customer’s own address also gets a link to the order."
      own={order.email}
      mail={email => call.mutate({ _id: order._id, email, idempotencyKey })}
      after={() => orders.history.invalidate()}
      onClose={onClose}
    />
  );
}
