import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom';
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
import { unlessSearchAlone } from '#client/ui/list/unless-search-alone.ts';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { COMPANY_NOTICES } from '#shared/messages.ts';
import type { Company } from '#shared/schemas/companies.ts';
import type { User } from '#shared/schemas/users.ts';
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

export const shouldRevalidate = unlessSearchAlone;

/** /user/team: who buys for the company, up to how much, what waits for approval, and what the company says of itself. */
export function Component() {
  const user = useUser();
  const { company, error, refetch, put } = useCompany();
  if (!user) return null;
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
      {company && <Parts {...{ user, company, put }} />}
    </>
  );
}

const PARTS = [
  { name: 'people', title: 'People' },
  { name: 'addresses', title: 'Addresses' },
  { name: 'company', title: 'Company' },
  { name: 'certificates', title: 'Certificates', ofPrimary: true },
] as const;

type PartName = (typeof PARTS)[number]['name'];

interface PartsProps {
  user: User;
  company: Company;
  put: (company: Company) => void;
}

/** One part is shown at a time; the others stay in the page, so that what was typed there is not lost. */
function Parts({ user, company, put }: PartsProps) {
  const [params] = useSearchParams();
  const mayChange = user.role === 'Primary';
  const offered = PARTS.filter(part => mayChange || !('ofPrimary' in part));
  const shown = offered.find(({ name }) => name === params.get('part'))?.name ?? 'people';
  const part = (name: PartName, content: ReactNode) => (
    <div key={name} hidden={name !== shown}>
      <div className={styles.parts}>{content}</div>
    </div>
  );
  return (
    <div className={styles.parts}>
      <Approvals user={user} />
      <div>
        <Tabs
          label="Parts of the team"
          tabs={offered.map(({ name, title }) => ({
            to: name === 'people' ? '/user/team' : `/user/team?part=${name}`,
            isCurrent: name === shown,
            content: title,
          }))}
        />
        {part(
          'people',
          <>
            <Members {...{ user, company, put }} />
            {mayChange && <Invitations user={user} />}
            <Associated {...{ company, put }} mayChange={mayChange} />
          </>,
        )}
        {part('addresses', <Addresses {...{ company, put }} mayChange={mayChange} />)}
        {part('company', <CompanyForm key={company.version} {...{ company, put }} mayChange={mayChange} />)}
        {mayChange && part('certificates', <Certificates {...{ company, put }} />)}
      </div>
    </div>
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
