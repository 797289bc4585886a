import { describe, expect, it } from 'vitest';
import { staffLinks } from '#client/routes/admin/admin-pages.ts';
import { ownLinks } from '#client/routes/frame/profile-menu.ts';
import { isStaff } from '#shared/rules/permissions.ts';

const retail = { _id: 'a', permissionLevel: 'Retail', registeredFully: true } as const;
type Reader = Parameters<typeof ownLinks>[0];
const menu = (user: Reader) => [ownLinks(user), ...(isStaff(user) ? staffLinks(user) : [])];
const texts = (user: Reader) => menu(user).map(group => group.map(({ text }) => text));

const OWN = ['Profile', 'Order History', 'Favorites'];
/** Those whose screens are open. */
const STAFF = ['Orders', 'Users'];
const ADMINS = ['Site Settings'];

describe('the profile menu', () => {
  it('has for customers what is theirs [NAV-04]', () => {
    expect(texts(retail)).toEqual([OWN]);
    expect(texts({ ...retail, permissionLevel: 'Commercial' })).toEqual([OWN]);
    expect(menu(retail)[0]).toEqual([
      { text: 'Profile', to: '/user' },
      { text: 'Order History', to: '/user/orders' },
      { text: 'Favorites', to: '/user/favorites' },
    ]);
  });

  it('leads who is not fully registered to the sign-up [NAV-04]', () => {
    expect(menu({ ...retail, registeredFully: false })[0]?.[0]?.to).toBe('/commercial');
  });

  it('adds the screens of staff that are open, to nobody else', () => {
    const employee = { ...retail, permissionLevel: 'Employee' } as const;
    const admin = { ...retail, permissionLevel: 'Admin' } as const;
    expect(texts(employee)).toEqual([OWN, STAFF]);
    expect(texts(admin)).toEqual([OWN, STAFF, ADMINS]);
    expect(menu(admin)[2]?.[0]?.to).toBe('/admin/site-settings');
    expect(texts({ ...retail, special: true })).toEqual([OWN]);
    expect(menu(employee)[1]?.map(({ to }) => to)).toEqual([
      '/admin/orders',
      '/admin/users?sort=name&page=1&limit=25',
    ]);
  });
});
