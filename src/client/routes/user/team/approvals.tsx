import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { ApprovalDialog } from '#client/routes/user/team/approval-dialog.tsx';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import type { ApprovalState } from '#shared/enumerations.ts';
import { TEAM_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { Approval } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './team.module.css';

const STATES: Record<ApprovalState, string> = {
  waiting: 'Waiting for approval',
  approved: 'Approved, to be paid by card',
  ordered: 'Approved and ordered',
  declined: 'Not approved',
  withdrawn: 'Withdrawn',
};
const MAX_DECIDED = 10;

/** Orders above a Member's limit: what waits, for both of them, and what was decided. */
export function Approvals({ user }: { user: User }) {
  const { data } = trpc.team.approvals.useQuery({}, { staleTime: 0 });
  const [looking, setLooking] = useState<string | null>(null);
  if (!data || data.length === 0) return null;
  // An order that was approved to be paid by card waits for its buyer.
  const isOpen = ({ state, user: { _id } }: Approval) =>
    state === 'waiting' || (state === 'approved' && _id === user._id);
  const waiting = data.filter(isOpen);
  const decided = data.filter(one => !isOpen(one)).slice(0, MAX_DECIDED);
  return (
    <section aria-labelledby="approvals" className={styles.part}>
      <h2 id="approvals">{user.role === 'Primary' ? 'Orders to approve' : 'Orders for approval'}</h2>
      {waiting.length === 0 ? (
        <p className={styles.hint}>Nothing is waiting.</p>
      ) : (
        <ul className={styles.rows}>
          {waiting.map(one => (
            <Row
              key={one._id}
              approval={one}
              user={user}
              look={one.state === 'waiting' ? () => setLooking(one._id) : null}
            />
          ))}
        </ul>
      )}
      {decided.length > 0 && (
        <details className={styles.decided}>
          <summary>Decided earlier</summary>
          <ul className={styles.rows}>
            {decided.map(one => (
              <Row key={one._id} approval={one} user={user} look={null} />
            ))}
          </ul>
        </details>
      )}
      <Dialog
        open={looking !== null}
        onClose={() => setLooking(null)}
        title="Approve this order?"
        size="large"
      >
        {looking && <ApprovalDialog _id={looking} done={() => setLooking(null)} />}
      </Dialog>
    </section>
  );
}

interface RowProps {
  approval: Approval;
  user: User;
  look: (() => void) | null;
}

function Row({ approval, user, look }: RowProps) {
  const { orderName, poNumber, state, answer, decidedBy, order } = approval;
  const isOwn = approval.user._id === user._id;
  const about = orderNames({ orderName, poNumber }).join(' · ');
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <b>{`${formatMoney(approval.total)}, ${isOwn ? 'yours' : approval.user.name}`}</b>
        {about && <span>{about}</span>}
        {answer && <span>{`${decidedBy}: ${answer}`}</span>}
      </span>
      <span className={styles.facts}>
        <span>{STATES[state]}</span>
        {order && <Link to={`/user/orders/${order._id}`}>{`Order ${order.orderNumber}`}</Link>}
      </span>
      <span className={styles.actions}>
        {look && user.role === 'Primary' && (
          <Button size="small" look="primary" onClick={look}>
            Review it
          </Button>
        )}
        {look && isOwn && <TakeBack _id={approval._id} />}
        {isOwn && state === 'approved' && (
          <ButtonLink size="small" look="primary" to={payHref(approval)}>
            Pay it now
          </ButtonLink>
        )}
      </span>
    </li>
  );
}

const payHref = ({ cartIds }: Approval) =>
  `/checkout/summary?${new URLSearchParams(cartIds.map(_id => ['cart', _id]))}`;

function TakeBack({ _id }: { _id: string }) {
  const { client, team } = trpc.useUtils();
  const takeBack = useAction(() => client.team.takeBack.mutate({ _id }), {
    success: TEAM_NOTICES.takenBack,
    failure: TEAM_NOTICES.takeBackFailed,
    after: () => team.approvals.invalidate(),
  });
  return (
    <Button size="small" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
      Withdraw it
    </Button>
  );
}
