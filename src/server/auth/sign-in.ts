import { eq } from 'drizzle-orm';
import { rememberDevice } from '#server/auth/guesses.ts';
import { startSession } from '#server/auth/sessions.ts';
import { secondFactors } from '#server/auth/tables.ts';
import { beginWaiting } from '#server/auth/waiting-sign-ins.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { siteSettings } from '#server/site/tables.ts';
import { readProfile } from '#server/users/profile.ts';
import { users } from '#server/users/tables.ts';
import { findUserById } from '#server/users/users.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { SecondStep, SignIn } from '#shared/schemas/auth.ts';
import type { User } from '#shared/schemas/users.ts';

/**
 * Lets in whoever has shown who they are, by a password, a link or Google. Every way in ends here: whoever has a second
 * factor, or must have one, gets no session yet but waits for their second step. `db`: the transaction in which what
 * they have shown was found to hold still.
 */
export async function signIn(ctx: Context, _id: string, db: Db = ctx.db): Promise<SignIn> {
  const secondStep = await secondStepOf(db, _id);
  if (secondStep === null) return { user: await beginSession(ctx, _id, db), secondStep };
  await beginWaiting(ctx, _id, { db });
  return { user: null, secondStep };
}

/** Tells what a sign-in still needs: a code, a second factor to be set up first, or nothing. */
export async function secondStepOf(db: Db, _id: string): Promise<SecondStep | null> {
  const [found] = await db
    .select({ permissionLevel: users.permissionLevel, confirmedAt: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.user, users._id))
    .where(eq(users._id, _id));
  // Asked of everybody who has one: who is no longer of the staff has not lost it by that.
  if (found?.confirmedAt) return 'code';
  return found && isStaff(found) && (await isDemandedOfStaff(db)) ? 'set-up' : null;
}

/** Whether the site settings want a second factor of staff. */
export async function isDemandedOfStaff(db: Db): Promise<boolean> {
  const [settings] = await db.select({ isDemanded: siteSettings.staffNeedSecondFactor }).from(siteSettings);
  return settings?.isDemanded ?? false;
}

/** The session itself, after all steps. */
export async function beginSession(ctx: Context, _id: string, db: Db = ctx.db): Promise<User> {
  await startSession(ctx, _id, { tx: db });
  const account = await findUserById(db, _id);
  if (account) rememberDevice(ctx, account);
  return readProfile(db, _id);
}
