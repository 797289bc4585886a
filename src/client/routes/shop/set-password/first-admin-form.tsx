import { type FormEvent, useRef } from 'react';
import styles from '#client/features/session/account-forms.module.css';
import { useFirstAdmin } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { PASSWORD_MIN } from '#shared/rules/passwords.ts';

/** Name, e-mail and password of the shop's first admin; `then` runs when he is signed in. */
export function FirstAdminForm({ token, then }: { token: string; then: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const { errors, show, forget } = useFormErrors(form);
  const redeem = useFirstAdmin(then);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { name = '', email = '', password = '' } = textsOf(event.currentTarget);
    redeem.mutate(
      { token, name, email, password },
      {
        onError: error => {
          const { reason, issues, message } = refusal(error);
          show(reason === 'email_taken' ? [{ path: ['email'], message }] : issues);
        },
      },
    );
  };
  return (
    <Form className={styles.form} ref={form} onSubmit={submit} aria-label="The first admin">
      <TextField
        label="Full name"
        name="name"
        autoComplete="name"
        error={errors.name}
        onChange={() => forget('name')}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        error={errors.email}
        onChange={() => forget('email')}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        error={errors.password}
        onChange={() => forget('password')}
      />
      <Button look="primary" type="submit" disabled={redeem.isPending}>
        {redeem.isPending ? 'Setting up the account' : 'Set up the account'}
      </Button>
    </Form>
  );
}
