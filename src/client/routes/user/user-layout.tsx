import { useEffect, useRef } from 'react';
import { type LoaderFunctionArgs, NavLink, Outlet, useLocation } from 'react-router-dom';
import { hasSession, useUser } from '#client/features/session/session.ts';
import { SignedOut } from '#client/features/session/signed-out.tsx';
import { USER_PAGES, userAddress } from '#client/routes/user/user-pages.ts';
import { queriesContext } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { useCurrentInSight } from '#client/ui/current-in-sight.ts';
import { useLostFocus } from '#client/ui/lost-focus.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import type { User } from '#shared/schemas/users.ts';
import styles from './user-layout.module.css';

/** Reads the ways to sign in that the form offers, where nobody is signed in. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  if (!hasSession(request)) await context.get(queriesContext).auth.options.prefetch({});
  return null;
}

/** The frame of a user's own pages. Somebody who is signed out signs in at the page's own address and stays there. */
export function Component() {
  const user = useUser();
  const isSignedIn = user !== null;
  const wasSignedIn = useRef(isSignedIn);
  useLostFocus();
  // The form that had the focus is gone.
  useEffect(() => {
    if (isSignedIn && !wasSignedIn.current)
      document.getElementById('content')?.focus({ preventScroll: true });
    wasSignedIn.current = isSignedIn;
  }, [isSignedIn]);
  if (!user) return <SignedOut />;
  return (
    <div className={`container ${styles.area}`}>
      <UserNav user={user} />
      <div className={styles.page}>
        <Page user={user} />
      </div>
    </div>
  );
}

/** A page that is not this user's says whose it is, in place of being refused by its calls. */
function Page({ user }: { user: User }) {
  const { pathname } = useLocation();
  const page = USER_PAGES.find(one => userAddress(one) === pathname.replace(/\/$/, ''));
  if (!page?.text || !page.isFor || page.isFor(user)) return <Outlet />;
  return (
    <>
      <PageHead title={page.text} description={page.text} hidden />
      <h1>{page.text}</h1>
      <p>{user.company === null ? FOR_COMPANIES : FOR_PRIMARY}</p>
      <p>
        <ButtonLink to={user.company === null ? '/commercial' : '/user/orders'}>
          {user.company === null ? 'Open a trade account' : 'See your orders'}
        </ButtonLink>
      </p>
    </>
  );
}

const FOR_COMPANIES = 'This page is for people in a company with a trade account.';
const FOR_PRIMARY =
  'This page is for the Primary of your company, who is responsible for its account. Please ask them.';

function UserNav({ user }: { user: User }) {
  const { pathname } = useLocation();
  const list = useCurrentInSight(pathname);
  return (
    <nav className={`${styles.nav} no-print`} aria-label="Your account">
      <p className={styles.who}>
        <b>{user.name}</b>
        {user.companyName && <span>{user.companyName}</span>}
      </p>
      <ul ref={list}>
        {USER_PAGES.filter(({ text, isFor }) => text && (!isFor || isFor(user))).map(page => (
          <li key={page.path}>
            <NavLink to={userAddress(page)} end={page.path === ''}>
              {page.text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
