import { type Page, screen } from '#client/pages.ts';
import type { MenuEntry } from '#client/routes/frame/profile-menu.ts';
import { type Actor, isAdmin, isSpecial } from '#shared/rules/permissions.ts';

export interface StaffPage extends Page {
  /** Its name in the profile menu, which leaves out pages without one (rule S8). */
  menu?: string;
  /** The query that its list begins with, from the menu. */
  query?: string;
  /** Says for which of staff it is; all of them without it. */
  isFor?: (user: Actor) => boolean;
}

/** Stands where a screen will be, and below it. */
const LATER = screen(() => import('#client/routes/admin/later.ts'));

/** The pages of staff, in the order of the profile menu. Nobody else's browser loads this table. */
export const ADMIN_PAGES: readonly StaffPage[] = [
  { path: 'createOrder/*', menu: 'Create Order', ...LATER },
  { path: 'orders/*', menu: 'Orders', ...LATER },
  { path: 'products/*', menu: 'Products', ...LATER },
  { path: 'users/*', menu: 'Users', query: 'sort=name&page=1&limit=25', ...LATER },
  { path: 'vendors/*', menu: 'Vendors', ...LATER },
  { path: 'photos/*', menu: 'Photo Uploader', ...LATER },
  { path: 'variants/*', menu: 'Variants', isFor: isSpecial, ...LATER },
  { path: 'logging/*', menu: 'Logging', isFor: isAdmin, ...LATER },
  { path: 'site-settings/*', menu: 'Site Settings', isFor: isAdmin, ...LATER },
];

/** The address of a page, as the menu leads to it. */
export const adminAddress = ({ path, query }: Pick<StaffPage, 'path' | 'query'>): string =>
  `/admin/${path.replace('/*', '')}${query ? `?${query}` : ''}`;

/** Lists what this member of staff finds in the profile menu below what is everybody's own: all staff's, then Admins'. */
export function staffLinks(user: Actor): MenuEntry[][] {
  const listed = ADMIN_PAGES.filter(({ menu, isFor }) => menu && (!isFor || isFor(user)));
  const linksOf = (pages: StaffPage[]) =>
    pages.map(page => ({ text: page.menu ?? '', to: adminAddress(page) }));
  const groups = [
    linksOf(listed.filter(({ isFor }) => isFor !== isAdmin)),
    linksOf(listed.filter(({ isFor }) => isFor === isAdmin)),
  ];
  return groups.filter(group => group.length > 0);
}
