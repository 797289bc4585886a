import { type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router-dom';
import { EmailState } from '#client/features/accounts/email-state.tsx';
import { EndedNote } from '#client/features/accounts/ended-note.tsx';
import { readUser, useUser } from '#client/features/session/session.ts';
import { Avatar } from '#client/routes/user/avatar.tsx';
import { OwnCredit } from '#client/routes/user/own-credit.tsx';
import { ProfileForm } from '#client/routes/user/profile-form.tsx';
import { queriesContext } from '#client/trpc.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { Redirect } from '#client/ui/redirect.tsx';
import styles from './profile.module.css';

/** Lets users who are not fully registered say who they are first (rule A6). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (new URL(request.url).searchParams.has('return')) return null;
  const queries = context.get(queriesContext);
  const user = await readUser(queries, request);
  if (user && !user.registeredFully) throw redirect('/commercial');
  if (user) await queries.storeCredit.balance.prefetch();
  return null;
}

/** Only a path of this shop: an address elsewhere in the link would make it a lure. Browsers skip tabs and line ends. */
function safeReturn(wanted: string | null): string | null {
  return wanted && /^\/(?![/\\])[^\t\n\r]*$/.test(wanted) ? wanted : null;
}

/** /user: the profile, or the way back to where somebody came from to sign in. */
export function Component() {
  const user = useUser();
  const [params] = useSearchParams();
  const wanted = safeReturn(params.get('return'));
  if (wanted) return <Redirect to={wanted} />;
  if (!user) return null;
  return (
    <>
      <PageHead title="Profile" description="Your account." hidden />
      <h1>Profile</h1>
      <EndedNote />
      <Avatar user={user} />
      <EmailState user={user} />
      <OwnCredit isCompanys={user.company !== null} />
      <ProfileForm user={user} />
      <p className={styles.since}>
        {user.companyName === null ? 'You buy for yourself.' : `You buy for ${user.companyName}`}
        {user.role && ` as its ${user.role}.`}
      </p>
    </>
  );
}
