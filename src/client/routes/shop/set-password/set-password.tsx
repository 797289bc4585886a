import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { EndedNote, endedState } from '#client/features/accounts/ended-note.tsx';
import { NewPasswordField } from '#client/features/accounts/person-fields.tsx';
import { notify } from '#client/features/notices/notices.ts';
import forms from '#client/features/session/account-forms.module.css';
import { useSetPassword } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { FirstAdminForm } from '#client/routes/shop/set-password/first-admin-form.tsx';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHashToken } from '#client/ui/hash-token.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { PASSWORD_NOTICES } from '#shared/messages.ts';
import type { Ended } from '#shared/schemas/auth.ts';
import styles from './set-password.module.css';

/** /set-password: where links lead by which a password is set: a forgotten one, or that of a new shop's first admin. */
export function Component() {
  const token = useHashToken('token');
  const firstAdmin = useHashToken('first-admin');
  const navigate = useNavigate();
  const continueToAccount = (ended?: Ended) =>
    navigate('/user', { replace: true, state: ended && endedState(ended) });
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Set password" description="Set a password with a link." hidden />
      <h1>{firstAdmin ? "Set up this shop's first admin" : 'Set a new password'}</h1>
      <EndedNote />
      <div className={styles.form}>
        {firstAdmin && <FirstAdminForm token={firstAdmin} then={() => continueToAccount()} />}
        {!firstAdmin && token && <WithLink token={token} then={continueToAccount} />}
        {firstAdmin === '' && token === '' && <DeadLink why="This link is incomplete." />}
      </div>
    </div>
  );
}

interface FormProps {
  token: string;
  then: (ended: Ended) => unknown;
}

/** Looks at the link first (rule A9): nobody thinks up a password for one that is over. */
function WithLink({ token, then }: FormProps) {
  const { client } = trpc.useUtils();
  const set = useSetPassword(then);
  const { data, error, refetch } = useQuery({
    queryKey: ['reset-token', token],
    queryFn: () => client.auth.verifyToken.mutate({ token }),
    // Once it is used it is not asked about again: the answer would be that it is worth nothing.
    enabled: !set.isPending && !set.isSuccess,
    // A link that was good may be used by now.
    gcTime: 0,
  });
  const isInvalid = data?.valid === false;
  useEffect(() => {
    if (isInvalid) notify(PASSWORD_NOTICES.linkInvalid);
  }, [isInvalid]);
  if (isInvalid) return <DeadLink why="This link has expired or was already used." />;
  if (data) return <PasswordForm token={token} set={set} />;
  if (!error) return <p role="status">Checking the link…</p>;
  return <LoadError message={refusal(error).message} onRetry={refetch} />;
}

function PasswordForm({ token, set }: { token: string; set: ReturnType<typeof useSetPassword> }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password = '' } = textsOf(event.currentTarget);
    set.mutate(
      { token, password },
      {
        onError: error => {
          const { reason, issues, message } = refusal(error);
          show(reason === 'reset_link_invalid' ? [{ path: ['password'], message }] : issues);
        },
      },
    );
  };
  return (
    <Form className={forms.form} ref={form} onSubmit={submit} aria-label="Set a new password">
      <NewPasswordField
        field={field}
        label="New password"
        then="You will be signed in. Everyone else will be signed out; API keys and pending links will end."
      />
      <div>
        <Button look="primary" type="submit" busy={set.isPending}>
          {set.isPending ? 'Setting the password' : 'Set the password'}
        </Button>
      </div>
    </Form>
  );
}

function DeadLink({ why }: { why: string }) {
  return (
    <>
      <p>{`${why} Please open the link in the email again, or ask for a new one.`}</p>
      <p className={styles.ways}>
        <ButtonLink look="primary" to="/user?forgotten">
          Ask for a new link
        </ButtonLink>
      </p>
    </>
  );
}
