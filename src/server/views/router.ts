import { out, router, staffProcedure } from '#server/trpc.ts';
import { listViews } from '#server/views/read-views.ts';
import { removeView, reorderViews, saveView } from '#server/views/views.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import {
  removeViewSchema,
  reorderViewsSchema,
  savedViewSchema,
  savedViewsSchema,
  saveViewSchema,
  viewsQuerySchema,
} from '#shared/schemas/staff-views.ts';

export const viewsRouter = router({
  list: staffProcedure
    .input(viewsQuerySchema)
    .output(out(savedViewsSchema))
    .query(async ({ ctx, input }) => ({ views: await listViews(ctx.db, ctx.user, input.screen) })),

  save: staffProcedure
    .input(saveViewSchema)
    .output(out(savedViewSchema))
    .mutation(({ ctx, input }) => saveView(ctx.db, ctx.user, input)),

  remove: staffProcedure
    .input(removeViewSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => removeView(ctx.db, ctx.user, input._id)),

  reorder: staffProcedure
    .input(reorderViewsSchema)
    .output(out(savedViewsSchema))
    .mutation(async ({ ctx, input }) => ({ views: await reorderViews(ctx.db, ctx.user, input) })),
});
