import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { adminProcedure, userProcedure } from '#server/trpc.ts';
import { canChangeCredentials } from '#shared/rules/permissions.ts';

function sessionOf({ session }: Pick<Context, 'session'>) {
  if (!session || !canChangeCredentials(session)) throw new AppError('forbidden');
  return session;
}

/**
 * Only from a session of one's own: neither a stolen key nor an admin who acts as a user changes what the account is
 * entered with.
 */
export const ownSession = userProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, session: sessionOf(ctx) } }),
);

/** The same for Admins, where they say by what others enter. */
export const ownAdminSession = adminProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, session: sessionOf(ctx) } }),
);
