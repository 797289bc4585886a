import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { trpc } from '#client/trpc.ts';
import type { ErrorBody } from '#shared/errors.ts';

/** Makes the error that the server refuses with. */
export class Refusing extends Error {
  constructor(readonly body: Partial<ErrorBody>) {
    super(body.message);
  }
}

type Answer = (input: never) => unknown;

/** Shows a part of the office before a server that answers so, by the paths of its calls; any other never answers. */
export function answering(answers: Record<string, Answer>, shown: ReactNode) {
  const asked: { path: string; input: never }[] = [];
  const client = trpc.createClient({
    links: [
      () =>
        ({ op: { path, input } }) =>
          observable(observer => {
            asked.push({ path, input: input as never });
            const answer = answers[path];
            if (!answer) return;
            try {
              observer.next({ result: { type: 'data', data: answer(input as never) } });
              observer.complete();
            } catch (error) {
              const body = error instanceof Refusing ? error.body : {};
              const data = { message: '', code: 'CONFLICT', httpStatus: 409, path, ...body };
              const shape = { message: data.message, code: -32009, data };
              observer.error(TRPCClientError.from({ error: shape } as never));
            }
          }),
    ],
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createMemoryRouter([{ path: '*', element: shown }]);
  const page = (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  );
  return { page, asked };
}
