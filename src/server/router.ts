import { apiKeysRouter } from '#server/auth/api-keys-router.ts';
import { authRouter } from '#server/auth/router.ts';
import { cartsRouter } from '#server/carts/router.ts';
import { couponsRouter } from '#server/coupons/router.ts';
import { filtersRouter } from '#server/filters/router.ts';
import { layoutsRouter } from '#server/layouts/router.ts';
import { logsRouter } from '#server/logs/router.ts';
import { ordersRouter } from '#server/orders/router.ts';
import { paymentsRouter, savedCardsRouter, storeCreditRouter } from '#server/payments/router.ts';
import { favoritesRouter, productsRouter, searchRouter } from '#server/products/router.ts';
import { reviewsRouter } from '#server/reviews/router.ts';
import { settingsRouter, siteRouter } from '#server/site/router.ts';
import { suggestionsRouter } from '#server/suggestions/router.ts';
import { tagsRouter } from '#server/tags/router.ts';
import { router } from '#server/trpc.ts';
import { variantsRouter } from '#server/variants/router.ts';

/** Every call of the shop, by domain. */
export const appRouter = router({
  apiKeys: apiKeysRouter,
  auth: authRouter,
  carts: cartsRouter,
  coupons: couponsRouter,
  favorites: favoritesRouter,
  filters: filtersRouter,
  layouts: layoutsRouter,
  logs: logsRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  products: productsRouter,
  reviews: reviewsRouter,
  savedCards: savedCardsRouter,
  search: searchRouter,
  settings: settingsRouter,
  site: siteRouter,
  storeCredit: storeCreditRouter,
  suggestions: suggestionsRouter,
  tags: tagsRouter,
  variants: variantsRouter,
});

export type AppRouter = typeof appRouter;
