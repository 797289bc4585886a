import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { hasSessionHere } from '#client/features/session/session.ts';
import { trpc } from '#client/trpc.ts';
import type { User } from '#shared/schemas/users.ts';

type Me = { user: User | null };

const ME = getQueryKey(trpc.auth.me, {}, 'query');

/**
 * Reads a page anew that the browser had kept, as it shows it on Back, where it is of somebody who is no longer here:
 * somebody signed out, or in, since. Whom the page is of stands in its cache; `ask` tells who is here now.
 */
export async function reloadIfAnothers(
  queryClient: QueryClient,
  ask: () => Promise<Me>,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const whose = queryClient.getQueryData<Me>(ME)?.user?._id ?? null;
  if (hasSessionHere() !== (whose !== null)) return reload();
  if (whose === null) return;
  // No answer is no news: what the session's watch makes of it holds for every page.
  const now = await ask().catch(() => null);
  if (now && now.user?._id !== whose) reload();
}
