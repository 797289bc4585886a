import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { userIn } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import { POLL_MS } from '#shared/constants.ts';

/** Rarely changing answers that each visit asks for: tags, filters with colours, and staff's people to choose from. */
const KEPT = [
  ['tags', 'list'],
  ['tags', 'categories'],
  ['filters', 'list'],
  ['users', 'simple'],
];
const PREFIX = 'kept:';
/** Is nobody else's business, also where a session ended unseen. */
const PEOPLE = 'users';
const SITE = getQueryKey(trpc.site.get, {}, 'query');

interface Kept {
  data: unknown;
  /** When it was read. */
  at: number;
  /** The shop's version, and of lists of people whose session read them: for others it is as if nothing were there. */
  by: string;
}

/**
 * Keeps these answers in the tab's session storage (rule S6), from one page to the next: what is read is stored, what
 * is invalidated or dropped is not stored any longer. So a change of tags, which invalidates them, clears their list, and
 * the end of a session its people. To be called once the page is hydrated: the server knew nothing of it.
 */
export function keepQueries(queryClient: QueryClient): void {
  for (const path of KEPT) {
    queryClient.setQueryDefaults([path], { staleTime: POLL_MS, gcTime: Number.POSITIVE_INFINITY });
  }
  const cache = queryClient.getQueryCache();
  restore(queryClient);
  for (const query of cache.getAll()) store(queryClient, query);
  cache.subscribe(event => {
    const { query } = event;
    if (event.type === 'removed' || (event.type === 'updated' && event.action.type === 'invalidate')) {
      if (isKept(query.queryKey)) quietly(() => sessionStorage.removeItem(PREFIX + query.queryHash));
    }
    // An answer that was dropped while it was being read is not stored after all.
    if (event.type === 'updated' && event.action.type === 'success' && cache.get(query.queryHash) === query) {
      store(queryClient, query);
    }
  });
}

const isKept = ([path]: QueryKey) =>
  Array.isArray(path) && KEPT.some(([domain, verb]) => path[0] === domain && path[1] === verb);

function byOf(queryClient: QueryClient, [path]: QueryKey): string {
  const site = queryClient.getQueryData<{ siteVersion: string }>(SITE);
  const who = (path as string[])[0] === PEOPLE ? userIn(queryClient)?._id : '';
  return `${site?.siteVersion} ${who}`;
}

function store(queryClient: QueryClient, { queryKey, queryHash, state }: Query): void {
  if (!isKept(queryKey) || state.data === undefined || state.isInvalidated) return;
  const kept: Kept = { data: state.data, at: state.dataUpdatedAt, by: byOf(queryClient, queryKey) };
  quietly(() => sessionStorage.setItem(PREFIX + queryHash, JSON.stringify(kept)));
}

function restore(queryClient: QueryClient): void {
  quietly(() => {
    for (const name of Object.keys(sessionStorage).filter(key => key.startsWith(PREFIX))) {
      const queryKey: QueryKey = JSON.parse(name.slice(PREFIX.length));
      const { data, at, by }: Kept = JSON.parse(sessionStorage.getItem(name) ?? '');
      if (by !== byOf(queryClient, queryKey)) sessionStorage.removeItem(name);
      else if (queryClient.getQueryData(queryKey) === undefined) {
        queryClient.setQueryData(queryKey, data, { updatedAt: at });
      }
    }
  });
}

/** Without storage, or with a full one, answers are read again. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Kept answers only save time.
  }
}
