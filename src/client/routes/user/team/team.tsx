import type { LoaderFunctionArgs } from 'react-router-dom';
import { hasSession, useUser } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { Addresses } from '#client/routes/user/team/addresses.tsx';
import { Approvals } from '#client/routes/user/team/approvals.tsx';
import { Associated } from '#client/routes/user/team/associated.tsx';
import { Certificates } from '#client/routes/user/team/certificates.tsx';
import { CompanyForm } from '#client/routes/user/team/company-form.tsx';
import { Invitations } from '#client/routes/user/team/invitations.tsx';
import { Members } from '#client/routes/user/team/members.tsx';
import { useCompany } from '#client/routes/user/team/use-company.ts';
import { queriesContext } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { COMPANY_NOTICES } from '#shared/messages.ts';
import styles from './team.module.css';

/** Everything is known before the page is there, so that nothing of it comes late and pushes the rest. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!hasSession(request)) return null;
  const { auth, companies, team } = context.get(queriesContext);
  const { user } = await auth.me.ensureData({});
  if (!user?.company) return null;
  await Promise.all([
    companies.byId.prefetch({ id: user.company }),
    team.approvals.prefetch({}),
    user.role === 'Primary' && team.invitations.prefetch({}),
  ]);
  return null;
}

/** /user/team: who buys for the company, up to how much, what waits for approval, and what the company says of itself. */
export function Component() {
  const user = useUser();
  const { company, error, refetch, put } = useCompany();
  if (!user) return null;
  const isPrimary = user.role === 'Primary';
  return (
    <>
      <PageHead title="Team" description="The people in your company." hidden />
      <h1>Team</h1>
      {!user.company && <NoCompany />}
      {user.company && !company && (
        <div className={styles.waiting}>
          {error ? (
            <LoadError
              message={`${COMPANY_NOTICES.readFailed.text}. ${refusal(error).message}`}
              onRetry={refetch}
            />
          ) : (
            <p role="status">Loading…</p>
          )}
        </div>
      )}
      {company && (
        <div className={styles.parts}>
          <Approvals user={user} />
          <Members {...{ user, company, put }} />
          {isPrimary && <Invitations user={user} />}
          <Addresses {...{ company, put }} mayChange={isPrimary} />
          <CompanyForm key={company.version} {...{ company, put }} mayChange={isPrimary} />
          {isPrimary && <Certificates {...{ company, put }} />}
          <Associated {...{ company, put }} mayChange={isPrimary} />
        </div>
      )}
    </>
  );
}

function NoCompany() {
  return (
    <div className={styles.waiting}>
      <p>You buy for yourself. A company has a team: its people buy at its prices and on its account.</p>
      <p>
        <ButtonLink look="primary" to="/commercial">
          Open a trade account
        </ButtonLink>
      </p>
    </div>
  );
}
