import type { QueryClient } from '@tanstack/react-query';
import type { TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { matchRoutes, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { createApiClient, queriesContext } from '#client/trpc.ts';
import type { AppRouter } from '#server/router.ts';

/** Resting on a link this long means intent. */
const INTENT_MS = 65;
const MAX_IN_FLIGHT = 3;
/** A page that was fetched ahead is not asked for again so soon. */
const FRESH_MS = 30_000;
const HEADER = 'purpose';

/** Whether a loader runs ahead of a click: then it waits for what it reads. */
export const isPrefetch = (request: Request): boolean => request.headers.get(HEADER) === 'prefetch';

const NEVER = /^\/(checkout|user|admin|set-password)(\/|$)/;

/** The address of a link that may be fetched ahead, or null. */
export function prefetchable(link: Element | null): string | null {
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return null;
  const { origin, pathname, search } = link;
  if (origin !== window.location.origin || NEVER.test(pathname)) return null;
  const href = pathname + search;
  return href === window.location.pathname + window.location.search ? null : href;
}

/** A page's part and its data, read as the page itself would read them. */
async function readAhead(routes: RouteObject[], queryClient: QueryClient, href: string, signal: AbortSignal) {
  const url = new URL(href, window.location.origin);
  const stopping: TRPCLink<AppRouter> =
    () =>
    ({ next, op }) =>
      next({ ...op, signal });
  const queries = createTRPCQueryUtils({ queryClient, client: createApiClient(stopping) });
  const request = new Request(url, { signal, headers: { [HEADER]: 'prefetch' } });
  for (const { route, params } of matchRoutes(routes, url.pathname) ?? []) {
    if (!('handle' in route) && !route.lazy) continue;
    const part = typeof route.lazy === 'function' ? await route.lazy() : route;
    if (signal.aborted || typeof part.loader !== 'function') continue;
    const context = new RouterContextProvider(new Map([[queriesContext, queries]]));
    await part.loader({ request, params, context, url, pattern: route.path ?? '' });
  }
}

interface Ahead {
  href: string;
  stop: AbortController;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Reads pages ahead of the click: when a pointer rests on a link, when it has the focus, when it is touched. Given up
 * when the pointer or the focus leaves; a click keeps what is under way. Nothing for those who save data.
 */
export function prefetchOnIntent(routes: RouteObject[], queryClient: QueryClient): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const fetched = new Map<string, number>();
  let inFlight = 0;
  let current: Ahead | null = null;

  const begin = async (href: string, stop: AbortController) => {
    if (inFlight >= MAX_IN_FLIGHT || Date.now() - (fetched.get(href) ?? 0) < FRESH_MS) return;
    inFlight += 1;
    fetched.set(href, Date.now());
    try {
      await readAhead(routes, queryClient, href, stop.signal);
    } catch {
      // The click will tell.
    } finally {
      inFlight -= 1;
      if (stop.signal.aborted) fetched.delete(href);
    }
  };
  const leave = () => {
    if (!current) return;
    clearTimeout(current.timer);
    current.stop.abort();
    current = null;
  };
  const enter = (event: Event, ms: number) => {
    const href = prefetchable((event.target as Element).closest?.('a'));
    if (href === current?.href) return;
    leave();
    if (href === null) return;
    const stop = new AbortController();
    current = { href, stop, timer: setTimeout(begin, ms, href, stop) };
  };
  document.addEventListener('pointerover', event => {
    if (event.pointerType === 'mouse') enter(event, INTENT_MS);
  });
  document.addEventListener('focusin', event => enter(event, INTENT_MS));
  document.addEventListener('touchstart', event => enter(event, 0), { passive: true });
  document.documentElement.addEventListener('pointerleave', leave);
  document.addEventListener('focusout', leave);
  // A page that was clicked is wanted.
  document.addEventListener(
    'click',
    () => {
      if (current) clearTimeout(current.timer);
      current = null;
    },
    { capture: true },
  );
}
