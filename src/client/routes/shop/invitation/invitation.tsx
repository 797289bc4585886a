import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { NameField, NewPasswordField, PhoneField } from '#client/features/accounts/person-fields.tsx';
import { SignInForm } from '#client/features/session/account-forms.tsx';
import {
  useAcceptInvitation,
  useRegisterInvited,
  useSignOut,
  useUser,
} from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { formatMoney } from '#shared/rules/money.ts';
import type { OpenInvitation } from '#shared/schemas/team.ts';
import styles from './invitation.module.css';

function watchHash(watcher: () => void): () => void {
  window.addEventListener('hashchange', watcher);
  return () => window.removeEventListener('hashchange', watcher);
}
const readToken = () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
const unknown = () => null;

/** /invitation: where the mail of a company's Primary leads. Its secret stands in the hash, which no server sees. */
export function Component() {
  const token = useSyncExternalStore(watchHash, readToken, unknown);
  const [isJoining, setJoining] = useState(false);
  const user = useUser();
  const { data, error, refetch } = trpc.team.invitation.useQuery(
    { token: token ?? '' },
    // Once it is accepted there is nothing left to ask for.
    { enabled: Boolean(token) && !isJoining, retry: false, staleTime: 0 },
  );
  const failure = error && refusal(error);
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Invitation" description="Join a company." hidden />
      <h1>{data ? `Join ${data.companyName}` : 'Invitation'}</h1>
      {token === '' && <p>This link is incomplete. Please open the link in the email again.</p>}
      {failure && (
        <p role="alert">
          {`${failure.message} `}
          {failure.reason === null && (
            <Button size="small" onClick={() => refetch()}>
              Try again
            </Button>
          )}
        </p>
      )}
      {failure && failure.reason !== null && (
        <p>
          <ButtonLink to="/user">{user ? 'Your profile' : 'Sign in'}</ButtonLink>
        </p>
      )}
      {token && data && <Open token={token} invitation={data} setJoining={setJoining} />}
      {token && !data && !error && <p role="status">Loading…</p>}
    </div>
  );
}

interface OpenProps {
  token: string;
  invitation: OpenInvitation;
  setJoining: (isJoining: boolean) => void;
}

function Open({ token, invitation, setJoining }: OpenProps) {
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { companyName, invitedBy, email, role, spendingLimit, hasAccount } = invitation;
  const isInvited = user?.email.toLowerCase() === email.toLowerCase();
  const done = () => navigate('/user/team', { replace: true });
  return (
    <>
      <p>
        {`${invitedBy || 'Its Primary'} invites ${email} to buy for ${companyName}, at its prices and on its account, as ${role}.`}
        {spendingLimit !== null &&
          ` Orders above ${formatMoney(spendingLimit)} will wait for a Primary to approve them.`}
      </p>
      {user && isInvited && <Accept {...{ token, companyName, setJoining, done }} />}
      {user && !isInvited && (
        <>
          <p role="alert">{`You are signed in as ${user.email}, and this invitation was sent to ${email}.`}</p>
          <p>
            <Button busy={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
              Sign out
            </Button>
          </p>
          <p className={styles.hint}>Then open the link in the email again.</p>
        </>
      )}
      {!user && (
        <div className={styles.form}>
          {hasAccount ? (
            <SignInForm then={() => undefined} />
          ) : (
            <Register {...{ token, email, setJoining, done }} />
          )}
        </div>
      )}
    </>
  );
}

type JoinProps = Pick<OpenProps, 'token' | 'setJoining'> & { done: () => unknown };

function Accept({ token, companyName, setJoining, done }: JoinProps & { companyName: string }) {
  const accept = useAcceptInvitation(companyName, done);
  const join = () => {
    setJoining(true);
    accept.mutate({ token }, { onError: () => setJoining(false) });
  };
  return (
    <p>
      <Button look="primary" busy={accept.isPending} onClick={join}>
        {accept.isPending ? 'Joining' : `Join ${companyName}`}
      </Button>
    </p>
  );
}

function Register({ token, email, setJoining, done }: JoinProps & { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const register = useRegisterInvited(done);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', phone = '', password = '' } = textsOf(event.currentTarget);
    setJoining(true);
    const onError = (error: unknown) => {
      setJoining(false);
      show(refusal(error).issues);
    };
    register.mutate({ token, name, phone, password }, { onError });
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-labelledby="register">
      <h2 id="register">Create your account</h2>
      <TextField label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
      <NameField field={field} />
      <PhoneField field={field} optional />
      <NewPasswordField field={field} />
      <Button look="primary" type="submit" busy={register.isPending}>
        {register.isPending ? 'Creating your account' : 'Create the account and join'}
      </Button>
    </Form>
  );
}
