import type { LoaderFunctionArgs } from 'react-router-dom';
import { hasSession } from '#client/features/session/session.ts';
import { queriesContext } from '#client/trpc.ts';

export interface Shell {
  /** Scheme and host, for the addresses that search engines and previews want in full. */
  origin: string;
}

/** Reads what every shop page's frame shows. None of it may keep a page from showing, so failures stay in the cache. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const queries = context.get(queriesContext);
  await Promise.all([
    queries.site.get.prefetch({}),
    queries.layouts.list.prefetch({ template: 'Banner' }),
    hasSession(request) ? queries.auth.me.prefetch({}) : null,
  ]);
  return { origin: new URL(request.url).origin } satisfies Shell;
}
