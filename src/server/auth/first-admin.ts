import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { refuseWeakPassword } from '#server/auth/auth.ts';
import { isLockedDemo } from '#server/auth/demo-people.ts';
import { issueToken, redeemToken } from '#server/auth/one-time-tokens.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { signIn } from '#server/auth/sign-in.ts';
import type { App, Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS, limit } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { createUser } from '#server/users/users.ts';
import type { FirstAdmin, SignIn } from '#shared/schemas/auth.ts';

const PURPOSE = 'first-admin';
const VALID_MS = 24 * 60 * 60 * 1000;
/** Serializes those who would become the first admin. */
const LOCK = 7_214_001;

/**
 * Returns a link by which the shop's first admin sets up their account, valid for a day and once; null when there is an
 * admin already. For what a start prints, but of a demo shop with its accounts: there is nobody else yet whom it could
 * be sent to.
 */
export async function firstAdminLink(
  { db, env }: Pick<App, 'db' | 'env'>,
  now = clock.now(),
): Promise<string | null> {
  if (await hasAdmin(db)) return null;
  const token = await issueToken(db, { purpose: PURPOSE, validMs: VALID_MS }, now);
  // In the fragment: it reaches no server's log and no Referer.
  return `${env.publicUrl}/set-password#first-admin=${token}`;
}

/** Makes the first admin and signs them in. `link_invalid`: wrong, used or too old, or there is an admin by now. */
export async function redeemFirstAdmin(ctx: Context, input: FirstAdmin, now = clock.now()): Promise<SignIn> {
  const { token, name, email, password } = input;
  await limit(ctx.db, `first-admin:${addressKey(ctx.ip)}`, LIMITS.firstAdmin);
  refuseWeakPassword(password, { email, name });
  const passwordHash = await hashPassword(password);
  const _id = await ctx.db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
    const isRedeemed = await redeemToken(tx, PURPOSE, token, now);
    if (!isRedeemed || (await hasAdmin(tx))) throw new AppError('link_invalid');
    const admin = await createUser(tx, {
      name,
      email,
      passwordHash,
      permissionLevel: 'Admin',
      registeredFully: true,
    });
    await recordLog(tx, admin, {
      type: 'security',
      category: 'registration',
      name: 'The first admin set up their account',
      subject: admin._id,
    });
    return admin._id;
  });
  return signIn(ctx, _id);
}

/** Not one of the demo shop that was locked: nobody comes back to it, and they would keep everybody else out. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const isOne = and(eq(users.permissionLevel, 'Admin'), isNull(users.deletedAt), not(isLockedDemo));
  return (await db.$count(users, isOne)) > 0;
}
