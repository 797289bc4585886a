import { QueryCache, QueryClient } from '@tanstack/react-query';
import { httpBatchLink, type TRPCLink } from '@trpc/client';
import { type createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { createContext } from 'react-router-dom';
import { refusal } from '#client/refusal.ts';
import type { AppRouter } from '#server/router.ts';
import { ORDER_NOTICES, PRODUCT_NOTICES, SETTINGS_NOTICES } from '#shared/messages.ts';

declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}

export const trpc = createTRPCReact<AppRouter>();

/** The queries that loaders prefetch with: over HTTP in the browser, in process on the server. */
export type Queries = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
export const queriesContext = createContext<Queries>();

/** For what one acts on: read anew wherever the page is opened, but not once more where its loader has just read it. */
export const JUST_READ = { staleTime: 5000 } as const;

const MAX_RETRIES = 2;

/** Words reads that failed (rule N3); the others are told of by their own names. */
const READ_FAILURES: Record<string, string> = {
  'carts.list': ORDER_NOTICES.readCartsFailed.text,
  'carts.names': ORDER_NOTICES.readCartsFailed.text,
  figures: SETTINGS_NOTICES.readTaxFailed.text,
  order: ORDER_NOTICES.readFailed.text,
  'orders.list': ORDER_NOTICES.listFailed.text,
  'orders.byId': ORDER_NOTICES.readFailed.text,
  'products.list': PRODUCT_NOTICES.listFailed.text,
};

function readOf([path]: readonly unknown[]): string {
  const procedure = Array.isArray(path) ? path.join('.') : String(path);
  return READ_FAILURES[procedure] ?? procedure;
}

/** That something is not there, or not any more, is an answer; what was given up did not fail. */
function hasFailed(error: Error): boolean {
  const isGivenUp = error.cause instanceof Error && error.cause.name === 'AbortError';
  return !isGivenUp && ![404, 409].includes(refusal(error).status);
}

/**
 * One a page on the server, one a visit in the browser. Data younger than a minute are not asked for again. `log` is
 * told of every read that failed.
 */
export function createQueryClient(log?: (what: string, error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (hasFailed(error)) log?.(readOf(queryKey), error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // A query that can't be read offline says so at once, instead of waiting for a connection without a word.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && refusal(error).status >= 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** `links` stand before the one that sends. */
export function createApiClient(...links: TRPCLink<AppRouter>[]) {
  return trpc.createClient({ links: [...links, httpBatchLink({ url: '/trpc', maxItems: 10 })] });
}
