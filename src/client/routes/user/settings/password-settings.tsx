import { type FormEvent, useRef, useState } from 'react';
import { Said } from '#client/features/accounts/ended-note.tsx';
import { NewPasswordField } from '#client/features/accounts/person-fields.tsx';
import { useAction } from '#client/features/notices/notices.ts';
import { refusal } from '#client/refusal.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { textsOf, useFormErrors } from '#client/ui/form-errors.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { PasswordField } from '#client/ui/password-field.tsx';
import { endedWords, PASSWORD_NOTICES } from '#shared/messages.ts';
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
  const [ended, setEnded] = useState('');
  const { data: keys = [] } = trpc.apiKeys.list.useQuery({}, { staleTime: 0 });
  const change = useAction((input: UpdatePassword) => queries.client.auth.updatePassword.mutate(input), {
    success: PASSWORD_NOTICES.updated,
    failure: PASSWORD_NOTICES.updateFailed,
    after: async answer => {
      form.current?.reset();
      setEnded(endedWords(answer.ended));
      await Promise.all([queries.sessions.list.invalidate(), queries.apiKeys.list.invalidate()]);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentPassword = '', password = '' } = textsOf(event.currentTarget);
    const ends = new FormData(event.currentTarget).getAll('ends');
    const keptApiKeys = keys.map(({ _id }) => _id).filter(_id => !ends.includes(_id));
    show([]);
    setEnded('');
    change.mutate(
      { currentPassword, password, keptApiKeys },
      { onError: error => show(refusal(error).issues) },
    );
  };
  return (
    <Form className={styles.section} ref={form} onSubmit={submit} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      <NewPasswordField
        field={field}
        label="New password"
        then="You will be signed out everywhere else, and pending links will end."
      />
      {keys.length > 0 && (
        <fieldset>
          <legend>API keys that will end with it</legend>
          <div className={styles.checks}>
            {keys.map(({ _id, name, prefix }) => (
              <Checkbox key={_id} name="ends" value={_id} defaultChecked label={`${name} (${prefix}…)`} />
            ))}
          </div>
          <p className="muted">Keep only those you recognize: anyone who has a key needs no password.</p>
        </fieldset>
      )}
      <div>
        <Button type="submit" disabled={!isReady} busy={change.isPending}>
          {change.isPending ? 'Changing the password' : 'Change password'}
        </Button>
      </div>
      <Said text={ended} />
    </Form>
  );
}

/** Offers a link to set the first password to people who came without one, by Google or by an invitation. */
function FirstPassword({ email }: { email: string }) {
  const { client } = trpc.useUtils();
  const ask = useAction(() => client.auth.resetPassword.mutate({ email }), {
    success: PASSWORD_NOTICES.linkSent(email),
    failure: PASSWORD_NOTICES.resetFailed,
  });
  return (
    <section className={styles.section} aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p>You don’t have a password yet. We’ll email {email} a link to set one.</p>
      <div>
        <Button onClick={() => ask.mutate(undefined)} busy={ask.isPending}>
          Send the link
        </Button>
      </div>
    </section>
  );
}
