import { readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { KEPT_OUT, routesWith } from '#client/router.tsx';
import { adminArea } from '#client/routes/admin/admin-area.ts';
import { ADMIN_PAGES, adminAddress } from '#client/routes/admin/admin-pages.ts';
import { SHOP_PAGES } from '#client/routes/shop/shop-pages.ts';
import { USER_PAGES, userAddress } from '#client/routes/user/user-pages.ts';
import { nameSources } from '../../scripts/page-sources.ts';

const routeAt = (address: string, routes = routesWith(adminArea)) =>
  matchRoutes(routes, address)?.at(-1)?.route as RouteObject;

test('every row of a table of pages is a screen at its address, whose module has a component', async () => {
  const addresses = [
    ...SHOP_PAGES.map(({ path }) => `/${path}`),
    ...USER_PAGES.map(userAddress),
    ...['/checkout', '/checkout/login', '/checkout/summary', '/checkout/thank-you'],
  ].map(address => address.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x'));
  for (const address of addresses) {
    const { lazy } = routeAt(address);
    expect(typeof lazy === 'function' && (await lazy()), address).toHaveProperty('Component');
  }
  expect(routeAt('/nowhere').path).toBe('*');
  // All pages with all that they import are many modules.
}, 60_000);

test('the pages of staff are at their addresses, and for everybody else there are none', async () => {
  for (const page of ADMIN_PAGES) {
    const address = adminAddress(page)
      .replace(/\/:\w+\?/g, '')
      .replace(/\?.*/, '')
      .replace(/:\w+/g, 'x');
    const { lazy } = routeAt(address);
    expect(typeof lazy === 'function' && (await lazy()), address).toHaveProperty('Component');
    expect(routeAt(address, routesWith()).path).toBe('admin/*');
  }
  expect(routeAt('/admin/nothing-of-ours').path).toBe('admin/*');
}, 60_000);

test('crawlers stay away from what is somebody’s own and from what a page says of itself', () => {
  expect([...KEPT_OUT].sort()).toEqual(
    [
      '/admin',
      '/checkout',
      '/confirm-email',
      '/dev/',
      '/invitation',
      '/orders/',
      '/quick-order',
      '/search',
      '/set-password',
      '/user',
    ]
      .concat(
        [
          'vendor',
          'options',
          'minPrice',
          'maxPrice',
          'inStock',
          'outOfStock',
          'bought',
          'holes',
          'holesTolerance',
        ]
          .concat(['sort', 'view', 'pindex'])
          .map(name => `/*?*${name}=`),
      )
      .sort(),
  );
});

test('the build names the file of each screen, and refuses one that it can’t read', () => {
  const table = readFileSync('src/client/routes/shop/shop-pages.ts', 'utf8');
  expect(nameSources(table)).toContain(
    "screen(() => import('#client/routes/shop/home/home.tsx'), 'src/client/routes/shop/home/home.tsx')",
  );
  expect(() => nameSources("screen(() => import('./home.tsx'))")).toThrow('a screen is written otherwise');
  expect(nameSources("screen(\n  () => import('#client/a.tsx'),\n)")).toBe(
    "screen(() => import('#client/a.tsx'), 'src/client/a.tsx')",
  );
});
