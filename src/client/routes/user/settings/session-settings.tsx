import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { browserName } from '#client/routes/user/settings/browser-name.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import { USER_NOTICES } from '#shared/messages.ts';
import type { Session } from '#shared/schemas/auth.ts';
import styles from './settings.module.css';

/** Lists where the user is signed in, and how to end it. */
export function SessionSettings() {
  const queries = trpc.useUtils();
  const { data, error, refetch } = trpc.sessions.list.useQuery({}, { staleTime: 0 });
  const after = () => queries.sessions.list.invalidate();
  const end = useAction((_id: string) => queries.client.sessions.end.mutate({ _id }), {
    success: USER_NOTICES.sessionEnded,
    failure: USER_NOTICES.endFailed,
    after,
  });
  const endOthers = useAction(() => queries.client.sessions.end.mutate({}), {
    success: USER_NOTICES.othersEnded,
    failure: USER_NOTICES.endFailed,
    after,
  });
  const isBusy = end.isPending || endOthers.isPending;
  const others = data?.filter(({ current }) => !current) ?? [];
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {data && (
        <ul className={styles.sessions}>
          {data.map(session => (
            <li key={session._id}>
              <SessionFacts session={session} />
              {!session.current && (
                <Button size="small" busy={isBusy} onClick={() => end.mutate(session._id)}>
                  Sign out <span className="visually-hidden">{browserName(session.userAgent)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div>
          <Button busy={isBusy} onClick={() => endOthers.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </section>
  );
}

function SessionFacts({ session }: { session: Session }) {
  const { userAgent, byStaff, current, lastSeenAt, ip } = session;
  return (
    <span>
      <b>{byStaff ? 'Our staff, on your behalf' : browserName(userAgent)}</b>
      <small>
        {current ? 'This browser' : `Last active ${MOMENT.format(new Date(lastSeenAt))}`}
        {ip && `, ${ip}`}
      </small>
    </span>
  );
}
