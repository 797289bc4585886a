import { eq } from 'drizzle-orm';
import { customerOf } from '#server/companies/customers.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { readProfile } from '#server/users/profile.ts';
import { users } from '#server/users/tables.ts';
import { ZERO } from '#shared/rules/money.ts';
import { canReadUser } from '#shared/rules/permissions.ts';
import type { UserRecord } from '#shared/schemas/staff-people.ts';

/** An account with all that staff see beside it; an Employee sees little of one of the staff. Throws `not_found`. */
export async function userRecord(db: Db, reader: SessionUser, _id: string): Promise<UserRecord> {
  const [profile, { storeCredit }, [more]] = await Promise.all([
    readProfile(db, _id),
    customerOf(db, { _id }),
    db.select({ createdAt: users.createdAt }).from(users).where(eq(users._id, _id)),
  ]);
  if (!more) throw new AppError('not_found');
  const record = {
    ...profile,
    ...more,
    storeCredit,
    specialPrices: profile.variants.length,
    isLimited: false,
  };
  return canReadUser(reader, profile) ? record : { ...record, ...UNTOLD };
}

/** Stands for what an Employee is not told of a staff account (rule A3). */
const UNTOLD = {
  ...{ phone: '', createdAt: '' },
  ...{ shippingAddress: '', shippingCity: '', shippingState: '', shippingZip: '' },
  ...{ billingAddress: '', billingCity: '', billingState: '', billingZip: '' },
  ...{ paymentType: null, shippingMethod: null, spendingLimit: null, pendingEmail: null },
  ...{ storeCredit: ZERO, specialPrices: 0, tiers: [] },
  isLimited: true,
} satisfies Partial<UserRecord>;
