import { VIEW_WORDS } from '#client/features/office/order-views.ts';
import type { Command } from '#client/features/office/palette-options.ts';
import { useSignOut } from '#client/features/session/session.ts';
import { officeLinks } from '#client/routes/admin/admin-pages.ts';
import { ORDER_VIEWS } from '#shared/office-lists.ts';
import type { User } from '#shared/schemas/users.ts';

/** Lists what the palette offers this member of staff besides what it finds. */
export function useCommands(user: User | null): Command[] {
  const signOut = useSignOut();
  if (!user) return [];
  return [
    ...officeLinks(user).map(({ text, to, keys }) => ({ text, act: to, keys })),
    ...ORDER_VIEWS.map(view => ({
      text: `Orders: ${VIEW_WORDS[view].name}`,
      act: `/admin/orders?view=${view}`,
    })),
    { text: 'To the shop', act: '/' },
    { text: 'Your account', act: '/user' },
    { text: 'Sign out', act: () => signOut.mutate(undefined) },
  ];
}
