import { type FormEvent, useRef, useState } from 'react';
import { v4 as newKey } from 'uuid';
import { notify, useFailureNotice } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import type { ReturnStatus } from '#shared/enumerations.ts';
import { RETURN_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { askedReturn } from '#shared/rules/returns.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Return } from '#shared/schemas/returns.ts';
import styles from './returns.module.css';

const STATUS_TEXTS: Record<ReturnStatus, string> = {
  Requested: 'Requested, under review',
  Approved: 'Approved, please send it back',
  Received: 'Received, being settled',
  Refunded: 'Settled',
  Rejected: 'Not accepted',
};

/** Lists an order's returns, and offers the way to ask for one. */
export function Returns({ order }: { order: Order }) {
  const { _id } = order;
  const { data } = trpc.returns.list.useQuery({ order: _id }, { staleTime: 0 });
  const { data: returnable = [] } = trpc.returns.returnable.useQuery({ id: _id }, { staleTime: 0 });
  const [isOpen, setOpen] = useState(false);
  const made = data?.returns ?? [];
  if (made.length === 0 && returnable.length === 0) return null;
  return (
    <section className={`${styles.returns} no-print`} aria-labelledby="returns">
      <h2 id="returns">Returns</h2>
      {made.length > 0 && (
        <ul className={styles.made}>
          {made.map(one => (
            <MadeReturn key={one._id} made={one} />
          ))}
        </ul>
      )}
      {returnable.length > 0 && !isOpen && <Button onClick={() => setOpen(true)}>Request a return</Button>}
      {returnable.length > 0 && isOpen && (
        <RequestForm orderId={_id} returnable={returnable} onDone={() => setOpen(false)} />
      )}
    </section>
  );
}

function MadeReturn({ made: { status, lines, refund, storeCredit } }: { made: Return }) {
  return (
    <li>
      <b>{STATUS_TEXTS[status]}</b>
      <span>{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</span>
      {status === 'Refunded' && (
        <span>
          {`${formatMoney(refund)} refunded${storeCredit > 0 ? `, and ${formatMoney(storeCredit)} of store credit` : ''}`}
        </span>
      )}
    </li>
  );
}

interface RequestProps {
  orderId: string;
  returnable: readonly { variantId: string; name: string; productNum: string; left: number }[];
  onDone: () => void;
}

const REASONS = [
  'Ordered the wrong thing',
  'Not needed any more',
  'Arrived damaged',
  'Something else arrived',
];

/** How many of what, and why; nothing is asked for until a quantity is chosen, and none of it while one can't be so. */
function RequestForm({ orderId, returnable, onDone }: RequestProps) {
  const { client, orders, returns } = trpc.useUtils();
  const [key] = useState(() => newKey());
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
    if (wrong.length > 0) return setError(null);
    if (asked.length === 0) return setError('Please enter how many of each item you want to send back.');
    setError(null);
    setSending(true);
    try {
      const lines = asked.map(line => ({ ...line, reason }));
      await client.returns.create.mutate({ orderId, lines, notes, key });
      notice.end();
      notify(RETURN_NOTICES.submitted);
      onDone();
    } catch (failure) {
      const { issues } = refusal(failure);
      notice.tell(failure, RETURN_NOTICES.submitFailed);
      if (issues.length > 0) {
        notice.say(RETURN_NOTICES.submitFailed);
        setError('Some of it can no longer be returned. Please check the quantities.');
      }
    } finally {
      setSending(false);
      await Promise.all([returns.invalidate(), orders.byId.invalidate()]);
    }
  };
  return (
    <Form ref={form} className={styles.form} onSubmit={submit} aria-label="Request a return">
      <ul className={styles.lines}>
        {returnable.map(({ variantId, name, productNum, left }) => (
          <li key={variantId}>
            <span>
              {name} <span className="muted">{productNum}</span>
            </span>
            <TextField
              label={`Quantity to return, of ${left}`}
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
          Request the return
        </Button>
        <Button onClick={onDone}>Not now</Button>
      </p>
    </Form>
  );
}
