import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';

/** Sends a quote back for other prices, in the customer's words. */
export function AskAgain({ cart }: { cart: string }) {
  const { client, carts } = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const [notes, setNotes] = useState('');
  const [error, setError] = useState<string | null>(null);
  const ask = useAction((words: string) => client.carts.askAgain.mutate({ _id: cart, notes: words }), {
    success: ORDER_NOTICES.savedAsBid,
    failure: ORDER_NOTICES.saveBidFailed,
    after: () => carts.invalidate(),
  });
  if (!isOpen)
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        Ask for other prices
      </Button>
    );
  return (
    <Form
      aria-label="Ask for other prices"
      onSubmit={event => {
        event.preventDefault();
        const words = notes.trim();
        if (words === '') setError('is needed: say what you would like');
        else if (!ask.isPending) ask.mutate(words);
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
      <Button type="submit" busy={ask.isPending}>
        Send
      </Button>
    </Form>
  );
}
