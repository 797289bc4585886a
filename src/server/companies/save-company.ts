import { eq } from 'drizzle-orm';
import { acceptCertificate, newestCertificate } from '#server/companies/certificates.ts';
import { type CompanyRow, createCompany, refuseTakenName, withFold } from '#server/companies/companies.ts';
import { lockCompany, refuseStrangers } from '#server/companies/reach-company.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, pgError, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { placeInCompany } from '#server/users/place-in-company.ts';
import { lockUser } from '#server/users/users.ts';
import { changesOf, refuseStale } from '#server/versioned.ts';
import { allowedPaymentTypes } from '#shared/rules/payment.ts';
import { canSetTermsOf, isStaff, refusedCompanyFields } from '#shared/rules/permissions.ts';
import type { CreateCompany, UpdateCompany } from '#shared/schemas/companies.ts';

/**
 * Makes a company (rule A7): a customer without one makes their own and becomes its Primary; staff make any, the first
 * of `users` its Primary. `company_exists` (432), `in_company` for whoever belongs to one already.
 */
export async function foundCompany(
  db: Db,
  user: SessionUser,
  input: CreateCompany,
): Promise<{ _id: string }> {
  const { users: given, name, ...said } = input;
  const byStaff = isStaff(user);
  if (given && !byStaff) refuseFields(['users'], 'can only be set by staff');
  refuseOthersFields(user, said, null);
  const people = byStaff ? [...new Set(given ?? [])] : [user._id];
  return retrying(db, async tx => {
    // In one order, so that two who name the same people don't wait for each other.
    for (const _id of people.toSorted()) {
      const member = await lockUser(tx, _id);
      if (!member || isStaff(member)) throw fieldError(['users', people.indexOf(_id)], 'is not a customer');
      if (member.company) throw new AppError('in_company');
    }
    const made = await createCompany(tx, { ...said, name }).catch(namedConflict);
    for (const [index, _id] of people.entries()) {
      const role = index === 0 ? 'Primary' : 'Member';
      const place = { company: made._id, role, spendingLimit: null } as const;
      await placeInCompany(tx, _id, place, byStaff ? {} : { registeredFully: true });
    }
    await recordLog(tx, user, {
      type: 'user',
      category: 'company',
      name: `New company: ${made.name}`,
      subject: made._id,
      after: { ...said, users: people },
    });
    return { _id: made._id };
  });
}

/**
 * Changes the given fields of a company. A Primary has few of them, staff all but the credit, which is an Admin's, and an
 * Employee of their own company what its Primary has: else `forbidden`, which names the fields. `stale` where `version` is
 * no longer the company's, or `certificate` no longer its newest.
 */
export async function updateCompany(db: Db, user: SessionUser, input: UpdateCompany): Promise<void> {
  const { _id, version, certificate, ...fields } = input;
  refuseStrangers(user, _id, 'manage');
  await retrying(db, async tx => {
    const before = await lockCompany(tx, _id);
    refuseOthersFields(user, { ...fields, ...(certificate && { certificate }) }, before);
    refuseStale(before, version);
    const { names: changed, ...rows } = changesOf<Partial<CompanyRow>>(before, fields);
    const exemption = changed.includes('taxExempt') || certificate !== undefined;
    if (changed.length === 0 && !exemption) return;
    const rests = exemption && (await restsOn(tx, _id, fields.taxExempt === true, certificate));
    await tx
      .update(companies)
      .set({ ...withFold(fields), version: before.version + 1 })
      .where(eq(companies._id, _id))
      .catch(namedConflict);
    await recordLog(tx, user, {
      type: 'user',
      category: 'company',
      name: `Changed ${before.name}: ${changed.join(', ') || 'certificate of exemption'}`,
      subject: _id,
      before: rows.before,
      after: { ...rows.after, ...(exemption && { certificate: rests }) },
    });
  });
}

/** The certificate that an exemption rests on, or rested on, for the log. */
async function restsOn(
  tx: Db,
  company: string,
  exempt: boolean,
  asked: string | undefined,
): Promise<string | null> {
  if (exempt) return acceptCertificate(tx, company, asked);
  if (asked !== undefined) throw fieldError('certificate', 'is only for a company that is exempt');
  return newestCertificate(tx, company);
}

function refuseOthersFields(
  user: SessionUser,
  fields: Omit<UpdateCompany, '_id' | 'version'>,
  company: CompanyRow | null,
): void {
  const refused = refusedCompanyFields(user, Object.keys(fields), company?._id ?? null);
  if (refused.length > 0) refuseFields(refused, `can only be set by ${refusedBy(user, company)}`);
  const { preferredPayment } = fields;
  if (isStaff(user) || preferredPayment == null) return;
  // Preferring Check or Cash is what allows it, so that it is not a customer's to begin with.
  if (!allowedPaymentTypes({ company, byStaff: false }).includes(preferredPayment)) {
    throw fieldError('preferredPayment', 'is not available for this account');
  }
}

const refusedBy = (user: SessionUser, company: CompanyRow | null): string => {
  if (!isStaff(user)) return 'staff';
  return canSetTermsOf(user, company?._id ?? null) ? 'an Admin' : 'somebody who is not of this company';
};

function refuseFields(fields: readonly string[], message: string): never {
  throw new AppError('forbidden', { issues: fields.map(field => ({ path: [field], message })) });
}

function namedConflict(error: unknown): never {
  const constraint = pgError(error)?.constraint;
  if (
    constraint?.startsWith('companies_accountNumber') ||
    constraint?.startsWith('companies_account_number')
  ) {
    throw fieldError('accountNumber', 'is already the number of another company');
  }
  refuseTakenName(error);
}
