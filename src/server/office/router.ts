import { findAnything } from '#server/office/find-anything.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import { findSchema, foundAnythingSchema } from '#shared/schemas/staff-find.ts';

export const officeRouter = router({
  find: staffProcedure
    .input(findSchema)
    .output(out(foundAnythingSchema))
    .query(({ ctx, input }) => findAnything(ctx.db, ctx.user, input.text)),
});
