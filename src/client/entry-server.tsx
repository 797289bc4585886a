import type { QueryClient } from '@tanstack/react-query';
import { unstable_localLink as localLink } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { inferRouterContext } from '@trpc/server';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { App } from '#client/app.tsx';
import { type Assets, Document, type PageState } from '#client/document.tsx';
import { REMEMBER_ACTS } from '#client/early-acts.ts';
import { ASK_AGAIN } from '#client/missing-start.ts';
import { type PageHandle, partsIn } from '#client/pages.ts';
import { KEPT_OUT, routesWith } from '#client/router.tsx';
import { adminArea } from '#client/routes/admin/admin-area.ts';
import { VIEW_COOKIE } from '#client/routes/shop/listing/chosen-view.ts';
import { createQueryClient, queriesContext, trpc } from '#client/trpc.ts';
import { LeadOnContext } from '#client/ui/redirect.tsx';
import type { AppRouter } from '#server/router.ts';
import { isStaff } from '#shared/rules/permissions.ts';

export { KEPT_OUT };

/** Cookies that shape a page which guests share, apart from its address. */
export const SHARED_BY_COOKIES: readonly string[] = [VIEW_COOKIE];

const MAX_PATHS = 5000;
const pagesByPath = new Map<string, PageHandle | undefined>();

/** Finds the page at an address, path alone. Remembered: to match a path takes half a millisecond. */
function pageAt(path: string): PageHandle | undefined {
  if (pagesByPath.has(path)) return pagesByPath.get(path);
  const page = matchRoutes(SHOP.dataRoutes, path)?.at(-1)?.route.handle as PageHandle | undefined;
  if (pagesByPath.size >= MAX_PATHS) pagesByPath.clear();
  pagesByPath.set(path, page);
  return page;
}

/** Tells whether every guest sees the same at this address, path alone. */
export const isShared = (path: string): boolean => pageAt(path)?.shared === true;

/** Tells whether the page at this address, path alone, is for whoever works on the shop. */
export const isForDevelopers = (path: string): boolean => pageAt(path)?.forDevelopers === true;

const handlerOf = (...more: RouteObject[]) =>
  createStaticHandler(routesWith(...more), { future: { v8_middleware: true } });
const SHOP = handlerOf();
/** To everybody else the pages of staff are not there. */
const SHOP_AND_OFFICE = handlerOf(adminArea);

interface PageRequest {
  request: Request;
  /** The procedures and on whose behalf they are called, in process. */
  router: AppRouter;
  context: inferRouterContext<AppRouter>;
  /** Files of the build for these sources. */
  assets: (sources: string[]) => Assets & { entry: string[]; inline: string };
}

/** Hands answers on as they are, where they would be written as JSON and read again. */
const AS_IS = { serialize: (value: unknown) => value, deserialize: (value: unknown) => value };

function inProcess({ router, context }: PageRequest) {
  // By its types a transformer is for routers that have one themselves.
  const as = { transformer: AS_IS } as object;
  return localLink({ router, createContext: async () => context, ...as });
}

export type Page =
  | {
      status: number;
      html: Buffer;
      /** The script that stands in it. */
      inlineScript: string;
      error: unknown;
      /** Failures of data that the page is shown without; the browser asks for it again. */
      missed: unknown[];
    }
  | { status: number; location: string };

/** Renders the page of an address: its loaders first, then the whole document. */
export async function renderPage(page: PageRequest): Promise<Page> {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const handler = isStaff(page.context.user) ? SHOP_AND_OFFICE : SHOP;
  const api = trpc.createClient({
    links: [inProcess(page)],
  });
  const utils = createTRPCQueryUtils({ queryClient, client: api });
  try {
    const found = await handler.query(page.request, {
      requestContext: new RouterContextProvider(new Map([[queriesContext, utils]])),
    });
    if (found instanceof Response) {
      return { status: found.status, location: found.headers.get('location') ?? '/' };
    }
    const matched = found.matches.flatMap(
      match => (match.route.handle as PageHandle | undefined)?.source ?? [],
    );
    const assets = page.assets([...matched, ...partsIn(found.loaderData)]);
    const state: PageState = { queries: answersOf(queryClient), router: hydrationState(found) };
    const inlineScript = `${REMEMBER_ACTS};${ASK_AGAIN};window.knurlState=${scriptJson(state)};${assets.inline}`;
    let leadsTo: string | null = null;
    const leadOn = (to: string) => {
      leadsTo = addressHere(to, page.request.url);
    };
    // Nothing waits while it renders: loaders have read before. As a stream it would be encoded, and decoded again.
    const html = withScripts(
      renderToString(
        <Document assets={assets}>
          <App api={api} queryClient={queryClient}>
            <LeadOnContext value={leadOn}>
              <StaticRouterProvider
                router={createStaticRouter(handler.dataRoutes, found)}
                context={found}
                hydrate={false}
              />
            </LeadOnContext>
          </App>
        </Document>,
      ),
      inlineScript,
      assets.entry,
    );
    if (leadsTo !== null) return { status: 302, location: leadsTo };
    const error = Object.values(found.errors ?? {}).find(value => !isRouteErrorResponse(value));
    const missed = queryClient
      .getQueryCache()
      .getAll()
      .flatMap(query => query.state.error ?? []);
    return { status: found.statusCode, html, inlineScript, error, missed };
  } finally {
    queryClient.clear();
  }
}

/** Reads an address that a page leads on to as a browser will, to whom `/\t/` begins another house's: null for such a one. */
function addressHere(to: string, here: string): string | null {
  if (!URL.canParse(to, here)) return null;
  const { origin, pathname, search, hash } = new URL(to, here);
  return origin === new URL(here).origin && !pathname.startsWith('//') ? pathname + search + hash : null;
}

/** Returns the answers that loaders read; the browser asks again for those that failed. */
const answersOf = (queryClient: QueryClient): PageState['queries'] =>
  queryClient
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) => (state.status === 'success' ? [[queryKey, state.data]] : []));

/** JSON that may stand inside a script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// The text of an unexpected error is for the log, not for the page.
function hydrationState({ loaderData, errors }: StaticHandlerContext): PageState['router'] {
  if (!errors) return { loaderData };
  const plain = Object.entries(errors).map(([id, error]) => [
    id,
    isRouteErrorResponse(error)
      ? { status: error.status, statusText: error.statusText, data: error.data }
      : { status: 500, statusText: '', data: null },
  ]);
  return { loaderData, errors: Object.fromEntries(plain) };
}

const END = '</body></html>';

/**
 * Completes what React renders to a document, with its scripts at the end: they are there before anybody presses. As
 * bytes: texts of this length cost the collector more than their writing.
 */
function withScripts(html: string, inlineScript: string, entry: string[]): Buffer {
  if (!html.endsWith(END)) throw new Error('the document ends otherwise');
  const modules = entry.map(src => `<script type="module" src="${src}" async=""></script>`);
  return Buffer.from(
    `<!DOCTYPE html>${html.slice(0, -END.length)}<script>${inlineScript}</script>${modules.join('')}${END}`,
  );
}
