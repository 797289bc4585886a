import { type FormEvent, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAction } from '#client/features/notices/notices.ts';
import forms from '#client/features/session/account-forms.module.css';
import { RegisterForm, SignInForm } from '#client/features/session/account-forms.tsx';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { PASSWORD_NOTICES } from '#shared/messages.ts';
import styles from './signed-out.module.css';

const stay = () => undefined;

/**
 * Takes the place of a page for some while nobody is signed in: `?register` begins with a new account, `?forgotten` asks
 * for a link. People who have signed in are on the page that they wanted.
 */
export function SignedOut() {
  const [params] = useSearchParams();
  if (params.has('forgotten')) return <Forgotten />;
  const registers = params.has('register');
  const register = <RegisterForm then={stay} />;
  return (
    <div className={`container ${styles.page}`}>
      <PageHead
        title={registers ? 'Create an account' : 'Sign in'}
        description="Sign in to your account, or create one."
        hidden
      />
      <h1>Your account</h1>
      <div className={styles.columns}>
        {registers && register}
        <SignInForm then={stay} />
        {!registers && register}
      </div>
    </div>
  );
}

function Forgotten() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <div className={`container ${styles.page}`}>
      <PageHead title="Forgot password" description="Get a link to set a new password." hidden />
      <h1>Forgot your password?</h1>
      <div className={styles.columns}>
        {sentTo === null ? (
          <ResetForm then={setSentTo} />
        ) : (
          <div className={forms.form}>
            <p>
              If <b>{sentTo}</b> has an account, a link is on its way there. It is valid for the next 24 hours
              and works once. Can’t find it? Check your spam folder.
            </p>
            <div>
              <Button onClick={() => setSentTo(null)}>Send it again</Button>
            </div>
          </div>
        )}
      </div>
      <p className={styles.back}>
        <Link to="/user">Back to sign in</Link>
      </p>
    </div>
  );
}

function ResetForm({ then }: { then: (email: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const isReady = useHydrated();
  const { client } = trpc.useUtils();
  const ask = useAction(
    async (email: string) => {
      await client.auth.resetPassword.mutate({ email });
      return email;
    },
    { success: PASSWORD_NOTICES.linkSent, failure: PASSWORD_NOTICES.resetFailed, after: then },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '' } = textsOf(event.currentTarget);
    ask.mutate(email.trim(), { onError: error => show(refusal(error).issues) });
  };
  return (
    <Form className={forms.form} ref={form} onSubmit={submit} aria-label="Forgot password">
      <p>Enter the email address of your account. We’ll email you a link to set a new password.</p>
      <TextField label="E-mail" type="email" autoComplete="username" maxLength={254} {...field('email')} />
      <Button look="primary" type="submit" disabled={!isReady} busy={ask.isPending}>
        {ask.isPending ? 'Sending the link' : 'Send the link'}
      </Button>
    </Form>
  );
}
