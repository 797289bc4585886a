import { z } from 'zod';
import { LAYOUT_TEMPLATES } from '#shared/enumerations.ts';
import { idSchema, text } from '#shared/schemas/common.ts';

export const layoutSchema = z.object({
  _id: idSchema,
  template: z.enum(LAYOUT_TEMPLATES),
  title: z.string(),
  subtitle: z.string(),
  /** Sanitised HTML. */
  content: z.string(),
  imgPath: z.string().nullable(),
  /** A route object as text, or a URL. */
  link: z.string().nullable(),
  page: z.string(),
});
export type Layout = z.infer<typeof layoutSchema>;

export const layoutQuerySchema = z.object({
  page: text(120).optional(),
  template: z.enum(LAYOUT_TEMPLATES).optional(),
});
