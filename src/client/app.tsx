import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { trpc } from '#client/trpc.ts';

interface Props {
  api: ReturnType<typeof trpc.createClient>;
  queryClient: QueryClient;
  children: ReactNode;
}

/** What both sides wrap around the router. */
export function App({ api, queryClient, children }: Props) {
  return (
    <trpc.Provider client={api} queryClient={queryClient} abortOnUnmount>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
