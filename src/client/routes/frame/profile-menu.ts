import { USER_PAGES, userAddress } from '#client/routes/user/user-pages.ts';
import type { Actor } from '#shared/rules/permissions.ts';

export interface MenuEntry {
  text: string;
  /** Path, and the query that its list begins with. */
  to: string;
}

type Reader = NonNullable<Actor> & { registeredFully: boolean };

/** Lists what is everybody's own in the profile menu (rule S8); Sign Out stands below. */
export function ownLinks(user: Reader): MenuEntry[] {
  return USER_PAGES.flatMap(page => (page.menu ? { text: page.menu, to: userAddress(page) } : [])).map(
    link =>
      // People who began to sign up go on there.
      link.to === '/user' && !user.registeredFully ? { ...link, to: '/commercial' } : link,
  );
}
