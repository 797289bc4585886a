import { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { reloadIfAnothers } from '#client/features/session/kept-page.ts';
import { trpc } from '#client/trpc.ts';

const ME = getQueryKey(trpc.auth.me, {}, 'query');

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: there is no other way that all browsers know.
  document.cookie = 'token=; max-age=0';
});

/** How often a page of `whose` is read anew where `now` has a session; an error: nobody answers. */
async function reloads(whose: string | null, now: string | null | Error): Promise<number> {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = now === null ? 'token=; max-age=0' : 'token=1';
  const queryClient = new QueryClient();
  if (whose !== null) queryClient.setQueryData(ME, { user: { _id: whose } });
  const reload = vi.fn();
  const ask = async () => {
    if (now instanceof Error) throw now;
    return { user: now === null ? null : ({ _id: now } as never) };
  };
  await reloadIfAnothers(queryClient, ask, reload);
  return reload.mock.calls.length;
}

it.each([
  ['a guest’s page, for a guest', null, null, 0],
  ['Ann’s page, for Ann', 'ann', 'ann', 0],
  ['Ann’s page, after she signed out', 'ann', null, 1],
  ['Ann’s page, for Ben', 'ann', 'ben', 1],
  ['a guest’s page, after Ann signed in', null, 'ann', 1],
  ['Ann’s page, when nobody answers', 'ann', new Error('offline'), 0],
] as const)('is read anew when it is another’s: %s', async (_, whose, now, times) => {
  expect(await reloads(whose, now)).toBe(times);
});
