import type { RouteObject } from 'react-router-dom';
import { loadPart } from '#client/load-part.ts';
import { unknownPage } from '#client/routes/missing-page.ts';
import { CheckoutLayout } from '#client/routes/shop/frame/checkout-layout.tsx';
import { Problem } from '#client/routes/shop/frame/problem.tsx';
import { loader as shellLoader } from '#client/routes/shop/frame/shell.ts';
import { ShopLayout } from '#client/routes/shop/frame/shop-layout.tsx';

export interface PageHandle {
  /** The page's source file below `src/client/routes`, by which the server finds its files in the build. */
  source: string;
}

type PageModule = Awaited<ReturnType<Extract<NonNullable<RouteObject['lazy']>, () => unknown>>>;

/** A page in a part of its own, loaded when it is first asked for. */
function page(
  source: string,
  load: () => Promise<PageModule>,
): { handle: PageHandle; lazy: () => Promise<PageModule> } {
  return { handle: { source: `src/client/routes/${source}` }, lazy: () => loadPart(load) };
}

const listing = () =>
  page('shop/listing/listing.tsx', () => import('#client/routes/shop/listing/listing.tsx'));
const info = () => page('shop/info/info.tsx', () => import('#client/routes/shop/info/info.tsx'));

/** Below /user. What its navigation shows stands in `user-pages.ts`. */
const userPages: RouteObject[] = [
  { index: true, ...page('user/profile.tsx', () => import('#client/routes/user/profile.tsx')) },
  {
    path: 'settings',
    ...page('user/settings/settings.tsx', () => import('#client/routes/user/settings/settings.tsx')),
  },
  {
    path: 'orders',
    ...page('user/orders/orders.tsx', () => import('#client/routes/user/orders/orders.tsx')),
  },
  { path: 'favorites', ...page('user/favorites.tsx', () => import('#client/routes/user/favorites.tsx')) },
  {
    path: 'notifications',
    ...page(
      'user/notifications/notifications.tsx',
      () => import('#client/routes/user/notifications/notifications.tsx'),
    ),
  },
  { path: 'orders/:id', ...page('user/order.tsx', () => import('#client/routes/user/order.tsx')) },
  {
    path: 'make-payment/:order_id/:cart_id?',
    ...page(
      'user/make-payment/make-payment.tsx',
      () => import('#client/routes/user/make-payment/make-payment.tsx'),
    ),
  },
  {
    path: 'statement',
    ...page('user/statement/statement.tsx', () => import('#client/routes/user/statement/statement.tsx')),
  },
  {
    path: 'special-pricing',
    ...page(
      'user/special-pricing/special-pricing.tsx',
      () => import('#client/routes/user/special-pricing/special-pricing.tsx'),
    ),
  },
  { path: 'team', ...page('user/team/team.tsx', () => import('#client/routes/user/team/team.tsx')) },
];

const shopPages: RouteObject[] = [
  { index: true, ...page('shop/home/home.tsx', () => import('#client/routes/shop/home/home.tsx')) },
  { path: 'products', ...listing() },
  { path: 'search', ...listing() },
  { path: 'category-products', ...listing() },
  {
    path: 'product/:id/:variant?',
    ...page('shop/product/product.tsx', () => import('#client/routes/shop/product/product.tsx')),
  },
  {
    path: 'compare',
    ...page('shop/compare/compare.tsx', () => import('#client/routes/shop/compare/compare.tsx')),
  },
  {
    path: 'categories/:sub?',
    ...page('shop/categories/categories.tsx', () => import('#client/routes/shop/categories/categories.tsx')),
  },
  { path: 'about', ...info() },
  { path: 'privacy', ...info() },
  { path: 'return', ...info() },
  { path: 'contact', ...info() },
  { path: 'learn-more-commercial', ...info() },
  { path: 'learn-more-retail', ...info() },
  { path: 'qb-info', ...info() },
  {
    path: 'orders/lookup',
    ...page(
      'shop/order-lookup/order-lookup.tsx',
      () => import('#client/routes/shop/order-lookup/order-lookup.tsx'),
    ),
  },
  {
    path: 'quick-order',
    ...page(
      'shop/quick-order/quick-order.tsx',
      () => import('#client/routes/shop/quick-order/quick-order.tsx'),
    ),
  },
  {
    path: 'shared-cart/:token',
    ...page(
      'shop/shared-cart/shared-cart.tsx',
      () => import('#client/routes/shop/shared-cart/shared-cart.tsx'),
    ),
  },
  {
    path: 'invitation',
    ...page('shop/invitation/invitation.tsx', () => import('#client/routes/shop/invitation/invitation.tsx')),
  },
  {
    path: 'set-password',
    ...page(
      'shop/set-password/set-password.tsx',
      () => import('#client/routes/shop/set-password/set-password.tsx'),
    ),
  },
  {
    path: 'confirm-email',
    ...page(
      'shop/confirm-email/confirm-email.tsx',
      () => import('#client/routes/shop/confirm-email/confirm-email.tsx'),
    ),
  },
  {
    path: 'undo-email',
    ...page('shop/undo-email/undo-email.tsx', () => import('#client/routes/shop/undo-email/undo-email.tsx')),
  },
  {
    path: 'email-change/:id',
    ...page(
      'shop/email-change/email-change.tsx',
      () => import('#client/routes/shop/email-change/email-change.tsx'),
    ),
  },
  {
    path: 'commercial',
    ...page('shop/commercial/commercial.tsx', () => import('#client/routes/shop/commercial/commercial.tsx')),
  },
  {
    path: 'dev/kitchen-sink',
    ...page(
      'dev/kitchen-sink/kitchen-sink.tsx',
      () => import('#client/routes/dev/kitchen-sink/kitchen-sink.tsx'),
    ),
  },
  {
    path: 'user',
    ...page('user/user-layout.tsx', () => import('#client/routes/user/user-layout.tsx')),
    children: [{ ErrorBoundary: Problem, children: userPages }],
  },
];

const checkoutPages: RouteObject[] = [
  { index: true, ...page('shop/checkout/cart.tsx', () => import('#client/routes/shop/checkout/cart.tsx')) },
  {
    path: 'login',
    ...page('shop/checkout/login.tsx', () => import('#client/routes/shop/checkout/login.tsx')),
  },
  {
    path: 'summary',
    ...page('shop/checkout/summary.tsx', () => import('#client/routes/shop/checkout/summary.tsx')),
  },
  {
    path: 'thank-you',
    ...page('shop/checkout/thank-you.tsx', () => import('#client/routes/shop/checkout/thank-you.tsx')),
  },
];

/** Lists every screen. The inner boundaries keep header and footer around a page that fails. */
export const routes: RouteObject[] = [
  {
    id: 'checkout',
    path: 'checkout',
    loader: shellLoader,
    shouldRevalidate: () => false,
    Component: CheckoutLayout,
    ErrorBoundary: Problem,
    children: [{ ErrorBoundary: Problem, children: checkoutPages }],
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
        children: [...shopPages, { path: '*', loader: unknownPage, Component: Problem }],
      },
    ],
  },
];
