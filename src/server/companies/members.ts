import { and, eq, isNull } from 'drizzle-orm';
import { lockCompany, refuseStrangers } from '#server/companies/reach-company.ts';
import { associatedAccounts } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, pgError, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { placeInCompany } from '#server/users/place-in-company.ts';
import { users } from '#server/users/tables.ts';
import { findUserByEmail, lockUser, type UserRow } from '#server/users/users.ts';
import type { Money } from '#shared/rules/money.ts';
import { type CompanyRole, canLeavePrimary, isStaff } from '#shared/rules/permissions.ts';

/** A member of this company, locked before it, as everywhere. Throws `not_found`. */
async function lockMemberOf(tx: Db, company: string, _id: string): Promise<UserRow> {
  const member = await lockUser(tx, _id);
  if (member?.company !== company) throw new AppError('not_found');
  await lockCompany(tx, company);
  return member;
}

/** Staff put a customer into a company; the first one there is its Primary. `in_company`, `not_found`. */
export async function addUser(db: Db, by: SessionUser, company: string, user: string): Promise<void> {
  await retrying(db, async tx => {
    const member = await lockUser(tx, user);
    if (!member || isStaff(member)) throw new AppError('not_found');
    const { name } = await lockCompany(tx, company);
    if (member.company === company) return;
    if (member.company) throw new AppError('in_company');
    const role = (await countPrimaries(tx, company)) === 0 ? 'Primary' : 'Member';
    await placeInCompany(tx, user, { company, role, spendingLimit: null });
    await logMember(tx, by, member, {
      name: `${member.email} joined ${name}`,
      before: null,
      after: { company, role },
    });
  });
}

/** Takes a member out of a company; their account, carts and orders stay theirs. `last_primary`. */
export async function removeUser(db: Db, by: SessionUser, company: string, user: string): Promise<void> {
  refuseStrangers(by, company, 'manage');
  await retrying(db, async tx => {
    const member = await lockMemberOf(tx, company, user);
    await refuseLastPrimary(tx, member);
    await placeInCompany(tx, user, null);
    const { role, spendingLimit } = member;
    await logMember(tx, by, member, {
      name: `${member.email} left the company`,
      before: { company, role, spendingLimit },
      after: null,
    });
  });
}

/** Gives a member a role, a limit, or both. A Primary has no limit. `last_primary`, `not_found`. */
export async function changeMember(
  db: Db,
  by: SessionUser,
  company: string,
  { user, ...change }: { user: string; role?: CompanyRole; spendingLimit?: Money | null },
): Promise<void> {
  refuseStrangers(by, company, 'manage');
  await retrying(db, async tx => {
    const member = await lockMemberOf(tx, company, user);
    const role = change.role ?? member.role;
    if (role !== 'Primary') await refuseLastPrimary(tx, member);
    const wanted = change.spendingLimit === undefined ? member.spendingLimit : change.spendingLimit;
    const spendingLimit = role === 'Primary' ? null : wanted;
    await placeInCompany(tx, user, { company, role: role ?? 'Member', spendingLimit });
    await logMember(tx, by, member, {
      name: `Changed what ${member.email} may do`,
      before: { role: member.role, spendingLimit: member.spendingLimit },
      after: { role, spendingLimit },
    });
  });
}

async function refuseLastPrimary(tx: Db, member: UserRow): Promise<void> {
  if (!member.company) return;
  const primaries = await countPrimaries(tx, member.company);
  if (!canLeavePrimary(member, primaries)) throw new AppError('last_primary');
}

const countPrimaries = (tx: Db, company: string) =>
  tx.$count(users, and(eq(users.company, company), eq(users.role, 'Primary'), isNull(users.deletedAt)));

async function logMember(
  tx: Db,
  by: SessionUser,
  member: UserRow,
  entry: { name: string; before: unknown; after: unknown },
): Promise<void> {
  await recordLog(tx, by, { type: 'security', category: 'team', subject: member._id, ...entry });
}

/**
 * Names somebody else's address that may buy for the company. `account_associated` where it has an account, or is
 * another company's already (rule A8).
 */
export async function addAssociatedAccount(
  db: Db,
  by: SessionUser,
  { company, email, name }: { company: string; email: string; name: string },
): Promise<void> {
  await retrying(db, async tx => {
    await lockCompany(tx, company);
    if (await findUserByEmail(tx, email)) throw new AppError('account_associated');
    await tx
      .insert(associatedAccounts)
      .values({ company, email, name })
      .catch(error => {
        const isTaken = pgError(error)?.constraint === 'associated_accounts_email';
        throw isTaken ? new AppError('account_associated', { cause: error }) : error;
      });
    await recordLog(tx, by, {
      type: 'security',
      category: 'team',
      name: `${email} may buy for the company`,
      subject: company,
    });
  });
}

export async function removeAssociatedAccount(
  db: Db,
  by: SessionUser,
  { company, _id }: { company: string; _id: string },
): Promise<void> {
  await db.transaction(async tx => {
    const [removed] = await tx
      .delete(associatedAccounts)
      .where(and(eq(associatedAccounts._id, _id), eq(associatedAccounts.company, company)))
      .returning({ email: associatedAccounts.email });
    if (!removed) throw new AppError('not_found');
    await recordLog(tx, by, {
      type: 'security',
      category: 'team',
      name: `${removed.email} no longer buys for the company`,
      subject: company,
    });
  });
}
