import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { SECOND_FACTOR_NOTICES } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** For Admins: whether staff must have a second factor, who has one, and removing one that was lost. */
export function StaffFactors({ user }: { user: User }) {
  const queries = trpc.useUtils();
  const { data: state } = trpc.secondFactor.state.useQuery({}, { staleTime: 0 });
  const { data, error, refetch } = trpc.secondFactor.list.useQuery({}, { staleTime: 0 });
  const demand = useAction(
    (isDemanded: boolean) => queries.client.secondFactor.demand.mutate({ isDemanded }),
    {
      success: ({ isDemanded }) =>
        isDemanded ? SECOND_FACTOR_NOTICES.demanded : SECOND_FACTOR_NOTICES.notDemanded,
      failure: SECOND_FACTOR_NOTICES.failed,
      after: () => queries.secondFactor.state.invalidate(),
    },
  );
  const remove = useAction((_id: string) => queries.client.secondFactor.removeOf.mutate({ _id }), {
    success: SECOND_FACTOR_NOTICES.removed,
    failure: SECOND_FACTOR_NOTICES.failed,
    after: () => queries.secondFactor.list.invalidate(),
  });
  return (
    <section className={styles.section} aria-labelledby="staff-factors">
      <h2 id="staff-factors">Staff second factors</h2>
      {state && (
        <>
          <p>
            {state.isDemanded
              ? 'All staff must have one: anyone without one has to set it up at the next sign-in.'
              : 'Staff may sign in without one.'}
          </p>
          <div>
            <Button busy={demand.isPending} onClick={() => demand.mutate(!state.isDemanded)}>
              {state.isDemanded ? 'Let staff sign in without one' : 'Require one of everyone'}
            </Button>
          </div>
        </>
      )}
      {error && <LoadError message={refusal(error).message} onRetry={refetch} />}
      {data && (
        <ul className={styles.sessions}>
          {data.map(one => (
            <li key={one._id}>
              <span>
                <b>{one.name || one.email}</b>
                <small>{one.since === null ? 'None' : `Since ${DAY.format(new Date(one.since))}`}</small>
              </span>
              {one.since !== null && one._id !== user._id && (
                <Button size="small" busy={remove.isPending} onClick={() => remove.mutate(one._id)}>
                  Remove{' '}
                  <span className="visually-hidden">{`the second factor of ${one.name || one.email}`}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
