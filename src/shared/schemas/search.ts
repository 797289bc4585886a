import { z } from 'zod';
import { SEARCH_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import { idSchema, moneyOut, q, text } from '#shared/schemas/common.ts';

/** A line of the type-ahead list: the variant that the listing of the same words shows. */
export const suggestionSchema = z.object({
  _id: idSchema,
  variant: idSchema,
  title: z.string(),
  productNum: z.string(),
  /** The asker's company's own number, where that was found. */
  partNumber: z.string().optional(),
  image: z.string().nullable(),
  /** The same as on a tile; not told of a company's own numbers. */
  price: moneyOut.optional(),
  from: moneyOut.nullable().optional(),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

export const suggestQuerySchema = z.object({
  search: text(200),
  limit: q.int(z.int().min(1).max(SEARCH_SUGGESTIONS_LIMIT)).default(SEARCH_SUGGESTIONS_LIMIT),
});

export const suggestionsSchema = z.object({
  suggestions: z.array(suggestionSchema),
  /** How many products the listing of the same words has. */
  total: z.int(),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** A choice by words of a search, as "brass" makes one among finishes. */
export const wordChoiceSchema = z.object({
  /** Kept as they were typed. */
  words: z.string(),
  /** Values of filters that they mean. */
  values: z.array(z.string()),
  /** The search without them; '' if nothing is left. */
  title: z.string(),
});
