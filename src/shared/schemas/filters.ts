import { z } from 'zod';
import { idSchema } from '#shared/schemas/common.ts';

/** A value of a filter: the option values that count as it, and its colours. */
export const filterValueSchema = z.object({
  _id: idSchema,
  label: z.string(),
  options: z.array(z.string()),
  hex: z.string().nullable(),
  hex2: z.string().nullable(),
});

/** Describes a filter group of the listing (rule C11). */
export const filterTemplateSchema = z.object({
  _id: idSchema,
  name: z.string(),
  order: z.int(),
  /** Product types it is for; empty: all. */
  types: z.array(z.string()),
  filters: z.array(filterValueSchema),
});
export type FilterTemplate = z.infer<typeof filterTemplateSchema>;
