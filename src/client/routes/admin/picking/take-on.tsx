import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { PICK_NOTICES } from '#shared/office-messages.ts';
import { STATUS_WORDS } from '#shared/rules/order-facts.ts';
import type { FinishedPick, PickSheet } from '#shared/schemas/staff-picking.ts';
import styles from './pick.module.css';

interface Props {
  sheet: PickSheet;
  onBegun: (sheet: PickSheet) => void;
  /** Somebody else was first, or the order has moved on: it is read anew. */
  onRefused: () => unknown;
}

function useBegin({ sheet: { order }, onBegun, onRefused }: Props) {
  const { client, orders } = trpc.useUtils();
  const begin = useAction(
    (takeOver?: string) => client.picking.begin.mutate({ id: order._id, ...(takeOver && { takeOver }) }),
    {
      failure: PICK_NOTICES.beginFailed,
      after: sheet => {
        onBegun(sheet);
        void orders.invalidate();
      },
    },
  );
  return {
    begin: (takeOver?: string) => begin.mutate(takeOver, { onError: onRefused }),
    isBusy: begin.isPending,
  };
}

/** Takes an order on. Asks first where its company owes more than its limit. */
export function StartPicking(props: Props) {
  const { begin, isBusy } = useBegin(props);
  const [asks, setAsks] = useState(false);
  const { order, places } = props.sheet;
  const pieces = places.reduce((sum, { asked }) => sum + asked, 0).toLocaleString('en-US');
  const start = () => {
    if (order.overLimit && order.status === 'Submitted') setAsks(true);
    else begin();
  };
  return (
    <>
      <p className={styles.nothing}>
        {`${pieces} to pick from ${places.length === 1 ? '1 place' : `${places.length} places`}.`}
      </p>
      <Button
        look={order.status === 'Ready' ? 'outline' : 'primary'}
        size="large"
        wide
        busy={isBusy}
        onClick={start}
      >
        {order.status === 'Ready' ? 'Pick what is still open' : 'Start picking'}
      </Button>
      <Dialog open={asks} onClose={() => setAsks(false)} title="This company owes more than its limit">
        <p>The order is on account. You can take it on, or wait until they have paid.</p>
        <div className={styles.choice}>
          <Button
            look="primary"
            size="large"
            onClick={() => {
              setAsks(false);
              begin();
            }}
          >
            Take it on anyway
          </Button>
          <Button size="large" onClick={() => setAsks(false)}>
            Leave it
          </Button>
        </div>
      </Dialog>
    </>
  );
}

const TIME = new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** Says who picks an order, and lets it be taken over. */
export function PickedBy(props: Props) {
  const { begin, isBusy } = useBegin(props);
  const { pick } = props.sheet;
  if (!pick) return null;
  const at = (instant: string) => TIME.format(new Date(instant));
  return (
    <section className={styles.panel} aria-label="Picked by somebody else">
      <p>
        <b>{`${pick.name} picks this order.`}</b>
      </p>
      <p>{`Since ${at(pick.begunAt)}, last counted ${at(pick.seenAt)}.`}</p>
      <Button size="large" wide busy={isBusy} onClick={() => begin(pick.key)}>
        Take over
      </Button>
    </section>
  );
}

/** Tells what has become of an order that was picked, and where to go on. */
export function Finished({ done, order }: { done: FinishedPick; order: PickSheet['order'] }) {
  const { status, ordered, fulfilled, next } = done;
  const open = ordered - fulfilled;
  return (
    <section className={styles.panel} aria-label="Finished">
      <p role="status">
        <b>{`Order ${order.orderNumber}: ${fulfilled} of ${ordered} picked.`}</b>
        {` ${STATUS_WORDS[status]}${open > 0 ? `, ${open} still open` : ''}.`}
      </p>
      {next ? (
        <ButtonLink look="primary" size="large" wide to={`/admin/picking/${next._id}`}>
          {`Next: order ${next.orderNumber}`}
        </ButtonLink>
      ) : (
        <p>No other order waits to be picked.</p>
      )}
      <ButtonLink size="large" wide to="/admin/picking">
        All that is to be picked
      </ButtonLink>
    </section>
  );
}
