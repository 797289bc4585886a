import type { EMAIL_STATUSES } from '#shared/enumerations.ts';
import { MAIL_STATUS_WORDS } from '#shared/rules/mail-words.ts';
import styles from './mail-status.module.css';

/** Says what became of a mail. */
export function MailStatus({ status }: { status: (typeof EMAIL_STATUSES)[number] }) {
  return (
    <span className={styles.status} data-status={status}>
      {MAIL_STATUS_WORDS[status]}
    </span>
  );
}
