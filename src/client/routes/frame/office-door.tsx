import { useEffect } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { hasSession, useUser } from '#client/features/session/session.ts';
import { SignedOut } from '#client/features/session/signed-out.tsx';
import { unknownPage } from '#client/routes/frame/unknown-page.ts';
import { queriesContext } from '#client/trpc.ts';

/**
 * Stands at every address of the back office for those who have no page there: whoever is signed out signs in, to
 * everybody else it is a page that does not exist.
 */
export async function loader(args: LoaderFunctionArgs) {
  const queries = args.context.get(queriesContext);
  const { user } = hasSession(args.request) ? await queries.auth.me.ensureData({}) : { user: null };
  if (user) return unknownPage(args);
  await queries.auth.options.prefetch({});
  return null;
}

export function Component() {
  const user = useUser();
  // The server knows whether this person has a page here, and which.
  useEffect(() => {
    if (user) location.reload();
  }, [user]);
  return user ? <p role="status">Signing you in…</p> : <SignedOut />;
}
