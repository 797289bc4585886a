import type { RouteObject } from 'react-router-dom';
import { VARYING_NAMES } from '#client/features/catalog/listing-address.ts';
import { Problem } from '#client/features/problem/problem.tsx';
import { partOf, routeOf, screen } from '#client/pages.ts';
import { CheckoutLayout } from '#client/routes/frame/checkout-layout.tsx';
import { loader as shellLoader } from '#client/routes/frame/shell.ts';
import { ShopLayout } from '#client/routes/frame/shop-layout.tsx';
import { unknownPage } from '#client/routes/frame/unknown-page.ts';
import { CHECKOUT_PAGES, SHOP_PAGES } from '#client/routes/shop/shop-pages.ts';
import { USER_PAGES } from '#client/routes/user/user-pages.ts';

const userArea: RouteObject = {
  path: 'user',
  ...partOf(screen(() => import('#client/routes/user/user-layout.tsx'))),
  children: [{ ErrorBoundary: Problem, children: USER_PAGES.map(routeOf) }],
};

const missing: RouteObject = { path: '*', loader: unknownPage, Component: Problem };

const officeDoor: RouteObject = {
  path: 'admin/*',
  ...partOf(screen(() => import('#client/routes/frame/office-door.tsx'))),
};

/** Leads to every screen but those of staff, which `more` may hold. The inner boundaries keep header and footer around a page that fails. */
export const routesWith = (...more: RouteObject[]): RouteObject[] => [
  ...more,
  {
    id: 'checkout',
    path: 'checkout',
    loader: shellLoader,
    shouldRevalidate: () => false,
    Component: CheckoutLayout,
    ErrorBoundary: Problem,
    children: [{ ErrorBoundary: Problem, children: CHECKOUT_PAGES.map(routeOf) }],
  },
  {
    id: 'shop',
    loader: shellLoader,
    shouldRevalidate: () => false,
    Component: ShopLayout,
    ErrorBoundary: Problem,
    children: [
      {
        ErrorBoundary: Problem,
        children: [...SHOP_PAGES.map(routeOf), userArea, officeDoor, missing],
      },
    ],
  },
];

/** Sections that are somebody's own, whole; those of staff among them before their screens exist. */
const OWN_SECTIONS = ['admin', 'checkout', 'user'];

/** Keeps crawlers away: beginnings of addresses, and listings that are other ones once more. */
export const KEPT_OUT: readonly string[] = [
  ...OWN_SECTIONS.map(section => `/${section}`),
  ...SHOP_PAGES.filter(({ keptOut }) => keptOut).map(({ path }) => `/${path.replace(/\/.*/, '/')}`),
  ...VARYING_NAMES.map(name => `/*?*${name}=`),
];
