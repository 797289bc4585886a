import { Link } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { recordHref } from '#client/features/office/record-links.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import type { WaitingActKind } from '#shared/enumerations.ts';
import { MONEY_NOTICES } from '#shared/office-messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { WaitingAct } from '#shared/schemas/waiting-acts.ts';
import styles from './today.module.css';

const KINDS: Record<WaitingActKind, string> = {
  refund: 'Refund',
  edit: 'Change',
  return: 'Return',
  grant: 'Store credit',
  order: 'New order',
};

/** Acts of Employees above what they may do, for an Admin to say yes or no to; nothing while there are none. */
export function WaitingActs() {
  const { data, error, refetch } = trpc.approvals.list.useQuery(undefined, { staleTime: 0 });
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting-acts">
      <h2 id="waiting-acts">Waiting for your word</h2>
      <ul>
        {data.map(act => (
          <Act key={act._id} act={act} />
        ))}
      </ul>
    </section>
  );
}

function Act({ act }: { act: WaitingAct }) {
  const { client, approvals, orders } = trpc.useUtils();
  const say = async (approve: boolean) => {
    await client.approvals.decide.mutate({ _id: act._id, approve });
    return approve;
  };
  const decide = useAction(say, {
    success: isApproved => (isApproved ? MONEY_NOTICES.approved : MONEY_NOTICES.declined),
    failure: MONEY_NOTICES.decideFailed,
    after: () => Promise.all([approvals.invalidate(), orders.invalidate()]),
  });
  const { kind, order, orderNumber, amount, words, askedBy, createdAt } = act;
  const title = `${KINDS[kind]}${orderNumber ? `, order ${orderNumber}` : ''}: ${formatMoney(amount)}`;
  return (
    <li>
      {order ? <Link to={recordHref('order', order)}>{title}</Link> : <b>{title}</b>}
      <span>{words}</span>
      <span className={styles.since}>{`${askedBy}, ${MOMENT.format(new Date(createdAt))}`}</span>
      <span className={styles.decide}>
        <Button
          size="small"
          look="primary"
          busy={decide.isPending}
          aria-label={`Approve: ${title}`}
          onClick={() => decide.mutate(true)}
        >
          Approve
        </Button>
        <Button
          size="small"
          busy={decide.isPending}
          aria-label={`Decline: ${title}`}
          onClick={() => decide.mutate(false)}
        >
          Decline
        </Button>
      </span>
    </li>
  );
}
