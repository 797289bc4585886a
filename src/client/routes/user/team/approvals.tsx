import { ApprovalRow } from '#client/features/approvals/approval-row.tsx';
import { approvalsTitle, isOpenApproval } from '#client/features/approvals/approvals.ts';
import { OpenApprovals } from '#client/features/approvals/open-approvals.tsx';
import { trpc } from '#client/trpc.ts';
import rows from '#client/ui/rows.module.css';
import type { User } from '#shared/schemas/users.ts';
import styles from './team.module.css';

const MAX_DECIDED = 10;

/** Orders above a Member's limit: what waits, for both of them, and what was decided. */
export function Approvals({ user }: { user: User }) {
  const { data } = trpc.team.approvals.useQuery({}, { staleTime: 0 });
  if (!data || data.length === 0) return null;
  const waiting = data.filter(one => isOpenApproval(one, user));
  const decided = data.filter(one => !isOpenApproval(one, user)).slice(0, MAX_DECIDED);
  return (
    <section aria-labelledby="approvals" className={styles.part}>
      <h2 id="approvals">{approvalsTitle(user)}</h2>
      {waiting.length === 0 ? (
        <p className={styles.hint}>Nothing is waiting.</p>
      ) : (
        <OpenApprovals user={user} approvals={waiting} />
      )}
      {decided.length > 0 && (
        <details className={styles.decided}>
          <summary>Decided earlier</summary>
          <ul className={rows.rows}>
            {decided.map(one => (
              <ApprovalRow key={one._id} approval={one} user={user} look={null} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
