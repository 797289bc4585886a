import { z } from 'zod';
import { HOME_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import { idSchema, q } from '#shared/schemas/common.ts';

export const suggestionsQuerySchema = z.object({
  limit: q.int(z.int().min(1).max(50)).default(HOME_SUGGESTIONS_LIMIT),
});

/** PUT /suggestions takes the order as it was answered; its `_id` is all that is read of it. */
export const recordOrderSchema = z.strictObject({ order: z.looseObject({ _id: idSchema.optional() }) });
