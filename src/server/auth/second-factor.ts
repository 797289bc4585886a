import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { mailAccount } from '#server/auth/account-mail.ts';
import { type Asker, holdAdmin } from '#server/auth/hold-asker.ts';
import { seal, unseal } from '#server/auth/sealed-secrets.ts';
import { recoveryCodes, secondFactors } from '#server/auth/tables.ts';
import {
  isTotpCode,
  makeRecoveryCodes,
  makeTotpSecret,
  recoveryHash,
  stepOfCode,
  totpSetUp,
} from '#server/auth/totp.ts';
import { endWaitingOf } from '#server/auth/waiting-sign-ins.ts';
import type { App, Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { forgive, LIMITS, limit } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { type FactorNews, secondFactorNews } from '#server/mail/templates/second-factor-mails.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { SecondFactorOf, SecondFactorSetUp } from '#shared/schemas/auth.ts';

export interface Person {
  _id: string;
  email: string;
  name: string;
}

const sealedFor = (whose: string) => ({ purpose: 'second factor', whose });

/** Counts one guess at a code of this person, before it is looked at: 10 in 15 minutes, 100 a day. `too_many`. */
async function countCode(db: Db, { _id }: Person): Promise<void> {
  await limit(db, `second-step:${_id}`, LIMITS.secondStep);
  await limit(db, `second-step-day:${_id}`, LIMITS.secondStepDay);
}

const forgiveCodes = (db: Db, { _id }: Person) => forgive(db, `second-step:${_id}`, `second-step-day:${_id}`);

/** A new secret to be confirmed; it takes the place of one that never was. `factor_exists`. */
export async function beginSetUp(
  { app, db }: Pick<Context, 'app' | 'db'>,
  person: Person,
): Promise<SecondFactorSetUp> {
  await limit(db, `second-factor:${person._id}`, LIMITS.secondFactor);
  const secret = makeTotpSecret();
  const sealed = seal(app.env.secretKey, sealedFor(person._id), secret);
  const [begun] = await db
    .insert(secondFactors)
    .values({ user: person._id, secret: sealed })
    .onConflictDoUpdate({
      target: secondFactors.user,
      set: { secret: sealed, lastStep: 0 },
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ user: secondFactors.user });
  if (!begun) throw new AppError('factor_exists');
  return totpSetUp(secret, person.email);
}

/**
 * Confirms the secret by a code, and answers the recovery codes, which are shown this once. A wrong code is an error of
 * its field; `factor_exists`.
 */
export async function confirmSetUp(
  { app, db }: Pick<Context, 'app' | 'db'>,
  person: Person,
  code: string,
  now = clock.now(),
): Promise<string[]> {
  await countCode(db, person);
  const codes = await db.transaction(async tx => {
    const [factor] = await tx
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.user, person._id))
      .for('update');
    if (factor?.confirmedAt) throw new AppError('factor_exists');
    const secret = factor && unseal(app.env.secretKey, sealedFor(person._id), factor.secret);
    const step = secret ? stepOfCode(secret, code.replace(/\s/g, ''), now) : null;
    if (step === null) throw wrongCode();
    await tx
      .update(secondFactors)
      .set({ confirmedAt: now.toISOString(), lastStep: step })
      .where(eq(secondFactors.user, person._id));
    const made = await replaceRecoveryCodes(tx, person._id);
    await tell(app, tx, person, 'set-up');
    return made;
  });
  await forgiveCodes(db, person);
  return codes;
}

async function replaceRecoveryCodes(tx: Db, user: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user, user));
  const made = makeRecoveryCodes();
  await tx.insert(recoveryCodes).values(made.map(code => ({ user, hash: recoveryHash(user, code) })));
  return made;
}

/** Takes a code of the authenticator, or one for recovery, once. A wrong one, or one used before, is a field's error. */
export async function takeCode(
  { app, db, log }: Pick<Context, 'app' | 'db' | 'log'>,
  person: Person,
  code: string,
  now = clock.now(),
): Promise<void> {
  await countCode(db, person);
  const isTaken = isTotpCode(code)
    ? await takeTotpCode({ app, db, log }, person, code, now)
    : await db.transaction(async tx => {
        if (!(await takeRecoveryCode(tx, person, code, now))) return false;
        await tell(app, tx, person, 'recovery-code-used');
        return true;
      });
  if (!isTaken) {
    await recordLog(db, person, { ...LOGGED, name: 'A wrong code at the second step', subject: person._id });
    throw wrongCode();
  }
  await forgiveCodes(db, person);
}

async function takeTotpCode(
  { app, db, log }: Pick<Context, 'app' | 'db' | 'log'>,
  { _id }: Person,
  code: string,
  now: Date,
): Promise<boolean> {
  const mine = and(eq(secondFactors.user, _id), isNotNull(secondFactors.confirmedAt));
  const [factor] = await db.select().from(secondFactors).where(mine);
  if (!factor) return false;
  const secret = unseal(app.env.secretKey, sealedFor(_id), factor.secret);
  if (secret === null) {
    log.error({ user: _id }, 'a second factor was sealed with another SECRET_KEY: only recovery codes work');
    return false;
  }
  const step = stepOfCode(secret, code.replace(/\s/g, ''), now);
  if (step === null) return false;
  // One of two windows with the same code gets in.
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(mine, lt(secondFactors.lastStep, step)))
    .returning({ user: secondFactors.user });
  return taken.length > 0;
}

async function takeRecoveryCode(tx: Db, { _id }: Person, code: string, now: Date): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: now.toISOString() })
    .where(
      and(
        eq(recoveryCodes.hash, recoveryHash(_id, code)),
        eq(recoveryCodes.user, _id),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ hash: recoveryCodes.hash });
  return taken.length > 0;
}

/** New recovery codes for whoever has the authenticator; those from before are worth nothing. */
export async function renewRecoveryCodes(ctx: Context, person: Person, code: string): Promise<string[]> {
  if (!isTotpCode(code)) throw fieldError('code', 'must have six digits');
  await takeCode(ctx, person, code);
  return ctx.db.transaction(async tx => {
    const made = await replaceRecoveryCodes(tx, person._id);
    await tell(ctx.app, tx, person, 'codes-renewed');
    return made;
  });
}

/** Removes one's own by a recovery code. A wrong one is an error of its field. */
export async function removeOwn(
  { app, db }: Pick<Context, 'app' | 'db'>,
  person: Person,
  recoveryCode: string,
): Promise<void> {
  await countCode(db, person);
  await db.transaction(async tx => {
    if (!(await takeRecoveryCode(tx, person, recoveryCode, clock.now()))) {
      throw fieldError('recoveryCode', 'is incorrect or was already used');
    }
    await removeFactor(tx, person._id);
    await tell(app, tx, person, 'removed');
  });
  await forgiveCodes(db, person);
}

/** An Admin removes another's. `forbidden` for one's own, `not_found` where there is none. */
export async function removeAnothers(ctx: Pick<Context, 'app' | 'db'> & Asker, _id: string): Promise<void> {
  if (ctx.user._id === _id) {
    throw new AppError('forbidden', {
      message: 'Your own second factor can only be removed with a recovery code or by another Admin.',
    });
  }
  await ctx.db.transaction(async tx => {
    const by = await holdAdmin(tx, ctx);
    const person = await removeFactor(tx, _id);
    if (!person) throw new AppError('not_found');
    await tell(ctx.app, tx, person, 'removed-by-admin', by);
  });
}

/** Removes it from whomever; null: there was none. A sign-in that waits for its code begins anew. */
export async function removeFactor(tx: Db, _id: string): Promise<Person | null> {
  const removed = await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.user, _id), isNotNull(secondFactors.confirmedAt)))
    .returning({ user: secondFactors.user });
  if (removed.length === 0) return null;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.user, _id));
  await endWaitingOf(tx, _id);
  const [person] = await tx
    .select({ _id: users._id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users._id, _id));
  return person ?? null;
}

/** Since when somebody has one, and how many recovery codes are left. */
export async function factorOf(db: Db, _id: string): Promise<{ since: string | null; codesLeft: number }> {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.user, _id));
  const unused = and(eq(recoveryCodes.user, _id), isNull(recoveryCodes.usedAt));
  return { since: factor?.confirmedAt ?? null, codesLeft: await db.$count(recoveryCodes, unused) };
}

/** Everybody of the staff, with the moment from which they have one; and whoever was, and has one still. */
export async function factorsOfStaff(db: Db): Promise<SecondFactorOf[]> {
  const isOrHas = or(
    inArray(users.permissionLevel, ['Admin', 'Employee']),
    isNotNull(secondFactors.confirmedAt),
  );
  return db
    .select({ _id: users._id, name: users.name, email: users.email, since: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.user, users._id))
    .where(and(isOrHas, isNull(users.deletedAt)))
    .orderBy(asc(users.name), asc(users._id))
    .limit(500);
}

const LOGGED = { type: 'security', category: 'second-factor' } as const;

const LOG_NAMES: Record<FactorNews, string> = {
  'set-up': 'Second factor set up',
  'recovery-code-used': 'Signed in with a recovery code',
  'codes-renewed': 'New recovery codes',
  removed: 'Second factor removed with a recovery code',
  'removed-by-admin': 'Second factor removed by an Admin',
};

/** Writes it down, and mails it to whose account it is. */
async function tell(app: App, tx: Db, person: Person, news: FactorNews, by: Person = person): Promise<void> {
  await recordLog(tx, by, {
    ...LOGGED,
    name: LOG_NAMES[news],
    description: by === person ? '' : person.email,
    subject: person._id,
  });
  const about = { name: person.name, news };
  await mailAccount(tx, app, person, { template: 'second-factor' }, site => secondFactorNews(site, about));
}

const wrongCode = () => fieldError('code', 'is incorrect or was already used');
