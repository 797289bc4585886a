import { useUser } from '#client/features/session/session.ts';
import { KeySettings } from '#client/routes/user/settings/key-settings.tsx';
import { MailSettings } from '#client/routes/user/settings/mail-settings.tsx';
import { PasswordSettings } from '#client/routes/user/settings/password-settings.tsx';
import { PreferenceSettings } from '#client/routes/user/settings/preference-settings.tsx';
import { SessionSettings } from '#client/routes/user/settings/session-settings.tsx';
import { trpc } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './settings.module.css';

/** /user/settings (spec §2). */
export function Component() {
  const user = useUser();
  const { data: me } = trpc.auth.me.useQuery({}, { enabled: false });
  if (!user) return null;
  const isActed = me?.actingAdmin != null;
  return (
    <>
      <PageHead title="Settings" description="Password, preferences, mails, sessions and API keys." hidden />
      <h1>Settings</h1>
      <div className={styles.sections}>
        <PreferenceSettings user={user} />
        <MailSettings user={user} />
        {isActed ? (
          <p className={styles.note}>
            Password, sessions and API keys are the customer's own: they can't be seen or changed while you
            act for them.
          </p>
        ) : (
          <>
            <PasswordSettings user={user} />
            <SessionSettings />
            <KeySettings user={user} />
          </>
        )}
      </div>
    </>
  );
}
