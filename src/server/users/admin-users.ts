import { and, eq, isNull } from 'drizzle-orm';
import { beginEmailChange } from '#server/auth/change-email.ts';
import { holdSession } from '#server/auth/sessions.ts';
import { endWaysIn } from '#server/auth/ways-in.ts';
import { saveTiers } from '#server/companies/companies.ts';
import { lockCompany } from '#server/companies/reach-company.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { limitAddresses } from '#server/http/rate-limits.ts';
import { recordLog } from '#server/logs/logs.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import { findUserById, lockUser, setEmail, type UserRow } from '#server/users/users.ts';
import { changesOf, refuseStale } from '#server/versioned.ts';
import { endedWords } from '#shared/messages.ts';
import {
  canChangeCredentials,
  canEditUser,
  canLeavePrimary,
  canSetPermissionLevel,
  isRaise,
} from '#shared/rules/permissions.ts';
import type { PriceTier } from '#shared/schemas/companies.ts';
import type { AdminUpdate } from '#shared/schemas/users.ts';

/**
 * Staff change an account; another Employee's or an Admin's, and a permissionLevel, an Admin alone (`forbidden`), from a
 * session of their own (`key_refused`). Whoever is raised signs in anew. Every change is logged. Another address only begins
 * to take its place (`beginEmailChange`), and is asked for neither by a key (`forbidden`) nor for oneself; `too_many` for
 * one who asks for many.
 */
export async function adminUpdate(ctx: Context & { user: SessionUser }, input: AdminUpdate): Promise<void> {
  const { user: by, app } = ctx;
  const { _id, email, reason, version, orders: _o, variants: _v, tiers: _t, ...more } = input;
  const { favorites: _f, savedCarts: _s, ...fields } = more;
  const known = await findUserById(app.db, _id);
  if (known && isMove(known, email)) await limitAddresses(app.db, by);
  await app.db.transaction(async tx => {
    if (fields.permissionLevel !== undefined) await lockAdmins(tx);
    const user = await editable(tx, by, _id);
    refuseStale(user, version);
    const { permissionLevel = user.permissionLevel } = fields;
    const isOtherLevel = permissionLevel !== user.permissionLevel;
    const description = isOtherLevel ? await changeLevel(tx, ctx, user, permissionLevel) : '';
    const notify = { ...user.notify, ...fields.notify };
    const moves = isMove(user, email);
    if (moves) {
      if (!ctx.session || !canChangeCredentials(ctx.session)) throw new AppError('forbidden');
      if (_id === by._id) throw fieldError('email', 'is changed in your own profile, with your password');
      await holdSession(tx, ctx.session.hash);
      await beginEmailChange(tx, app, user, email, { by, reason });
    }
    const { names, ...changed } = changesOf<UserRow>(user, { ...fields, notify, ...(!moves && { email }) });
    if (names.length === 0) return;
    await tx
      .update(users)
      .set({ ...fields, notify, version: user.version + 1 })
      .where(eq(users._id, _id));
    if (!moves && email !== user.email) await setEmail(tx, _id, email, user.emailConfirmedAt);
    await recordLog(tx, by, {
      type: isOtherLevel ? 'security' : 'user',
      category: 'account',
      name: `Changed ${user.email}: ${names.join(', ')}`,
      description,
      subject: _id,
      ...changed,
    });
  });
}

/** Whether it is another address than the account's, however it is capitalised. */
const isMove = (user: UserRow, email: string) => email.toLowerCase() !== user.email.toLowerCase();

/** Replaces a user's own tiers; logged. */
export async function saveUserTiers(
  db: Db,
  by: SessionUser,
  { _id, tiers }: { _id: string; tiers: readonly PriceTier[] },
): Promise<void> {
  await db.transaction(async tx => {
    const user = await editable(tx, by, _id);
    await saveTiers(tx, { user: _id }, tiers);
    await recordLog(tx, by, {
      type: 'price',
      category: 'tiers',
      name: `Tiers of ${user.email}`,
      subject: _id,
      after: tiers,
    });
  });
}

/**
 * Deletes an account: nobody signs in to it any more, its address is free again; orders and logs keep their person.
 * Nobody deletes their own, so that an Admin is left (`forbidden`); `last_primary` while others are in its company.
 */
export async function removeUser(db: Db, by: SessionUser, _id: string): Promise<void> {
  if (_id === by._id) throw new AppError('forbidden');
  await retrying(db, async tx => {
    await lockAdmins(tx);
    const user = await editable(tx, by, _id);
    // Anyone who leaves or is put there meanwhile waits for this.
    if (user.company) await lockCompany(tx, user.company);
    await refuseLastPrimary(tx, user);
    const ended = await endWaysIn(tx, _id, 'deletion');
    await tx
      .update(users)
      .set({
        ...{ deletedAt: clock.now().toISOString(), company: null, role: null, spendingLimit: null },
      })
      .where(eq(users._id, _id));
    await recordLog(tx, by, {
      type: 'security',
      category: 'account',
      name: `Deleted ${user.email}`,
      description: endedWords(ended),
      subject: _id,
      before: { name: user.name, email: user.email, company: user.company, role: user.role },
    });
  });
}

async function editable(tx: Db, by: SessionUser, _id: string): Promise<UserRow> {
  // The asker is locked before the account that they act on; their level may have changed since the request began.
  const asker = await lockUser(tx, by._id);
  if (asker?.permissionLevel !== by.permissionLevel) throw new AppError('forbidden');
  const user = await lockUser(tx, _id);
  if (!user) throw new AppError('not_found');
  if (!canEditUser(by, user)) throw new AppError('forbidden');
  return user;
}

/** Admins who demote or delete each other take turns, in one order. */
async function lockAdmins(tx: Db): Promise<void> {
  await tx
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.permissionLevel, 'Admin'), isNull(users.deletedAt)))
    .orderBy(users._id)
    .for('no key update');
}

/** Allows another level, and ends what whoever is raised was in by; answers what that was, in words. */
async function changeLevel(
  tx: Db,
  ctx: Context & { user: SessionUser },
  user: UserRow,
  permissionLevel: UserRow['permissionLevel'],
): Promise<string> {
  if (!canSetPermissionLevel(ctx.user)) throw new AppError('forbidden');
  // Whoever got hold of a key would make an Admin of themselves who outlasts its scopes and its end.
  if (ctx.key) throw new AppError('key_refused');
  if (!ctx.session || !canChangeCredentials(ctx.session)) throw new AppError('forbidden');
  if (user.company !== null) throw fieldError('permissionLevel', 'must be Commercial while in a company');
  if (permissionLevel === 'Commercial') throw fieldError('permissionLevel', 'needs a company first');
  await holdSession(tx, ctx.session.hash);
  if (user.permissionLevel === 'Admin') await refuseLastAdmin(tx);
  return isRaise(user, { permissionLevel }) ? endedWords(await endWaysIn(tx, user._id, 'raise')) : '';
}

async function refuseLastAdmin(tx: Db): Promise<void> {
  const admins = await tx.$count(users, and(eq(users.permissionLevel, 'Admin'), isNull(users.deletedAt)));
  if (admins === 1) throw fieldError('permissionLevel', 'can’t change: there is no other Admin');
}

async function refuseLastPrimary(tx: Db, user: UserRow): Promise<void> {
  if (user.company === null) return;
  const people = await tx
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.company, user.company), isNull(users.deletedAt)));
  const primaries = people.filter(({ role }) => role === 'Primary').length;
  if (people.length > 1 && !canLeavePrimary(user, primaries)) throw new AppError('last_primary');
}
