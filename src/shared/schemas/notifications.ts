import { z } from 'zod';
import { idSchema } from '#shared/schemas/common.ts';

/** type 0 to 11 (decisions: Enumerations). */
export const notificationSchema = z.object({
  _id: idSchema,
  type: z.int(),
  title: z.string(),
  details: z.string(),
  link: z.string().nullable(),
  read: z.boolean(),
  createdAt: z.string(),
});
export type Notification = z.infer<typeof notificationSchema>;
