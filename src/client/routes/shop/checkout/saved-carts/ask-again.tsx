import { useEffect, useRef, useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import styles from './saved-carts.module.css';

interface Props {
  cart: string;
  /** Once it is a bid, this form is gone. */
  onSend: () => void;
}

/** Sends a quote back for other prices, in the customer's words. */
export function AskAgain({ cart, onSend }: Props) {
  const { client, carts } = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const message = useRef<HTMLFormElement>(null);
  const isTurned = useRef(false);
  // The next key is a letter of the message; after "Leave it" whatever comes after the button.
  useEffect(() => {
    if (!isTurned.current) return;
    (isOpen ? message.current?.querySelector('textarea') : opener.current)?.focus();
  }, [isOpen]);
  const turn = (open: boolean) => {
    isTurned.current = true;
    setOpen(open);
  };
  const [notes, setNotes] = useState('');
  const [error, setError] = useState<string | null>(null);
  const ask = useAction((words: string) => client.carts.askAgain.mutate({ _id: cart, notes: words }), {
    success: ORDER_NOTICES.savedAsBid,
    failure: ORDER_NOTICES.saveBidFailed,
    after: () => carts.invalidate(),
  });
  const refused = (failure: unknown) => {
    const { reason, issues } = refusal(failure);
    setError(issues[0]?.message ?? null);
    // It is no quote any more: the cart says what it is.
    if (reason === 'cart_state') void carts.invalidate();
  };
  if (!isOpen)
    return (
      <Button ref={opener} size="small" onClick={() => turn(true)}>
        Ask for other prices
      </Button>
    );
  return (
    <Form
      ref={message}
      aria-label="Ask for other prices"
      onSubmit={event => {
        event.preventDefault();
        const words = notes.trim();
        if (words === '') {
          setError('is needed: say what you would like');
          message.current?.querySelector('textarea')?.focus();
        } else if (!ask.isPending) {
          onSend();
          ask.mutate(words, { onError: refused });
        }
      }}
    >
      <TextArea
        label="Your message"
        name="notes"
        rows={3}
        maxLength={2000}
        hint="The prices of this quote no longer hold then."
        value={notes}
        error={error}
        onChange={({ target }) => {
          setNotes(target.value);
          setError(null);
        }}
      />
      <p className={styles.ways}>
        <Button type="submit" look="primary" busy={ask.isPending}>
          Send
        </Button>
        <Button onClick={() => turn(false)}>Leave it</Button>
      </p>
    </Form>
  );
}
