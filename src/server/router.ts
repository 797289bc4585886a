import { apiKeysRouter } from '#server/auth/api-keys-router.ts';
import { emailChangesRouter } from '#server/auth/email-changes-router.ts';
import { authRouter, sessionsRouter } from '#server/auth/router.ts';
import { secondFactorRouter } from '#server/auth/second-factor-router.ts';
import { cartsRouter } from '#server/carts/router.ts';
import { commentsRouter } from '#server/comments/router.ts';
import { companiesRouter } from '#server/companies/router.ts';
import { couponsRouter } from '#server/coupons/router.ts';
import { filtersRouter } from '#server/filters/router.ts';
import { layoutsRouter } from '#server/layouts/router.ts';
import { logsRouter } from '#server/logs/router.ts';
import { mailboxRouter } from '#server/mail/router.ts';
import { notificationsRouter } from '#server/notifications/router.ts';
import { officeRouter } from '#server/office/router.ts';
import { ordersRouter } from '#server/orders/router.ts';
import {
  paymentsRouter,
  savedCardsRouter,
  statementRouter,
  storeCreditRouter,
} from '#server/payments/router.ts';
import { pickingRouter } from '#server/picking/router.ts';
import { favoritesRouter, productsRouter, searchRouter } from '#server/products/router.ts';
import { returnsRouter } from '#server/returns/router.ts';
import { reviewsRouter } from '#server/reviews/router.ts';
import { settingsRouter, siteRouter } from '#server/site/router.ts';
import { suggestionsRouter } from '#server/suggestions/router.ts';
import { tagsRouter } from '#server/tags/router.ts';
import { teamRouter } from '#server/team/router.ts';
import { router } from '#server/trpc.ts';
import { usersRouter } from '#server/users/router.ts';
import { variantsRouter } from '#server/variants/router.ts';
import { viewsRouter } from '#server/views/router.ts';

/** Every call of the shop, by domain. */
export const appRouter = router({
  apiKeys: apiKeysRouter,
  auth: authRouter,
  carts: cartsRouter,
  comments: commentsRouter,
  companies: companiesRouter,
  coupons: couponsRouter,
  emailChanges: emailChangesRouter,
  favorites: favoritesRouter,
  filters: filtersRouter,
  layouts: layoutsRouter,
  logs: logsRouter,
  mailbox: mailboxRouter,
  notifications: notificationsRouter,
  office: officeRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  picking: pickingRouter,
  products: productsRouter,
  returns: returnsRouter,
  reviews: reviewsRouter,
  savedCards: savedCardsRouter,
  search: searchRouter,
  secondFactor: secondFactorRouter,
  sessions: sessionsRouter,
  settings: settingsRouter,
  site: siteRouter,
  statement: statementRouter,
  storeCredit: storeCreditRouter,
  suggestions: suggestionsRouter,
  tags: tagsRouter,
  team: teamRouter,
  users: usersRouter,
  variants: variantsRouter,
  views: viewsRouter,
});

export type AppRouter = typeof appRouter;
