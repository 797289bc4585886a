import { z } from 'zod';
import { adminProcedure, out, router } from '#server/trpc.ts';
import { decideAct, listWaiting } from '#server/waiting-acts/decide-act.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import { decideActSchema, waitingActSchema } from '#shared/schemas/waiting-acts.ts';

export const approvalsRouter = router({
  /** Lists the acts of Employees that wait for an Admin, with what each would do. */
  list: adminProcedure.output(out(z.array(waitingActSchema))).query(({ ctx }) => listWaiting(ctx.app)),

  decide: adminProcedure
    .input(decideActSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => decideAct(ctx.app, ctx.user, input)),
});
