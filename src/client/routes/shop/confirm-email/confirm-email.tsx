import { useState } from 'react';
import { useEmailLink } from '#client/features/accounts/email-link.ts';
import { useAction } from '#client/features/notices/notices.ts';
import { useSessionOf, useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useHashToken } from '#client/ui/hash-token.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { USER_NOTICES } from '#shared/messages.ts';
import type { EmailLink } from '#shared/schemas/auth.ts';
import styles from './confirm-email.module.css';

const KINDS = ['own', 'change', 'agree'] as const;

/** /confirm-email: where the link of a mail leads. A press confirms it, as programs that read mails follow links, too. */
export function Component() {
  const token = useHashToken('token');
  const user = useUser();
  const { client } = trpc.useUtils();
  const readSession = useSessionOf();
  const [answer, setAnswer] = useState<{ email: string; waiting: boolean } | null>(null);
  const confirm = useAction((given: string) => client.auth.confirmEmail.mutate({ token: given }), {
    success: ({ waiting }) => (waiting ? USER_NOTICES.emailAgreed : USER_NOTICES.emailConfirmed),
    failure: USER_NOTICES.confirmFailed,
    after: async confirmed => {
      // A change that staff asked for signs everybody out.
      if (user) await readSession();
      setAnswer(confirmed);
    },
  });
  const isFollowed = confirm.isPending || confirm.isSuccess;
  const { link, isDead, failed, refetch } = useEmailLink(token, { kinds: KINDS, isFollowed });
  const refused = confirm.error ? refusal(confirm.error) : null;
  const isOver = answer === null && (isDead || refused?.reason === 'link_invalid');
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Confirm e-mail" description="Confirm your e-mail address." hidden />
      <h1>{link?.kind === 'agree' ? 'A new e-mail address' : 'Confirm your e-mail address'}</h1>
      {answer && <Confirmed {...answer} />}
      {isOver && (
        <p>
          This link has expired or was already used. You can ask for a new one in your profile, which also
          shows whether your address is confirmed.
        </p>
      )}
      {failed && <LoadError message={failed.message} onRetry={refetch} />}
      {!answer && !isOver && !failed && !link && <p role="status">Checking the link…</p>}
      {!answer && !isOver && link && <p>{WORDS[link.kind]?.(link)}</p>}
      {!isOver && refused && <p role="alert">{refused.message}</p>}
      <p className={styles.ways}>
        {answer || isOver ? (
          <ButtonLink look="primary" to="/user">
            Your profile
          </ButtonLink>
        ) : (
          link && (
            <Button
              look="primary"
              disabled={!token}
              busy={confirm.isPending}
              onClick={() => token && confirm.mutate(token)}
            >
              {confirm.isPending ? 'Confirming' : link.kind === 'agree' ? 'I agree' : 'Confirm this address'}
            </Button>
          )
        )}
      </p>
    </div>
  );
}

const WORDS: Partial<Record<EmailLink['kind'], (link: EmailLink) => string>> = {
  own: () => 'It lets you back in if you forget your password, and finds the orders you placed with it.',
  change: ({ email, newEmail }) => `${newEmail} will replace ${email} on your account.`,
  agree: ({ email, newEmail }) =>
    `Our staff were asked to use ${newEmail} for your account instead of ${email}. If you agree, the change takes effect as soon as the new address is confirmed.`,
};

function Confirmed({ email, waiting }: { email: string; waiting: boolean }) {
  return waiting ? (
    <p>
      Thank you! <b>{email}</b> will become the address of the account once it is confirmed, and the old
      address or one of our Admins agrees.
    </p>
  ) : (
    <p>
      <b>{email}</b> is confirmed. Thank you!
    </p>
  );
}
