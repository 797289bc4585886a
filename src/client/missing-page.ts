import type { LoaderFunctionArgs } from 'react-router-dom';
import { isInMenu } from '#client/features/session/profile-menu.ts';
import { hasSession } from '#client/features/session/session.ts';
import { refusal } from '#client/refusal.ts';
import { queriesContext } from '#client/trpc.ts';

/** What the 404 of a menu's page that does not exist yet brings along. */
export const LATER = 'later';

export function missingPage(because = ''): never {
  throw new Response(because, { status: 404, statusText: 'Not Found' });
}

/**
 * The loader of every address without a screen. An address of the user's own menu is one of later: it says so, to
 * him alone.
 */
export async function unknownPage({ context, request }: LoaderFunctionArgs): Promise<never> {
  const queries = context.get(queriesContext);
  const { pathname } = new URL(request.url);
  const [me] = await Promise.all([
    hasSession(request) ? queries.auth.me.ensureData({}).catch(() => null) : null,
    queries.tags.categories.prefetch({}),
  ]);
  if (me?.user && isInMenu(me.user, pathname)) missingPage(LATER);
  missingPage();
}

/** The answer of a call that a page cannot do without; a 404 of the call is the page's. */
export async function found<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { status } = refusal(error);
    // A malformed id is an address that leads nowhere, too.
    if (status === 404 || status === 400) missingPage();
    throw error;
  }
}
