import { z } from 'zod';
import { HOME_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import { q } from '#shared/schemas/common.ts';

export const suggestionsQuerySchema = z.object({
  limit: q.int(z.int().min(1).max(50)).default(HOME_SUGGESTIONS_LIMIT),
});
