import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { ORDER_NOTICES } from '#shared/messages.ts';
import styles from './orders.module.css';

const NO_NUMBER = 'must be a number, e.g. 10001';

/** An order that was placed without signing in, under one's own address. */
export function AddToHistory() {
  const { client, orders } = trpc.useUtils();
  const navigate = useNavigate();
  const field = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const notice = useFailureNotice();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [, digits] =
      /^\s*#?\s*(\d{1,9})\s*$/.exec(String(new FormData(event.currentTarget).get('orderNumber'))) ?? [];
    if (!digits) {
      setError(NO_NUMBER);
      field.current?.querySelector('input')?.focus();
      return;
    }
    setError(null);
    setAdding(true);
    try {
      const order = await client.orders.addToHistory.mutate({ orderNumber: Number(digits) });
      await orders.list.invalidate();
      notice.end();
      notify(ORDER_NOTICES.addedToHistory);
      await navigate(`/user/orders/${order._id}`);
    } catch (failure) {
      notice.tell(failure, ORDER_NOTICES.notInDatabase);
      setError(refusal(failure).message);
    } finally {
      setAdding(false);
    }
  };
  return (
    <details className={`${styles.more} no-print`}>
      <summary>Is an order missing that you placed without signing in?</summary>
      <form ref={field} className={styles.add} onSubmit={submit} aria-label="Add an order" noValidate>
        <TextField
          label="Order number"
          name="orderNumber"
          inputMode="numeric"
          autoComplete="off"
          hint="It must have been placed with your confirmed email address."
          error={error}
          maxLength={12}
        />
        <Button type="submit" busy={isAdding}>
          Add it to my orders
        </Button>
      </form>
    </details>
  );
}
