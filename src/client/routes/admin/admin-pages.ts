import { type Page, screen } from '#client/pages.ts';
import type { MenuEntry } from '#client/routes/frame/profile-menu.ts';
import { type Actor, isAdmin } from '#shared/rules/permissions.ts';

export interface StaffPage extends Page {
  /** Its name in the navigation of the office. */
  text?: string;
  /** Its name in the profile menu, which leaves out pages without one (rule S8). */
  menu?: string;
  /** The query that its list begins with, from the menu. */
  query?: string;
  /** Says for which of staff it is; all of them without it. */
  isFor?: (user: Actor) => boolean;
}

/** The frame around all of them. */
export const OFFICE = screen(() => import('#client/routes/admin/office-layout.tsx'));

/** The pages of staff, in the order of the profile menu. Nobody else's browser loads this table. */
export const ADMIN_PAGES: readonly StaffPage[] = [
  { path: '', text: 'Today', ...screen(() => import('#client/routes/admin/today.tsx')) },
  {
    path: 'orders',
    text: 'Orders',
    menu: 'Orders',
    ...screen(() => import('#client/routes/admin/orders/orders.tsx')),
  },
  { path: 'picking', text: 'Picking', ...screen(() => import('#client/routes/admin/picking/picking.tsx')) },
  { path: 'picking/:id', ...screen(() => import('#client/routes/admin/picking/pick.tsx')) },
  { path: 'orders/:id/:previous?', ...screen(() => import('#client/routes/admin/orders/order.tsx')) },
  {
    path: 'users',
    text: 'Users',
    menu: 'Users',
    query: 'sort=name&page=1&limit=25',
    ...screen(() => import('#client/routes/admin/users/users.tsx')),
  },
  { path: 'users/:id/:previous?', ...screen(() => import('#client/routes/admin/users/user.tsx')) },
  {
    path: 'companies',
    text: 'Companies',
    ...screen(() => import('#client/routes/admin/companies/companies.tsx')),
  },
  {
    path: 'companies/:id/:previous?',
    ...screen(() => import('#client/routes/admin/companies/company.tsx')),
  },
  {
    path: 'mailbox',
    text: 'Mailbox',
    ...screen(() => import('#client/routes/admin/mailbox/mailbox.tsx')),
  },
  { path: 'mailbox/:id/:previous?', ...screen(() => import('#client/routes/admin/mailbox/mail.tsx')) },
  {
    path: 'site-settings',
    text: 'Site Settings',
    menu: 'Site Settings',
    isFor: isAdmin,
    ...screen(() => import('#client/routes/admin/site-settings/site-settings.tsx')),
  },
  {
    path: 'site-settings/company-information',
    isFor: isAdmin,
    ...screen(() => import('#client/routes/admin/site-settings/company-information.tsx')),
  },
  {
    path: 'site-settings/miscellaneous',
    isFor: isAdmin,
    ...screen(() => import('#client/routes/admin/site-settings/miscellaneous.tsx')),
  },
  // In no menu: for whoever builds screens.
  { path: 'kitchen-sink', ...screen(() => import('#client/routes/admin/kitchen-sink/kitchen-sink.tsx')) },
];

/** The keys that lead to pages, by their paths; those of a page that is not there yet do nothing. */
const PAGE_KEYS: Readonly<Record<string, string>> = {
  '': 'g t',
  orders: 'g o',
  users: 'g u',
  companies: 'g c',
  mailbox: 'g m',
};

/** The address of a page, as the menu leads to it. */
export const adminAddress = ({ path, query }: Pick<StaffPage, 'path' | 'query'>): string =>
  `/admin${path && `/${path}`}${query ? `?${query}` : ''}`;

/** Lists what the navigation of the office leads to, and the keys that do too. */
export const officeLinks = (user: Actor): (MenuEntry & { keys: string | undefined })[] =>
  ADMIN_PAGES.flatMap(page =>
    page.text && (!page.isFor || page.isFor(user))
      ? { text: page.text, to: adminAddress(page), keys: PAGE_KEYS[page.path] }
      : [],
  );

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
