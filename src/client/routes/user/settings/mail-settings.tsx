import type { FormEvent } from 'react';
import { useSaveProfile } from '#client/routes/user/settings/save-profile.ts';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/field.tsx';
import { Form } from '#client/ui/form.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import type { User } from '#shared/schemas/users.ts';
import styles from './settings.module.css';

/** The notifications that come by mail as well, by their type. What has to be in writing always comes. */
const MAILS = [
  ['2', 'Changes of my orders, refunds'],
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
    <Form className={styles.section} onSubmit={submit} aria-label="Mails">
      <fieldset>
        <legend>Notifications by mail</legend>
        <div className={styles.checks}>
          {MAILS.map(([type, label]) => (
            <Checkbox key={type} name={type} label={label} defaultChecked={user.notify[type] !== false} />
          ))}
        </div>
      </fieldset>
      <p className="muted">
        Confirmations and cancellations of orders always come by mail, and so does what concerns the safety of
        your account.
      </p>
      <div>
        <Button type="submit" disabled={!isReady} busy={save.isPending}>
          Save mails
        </Button>
      </div>
    </Form>
  );
}
