import { adminProcedure, out, router, staffProcedure } from '#server/trpc.ts';
import { decideAct, listWaiting } from '#server/waiting-acts/decide-act.ts';
import { removedSchema } from '#shared/schemas/common.ts';
import { decideActSchema, listActsSchema, waitingActsSchema } from '#shared/schemas/waiting-acts.ts';

export const approvalsRouter = router({
  /** Lists the acts of Employees that wait for an Admin, with what each would do; to an Employee their own. */
  list: staffProcedure
    .input(listActsSchema)
    .output(out(waitingActsSchema))
    .query(({ ctx, input }) => listWaiting(ctx.app, ctx.user, input)),

  decide: adminProcedure
    .input(decideActSchema)
    .output(out(removedSchema))
    .mutation(({ ctx, input }) => decideAct(ctx.app, ctx.user, input)),
});
