import { couponsRouter } from '#server/coupons/router.ts';
import { ordersRouter } from '#server/orders/router.ts';
import { paymentsRouter } from '#server/payments/router.ts';
import { router } from '#server/trpc.ts';

/** Every call of the shop, by domain. */
export const appRouter = router({
  coupons: couponsRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
});

export type AppRouter = typeof appRouter;
