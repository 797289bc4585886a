import { decideEmailChange, readEmailChange, waitingEmailChanges } from '#server/auth/decide-email-change.ts';
import { AppError } from '#server/errors.ts';
import { adminProcedure, out, router } from '#server/trpc.ts';
import {
  decideEmailSchema,
  emailChangeIdSchema,
  emailChangeSchema,
  emailChangesSchema,
} from '#shared/schemas/auth.ts';

/** Changes of accounts' addresses that the Admins are asked about. */
export const emailChangesRouter = router({
  byId: adminProcedure
    .input(emailChangeIdSchema)
    .output(out(emailChangeSchema))
    .query(({ ctx, input }) => readEmailChange(ctx.db, input.id)),

  waiting: adminProcedure.output(out(emailChangesSchema)).query(({ ctx }) => waitingEmailChanges(ctx.db)),

  decide: adminProcedure
    .input(decideEmailSchema)
    .output(out(emailChangeSchema))
    .mutation(async ({ ctx, input }) => {
      // A key that was stolen moves no account.
      if (!ctx.session) throw new AppError('forbidden');
      await decideEmailChange(ctx, input);
      return readEmailChange(ctx.db, input._id);
    }),
});
