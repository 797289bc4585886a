import { type FormEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { PersonFields } from '#client/features/accounts/person-fields.tsx';
import { GoogleButton } from '#client/features/session/google-button.tsx';
import { useRegister, useSignIn } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import styles from './account-forms.module.css';

/** `then` runs when the customer is signed in; the cart stays as it is. */
export function SignInForm({ then }: { then: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const isReady = useHydrated();
  const signIn = useSignIn(then);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', password = '' } = textsOf(event.currentTarget);
    signIn.mutate(
      { email, password },
      {
        onError: error => {
          const { reason, issues, message } = refusal(error);
          show(reason === 'wrong_login' ? [{ path: ['password'], message }] : issues);
        },
      },
    );
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-labelledby="sign-in">
      <h2 id="sign-in">Sign in</h2>
      <TextField label="E-mail" type="email" autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <Button look="primary" type="submit" disabled={!isReady} busy={signIn.isPending}>
        {signIn.isPending ? 'Signing in' : 'Sign in'}
      </Button>
      <p>
        <Link to="/user?forgotten">Forgot your password?</Link>
      </p>
      <GoogleButton then={then} />
    </Form>
  );
}

export function RegisterForm({ then }: { then: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const isReady = useHydrated();
  const register = useRegister(then);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', email = '', phone = '', password = '' } = textsOf(event.currentTarget);
    register.mutate(
      { name, email, password, ...(phone && { phone }) },
      {
        onError: error => {
          const { reason, issues, message } = refusal(error);
          show(reason === 'email_taken' ? [{ path: ['email'], message }] : issues);
        },
      },
    );
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-labelledby="register">
      <h2 id="register">Create an account</h2>
      <PersonFields field={field} />
      <Button look="outline" type="submit" disabled={!isReady} busy={register.isPending}>
        {register.isPending ? 'Creating your account' : 'Create account'}
      </Button>
      <p>
        Buying for a business? <Link to="/commercial">Open a trade account</Link>
      </p>
    </Form>
  );
}
