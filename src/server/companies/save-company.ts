import { desc, eq } from 'drizzle-orm';
import { type CompanyRow, createCompany } from '#server/companies/companies.ts';
import { lockCompany, refuseStrangers } from '#server/companies/reach-company.ts';
import { companies, exemptionCertificates } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, pgError, retrying } from '#server/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { placeInCompany } from '#server/users/place-in-company.ts';
import { lockUser } from '#server/users/users.ts';
import { allowedPaymentTypes } from '#shared/rules/payment.ts';
import { isStaff, refusedCompanyFields } from '#shared/rules/permissions.ts';
import type { CreateCompany, UpdateCompany } from '#shared/schemas/companies.ts';

/**
 * Makes a company (spec §7): a customer without one his own, whose Primary he becomes; staff any, the first of
 * `users` its Primary. `company_exists` (432), `in_company` for whoever belongs to one already.
 */
export async function foundCompany(
  db: Db,
  user: SessionUser,
  input: CreateCompany,
): Promise<{ _id: string }> {
  const { users: given, name, ...said } = input;
  const byStaff = isStaff(user);
  if (given && !byStaff) refuseFields(['users'], 'only staff may say');
  refuseOthersFields(user, said, null);
  const people = byStaff ? [...new Set(given ?? [])] : [user._id];
  return retrying(db, async tx => {
    // In one order, so that two who name the same people don't wait for each other.
    for (const _id of people.toSorted()) {
      const member = await lockUser(tx, _id);
      if (!member || isStaff(member)) throw fieldError(['users', people.indexOf(_id)], 'is no customer');
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
 * Changes the given fields of a company. A Primary has few of them, staff all but the credit, which is an Admin's:
 * else `forbidden`, which names the fields. `stale` where `version` is no longer the company's.
 */
export async function updateCompany(db: Db, user: SessionUser, input: UpdateCompany): Promise<void> {
  const { _id, version, ...fields } = input;
  refuseStrangers(user, _id, 'manage');
  await retrying(db, async tx => {
    const before = await lockCompany(tx, _id);
    refuseOthersFields(user, fields, before);
    if (version !== undefined && version !== before.version) {
      throw new AppError('stale', { details: { version: before.version } });
    }
    const changed = Object.keys(fields).filter(
      field => fields[field as keyof typeof fields] !== before[field as keyof CompanyRow],
    );
    if (changed.length === 0) return;
    await tx
      .update(companies)
      .set({ ...fields, version: before.version + 1 })
      .where(eq(companies._id, _id))
      .catch(namedConflict);
    const of = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => changed.includes(key)));
    await recordLog(tx, user, {
      type: 'user',
      category: 'company',
      name: `Changed ${before.name}: ${changed.join(', ')}`,
      subject: _id,
      before: of(before),
      after: { ...of(fields), ...(changed.includes('taxExempt') && (await certificateOf(tx, _id))) },
    });
  });
}

/** What the exemption rests on, for the log. */
async function certificateOf(tx: Db, company: string): Promise<{ certificate: string | null }> {
  const [latest] = await tx
    .select({ _id: exemptionCertificates._id })
    .from(exemptionCertificates)
    .where(eq(exemptionCertificates.company, company))
    .orderBy(desc(exemptionCertificates.createdAt))
    .limit(1);
  return { certificate: latest?._id ?? null };
}

function refuseOthersFields(
  user: SessionUser,
  fields: Omit<UpdateCompany, '_id' | 'version'>,
  company: CompanyRow | null,
): void {
  const refused = refusedCompanyFields(user, Object.keys(fields));
  if (refused.length > 0)
    refuseFields(refused, isStaff(user) ? 'only an Admin may say' : 'only staff may say');
  const { preferredPayment } = fields;
  if (isStaff(user) || preferredPayment == null) return;
  // Preferring Check or Cash is what allows it, so that it is not a customer's to begin with.
  if (!allowedPaymentTypes({ company, byStaff: false }).includes(preferredPayment)) {
    throw fieldError('preferredPayment', 'is not offered for this account');
  }
}

function refuseFields(fields: readonly string[], message: string): never {
  throw new AppError('forbidden', { issues: fields.map(field => ({ path: [field], message })) });
}

function namedConflict(error: unknown): never {
  const constraint = pgError(error)?.constraint;
  if (constraint === 'companies_name') throw new AppError('company_exists', { cause: error });
  if (
    constraint?.startsWith('companies_accountNumber') ||
    constraint?.startsWith('companies_account_number')
  ) {
    throw fieldError('accountNumber', 'is the number of another company');
  }
  throw error;
}
