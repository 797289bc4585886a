import { Link } from 'react-router-dom';
import { Panel } from '#client/features/office/record-page.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Answered } from '#client/ui/list/answered.tsx';
import { MOMENT } from '#client/ui/moment.ts';
import type { Reminders } from '#shared/schemas/payments.ts';
import styles from './account.module.css';

const STATES: Record<Reminders['sent'][number]['status'], string> = {
  queued: 'on its way',
  sent: 'sent',
  captured: 'kept, not sent',
  failed: 'failed',
};

/** Lists what a company was reminded of, when, and by a mail to whom. */
export function RemindersSent({ company }: { company: string }) {
  const answer = trpc.statement.reminders.useQuery({ company }, { staleTime: 0 });
  return (
    <Panel title="Reminders">
      <Answered answer={answer} failure={error => refusal(error).message}>
        {({ sent }) =>
          sent.length === 0 ? (
            <p>No reminders yet.</p>
          ) : (
            <ul className={styles.reminders}>
              {sent.map(mail => (
                <li key={mail._id} data-failed={mail.status === 'failed' || undefined}>
                  <Link to={`/admin/mailbox/${mail._id}`}>{mail.subject}</Link>
                  <span>{`to ${mail.to}`}</span>
                  <span className="muted">{`${MOMENT.format(new Date(mail.createdAt))}, ${STATES[mail.status]}`}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}
