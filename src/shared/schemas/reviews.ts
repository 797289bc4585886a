import { z } from 'zod';
import { idSchema, paging } from '#shared/schemas/common.ts';

export const reviewSchema = z.object({
  _id: idSchema,
  product: idSchema,
  /** Who wrote it, as others see him: never his e-mail address. */
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
