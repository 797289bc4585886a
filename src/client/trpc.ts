import { QueryClient } from '@tanstack/react-query';
import { httpBatchLink, type TRPCLink } from '@trpc/client';
import { type createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { createContext } from 'react-router-dom';
import { refusal } from '#client/refusal.ts';
import type { AppRouter } from '#server/router.ts';

declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}

export const trpc = createTRPCReact<AppRouter>();

/** What loaders prefetch with: over HTTP in the browser, in process on the server. */
export type Queries = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
export const queriesContext = createContext<Queries>();

const MOST_RETRIES = 2;

/** One a page on the server, one a visit in the browser. Data younger than a minute are not asked for again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // What can't be read offline says so at once, instead of waiting for a connection without a word.
        networkMode: 'always',
        retry: (failures, error) => failures < MOST_RETRIES && refusal(error).status >= 500,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** `links` stand before the one that sends. */
export function createApiClient(...links: TRPCLink<AppRouter>[]) {
  return trpc.createClient({ links: [...links, httpBatchLink({ url: '/trpc', maxItems: 10 })] });
}
