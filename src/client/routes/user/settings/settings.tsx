import type { LoaderFunctionArgs } from 'react-router-dom';
import { hasSession, useUser } from '#client/features/session/session.ts';
import { FactorSettings } from '#client/routes/user/settings/factor-settings.tsx';
import { KeySettings } from '#client/routes/user/settings/key-settings.tsx';
import { MailSettings } from '#client/routes/user/settings/mail-settings.tsx';
import { PasswordSettings } from '#client/routes/user/settings/password-settings.tsx';
import { PreferenceSettings } from '#client/routes/user/settings/preference-settings.tsx';
import { SessionSettings } from '#client/routes/user/settings/session-settings.tsx';
import { StaffFactors } from '#client/routes/user/settings/staff-factors.tsx';
import { queriesContext, trpc } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { isAdmin, isStaff } from '#shared/rules/permissions.ts';
import styles from './settings.module.css';

/** Parts that stand between others are there from the beginning, so that those don't move. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!hasSession(request)) return null;
  const queries = context.get(queriesContext);
  const me = await queries.auth.me.ensureData({}).catch(() => null);
  // An admin who acts as a customer sees none of it.
  if (!me?.user || me.actingAdmin !== null) return null;
  await Promise.all([
    queries.sessions.list.prefetch({}),
    queries.apiKeys.list.prefetch({}),
    isStaff(me.user) && queries.secondFactor.state.prefetch({}),
    isAdmin(me.user) && queries.secondFactor.list.prefetch({}),
  ]);
  return null;
}

/** Shows /user/settings. */
export function Component() {
  const user = useUser();
  const { data: me } = trpc.auth.me.useQuery({}, { enabled: false });
  if (!user) return null;
  const isActed = me?.actingAdmin != null;
  return (
    <>
      <PageHead title="Settings" description="Password, preferences, emails, sessions and API keys." hidden />
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
            {isStaff(user) && <FactorSettings />}
            {isAdmin(user) && <StaffFactors user={user} />}
            <SessionSettings />
            <KeySettings user={user} />
          </>
        )}
      </div>
    </>
  );
}
