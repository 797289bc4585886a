import type { QueryClient } from '@tanstack/react-query';
import { hasSessionHere, userIn } from '#client/features/session/session.ts';
import type { User } from '#shared/schemas/users.ts';

/**
 * Reads a page anew that the browser had kept, as it shows it on Back, where it is of somebody who is no longer here:
 * somebody signed out, or in, since. Whom the page is of stands in its cache; `ask` tells who is here now.
 */
export async function reloadIfAnothers(
  queryClient: QueryClient,
  ask: () => Promise<{ user: User | null }>,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const whose = userIn(queryClient)?._id ?? null;
  if (hasSessionHere() !== (whose !== null)) return reload();
  if (whose === null) return;
  // No answer is no news: what the session's watch makes of it holds for every page.
  const now = await ask().catch(() => null);
  if (now && now.user?._id !== whose) reload();
}
