import { useState } from 'react';
import styles from '#client/features/orders/return-form.module.css';
import { ReturnForm } from '#client/features/orders/return-form.tsx';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import type { ReturnStatus } from '#shared/enumerations.ts';
import { RETURN_NOTICES } from '#shared/messages.ts';
import { settledSentence } from '#shared/rules/return-words.ts';
import type { Order } from '#shared/schemas/orders.ts';
import type { Return } from '#shared/schemas/returns.ts';

const STATUS_TEXTS: Record<ReturnStatus, string> = {
  Requested: 'Requested, under review',
  Approved: 'Approved, please send it back',
  Received: 'Received, being settled',
  Refunded: 'Settled',
  Rejected: 'Not accepted',
};

const WORDS = {
  ...{ name: 'Request a return', send: 'Request the return', no: 'Not now' },
  nothing: 'Please enter how many of each item you want to send back.',
  ...{ sent: RETURN_NOTICES.submitted, failed: RETURN_NOTICES.submitFailed },
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
        <ReturnForm
          orderId={_id}
          returnable={returnable}
          words={WORDS}
          onDone={() => setOpen(false)}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function MadeReturn({ made }: { made: Return }) {
  const { status, lines } = made;
  return (
    <li>
      <b>{STATUS_TEXTS[status]}</b>
      <span>{lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}</span>
      {status === 'Refunded' && <span>{settledSentence(made)}</span>}
    </li>
  );
}
