import { listReviews } from '#server/reviews/reviews.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { reviewListSchema, reviewQuerySchema } from '#shared/schemas/reviews.ts';

export const reviewsRouter = router({
  list: publicProcedure
    .meta(rest('GET', '/reviews', { summary: 'Reviews of a product, or by a user' }))
    .input(reviewQuerySchema)
    .output(out(reviewListSchema))
    .query(({ ctx, input }) => listReviews(ctx.db, input, ctx.user)),
});
