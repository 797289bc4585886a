import { z } from 'zod';
import { idSchema, paging, prose, text } from '#shared/schemas/common.ts';

export const reviewSchema = z.object({
  _id: idSchema,
  product: idSchema,
  /** The author's name as others see it: never their e-mail address. */
  author: z.string(),
  rating: z.int(),
  title: z.string(),
  text: z.string(),
  createdAt: z.string(),
  /** Whether it is the reader's own, to edit or take back. */
  own: z.boolean(),
});
export type Review = z.infer<typeof reviewSchema>;

export const reviewQuerySchema = z.object({
  product: idSchema.optional(),
  user: idSchema.optional(),
  ...paging(25),
});
export type ReviewQuery = z.infer<typeof reviewQuerySchema>;

export const reviewListSchema = z.object({
  reviews: z.array(reviewSchema),
  total: z.int(),
  average: z.number(),
  /** How many gave one star, two, … five. */
  stars: z.array(z.int()),
});

const rating = z.int('is a number of stars').min(1, 'needs at least one star').max(5);
const said = { rating, title: text(120), text: prose(5000) };

export const newReviewSchema = z.strictObject({
  product: idSchema,
  ...said,
  title: said.title.default(''),
  text: said.text.default(''),
});
export type NewReview = z.infer<typeof newReviewSchema>;

/** `approved`: staff hide a review, or show it again. */
export const reviewChangeSchema = z.strictObject({
  _id: idSchema,
  rating: said.rating.optional(),
  title: said.title.optional(),
  text: said.text.optional(),
  approved: z.boolean().optional(),
});
export type ReviewChange = z.infer<typeof reviewChangeSchema>;

export const removeReviewSchema = z.object({ id: idSchema });
