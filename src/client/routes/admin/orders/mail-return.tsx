import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { RETURN_DESK_NOTICES } from '#shared/office-messages.ts';
import type { Return } from '#shared/schemas/returns.ts';
import styles from './order-moves.module.css';

interface Props {
  made: Return;
  /** The order's own address. */
  email: string;
  onClose: () => void;
}

/** Mails how a return stands to whom staff like. */
export function MailReturn({ made, email: own, onClose }: Props) {
  const { client } = trpc.useUtils();
  const [email, setEmail] = useState(own);
  const [error, setError] = useState<string | null>(null);
  const to = email.trim();
  const send = useAction(client.returns.email.mutate, {
    success: RETURN_DESK_NOTICES.mailed(to),
    failure: RETURN_DESK_NOTICES.mailFailed(to),
    after: onClose,
  });
  return (
    <Dialog open onClose={onClose} title="Mail how the return stands">
      <Form
        onSubmit={event => {
          event.preventDefault();
          if (send.isPending) return;
          setError(null);
          send.mutate(
            { _id: made._id, email: to },
            { onError: failure => setError(refusal(failure).issues[0]?.message ?? null) },
          );
        }}
      >
        <p className={styles.about}>
          It says what comes back and what is next. Only the customer’s own address also gets a link to the
          order.
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
