import { addressKey, LIMITS, limit } from '#server/auth/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { loggedSchema, newLogEntrySchema } from '#shared/schemas/logs.ts';

export const logsRouter = router({
  /** One request an entry; errors in guests' browsers come here too. */
  add: publicProcedure
    .meta(rest('POST', '/site/log', { summary: 'Write one log entry', errors: ['too_many'] }))
    .input(newLogEntrySchema)
    .output(out(loggedSchema))
    .mutation(async ({ ctx, input: { type, category, name, description } }) => {
      await limit(ctx.db, `log:${addressKey(ctx.ip)}`, LIMITS.log);
      return { _id: await recordLog(ctx.db, ctx.user, { type, category, name, description }) };
    }),
});
