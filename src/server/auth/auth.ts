import { eq } from 'drizzle-orm';
import { sendConfirmation } from '#server/auth/confirm-email.ts';
import { countGuess, forgiveGuesses, takeBackGuess } from '#server/auth/guesses.ts';
import { checkPassword, hashPassword, isOutdated } from '#server/auth/passwords.ts';
import { signIn } from '#server/auth/sign-in.ts';
import { createCompany } from '#server/companies/companies.ts';
import type { Context } from '#server/context.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { limitTelling } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { announceAccount } from '#server/users/announce-account.ts';
import { users } from '#server/users/tables.ts';
import { createUser, findUserByEmail, lockUser, type UserRow } from '#server/users/users.ts';
import { passwordProblem } from '#shared/rules/passwords.ts';
import type { Login, Register, SignIn } from '#shared/schemas/auth.ts';

const SHOP_NAME = 'Knurl';

/** The `password` field's error where a new password won't do. */
export function refuseWeakPassword(
  password: string,
  own: { email: string; name: string; company?: string },
): void {
  const problem = passwordProblem(password, [own.email, own.name, own.company ?? '', SHOP_NAME]);
  if (problem) throw fieldError('password', problem);
}

/**
 * Makes a retail account, or with `company` a trade account: user and company at once, the user its Primary
 * (rule A6). Signs the user in. `company_exists` (432), `email_taken`.
 */
export async function register(ctx: Context, input: Register): Promise<SignIn> {
  const { company, password, permissionLevel, name, email, phone = '' } = input;
  if (permissionLevel === 'Commercial' && !company) throw fieldError(['company', 'name'], 'is required');
  refuseWeakPassword(password, { email, name, company: company?.name });
  await limitTelling(ctx);

  const passwordHash = await hashPassword(password);
  const _id = await ctx.db.transaction(async tx => {
    const made = company && (await createCompany(tx, { ...company, email: company.email || email }));
    const user = await createUser(tx, {
      name,
      email,
      phone,
      passwordHash,
      registeredFully: true,
      ...(made
        ? { permissionLevel: 'Commercial' as const, role: 'Primary' as const, company: made._id }
        : { permissionLevel: 'Retail' as const }),
    });
    await recordLog(tx, user, {
      type: 'user',
      category: 'registration',
      name: made ? `New trade account: ${made.name}` : 'New account',
      subject: user._id,
    });
    await announceAccount(tx, user, made?.name);
    await sendConfirmation(tx, ctx.app, user);
    return user._id;
  });
  return signIn(ctx, _id);
}

/**
 * Signs in by e-mail address and password. Answers `wrong_login` whatever is wrong, an unknown address too,
 * after the same work; after too many attempts at an account or from an address `too_many`.
 */
export async function login(ctx: Context, { email, password }: Login): Promise<SignIn> {
  const account = email.trim().toLowerCase();
  const user = await findUserByEmail(ctx.db, account);
  await countGuess(ctx, { email: account, passwordHash: user?.passwordHash ?? null });
  const matches = await checkPassword(user?.passwordHash ?? null, password);
  if (!user || !matches) {
    ctx.log.info({ event: 'login-refused', known: user !== null, ip: ctx.ip }, 'login refused');
    throw new AppError('wrong_login');
  }
  const passwordHash = await renewedHash(user, password);
  const answer = await ctx.db.transaction(async tx => {
    // A password that was replaced while it was checked lets nobody in any more.
    const now = await lockUser(tx, user._id);
    if (now?.passwordHash !== user.passwordHash) throw new AppError('wrong_login');
    if (passwordHash !== user.passwordHash) {
      await tx.update(users).set({ passwordHash }).where(eq(users._id, user._id));
    }
    return signIn(ctx, user._id, tx);
  });
  await forgiveGuesses(ctx, user);
  await takeBackGuess(ctx, user);
  return answer;
}

/** The account's hash, made anew where it was made at another cost than today's. */
async function renewedHash({ passwordHash }: UserRow, password: string): Promise<string | null> {
  return passwordHash === null || !isOutdated(passwordHash) ? passwordHash : hashPassword(password);
}
