import { type FormEvent, useRef } from 'react';
import { NameField, NewPasswordField } from '#client/features/accounts/person-fields.tsx';
import styles from '#client/features/session/account-forms.module.css';
import { useFirstAdmin } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';

/** Asks for name, e-mail and password of the shop's first admin; `then` runs when they are signed in. */
export function FirstAdminForm({ token, then }: { token: string; then: () => unknown }) {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
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
      <NameField field={field} />
      <TextField label="E-mail" type="email" autoComplete="username" {...field('email')} />
      <NewPasswordField field={field} />
      <Button look="primary" type="submit" busy={redeem.isPending}>
        {redeem.isPending ? 'Setting up the account' : 'Set up the account'}
      </Button>
    </Form>
  );
}
