import { USER_PAGES, userAddress } from '#client/routes/user/user-pages.ts';
import { type Actor, isAdmin, isSpecial, isStaff } from '#shared/rules/permissions.ts';

export interface MenuEntry {
  text: string;
  /** Path, and the query that its list begins with. */
  to: string;
}

/** Lists the links of the profile menu for this user, in groups (rule S8); Sign Out stands below them. */
export function profileMenu(user: NonNullable<Actor> & { registeredFully: boolean }): MenuEntry[][] {
  const own = USER_PAGES.flatMap(page => (page.menu ? { text: page.menu, to: userAddress(page) } : [])).map(
    link =>
      // Whoever began to sign up goes on there.
      link.to === '/user' && !user.registeredFully ? { ...link, to: '/commercial' } : link,
  );
  const staff = [
    { text: 'Create Order', to: '/admin/createOrder' },
    { text: 'Orders', to: '/admin/orders' },
    { text: 'Products', to: '/admin/products' },
    { text: 'Users', to: '/admin/users?sort=name&page=1&limit=25' },
    { text: 'Vendors', to: '/admin/vendors' },
    { text: 'Photo Uploader', to: '/admin/photos' },
    ...(isSpecial(user) ? [{ text: 'Variants', to: '/admin/variants' }] : []),
  ];
  const admin = [
    { text: 'Logging', to: '/admin/logging' },
    { text: 'Site Settings', to: '/admin/site-settings' },
  ];
  return [own, ...(isStaff(user) ? [staff] : []), ...(isAdmin(user) ? [admin] : [])];
}

/** Whether an address is a page of this user's menu, or stands below one. */
export function isInMenu(user: Parameters<typeof profileMenu>[0], pathname: string): boolean {
  const pages = profileMenu(user)
    .flat()
    .map(({ to }) => to.split('?', 1)[0] ?? to);
  return pages.some(page => pathname === page || pathname.startsWith(`${page}/`));
}
