import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { trpc } from '#client/trpc.ts';

interface Props {
  api: ReturnType<typeof trpc.createClient>;
  queryClient: QueryClient;
  children: ReactNode;
  /** In the browser, once the page is hydrated. */
  onReady?: () => void;
}

/** Wraps the router in the providers that server and browser share. */
export function App({ api, queryClient, children, onReady }: Props) {
  const ready = useEffectEvent(() => onReady?.());
  useEffect(() => ready(), []);
  return (
    <trpc.Provider client={api} queryClient={queryClient} abortOnUnmount>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
