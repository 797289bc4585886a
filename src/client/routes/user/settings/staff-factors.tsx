import { DemandFactor } from '#client/features/accounts/demand-factor.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { DAY } from '#client/ui/moment.ts';
import { SECOND_FACTOR_NOTICES } from '#shared/messages.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

/** For Admins: whether staff must have a second factor, who has one, and removing one that was lost. */
export function StaffFactors({ user }: { user: User }) {
  const queries = trpc.useUtils();
  const { data, error, refetch } = trpc.secondFactor.list.useQuery({}, { staleTime: 0 });
  const remove = useAction((_id: string) => queries.client.secondFactor.removeOf.mutate({ _id }), {
    success: SECOND_FACTOR_NOTICES.removed,
    failure: SECOND_FACTOR_NOTICES.failed,
    after: () => queries.secondFactor.list.invalidate(),
  });
  return (
    <section className={styles.section} aria-labelledby="staff-factors">
      <h2 id="staff-factors">Staff second factors</h2>
      <DemandFactor />
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
