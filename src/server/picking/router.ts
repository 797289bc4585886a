import { beginPick, leavePick } from '#server/picking/begin-pick.ts';
import { finishPick } from '#server/picking/finish-pick.ts';
import { pickSheet } from '#server/picking/read-sheet.ts';
import { lookAtPick, tickPick } from '#server/picking/tick.ts';
import { out, router, staffProcedure } from '#server/trpc.ts';
import { okSchema } from '#shared/schemas/common.ts';
import {
  beginPickSchema,
  finishedPickSchema,
  finishPickSchema,
  leavePickSchema,
  lookSchema,
  pickSheetQuerySchema,
  pickSheetSchema,
  tickedSchema,
  tickSchema,
} from '#shared/schemas/staff-picking.ts';

export const pickingRouter = router({
  sheet: staffProcedure
    .input(pickSheetQuerySchema)
    .output(out(pickSheetSchema))
    .query(({ ctx, input }) => pickSheet(ctx.db, ctx.user, input.id)),

  /** Refuses what a tick would be refused for, while nothing is ticked. */
  look: staffProcedure
    .meta({ poll: true })
    .input(lookSchema)
    .output(out(okSchema))
    .query(async ({ ctx, input }) => {
      await lookAtPick(ctx.db, ctx.user, input);
      return { ok: true as const };
    }),

  begin: staffProcedure
    .input(beginPickSchema)
    .output(out(pickSheetSchema))
    .mutation(({ ctx, input }) => beginPick(ctx.app, ctx.user, input)),

  tick: staffProcedure
    .input(tickSchema)
    .output(out(tickedSchema))
    .mutation(({ ctx, input }) => tickPick(ctx.db, ctx.user, input)),

  finish: staffProcedure
    .input(finishPickSchema)
    .output(out(finishedPickSchema))
    .mutation(({ ctx, input }) => finishPick(ctx.app, ctx.user, input)),

  leave: staffProcedure
    .input(leavePickSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await leavePick(ctx.db, ctx.user, input.key);
      return { ok: true as const };
    }),
});
