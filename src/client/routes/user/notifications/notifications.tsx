import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Pagination } from '#client/ui/pagination.tsx';
import { NOTIFICATION_NOTICES } from '#shared/messages.ts';
import type { Notification } from '#shared/schemas/notifications.ts';
import styles from './notifications.module.css';

const PER_PAGE = 25;
const WHEN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** /user/notifications: what the shop told the customer, to be opened, marked and deleted. */
export function Component() {
  const [params] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const { data, error, refetch } = trpc.notifications.list.useQuery(
    { page, limit: PER_PAGE },
    { staleTime: 0, placeholderData: before => before },
  );
  return (
    <>
      <PageHead title="Notifications" description="News about your account." hidden />
      <h1>Notifications</h1>
      {error && !data && <LoadError message="Your notifications could not be loaded." onRetry={refetch} />}
      {!data && !error && <p role="status">Loading…</p>}
      {data?.total === 0 && <p>Nothing yet. News about your orders, payments and returns appears here.</p>}
      {data && data.total > 0 && (
        <>
          <DeleteAll total={data.total} />
          <ul className={styles.list}>
            {data.notifications.map(one => (
              <Row key={one._id} notification={one} />
            ))}
          </ul>
          <Pagination
            page={page}
            pages={Math.ceil(data.total / PER_PAGE)}
            href={to => `/user/notifications?page=${to}`}
          />
        </>
      )}
    </>
  );
}

/** Reads the list and the number of unread ones anew, which change with a notification. */
function useRefresh() {
  const queries = trpc.useUtils();
  return () => Promise.all([queries.notifications.invalidate(), queries.auth.me.refetch({})]);
}

function Row({
  notification: { _id, title, details, link, read, createdAt },
}: {
  notification: Notification;
}) {
  const { client } = trpc.useUtils();
  const refresh = useRefresh();
  const told = { failure: NOTIFICATION_NOTICES.failed, after: refresh };
  const mark = useAction((to: boolean) => client.notifications.update.mutate({ _id, read: to }), told);
  const remove = useAction(() => client.notifications.remove.mutate({ id: _id }), told);
  const isBusy = mark.isPending || remove.isPending;
  return (
    <li className={read ? styles.row : `${styles.row} ${styles.unread}`}>
      <div>
        <p className={styles.title}>
          {!read && <span className={styles.badge}>New</span>}
          {link ? (
            <Link to={link} onClick={() => !read && mark.mutate(true)}>
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {details && <p>{details}</p>}
        <p className="muted">
          <time dateTime={createdAt}>{WHEN.format(new Date(createdAt))}</time>
        </p>
      </div>
      <Button
        size="small"
        busy={isBusy}
        aria-label={`Mark ${read ? 'unread' : 'read'}: ${title}`}
        onClick={() => mark.mutate(!read)}
      >
        {read ? 'Mark unread' : 'Mark read'}
      </Button>
      <Button
        look="icon"
        busy={isBusy}
        aria-label={`Delete: ${title}`}
        onClick={() => remove.mutate(undefined)}
      >
        <Icon name="trash" />
      </Button>
    </li>
  );
}

/** Asks once more, where it stands: what is deleted is gone. */
function DeleteAll({ total }: { total: number }) {
  const [isAsking, setAsking] = useState(false);
  const { client } = trpc.useUtils();
  const refresh = useRefresh();
  const remove = useAction(() => client.notifications.removeAll.mutate({}), {
    success: NOTIFICATION_NOTICES.allDeleted,
    failure: NOTIFICATION_NOTICES.deleteAllFailed,
    after: refresh,
  });
  return (
    <div className={styles.all}>
      {isAsking ? (
        <>
          <p>{total === 1 ? 'Delete it?' : `Delete all ${total.toLocaleString('en-US')}?`}</p>
          <Button
            look="primary"
            size="small"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Delete
          </Button>
          <Button size="small" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </>
      ) : (
        <Button size="small" onClick={() => setAsking(true)}>
          Delete all
        </Button>
      )}
    </div>
  );
}
