import { addressKey, LIMITS, limit } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { loggedSchema, newLogEntrySchema } from '#shared/schemas/logs.ts';

export const logsRouter = router({
  /** One request an entry. Those not by staff are marked as a browser's, so as not to pass for the shop's own. */
  add: publicProcedure
    .meta(
      rest('POST', '/site/log', {
        summary: 'Write one log entry',
        does: "Keeps one entry. An entry of anyone but staff is marked as a browser's, whatever type it names. At most 120 an hour from one address.",
        errors: ['too_many'],
      }),
    )
    .input(newLogEntrySchema)
    .output(out(loggedSchema))
    .mutation(async ({ ctx, input: { type, category, name, description } }) => {
      await limit(ctx.db, `log:${addressKey(ctx.ip)}`, LIMITS.log);
      const kind = isStaff(ctx.user) ? { type, category } : ({ type: 'user', category: 'browser' } as const);
      return { _id: await recordLog(ctx.db, ctx.user, { ...kind, name, description }) };
    }),
});
