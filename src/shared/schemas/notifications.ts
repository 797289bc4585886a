import { z } from 'zod';
import { idSchema, paging, q } from '#shared/schemas/common.ts';

/** Has a type from 0 to 11 (rule N5). */
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

/** The calendar of the database has no year 0, and ends with the year 9999; it is asked for what came after. */
const moment = z.iso
  .datetime({ offset: true })
  .refine(at => at > '0002' && at < '9999', 'is not a moment of the calendar');

/** `since`: only what came later. */
export const newestNotificationSchema = z.object({ since: moment.optional() });

const MAX_TYPE = 11;
const type = z.int().min(0).max(MAX_TYPE);

export const notificationsQuerySchema = z.object({
  type: q.int(type).optional(),
  read: q.bool.optional(),
  ...paging(25),
});
export type NotificationsQuery = z.infer<typeof notificationsQuerySchema>;
export const notificationsSchema = z.object({ notifications: z.array(notificationSchema), total: z.int() });

export const markNotificationSchema = z.strictObject({ _id: idSchema, read: z.boolean() });
export const removeNotificationSchema = z.object({ id: idSchema });
export const removedNotificationsSchema = z.object({ deleted: z.int() });
