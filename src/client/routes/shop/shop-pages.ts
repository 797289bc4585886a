import { type Page, screen } from '#client/pages.ts';

const listing = screen(() => import('#client/routes/shop/listing/listing.tsx'));
const info = screen(() => import('#client/routes/shop/info/info.tsx'));

/** The pages that anybody may open. */
export const SHOP_PAGES: readonly Page[] = [
  { path: '', ...screen(() => import('#client/routes/shop/home/home.tsx')), shared: true },
  { path: 'products', ...listing, shared: true },
  { path: 'search', ...listing, keptOut: true, shared: true },
  { path: 'category-products', ...listing, shared: true },
  {
    path: 'product/:id/:variant?',
    ...screen(() => import('#client/routes/shop/product/product.tsx')),
    shared: true,
  },
  { path: 'compare', ...screen(() => import('#client/routes/shop/compare/compare.tsx')), shared: true },
  {
    path: 'categories/:sub?',
    ...screen(() => import('#client/routes/shop/categories/categories.tsx')),
    shared: true,
  },
  { path: 'about', ...info, shared: true },
  { path: 'privacy', ...info, shared: true },
  { path: 'return', ...info, shared: true },
  { path: 'contact', ...info, shared: true },
  { path: 'learn-more-commercial', ...info, shared: true },
  { path: 'learn-more-retail', ...info, shared: true },
  { path: 'qb-info', ...info, shared: true },
  {
    path: 'orders/lookup',
    ...screen(() => import('#client/routes/shop/order-lookup/order-lookup.tsx')),
    keptOut: true,
  },
  {
    path: 'quick-order',
    ...screen(() => import('#client/routes/shop/quick-order/quick-order.tsx')),
    keptOut: true,
  },
  { path: 'pay/:order', ...screen(() => import('#client/routes/shop/pay/pay.tsx')), keptOut: true },
  { path: 'shared-cart/:token', ...screen(() => import('#client/routes/shop/shared-cart/shared-cart.tsx')) },
  {
    path: 'invitation',
    ...screen(() => import('#client/routes/shop/invitation/invitation.tsx')),
    keptOut: true,
  },
  {
    path: 'set-password',
    ...screen(() => import('#client/routes/shop/set-password/set-password.tsx')),
    keptOut: true,
  },
  {
    path: 'confirm-email',
    ...screen(() => import('#client/routes/shop/confirm-email/confirm-email.tsx')),
    keptOut: true,
  },
  { path: 'undo-email', ...screen(() => import('#client/routes/shop/undo-email/undo-email.tsx')) },
  { path: 'email-change/:id', ...screen(() => import('#client/routes/shop/email-change/email-change.tsx')) },
  {
    path: 'commercial',
    ...screen(() => import('#client/routes/shop/commercial/commercial.tsx')),
    shared: true,
  },
  {
    path: 'dev/kitchen-sink',
    ...screen(() => import('#client/routes/dev/kitchen-sink/kitchen-sink.tsx')),
    keptOut: true,
    forDevelopers: true,
  },
];

/** The way from the cart to the order, in a frame that leads nowhere else; all of it is kept from crawlers. */
export const CHECKOUT_PAGES: readonly Page[] = [
  { path: '', ...screen(() => import('#client/routes/shop/checkout/cart.tsx')) },
  { path: 'login', ...screen(() => import('#client/routes/shop/checkout/login.tsx')) },
  { path: 'summary', ...screen(() => import('#client/routes/shop/checkout/summary.tsx')) },
  { path: 'thank-you', ...screen(() => import('#client/routes/shop/checkout/thank-you.tsx')) },
];
