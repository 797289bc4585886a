import { Writable } from 'node:stream';
import { dehydrate } from '@tanstack/react-query';
import { unstable_localLink as localLink } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { inferRouterContext } from '@trpc/server';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom';
import { App } from '#client/app.tsx';
import { type Assets, Document, type PageState } from '#client/document.tsx';
import { REMEMBER_PRESSES } from '#client/early-presses.ts';
import { ASK_AGAIN } from '#client/missing-start.ts';
import type { PageHandle } from '#client/pages.ts';
import { KEPT_OUT, routes } from '#client/router.tsx';

import { createQueryClient, queriesContext, trpc } from '#client/trpc.ts';
import type { AppRouter } from '#server/router.ts';

export { KEPT_OUT };

const handler = createStaticHandler(routes, { future: { v8_middleware: true } });

export interface PageRequest {
  request: Request;
  /** The procedures and on whose behalf they are called, in process. */
  router: AppRouter;
  context: inferRouterContext<AppRouter>;
  nonce: string;
  /** Files of the build for these sources. */
  assets: (sources: string[]) => Assets & { entry: string[]; inline: string };
  /** Development only: the nonce is repeated where Vite finds it. */
  dev: boolean;
}

export type Page =
  | {
      status: number;
      html: string;
      error: unknown;
      /** Failures of data that the page is shown without; the browser asks for it again. */
      missed: unknown[];
    }
  | { status: number; location: string };

/** Renders the page of an address: its loaders first, then the whole document. */
export async function renderPage(page: PageRequest): Promise<Page> {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  const api = trpc.createClient({
    links: [localLink({ router: page.router, createContext: async () => page.context })],
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
    const assets = page.assets(matched);
    const state: PageState = { queries: dehydrate(queryClient), router: hydrationState(found) };
    const html = await renderDocument(
      <Document assets={assets} nonce={page.dev ? page.nonce : undefined}>
        <App api={api} queryClient={queryClient}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, found)}
            context={found}
            nonce={page.nonce}
            hydrate={false}
          />
        </App>
      </Document>,
      {
        nonce: page.nonce,
        bootstrapScriptContent: `${REMEMBER_PRESSES};${ASK_AGAIN};window.knurlState=${scriptJson(state)};${assets.inline}`,
        bootstrapModules: assets.entry,
      },
    );
    const error = Object.values(found.errors ?? {}).find(value => !isRouteErrorResponse(value));
    const missed = queryClient
      .getQueryCache()
      .getAll()
      .flatMap(query => query.state.error ?? []);
    return { status: found.statusCode, html, error, missed };
  } finally {
    queryClient.clear();
  }
}

/** JSON that may stand inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

// What an unexpected error says is for the log, not for the page.
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

type RenderOptions = NonNullable<Parameters<typeof renderToPipeableStream>[1]>;

function renderDocument(document: React.ReactNode, options: RenderOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(document, {
      ...options,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
