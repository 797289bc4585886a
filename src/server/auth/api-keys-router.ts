import { z } from 'zod';
import { createApiKey, listApiKeys, revokeApiKey } from '#server/auth/api-keys.ts';
import { holdAsker } from '#server/auth/hold-asker.ts';
import { ownSession } from '#server/auth/own-session.ts';
import { AppError } from '#server/errors.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { out, router, userProcedure } from '#server/trpc.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import {
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  newApiKeySchema,
} from '#shared/schemas/auth.ts';
import { idSchema, removedSchema } from '#shared/schemas/common.ts';

export const apiKeysRouter = router({
  list: userProcedure
    .input(apiKeyListSchema)
    .output(out(z.array(apiKeySchema)))
    .query(({ ctx, input }) => {
      if (input.all && !isAdmin(ctx.user)) throw new AppError('forbidden');
      return listApiKeys(ctx.db, input.all ? null : ctx.user._id);
    }),

  create: ownSession
    .input(newApiKeySchema)
    .output(out(createdApiKeySchema))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx.db, `api-key:${ctx.user._id}`, LIMITS.apiKey);
      return ctx.db.transaction(async tx => {
        await holdAsker(tx, ctx);
        return createApiKey(tx, ctx.user, input);
      });
    }),

  revoke: ownSession
    .input(z.strictObject({ _id: idSchema }))
    .output(out(removedSchema))
    .mutation(async ({ ctx, input }) => {
      await revokeApiKey(ctx.db, ctx.user, input._id);
      return { _id: input._id };
    }),
});
