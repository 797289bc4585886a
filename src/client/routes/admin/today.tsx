import { Link } from 'react-router-dom';
import { VIEW_WORDS } from '#client/features/office/order-views.ts';
import { useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { WaitingActs } from '#client/routes/admin/waiting-acts.tsx';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { ORDER_VIEWS } from '#shared/office-lists.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { EmailChangeShown } from '#shared/schemas/auth.ts';
import styles from './today.module.css';

/** Shows /admin: the queues of the day, how much waits in each, and what waits for an Admin. */
export function Component() {
  const user = useUser();
  const { data, error, refetch } = trpc.orders.deskCounts.useQuery(undefined, { staleTime: 0 });
  return (
    <>
      <PageHead title="Back office" description="What waits today." hidden />
      <h1>Today</h1>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      <ul className={styles.queues} aria-label="Queues of orders">
        {ORDER_VIEWS.filter(view => view !== 'all').map(view => (
          <li key={view}>
            <Link to={`/admin/orders?view=${view}`}>
              <b>{data ? data[view].toLocaleString('en-US') : '–'}</b> {VIEW_WORDS[view].name}
            </Link>
          </li>
        ))}
      </ul>
      {user && <WaitingActs decides={isAdmin(user)} />}
      {user && isAdmin(user) && <EmailChanges />}
    </>
  );
}

/** New addresses of accounts that an Admin has to say yes or no to; nothing while there are none. */
function EmailChanges() {
  const { data, error, refetch } = trpc.emailChanges.waiting.useQuery(undefined, { staleTime: 0 });
  if (error) return <LoadError message={refusal(error).message} onRetry={refetch} />;
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <h2 id="waiting">Email changes to decide</h2>
      <ul>
        {data.map(change => (
          <li key={change._id}>
            <Link to={`/email-change/${change._id}`}>{titleOf(change)}</Link>
            <span>{`${change.oldEmail} → ${change.newEmail}`}</span>
            <span className={styles.since}>
              {change.askedBy && `${change.askedBy}, `}
              {MOMENT.format(new Date(change.objectedAt ?? change.createdAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const titleOf = ({ asks, user }: EmailChangeShown) =>
  asks === 'objection' ? `${user.name} objects to a new email address` : `New email address for ${user.name}`;
