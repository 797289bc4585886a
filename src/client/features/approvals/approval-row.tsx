import { Link } from 'react-router-dom';
import { stepHref } from '#client/features/cart/ordered-carts.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import rows from '#client/ui/rows.module.css';
import type { ApprovalState } from '#shared/enumerations.ts';
import { TEAM_NOTICES } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { orderNames } from '#shared/rules/order-facts.ts';
import type { Approval } from '#shared/schemas/team.ts';
import type { User } from '#shared/schemas/users.ts';

const STATES: Record<ApprovalState, string> = {
  waiting: 'Waiting for approval',
  approved: 'Approved, to be paid by card',
  ordered: 'Approved and ordered',
  declined: 'Not approved',
  withdrawn: 'Withdrawn',
};

interface Props {
  approval: Approval;
  user: User;
  /** Opens what is in it; null where there is nothing to decide. */
  look: (() => void) | null;
}

/** An order above a Member's limit, as its Primary or its buyer sees it. */
export function ApprovalRow({ approval, user, look }: Props) {
  const { orderName, poNumber, state, answer, decidedBy, order } = approval;
  const isOwn = approval.user._id === user._id;
  const about = orderNames({ orderName, poNumber }).join(' · ');
  return (
    <li className={rows.row}>
      <span className={rows.who}>
        <b>{`${formatMoney(approval.total)}, ${isOwn ? 'yours' : approval.user.name}`}</b>
        {about && <span>{about}</span>}
        {answer && <span>{`${decidedBy}: ${answer}`}</span>}
      </span>
      <span className={rows.facts}>
        <span>{STATES[state]}</span>
        {order && <Link to={`/user/orders/${order._id}`}>{`Order ${order.orderNumber}`}</Link>}
      </span>
      <span className={rows.actions}>
        {look && user.role === 'Primary' && (
          <Button size="small" look="primary" onClick={look}>
            Review it
          </Button>
        )}
        {look && isOwn && <TakeBack _id={approval._id} />}
        {isOwn && state === 'approved' && (
          <ButtonLink size="small" look="primary" to={stepHref('/checkout/summary', approval.cartIds)}>
            Pay it now
          </ButtonLink>
        )}
      </span>
    </li>
  );
}

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
