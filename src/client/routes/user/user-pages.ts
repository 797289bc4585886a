import { isCommercial } from '#shared/rules/permissions.ts';
import type { User } from '#shared/schemas/users.ts';

interface UserPage {
  text: string;
  to: string;
  /** Whose page it is; everybody's without it. */
  isFor?: (user: User) => boolean;
}

/** People of a company: the pages of its team and its prices are theirs alone. */
export const isOfCompany = (user: User) => user.company !== null && isCommercial(user);

/** The pages of the user area, in the order of its navigation. */
export const USER_PAGES: readonly UserPage[] = [
  { text: 'Profile', to: '/user' },
  { text: 'Settings', to: '/user/settings' },
  { text: 'Orders', to: '/user/orders' },
  { text: 'Statement', to: '/user/statement', isFor: user => isOfCompany(user) && user.role === 'Primary' },
  { text: 'Special pricing', to: '/user/special-pricing', isFor: isOfCompany },
  { text: 'Team', to: '/user/team', isFor: isOfCompany },
  { text: 'Favorites', to: '/user/favorites' },
  { text: 'Notifications', to: '/user/notifications' },
];
