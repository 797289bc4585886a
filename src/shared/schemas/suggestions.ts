import { z } from 'zod';
import { HOME_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import { idSchema, q } from '#shared/schemas/common.ts';

export const suggestionsQuerySchema = z.object({
  limit: q.int(z.int().min(1).max(50)).default(HOME_SUGGESTIONS_LIMIT),
});

/** PUT /suggestions takes the order as it was answered; its `_id` is all that is read of it. */
export const recordOrderSchema = z.strictObject({ order: z.looseObject({ _id: idSchema.optional() }) });

export const suggestionPairSchema = z.strictObject({ productId: idSchema, suggestionId: idSchema });
/** `position` from 0; at the end without it. */
export const addSuggestionSchema = suggestionPairSchema.extend({
  position: z.int().min(0).max(100).optional(),
});
/** All of a product's, in their order. */
export const setSuggestionsSchema = z.strictObject({
  productId: idSchema,
  suggestions: z.array(idSchema).max(100),
});
