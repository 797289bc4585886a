import { approvalsTitle, isOpenApproval } from '#client/features/approvals/approvals.ts';
import { OpenApprovals } from '#client/features/approvals/open-approvals.tsx';
import { refusal } from '#client/refusal.ts';
import { JUST_READ, trpc } from '#client/trpc.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import type { User } from '#shared/schemas/users.ts';
import styles from './approvals.module.css';

/** Shows the orders that wait for this user, or for their Primary, above whatever else a page has; nothing without any. */
export function WaitingApprovals({ user }: { user: User }) {
  const { data = [], error, refetch } = trpc.team.approvals.useQuery({}, JUST_READ);
  const waiting = data.filter(one => isOpenApproval(one, user));
  if (waiting.length === 0 && !error) return null;
  return (
    <section className={styles.waiting} aria-labelledby="approvals">
      <h2 id="approvals">{approvalsTitle(user)}</h2>
      {error ? (
        <LoadError message={refusal(error).message} onRetry={refetch} />
      ) : (
        <OpenApprovals user={user} approvals={waiting} />
      )}
    </section>
  );
}
