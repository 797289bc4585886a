import { z } from 'zod';
import { TAG_TYPES } from '#shared/enumerations.ts';
import { idSchema } from '#shared/schemas/common.ts';

export const tagSchema = z.object({
  _id: idSchema,
  name: z.string(),
  type: z.enum(TAG_TYPES),
  /** The category of a subcategory. */
  category: idSchema.nullable(),
  image: z.string().nullable(),
});
export type Tag = z.infer<typeof tagSchema>;

export const tagQuerySchema = z.object({ type: z.enum(TAG_TYPES).optional() });

/** A category with its subcategories, each in the order that staff gave them. */
export const categorySchema = z.object({ category: tagSchema, subcategories: z.array(tagSchema) });
export type Category = z.infer<typeof categorySchema>;
