import { type FormEvent, useRef } from 'react';
import { NewPasswordField } from '#client/features/accounts/person-fields.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PASSWORD_NOTICES } from '#shared/messages.ts';
import type { UpdatePassword } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

export function PasswordSettings({ user }: { user: User }) {
  return user.hasPassword ? <ChangePassword /> : <FirstPassword email={user.email} />;
}

function ChangePassword() {
  const form = useRef<HTMLFormElement>(null);
  const { show, field } = useFormErrors(form);
  const isReady = useHydrated();
  const queries = trpc.useUtils();
  const change = useAction((input: UpdatePassword) => queries.client.auth.updatePassword.mutate(input), {
    success: PASSWORD_NOTICES.updated,
    failure: PASSWORD_NOTICES.updateFailed,
    after: async () => {
      form.current?.reset();
      await queries.sessions.list.invalidate();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentPassword = '', password = '' } = textsOf(event.currentTarget);
    show([]);
    change.mutate({ currentPassword, password }, { onError: error => show(refusal(error).issues) });
  };
  return (
    <Form className={styles.section} ref={form} onSubmit={submit} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <NewPasswordField field={field} label="New password" then="You will be signed out everywhere else." />
      <div>
        <Button type="submit" disabled={!isReady} busy={change.isPending}>
          {change.isPending ? 'Changing the password' : 'Change password'}
        </Button>
      </div>
    </Form>
  );
}

/** Who came without a password, by Google or by an invitation, gets the first by a link. */
function FirstPassword({ email }: { email: string }) {
  const { client } = trpc.useUtils();
  const ask = useAction(() => client.auth.resetPassword.mutate({ email }), {
    success: PASSWORD_NOTICES.linkSent(email),
    failure: PASSWORD_NOTICES.resetFailed,
  });
  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p>Your account has none yet. We send a link to {email} by which you set one.</p>
      <div>
        <Button onClick={() => ask.mutate(undefined)} busy={ask.isPending}>
          Send the link
        </Button>
      </div>
    </section>
  );
}
