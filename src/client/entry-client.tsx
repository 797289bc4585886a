import '#client/global.css';
import type { QueryClient, QueryObserverOptions } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponseImpl,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  RouterProvider,
} from 'react-router-dom';
import { App } from '#client/app.tsx';
import { Document } from '#client/document.tsx';
import { takeActs } from '#client/early-acts.ts';
import { followOtherTabs, reloadIfAnothers } from '#client/features/session/kept-page.ts';
import { userIn } from '#client/features/session/session.ts';
import { markWhose } from '#client/features/session/whose-mark.ts';
import { loadPart, MissingPart } from '#client/load-part.ts';
import { logFailure } from '#client/log.ts';
import { loadAhead } from '#client/optional-part.tsx';
import { partsIn } from '#client/pages.ts';
import { prefetchOnIntent } from '#client/prefetch.ts';
import { routesWith } from '#client/router.tsx';
import { createApiClient, createQueryClient, queriesContext } from '#client/trpc.ts';
import { replaceMissingPictures } from '#client/ui/missing-pictures.ts';
import { isStaff } from '#shared/rules/permissions.ts';

/** The page's own lazy parts must be there before it is hydrated, else React would find nothing to attach to. */
async function loadMatchedRoutes(routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/** Errors cross as plain data and get their class back. */
function reviveErrors(errors: HydrationState['errors']): HydrationState['errors'] {
  if (!errors) return errors;
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      new ErrorResponseImpl(error.status, error.statusText, error.data),
    ]),
  );
}

/** Reads addresses as the router does: whatever the case, `%61` is an a. */
const isOfOffice = (pathname: string) => matchRoutes([{ path: '/admin/*' }], pathname) !== null;

/** The pages of staff, for them alone and as soon as they go there. */
async function staffPagesAt(pathname: string, queryClient: QueryClient): Promise<RouteObject[]> {
  if (!isOfOffice(pathname) || !isStaff(userIn(queryClient))) return [];
  return [(await loadPart(() => import('#client/routes/admin/admin-area.ts'))).adminArea];
}

let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/** Logs failed reads; a read that is cut off because the page is being left did not fail. */
function logReadFailure(what: string, error: unknown): void {
  if (!isLeaving) logFailure(what, error);
}

/** Comes after the page, which needs none of it; without it answers are read again. */
function keep(queryClient: QueryClient): void {
  import('#client/kept-queries.ts').then(
    ({ keepQueries }) => keepQueries(queryClient),
    () => undefined,
  );
}

/** Tells when what came with the page was read: just now, unless the browser had kept the page itself, for who knows how long. */
function readAt(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.transferSize === 0 ? 0 : Date.now();
}

/**
 * Until the returned is called nothing that came with the page is asked for again, whatever screens say for those
 * who come to them later: a second answer could only move what somebody began to read.
 */
function trustPage(queryClient: QueryClient): () => void {
  const usual = queryClient.getDefaultOptions();
  const isOld: QueryObserverOptions['refetchOnMount'] = ({ state }) => state.dataUpdatedAt === 0;
  queryClient.setDefaultOptions({ ...usual, queries: { ...usual.queries, refetchOnMount: isOld } });
  return () => queryClient.setDefaultOptions(usual);
}

async function start(): Promise<void> {
  const { queries, router: routerState } = window.knurlState;
  const queryClient = createQueryClient(logReadFailure);
  const updatedAt = readAt();
  for (const [key, data] of queries) queryClient.setQueryData(key, data, { updatedAt });
  const api = createApiClient();
  const lookWhose = () => void reloadIfAnothers(queryClient, () => api.auth.me.query({}));
  if (updatedAt === 0) lookWhose();
  else markWhose(userIn(queryClient));
  followOtherTabs(queryClient, lookWhose);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) lookWhose();
  });
  const utils = createTRPCQueryUtils({ queryClient, client: api });
  const routes = routesWith(...(await staffPagesAt(location.pathname, queryClient)));
  await loadMatchedRoutes(routes);
  await loadAhead(partsIn(routerState.loaderData));
  const router = createBrowserRouter(routes, {
    patchRoutesOnNavigation: async ({ path, patch }) => patch(null, await staffPagesAt(path, queryClient)),
    future: { v8_middleware: true },
    hydrationData: { ...routerState, errors: reviveErrors(routerState.errors) },
    getContext: () => new RouterContextProvider(new Map([[queriesContext, utils]])),
  });
  prefetchOnIntent(routes, queryClient);
  const trustNoMore = trustPage(queryClient);
  const catchUp = takeActs();
  const onReady = () => {
    trustNoMore();
    catchUp();
    keep(queryClient);
  };
  hydrateRoot(
    document,
    <Document assets={{ styles: [], modules: [] }}>
      <App api={api} queryClient={queryClient} onReady={onReady}>
        <RouterProvider router={router} />
      </App>
    </Document>,
    { onRecoverableError: error => logFailure('hydration', error) },
  );
  replaceMissingPictures();
}

start().catch(error => {
  logFailure('start', error);
  if (error instanceof MissingPart) window.knurlMissing?.(import.meta.url);
});
