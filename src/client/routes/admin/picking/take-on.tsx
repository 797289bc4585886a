import { useState } from 'react';
import { useFailureNotice } from '#client/features/notices/notices.ts';
import { OverLimitDialog } from '#client/features/office/over-limit-dialog.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
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

interface How {
  takeOver?: string;
  evenOverLimit?: true;
}

function useBegin({ sheet: { order }, onBegun, onRefused }: Props) {
  const { client, orders } = trpc.useUtils();
  const failure = useFailureNotice();
  const [isBusy, setBusy] = useState(false);
  const [isOverLimit, setOverLimit] = useState(false);
  const begin = async (how: How = {}) => {
    setBusy(true);
    setOverLimit(false);
    failure.end();
    try {
      onBegun(await client.picking.begin.mutate({ id: order._id, ...how }));
      void orders.invalidate();
    } catch (error) {
      if (refusal(error).reason === 'over_limit') setOverLimit(true);
      else {
        failure.tell(error, PICK_NOTICES.beginFailed);
        await onRefused();
      }
    } finally {
      setBusy(false);
    }
  };
  return { begin, isBusy, isOverLimit, leaveIt: () => setOverLimit(false) };
}

/** Takes an order on. Asks first where its company owes more than its limit. */
export function StartPicking(props: Props) {
  const { begin, isBusy, isOverLimit, leaveIt } = useBegin(props);
  const { order, places } = props.sheet;
  const pieces = places.reduce((sum, { asked }) => sum + asked, 0).toLocaleString('en-US');
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
        onClick={() => begin()}
      >
        {order.status === 'Ready' ? 'Pick what is still open' : 'Start picking'}
      </Button>
      <OverLimitDialog
        open={isOverLimit}
        size="large"
        onClose={leaveIt}
        onTakeOn={() => begin({ evenOverLimit: true })}
      />
    </>
  );
}

/** Says the day by its name: picks are of this week. */
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
      <Button size="large" wide busy={isBusy} onClick={() => begin({ takeOver: pick.key })}>
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
