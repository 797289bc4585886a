import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { Choices } from '#client/features/office/choices.tsx';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import type { Notice } from '#shared/messages.ts';
import styles from './order-moves.module.css';

interface Props {
  title: string;
  /** Says what goes with it, and to whom. */
  about: string;
  /** The order's own address. */
  own: string;
  mail: (to: string) => Promise<unknown>;
  sent: (to: string) => Notice;
  failed: (to: string) => Notice;
  after?: () => Promise<void>;
  onClose: () => void;
}

/** Asks to whom something of an order is mailed, its own address first, and mails it. */
export function MailTo({ title, about, own, mail, sent, failed, after, onClose }: Props) {
  const [email, setEmail] = useState(own);
  const [error, setError] = useState<string | null>(null);
  const to = email.trim();
  const send = useAction(mail, {
    success: sent(to),
    failure: failed(to),
    after: async () => {
      onClose();
      await after?.();
    },
  });
  return (
    <Dialog open onClose={onClose} title={title}>
      <Form
        onSubmit={event => {
          event.preventDefault();
          if (send.isPending) return;
          setError(null);
          send.mutate(to, { onError: failure => setError(refusal(failure).issues[0]?.message ?? null) });
        }}
      >
        <p className={styles.about}>{about}</p>
        <TextField
          label="To"
          name="email"
          type="email"
          value={email}
          error={error}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Choices onClose={onClose}>
          <Button type="submit" look="primary" busy={send.isPending}>
            Send
          </Button>
        </Choices>
      </Form>
    </Dialog>
  );
}
