import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Answered } from '#client/ui/list/answered.tsx';
import { useListAddress } from '#client/ui/list/list-address.ts';
import { PageOf } from '#client/ui/list/page-of.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { NOTIFICATION_NOTICES } from '#shared/messages.ts';
import type { Notification } from '#shared/schemas/notifications.ts';
import styles from './notifications.module.css';

const PER_PAGE = 25;

/** /user/notifications: what the shop told the customer, to be opened, marked and deleted. */
export function Component() {
  const address = useListAddress();
  const answer = trpc.notifications.list.useQuery(
    { page: address.page, limit: PER_PAGE },
    { staleTime: 0, placeholderData: before => before },
  );
  return (
    <>
      <PageHead title="Notifications" description="News about your account." hidden />
      <h1>Notifications</h1>
      <Answered answer={answer} failure={() => 'Your notifications could not be loaded.'}>
        {({ notifications, total }) => (
          <PageOf
            {...{ address, total, perPage: PER_PAGE }}
            nothing={<p>Nothing yet. News about your orders, payments and returns appears here.</p>}
          >
            <DeleteAll total={total} />
            <ul className={styles.list}>
              {notifications.map(one => (
                <Row key={one._id} notification={one} />
              ))}
            </ul>
          </PageOf>
        )}
      </Answered>
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
          <time dateTime={createdAt}>{MOMENT.format(new Date(createdAt))}</time>
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
          <Button look="danger" size="small" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
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
