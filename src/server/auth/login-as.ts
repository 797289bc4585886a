import { holdAsker } from '#server/auth/hold-asker.ts';
import { holdSession, startSession } from '#server/auth/sessions.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { readProfile } from '#server/users/profile.ts';
import { findUserById } from '#server/users/users.ts';
import { canLoginAs } from '#shared/rules/permissions.ts';
import type { User } from '#shared/schemas/users.ts';

type SignedIn = Context & { user: SessionUser };

/**
 * Lets an admin go on as a customer, from a session of their own; logged. `forbidden` into staff accounts and with an
 * API key, `not_found` for one that is gone.
 */
export async function loginAs(ctx: SignedIn, _id: string): Promise<User> {
  const target = await findUserById(ctx.db, _id);
  if (!target) throw new AppError('not_found');
  const { session } = ctx;
  if (!session || !canLoginAs(ctx.user, target)) throw new AppError('forbidden');
  await ctx.db.transaction(async tx => {
    const admin = await holdAsker(tx, ctx);
    if (!canLoginAs(admin, target)) throw new AppError('forbidden');
    await recordLog(tx, admin, {
      type: 'security',
      category: 'login-as',
      name: `Logged in as ${target.email}`,
      subject: _id,
    });
    const signedInAt = await holdSession(tx, session.hash);
    await startSession(ctx, _id, { impersonatorId: admin._id, signedInAt, tx });
  });
  return readProfile(ctx.db, _id);
}

/**
 * Leads an Admin back to their own account, where they count as signed in since they were before. `forbidden` where
 * nobody acts as this user.
 */
export async function loginBack(ctx: SignedIn): Promise<User> {
  const { session } = ctx;
  const admin = session?.impersonatorId;
  if (!admin) throw new AppError('forbidden');
  await ctx.db.transaction(async tx => {
    const { _id, email } = await readProfile(tx, admin);
    await holdAsker(tx, { ...ctx, user: { ...ctx.user, _id } });
    await recordLog(
      tx,
      { _id, email },
      { type: 'security', category: 'login-as', name: `Left ${ctx.user.email}`, subject: ctx.user._id },
    );
    const signedInAt = await holdSession(tx, session.hash);
    await startSession(ctx, admin, { signedInAt, tx });
  });
  return readProfile(ctx.db, admin);
}
