import { type Page, screen } from '#client/pages.ts';
import { isCommercial } from '#shared/rules/permissions.ts';
import type { User } from '#shared/schemas/users.ts';

interface UserPage extends Page {
  /** Its name in the navigation of the area, which leaves out pages without one. */
  text?: string;
  /** Its name in the profile menu, which leaves out pages without one (rule S8). */
  menu?: string;
  /** Says whose page it is; everybody's without it. */
  isFor?: (user: User) => boolean;
}

/** People of a company: the pages of its team and its prices are theirs alone. */
export const isOfCompany = (user: User) => user.company !== null && isCommercial(user);

const isPrimary = (user: User) => isOfCompany(user) && user.role === 'Primary';

/** The pages of the user area, in the order of its navigation. */
export const USER_PAGES: readonly UserPage[] = [
  { path: '', text: 'Profile', menu: 'Profile', ...screen(() => import('#client/routes/user/profile.tsx')) },
  {
    path: 'settings',
    text: 'Settings',
    ...screen(() => import('#client/routes/user/settings/settings.tsx')),
  },
  {
    path: 'orders',
    text: 'Orders',
    menu: 'Order History',
    ...screen(() => import('#client/routes/user/orders/orders.tsx')),
  },
  { path: 'orders/:id', ...screen(() => import('#client/routes/user/order.tsx')) },
  {
    path: 'make-payment/:order_id/:cart_id?',
    ...screen(() => import('#client/routes/user/make-payment/make-payment.tsx')),
  },
  {
    path: 'statement',
    text: 'Statement',
    isFor: isPrimary,
    ...screen(() => import('#client/routes/user/statement/statement.tsx')),
  },
  {
    path: 'special-pricing',
    text: 'Special pricing',
    isFor: isOfCompany,
    ...screen(() => import('#client/routes/user/special-pricing/special-pricing.tsx')),
  },
  {
    path: 'team',
    text: 'Team',
    isFor: isOfCompany,
    ...screen(() => import('#client/routes/user/team/team.tsx')),
  },
  {
    path: 'favorites',
    text: 'Favorites',
    menu: 'Favorites',
    ...screen(() => import('#client/routes/user/favorites.tsx')),
  },
  {
    path: 'notifications',
    text: 'Notifications',
    ...screen(() => import('#client/routes/user/notifications/notifications.tsx')),
  },
];

/** The address of a page of the area. */
export const userAddress = ({ path }: Pick<UserPage, 'path'>): string =>
  path === '' ? '/user' : `/user/${path}`;
