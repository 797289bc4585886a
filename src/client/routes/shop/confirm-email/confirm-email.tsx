import { useState } from 'react';
import { useAction } from '#client/features/notices/notices.ts';
import { useReadUserAgain, useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { useHashToken } from '#client/ui/hash-token.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { USER_NOTICES } from '#shared/messages.ts';
import styles from './confirm-email.module.css';

/** /confirm-email: where the link of a mail leads. A press confirms it, as programs that read mails follow links, too. */
export function Component() {
  const token = useHashToken('token');
  const user = useUser();
  const { client } = trpc.useUtils();
  const readAgain = useReadUserAgain();
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const confirm = useAction((given: string) => client.auth.confirmEmail.mutate({ token: given }), {
    success: USER_NOTICES.emailConfirmed,
    failure: USER_NOTICES.confirmFailed,
    after: async ({ email }) => {
      if (user) await readAgain();
      setConfirmed(email);
    },
  });
  const failed = confirm.error ? refusal(confirm.error) : null;
  const isDead = token === '' || failed?.reason === 'link_invalid';
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Confirm e-mail" description="Confirm your e-mail address." hidden />
      <h1>Confirm your e-mail address</h1>
      {confirmed !== null && (
        <p>
          <b>{confirmed}</b> is confirmed. Thank you!
        </p>
      )}
      {confirmed === null && isDead && (
        <p>
          This link was used already, or its time is over. You can ask for a new one on your profile, where it
          also says whether your address is confirmed.
        </p>
      )}
      {confirmed === null && !isDead && (
        <>
          <p>
            It leads you back in when you forget your password, and finds the orders that you made with it.
          </p>
          {failed && <p role="alert">{failed.message}</p>}
        </>
      )}
      <p className={styles.ways}>
        {confirmed === null && !isDead ? (
          <Button
            look="primary"
            disabled={!token}
            busy={confirm.isPending}
            onClick={() => token && confirm.mutate(token)}
          >
            {confirm.isPending ? 'Confirming' : 'Confirm this address'}
          </Button>
        ) : (
          <ButtonLink look="primary" to="/user">
            Your profile
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
