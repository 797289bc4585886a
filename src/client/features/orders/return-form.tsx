import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import type { Notice } from '#shared/messages.ts';
import { askedReturn } from '#shared/rules/returns.ts';
import type { Return } from '#shared/schemas/returns.ts';
import styles from './return-form.module.css';

interface Props {
  orderId: string;
  returnable: readonly { variantId: string; name: string; productNum: string; left: number }[];
  /** Says it as a customer asks, or as staff write down what one wants. */
  words: { name: string; send: string; no: string; nothing: string; sent: Notice; failed: Notice };
  /** Runs once it is stored; the order and its returns are read again after it. */
  onDone: (made: Return) => void;
  onClose: () => void;
}

const REASONS = ['Ordered the wrong thing', 'No longer needed', 'Arrived damaged', 'Something else arrived'];

/** How many of what, and why; nothing is asked for until a quantity is chosen, and none of it while one can't be so. */
export function ReturnForm({ orderId, returnable, words, onDone, onClose }: Props) {
  const { client, orders, returns } = trpc.useUtils();
  const [key, setKey] = useState(() => newKey());
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const [error, setError] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const notice = useFailureNotice();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = textsOf(event.currentTarget);
    const { reason = '', notes = '' } = entered;
    const { asked, issues: wrong } = askedReturn(entered, returnable);
    show(wrong);
    setError(null);
    if (wrong.length > 0) return;
    if (asked.length === 0) return show([{ path: [returnable[0]?.variantId ?? ''], message: words.nothing }]);
    setSending(true);
    try {
      const lines = asked.map(line => ({ ...line, reason }));
      const made = await client.returns.create.mutate({ orderId, lines, notes, key });
      notice.end();
      notify(words.sent);
      onDone(made);
    } catch (failure) {
      const { issues, reason: why } = refusal(failure);
      notice.tell(failure, words.failed);
      // Something else was asked for by it, whose answer was lost: that return stands, this is another one.
      if (why === 'key_reused') setKey(newKey());
      if (issues.length > 0) {
        notice.say(words.failed);
        setError('Some of it can no longer be returned. Please check the quantities.');
      }
    } finally {
      setSending(false);
      await Promise.all([returns.invalidate(), orders.invalidate()]);
    }
  };
  return (
    <Form ref={form} className={styles.form} onSubmit={submit} aria-label={words.name}>
      <ul className={styles.lines}>
        {returnable.map(({ variantId, name, productNum, left }) => (
          <li key={variantId}>
            <span>
              {name} <span className={`muted ${styles.number}`}>{productNum}</span>
            </span>
            <TextField
              label={`Quantity to return, of ${left}`}
              about={`${name} ${productNum}`}
              inputMode="numeric"
              autoComplete="off"
              placeholder="0"
              optional="plainly"
              {...field(variantId)}
            />
          </li>
        ))}
      </ul>
      <SelectField label="Why" name="reason">
        {REASONS.map(reason => (
          <option key={reason}>{reason}</option>
        ))}
      </SelectField>
      <TextArea label="Notes" name="notes" optional maxLength={2000} />
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <p className={styles.ways}>
        <Button look="primary" type="submit" busy={isSending}>
          {words.send}
        </Button>
        <Button onClick={onClose}>{words.no}</Button>
      </p>
    </Form>
  );
}
