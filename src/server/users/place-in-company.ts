import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { endWaysIn } from '#server/auth/ways-in.ts';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';
import type { Money } from '#shared/rules/money.ts';
import type { CompanyRole } from '#shared/rules/permissions.ts';

/** The place of a user in a company. A Primary has no limit. */
export interface Place {
  company: string;
  role: CompanyRole;
  spendingLimit: Money | null;
}

/**
 * Writes which company a locked user belongs to, and so what kind of customer they are; null: none. Ends requests
 * for approval in a company that they leave, and invitations by whoever is its Primary no longer.
 */
export async function placeInCompany(
  tx: Db,
  _id: string,
  place: Place | null,
  account: { registeredFully?: boolean; emailConfirmedAt?: string } = {},
): Promise<void> {
  const { company = null, role = null, spendingLimit = null } = place ?? {};
  await endWaysIn(tx, _id, 'leaving', {
    place: place && { company: place.company, invites: role === 'Primary' },
  });
  await tx
    .update(users)
    .set({
      ...account,
      ...{ company, role },
      spendingLimit: role === 'Primary' ? null : spendingLimit,
      permissionLevel: place ? 'Commercial' : 'Retail',
      wasUsed: sql`${users.wasUsed} or ${users.company} is not null`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users._id, _id));
}

/** Deleted users leave their companies. Answers how many did. */
export async function releaseDeleted(tx: Db): Promise<number> {
  const released = await tx
    .update(users)
    .set({ company: null, role: null, spendingLimit: null })
    .where(and(isNotNull(users.deletedAt), isNotNull(users.company)))
    .returning({ _id: users._id });
  return released.length;
}
