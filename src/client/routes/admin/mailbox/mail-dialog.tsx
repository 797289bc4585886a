import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { useAction, useFailureNotice } from '#client/features/notices/notices.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useFormErrors } from '#client/ui/form-errors.ts';
import { useDraft } from '#client/ui/record/use-draft.ts';
import { MAIL_NOTICES } from '#shared/office-messages.ts';
import styles from './mail-dialog.module.css';

interface Props {
  /** The address that it is begun with. */
  to?: string;
  /** The order that it is about; without one, staff may name one. */
  order?: { _id: string; orderNumber: number };
  onClose: () => void;
  onSent?: () => unknown;
}

interface Words {
  to: string;
  subject: string;
  content: string;
  orderNumber: string;
}

type Field = keyof Words;

/** The limits of the server, which judges the rest. */
const MAX_LENGTH: Record<Field, number> = { to: 254, subject: 150, content: 10_000, orderNumber: 10 };

/** Takes an email in the words of staff, which are kept in this tab until it is sent. */
export function MailDialog({ to = '', order, onClose, onSent }: Props) {
  const { client, mailbox, orders } = trpc.useUtils();
  const user = useUser();
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft<Words>(`email ${user?._id} ${order?._id ?? to}`, {
    ...{ to, subject: '', content: '', orderNumber: '' },
  });
  const { show, field } = useFormErrors(form);
  // However often it is pressed, the same email goes once.
  const [idempotencyKey] = useState(() => newKey());
  const { values } = draft;
  const address = values.to.trim();
  const send = useAction(
    (orderId: string | undefined) => {
      const { subject, content } = values;
      return client.site.sendEmail.mutate({
        ...{ to: address, subject, content, idempotencyKey },
        ...(orderId && { orderId }),
      });
    },
    {
      success: () => MAIL_NOTICES.queued(address),
      failure: MAIL_NOTICES.failed,
      after: async () => {
        draft.discard();
        onClose();
        await Promise.all([
          mailbox.list.invalidate(),
          mailbox.savedCounts.invalidate(),
          orders.history.invalidate(),
          onSent?.(),
        ]);
      },
    },
  );
  const { tell } = useFailureNotice();
  const [isLooking, setLooking] = useState(false);
  const isBusy = isLooking || send.isPending;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    show([]);
    setLooking(true);
    try {
      const about = order?._id ?? (await orderOf(client, values.orderNumber));
      if (about === null) {
        show([{ path: ['orderNumber'], message: `There is no order ${values.orderNumber.trim()}.` }]);
      } else {
        send.mutate(about, { onError: error => show(refusal(error).issues) });
      }
    } catch (error) {
      tell(error, MAIL_NOTICES.failed);
    } finally {
      setLooking(false);
    }
  };
  const typed = (name: Field) => {
    const { onChange: forget, ...rest } = field(name);
    return {
      ...rest,
      maxLength: MAX_LENGTH[name],
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) => {
        draft.type({ [name]: target.value });
        forget();
      },
    };
  };
  return (
    <Dialog open onClose={onClose} title="New email">
      <Form className={styles.form} ref={form} aria-label="New email" onSubmit={submit}>
        <TextField label="To" type="email" autoComplete="off" {...typed('to')} />
        <TextField label="Subject" autoComplete="off" {...typed('subject')} />
        <TextArea label="Text" rows={8} {...typed('content')} />
        {order ? (
          <p className={styles.about}>{`It stands in the history of order ${order.orderNumber}.`}</p>
        ) : (
          <TextField
            label="Order number"
            optional
            inputMode="numeric"
            autoComplete="off"
            hint="The email will show in the order’s history."
            {...typed('orderNumber')}
          />
        )}
        <div className={styles.choice}>
          <Button type="submit" look="primary" busy={isBusy}>
            Send
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** The `_id` of the order of a number; undefined: none was typed, null: there is no such order. */
async function orderOf(
  client: ReturnType<typeof trpc.useUtils>['client'],
  typed: string,
): Promise<string | undefined | null> {
  const number = typed.trim().replace(/^#/, '');
  if (number === '') return undefined;
  if (!/^\d{1,9}$/.test(number)) return null;
  const { orders } = await client.orders.desk.query({ view: 'all', search: `#${number}`, limit: 100 });
  return orders.find(({ orderNumber }) => orderNumber === Number(number))?._id ?? null;
}
