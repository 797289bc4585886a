import { Link } from 'react-router-dom';
import { VIEW_WORDS } from '#client/features/office/order-views.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { ORDER_VIEWS } from '#shared/office-lists.ts';
import styles from './today.module.css';

/** Shows /admin: the queues of the day, and how much waits in each. */
export function Component() {
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
    </>
  );
}
