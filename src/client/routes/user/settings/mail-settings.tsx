import type { FormEvent } from 'react';
import { useSaveProfile } from '#client/routes/user/settings/save-profile.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

/** The notifications that come by mail as well, by their type. Anything that has to be in writing always comes. */
const MAILS = [
  ['2', 'Changes to my orders, refunds'],
  ['3', 'My order is ready or shipped'],
  ['5', 'Payments received'],
] as const;

export function MailSettings({ user }: { user: User }) {
  const isReady = useHydrated();
  const save = useSaveProfile(user);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    save.mutate({ notify: Object.fromEntries(MAILS.map(([type]) => [type, chosen.has(type)])) });
  };
  return (
    <Form className={styles.section} onSubmit={submit} aria-label="Emails">
      <fieldset>
        <legend>Email notifications</legend>
        <div className={styles.checks}>
          {MAILS.map(([type, label]) => (
            <Checkbox key={type} name={type} label={label} defaultChecked={user.notify[type] !== false} />
          ))}
        </div>
      </fieldset>
      <p className="muted">
        Order confirmations and cancellations always come by email, and so do messages about the security of
        your account.
      </p>
      <div>
        <Button type="submit" disabled={!isReady} busy={save.isPending}>
          Save emails
        </Button>
      </div>
    </Form>
  );
}
