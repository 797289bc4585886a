import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { settleChange } from '#server/auth/change-email.ts';
import { type EmailChange, lockChange, updateChange } from '#server/auth/email-changes.ts';
import { type Asker, holdAdmin } from '#server/auth/hold-asker.ts';
import { emailChanges } from '#server/auth/tables.ts';
import { giveBack, refuseChange } from '#server/auth/undo-email.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { lockUser } from '#server/users/users.ts';
import type { EmailChangeShown } from '#shared/schemas/auth.ts';

/** The question to the Admins about a change; null: none, or none any more. */
function asksOf({ state, objectedAt, needsConsent, oldConfirmedAt, decidedAt }: EmailChange) {
  if (state !== 'waiting' && state !== 'done') return null;
  if (objectedAt !== null) return 'objection';
  return state === 'waiting' && needsConsent && oldConfirmedAt === null && decidedAt === null
    ? 'approve'
    : null;
}

/** A change of an account's address: who asked for it, and why. `not_found`, also where the account is gone. */
export async function readEmailChange(db: Db, _id: string): Promise<EmailChangeShown> {
  const [found] = await shownChanges(db, eq(emailChanges._id, _id));
  if (!found) throw new AppError('not_found');
  return found;
}

/** Lists what the Admins are asked about, the longest waiting first. */
export const waitingEmailChanges = (db: Db): Promise<EmailChangeShown[]> => shownChanges(db, ASKS);

/** The same as `asksOf`. */
const ASKS = sql`${emailChanges.state} in ('waiting', 'done') and (${emailChanges.objectedAt} is not null
  or ${emailChanges.state} = 'waiting' and ${emailChanges.needsConsent}
    and ${emailChanges.oldConfirmedAt} is null and ${emailChanges.decidedAt} is null)`;

const MAX_SHOWN = 50;

async function shownChanges(db: Db, which: SQL): Promise<EmailChangeShown[]> {
  const [askers, deciders] = [alias(users, 'askers'), alias(users, 'deciders')];
  const found = await db
    .select({
      change: emailChanges,
      user: { _id: users._id, name: users.name, email: users.email },
      askedBy: askers.name,
      decidedBy: deciders.name,
    })
    .from(emailChanges)
    .innerJoin(users, eq(users._id, emailChanges.user))
    .leftJoin(askers, eq(askers._id, emailChanges.askedBy))
    .leftJoin(deciders, eq(deciders._id, emailChanges.decidedBy))
    .where(and(which, isNull(users.deletedAt)))
    .orderBy(asc(emailChanges.createdAt), asc(emailChanges._id))
    .limit(MAX_SHOWN);
  return found.map(({ change, ...people }) => ({ ...change, ...people, asks: asksOf(change) }));
}

/**
 * An Admin approves or refuses what an Employee asked for, or after an objection lets it stand or gives the old address
 * back. `not_found`; `forbidden` for who is an Admin no more; `approval_state` where nothing is asked any more; `email_taken`.
 */
export async function decideEmailChange(
  ctx: Pick<Context, 'app'> & Asker,
  { _id, accept }: { _id: string; accept: boolean },
  now = clock.now(),
): Promise<void> {
  const { app } = ctx;
  const { user: whose } = await readEmailChange(app.db, _id);
  await app.db.transaction(async tx => {
    const by = await holdAdmin(tx, ctx);
    const user = await lockUser(tx, whose._id);
    const change = user && (await lockChange(tx, _id));
    if (!change) throw new AppError('not_found');
    const asks = asksOf(change);
    if (asks === null) throw new AppError('approval_state', { details: { state: change.state } });
    const decided = { decidedBy: by._id, decidedAt: now.toISOString(), objectedAt: null };
    await updateChange(tx, _id, decided);
    if (!accept && change.state === 'waiting') return refuseChange(tx, user, change, by);
    if (!accept) {
      await giveBack(tx, app, user, { change, by, now });
      return;
    }
    await recordLog(tx, by, {
      type: 'security',
      category: 'email',
      name: `${asks === 'approve' ? 'Approved' : 'Upheld'} the e-mail address ${change.newEmail} for ${user.email}`,
      subject: user._id,
    });
    if (change.state === 'waiting') await settleChange(tx, app, user, { ...change, ...decided }, now);
  });
}
