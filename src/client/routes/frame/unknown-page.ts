import type { LoaderFunctionArgs } from 'react-router-dom';
import { hasSession } from '#client/features/session/session.ts';
import { LATER, missingPage } from '#client/missing-page.ts';
import { isInMenu } from '#client/routes/frame/profile-menu.ts';
import { queriesContext } from '#client/trpc.ts';

/**
 * The loader of every address without a screen. An address of the user's own menu is one of later: it says so, to
 * them alone.
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
