import { z } from 'zod';
import {
  listNotifications,
  markNotification,
  newestNotification,
  removeNotification,
  removeNotifications,
} from '#server/notifications/notifications.ts';
import { out, rest, router, userProcedure } from '#server/trpc.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  markNotificationSchema,
  newestNotificationSchema,
  notificationSchema,
  notificationsQuerySchema,
  notificationsSchema,
  removedNotificationsSchema,
  removeNotificationSchema,
} from '#shared/schemas/notifications.ts';

export const notificationsRouter = router({
  newest: userProcedure
    .meta(
      rest('GET', '/notifications/new', {
        summary: 'The newest unread notification, or null. A poll: no activity, never limited',
        poll: true,
        does: 'Meant to be asked every few seconds: it keeps no session awake and is never limited or refused for overload. `since`: only a later one.',
      }),
    )
    .input(newestNotificationSchema)
    .output(out(notificationSchema.nullable()))
    .query(({ ctx, input }) => newestNotification(ctx.db, ctx.user._id, input.since)),

  list: userProcedure
    .meta(
      rest('GET', '/notifications', {
        summary: 'Your notifications',
        does: "A page of one's own, the newest first.",
      }),
    )
    .input(notificationsQuerySchema)
    .output(out(notificationsSchema))
    .query(({ ctx, input }) => listNotifications(ctx.db, ctx.user._id, input)),

  update: userProcedure
    .meta(
      rest('PUT', '/notifications', {
        summary: 'Mark a notification as read or unread',
        does: "Marks one of one's own; anybody else's is not found.",
        errors: ['not_found'],
      }),
    )
    .input(markNotificationSchema)
    .output(out(notificationSchema))
    .mutation(({ ctx, input }) => markNotification(ctx.db, ctx.user._id, input)),

  remove: userProcedure
    .meta(
      rest('DELETE', '/notifications/{id}', {
        summary: 'Delete a notification',
        does: "Deletes one of one's own; anybody else's is not found.",
        errors: ['not_found'],
      }),
    )
    .input(removeNotificationSchema)
    .output(out(removedSchema))
    .mutation(async ({ ctx, input }) => {
      await removeNotification(ctx.db, ctx.user._id, input.id);
      return { _id: input.id };
    }),

  removeAll: userProcedure
    .meta(
      rest('DELETE', '/notifications', {
        summary: 'Delete all your notifications',
        does: "Deletes all of one's own; answers how many there were.",
      }),
    )
    .input(z.object({}))
    .output(out(removedNotificationsSchema))
    .mutation(async ({ ctx }) => ({ deleted: await removeNotifications(ctx.db, ctx.user._id) })),
});
