import { useLoginBack, useUser } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import styles from './acting-bar.module.css';

/** On every page while an admin acts as a customer: as whom, and the way back. */
export function ActingBar() {
  const { data } = trpc.auth.me.useQuery({}, { enabled: false });
  const user = useUser();
  const back = useLoginBack();
  if (!user || data?.actingAdmin == null) return null;
  return (
    <section className={`${styles.bar} no-print`} aria-label="Acting as a customer">
      <p>
        You are acting as <b>{user.name || user.email}</b>
        {user.companyName && ` of ${user.companyName}`}.
      </p>
      <Button size="small" busy={back.isPending} onClick={() => back.mutate(undefined)}>
        Back to {data.actingAdmin || 'your own account'}
      </Button>
    </section>
  );
}
