import { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { followOtherTabs, reloadIfAnothers } from '#client/features/session/kept-page.ts';
import { markWhose, WHOSE_MARK } from '#client/features/session/whose-mark.ts';
import { trpc } from '#client/trpc.ts';

const ME = getQueryKey(trpc.auth.me, {}, 'query');

afterEach(() => {
  localStorage.clear();
  document.documentElement.style.visibility = '';
  // biome-ignore lint/suspicious/noDocumentCookie: there is no other way that all browsers know.
  document.cookie = 'token=; max-age=0';
});

const pageOf = (whose: string | null) => {
  const queryClient = new QueryClient();
  if (whose !== null) queryClient.setQueryData(ME, { user: { _id: whose } });
  return queryClient;
};
const isSeen = () => document.documentElement.style.visibility !== 'hidden';

/** How a page of `whose` fares where `now` has a session; an error: nobody answers. */
async function fareOf(whose: string | null, now: string | null | Error, marked: string | null) {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = now === null ? 'token=; max-age=0' : 'token=1';
  markWhose(marked === null ? null : { _id: marked });
  const reload = vi.fn();
  let whileAsked: boolean | null = null;
  const ask = async () => {
    whileAsked = isSeen();
    if (now instanceof Error) throw now;
    return { user: now === null ? null : ({ _id: now } as never) };
  };
  await reloadIfAnothers(pageOf(whose), ask, reload);
  return { reloads: reload.mock.calls.length, whileAsked, seen: isSeen() };
}

const NEVER_ASKED = null;
const offline = new Error('offline');

it.each([
  ['a guest’s page, for a guest', null, null, null, 0, NEVER_ASKED, true],
  ['Ann’s page, for Ann', 'ann', 'ann', 'ann', 0, true, true],
  ['Ann’s page, after she signed out', 'ann', null, null, 1, NEVER_ASKED, false],
  ['Ann’s page, for Ben', 'ann', 'ben', 'ben', 1, false, false],
  ['Ann’s page, for Ben, whom nothing marks', 'ann', 'ben', 'ann', 1, true, false],
  ['Ann’s page, for Ann, whom nothing marks', 'ann', 'ann', null, 0, false, true],
  ['a guest’s page, after Ann signed in', null, 'ann', 'ann', 1, NEVER_ASKED, true],
  ['Ann’s page for Ann, when nobody answers', 'ann', offline, 'ann', 0, true, true],
  ['Ann’s page for Ben, when nobody answers', 'ann', offline, 'ben', 1, false, false],
] as const)(
  'is read anew when it is another’s, and hidden until that is known: %s',
  async (_, whose, now, marked, reloads, whileAsked, seen) => {
    expect(await fareOf(whose, now, marked)).toEqual({ reloads, whileAsked, seen });
  },
);

it.each([
  ['Ann signs out', 'ann', null, 1],
  ['Ben signs in', 'ann', 'ben', 1],
  ['Ann signs in once more', 'ann', 'ann', 0],
  ['Ann signs in and a guest’s page is open', null, 'ann', 0],
] as const)('another tab’s page is looked at when %s', (_, whose, newValue, times) => {
  const look = vi.fn();
  followOtherTabs(pageOf(whose), look);
  dispatchEvent(new StorageEvent('storage', { key: 'order', newValue: 'else' }));
  dispatchEvent(new StorageEvent('storage', { key: WHOSE_MARK, newValue }));
  expect(look).toHaveBeenCalledTimes(times);
});
