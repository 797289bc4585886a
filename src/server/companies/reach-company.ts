import { eq } from 'drizzle-orm';
import type { CompanyRow } from '#server/companies/companies.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { canManageCompany, canSetTermsOf, isMemberOf, isStaff } from '#shared/rules/permissions.ts';

/**
 * Refuses whoever has no business with a company: another's answers `not_found`, as one that does not exist; what a
 * Primary alone may do in one's own `forbidden`.
 */
export function refuseStrangers(user: SessionUser, company: string, may: 'read' | 'manage'): void {
  if (!isStaff(user) && !isMemberOf(user, company)) throw new AppError('not_found');
  if (may === 'manage' && !canManageCompany(user, company)) throw new AppError('forbidden');
}

/** Refuses an Employee the prices and tiers of their own company: `forbidden`. */
export function refuseOwnTerms(user: SessionUser, company: string): void {
  if (!canSetTermsOf(user, company))
    throw new AppError('forbidden', { message: 'Somebody else has to set prices of your own company.' });
}

/** Locks a company for a change of it, its people or its prices. Throws `not_found`. */
export async function lockCompany(tx: Db, _id: string): Promise<CompanyRow> {
  const [row] = await tx.select().from(companies).where(eq(companies._id, _id)).for('no key update');
  if (!row) throw new AppError('not_found');
  return row;
}
