import { TRPCClientError } from '@trpc/client';
import { expect, it, vi } from 'vitest';
import { logFailure } from '#client/log.ts';
import { refusal } from '#client/refusal.ts';
import { createApiClient, createQueryClient } from '#client/trpc.ts';

const refused = (httpStatus: number) =>
  Object.assign(new TRPCClientError<never>('refused'), { data: { message: '', code: 'X', httpStatus } });

/** A read as the pages make them, which fails, and what the console says of it. */
async function saidOf(procedure: string, error: Error): Promise<unknown[]> {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const queries = createQueryClient(logFailure);
  const read = queries.fetchQuery({
    queryKey: [procedure.includes('.') ? procedure.split('.') : procedure, { type: 'query' }],
    queryFn: () => Promise.reject(error),
    retry: false,
  });
  await expect(read).rejects.toBe(error);
  const said = written.mock.calls.map(([what]) => what);
  written.mockClear();
  return said;
}

it('writes reads that failed to the console alone, in the words of the specification [LOG-01]', async () => {
  expect(await saidOf('products.list', refused(500))).toEqual([
    'There was an error when retreiving the products.:',
  ]);
  expect(await saidOf('carts.list', new Error('Failed to fetch'))).toEqual(['Error getting carts:']);
  expect(await saidOf('figures', refused(500))).toEqual(['Failed to get tax rate.:']);
  expect(await saidOf('orders.byId', refused(500))).toEqual(['Failed to retrieve Order:']);
  expect(await saidOf('search.suggest', refused(429))).toEqual(['search.suggest:']);
});

it('has nothing to say of what is not there, nor of what was given up', async () => {
  expect(await saidOf('products.byId', refused(404))).toEqual([]);
  expect(await saidOf('figures', refused(409))).toEqual([]);
  const aborted = TRPCClientError.from(new DOMException('signal is aborted', 'AbortError'));
  expect(await saidOf('products.byId', aborted)).toEqual([]);
});

it('reads each failure of a batch that failed as a whole', async () => {
  const failed = (reason: string, httpStatus: number) => ({
    error: { message: reason, code: -32_603, data: { message: reason, code: 'X', reason, httpStatus } },
  });
  const fetching = vi.fn(async () =>
    Response.json([failed('unavailable', 503), failed('busy', 429)], {
      status: 503,
      headers: { 'retry-after': '5' },
    }),
  );
  vi.stubGlobal('fetch', fetching);
  const api = createApiClient();
  const asked = await Promise.allSettled([api.site.get.query({}), api.carts.names.query({})]);
  vi.unstubAllGlobals();
  expect(fetching).toHaveBeenCalledTimes(1);
  const read = asked.map(one => one.status === 'rejected' && refusal(one.reason));
  expect(read).toMatchObject([
    { status: 503, reason: 'unavailable' },
    { status: 429, reason: 'busy' },
  ]);
});
