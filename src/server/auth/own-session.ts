import { AppError } from '#server/errors.ts';
import { userProcedure } from '#server/trpc.ts';
import { canChangeCredentials } from '#shared/rules/permissions.ts';

/**
 * Only from a session of one's own: neither a stolen key nor an admin who acts as a user changes what the account is
 * entered with.
 */
export const ownSession = userProcedure.use(({ ctx, next }) => {
  if (!ctx.session || !canChangeCredentials(ctx.session)) throw new AppError('forbidden');
  return next({ ctx: { ...ctx, session: ctx.session } });
});
