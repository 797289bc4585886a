import type { QueryClient } from '@tanstack/react-query';
import { hasSessionHere, userIn } from '#client/features/session/session.ts';
import { isMarked, WHOSE_MARK } from '#client/features/session/whose-mark.ts';
import type { User } from '#shared/schemas/users.ts';

/**
 * Reads a page anew that shows somebody who is no longer here: somebody signed out, or in, since. The browser had kept
 * it and shows it on Back, or it stands in another tab. Its cache tells whose it is; `ask` tells who is here now.
 * Unless the mark of who is here is theirs, nothing of it is seen until that is known.
 */
export async function reloadIfAnothers(
  queryClient: QueryClient,
  ask: () => Promise<{ user: User | null }>,
  reload: () => void = () => location.reload(),
): Promise<void> {
  const whose = userIn(queryClient)?._id ?? null;
  const leave = () => {
    if (whose !== null) show(false);
    reload();
  };
  if (hasSessionHere() !== (whose !== null)) return leave();
  if (whose === null) return;
  const isTheirs = isMarked(whose);
  if (!isTheirs) show(false);
  const now = await ask().catch(() => null);
  // No answer is no news of somebody who was the last to be here; anybody else's page is the server's to give.
  if (now ? now.user?._id !== whose : !isTheirs) return leave();
  show(true);
}

function show(isSeen: boolean): void {
  document.documentElement.style.visibility = isSeen ? '' : 'hidden';
}

/** Looks whose a page is as soon as another tab leaves word of somebody else. A guest's page tells nothing of anybody. */
export function followOtherTabs(queryClient: QueryClient, look: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    const whose = userIn(queryClient)?._id ?? null;
    if (key === WHOSE_MARK && whose !== null && newValue !== whose) look();
  });
}
