import { eq } from 'drizzle-orm';
import { beginEmailChange } from '#server/auth/change-email.ts';
import { holdSession } from '#server/auth/sessions.ts';
import { provePassword } from '#server/auth/update-password.ts';
import { customerOf } from '#server/companies/customers.ts';
import type { Context, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { LIMITS, limit, limitTelling } from '#server/http/rate-limits.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { lockUser, type UserRow } from '#server/users/users.ts';
import { refuseStale } from '#server/versioned.ts';
import { FRESH_SIGN_IN_MS } from '#shared/constants.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { paymentTypeIssue } from '#shared/rules/payment.ts';
import { canChangeCredentials } from '#shared/rules/permissions.ts';
import type { UpdateProfile } from '#shared/schemas/users.ts';

/**
 * Changes what is said of one's own account. Another address only takes effect once it is confirmed there; it asks for
 * the password or a fresh sign-in, and can't be asked for by a key or by an admin who acts as the user (`forbidden`).
 * Anyone who has given name and phone is fully registered. `stale`, `email_taken`, `too_many`.
 */
export async function updateProfile(
  ctx: Context & { user: SessionUser },
  input: UpdateProfile,
): Promise<void> {
  const { email, version, currentPassword, company: _c, orders: _o, products: _p, ...more } = input;
  const { variants: _v, tiers: _t, ...fields } = more;
  const { _id } = ctx.user;
  const moves = email.toLowerCase() !== ctx.user.email.toLowerCase();
  if (moves) {
    if (!ctx.session || !canChangeCredentials(ctx.session)) throw new AppError('forbidden');
    if (currentPassword !== undefined) await provePassword(ctx, _id, currentPassword);
    await limit(ctx.db, `confirm-account:${_id}`, LIMITS.resetAccount);
    await limitTelling(ctx);
  }
  await ctx.db.transaction(async tx => {
    const user = await lockUser(tx, _id);
    if (!user) throw new AppError('not_found');
    refuseStale(user, version);
    if (fields.paymentType) await refusePaymentType(tx, ctx.user, fields.paymentType);
    const { name = user.name, phone = user.phone, notify } = fields;
    await tx
      .update(users)
      .set({
        ...fields,
        ...(notify && { notify: { ...user.notify, ...notify } }),
        registeredFully: user.registeredFully || (name !== '' && phone !== ''),
        version: user.version + 1,
      })
      .where(eq(users._id, _id));
    if (moves) {
      await refuseOldSignIn(tx, ctx, user, currentPassword);
      await beginEmailChange(tx, ctx.app, user, email, { by: 'owner' });
    }
  });
}

/** Somebody may sit at a machine that was left unlocked. */
async function refuseOldSignIn(
  tx: Db,
  { session }: Context,
  user: UserRow,
  currentPassword: string | undefined,
): Promise<void> {
  if (!session) throw new AppError('forbidden');
  const since = await holdSession(tx, session.hash);
  const isFresh = clock.ms() - since.getTime() < FRESH_SIGN_IN_MS;
  if (isFresh || currentPassword !== undefined) return;
  if (user.passwordHash === null) {
    throw fieldError('email', 'can only be changed within ten minutes of signing in: please sign in again');
  }
  throw fieldError('currentPassword', 'is required to change the address');
}

async function refusePaymentType(tx: Db, user: SessionUser, paymentType: PaymentType): Promise<void> {
  const { company, creditLimit, preferredPayment } = await customerOf(tx, user);
  const buyer = { company: company === null ? null : { creditLimit, preferredPayment }, byStaff: false };
  const issue = paymentTypeIssue(paymentType, buyer);
  if (issue) throw new AppError('invalid', { issues: [issue] });
}
