import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { listReviews } from '#server/reviews/reviews.ts';
import { createReview, removeReview, updateReview } from '#server/reviews/write-reviews.ts';
import { out, publicProcedure, rest, reviewerProcedure, router } from '#server/trpc.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  newReviewSchema,
  removeReviewSchema,
  reviewChangeSchema,
  reviewListSchema,
  reviewQuerySchema,
  reviewSchema,
} from '#shared/schemas/reviews.ts';

export const reviewsRouter = router({
  list: publicProcedure
    .meta(
      rest('GET', '/reviews', {
        summary: 'Reviews of a product, or by a user',
        does: 'A page of the reviews that are shown, the newest first, with their average and how many gave how many stars.',
      }),
    )
    .input(reviewQuerySchema)
    .output(out(reviewListSchema))
    .query(({ ctx, input }) => listReviews(ctx.db, input, ctx.user)),

  create: reviewerProcedure
    .meta(
      rest('POST', '/reviews', {
        summary: 'Post a review',
        does: 'One review a product and user, shown at once; in the place of one that staff hid it stays hidden until they show it. A guest is answered 403. At most 30 an hour.',
        errors: ['review_signed_out', 'not_found', 'too_many'],
      }),
    )
    .input(newReviewSchema)
    .output(out(reviewSchema))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx.db, `review:${ctx.user._id}`, LIMITS.review);
      return createReview(ctx.db, ctx.app.cache, ctx.user, input);
    }),

  update: reviewerProcedure
    .meta(
      rest('PUT', '/reviews', {
        summary: 'Change a review',
        does: "Changes one's own; staff may change any, and alone set `approved`, which hides or shows it.",
        errors: ['review_signed_out', 'not_found'],
      }),
    )
    .input(reviewChangeSchema)
    .output(out(reviewSchema))
    .mutation(({ ctx, input }) => updateReview(ctx.db, ctx.app.cache, ctx.user, input)),

  remove: reviewerProcedure
    .meta(
      rest('DELETE', '/reviews/{id}', {
        summary: 'Delete a review',
        does: "Deletes one's own; staff may delete any.",
        errors: ['review_signed_out', 'not_found'],
      }),
    )
    .input(removeReviewSchema)
    .output(out(removedSchema))
    .mutation(async ({ ctx, input }) => {
      await removeReview(ctx.db, ctx.app.cache, ctx.user, input.id);
      return { _id: input.id };
    }),
});
