import { router } from '#server/trpc.ts';

/** Every call of the shop, by domain. */
export const appRouter = router({});

export type AppRouter = typeof appRouter;
