import { addMoney, type Money, toCents } from '#shared/rules/money.ts';

/** The most that Employees give back for one order, and one of them in all on a day of the shop; null: no limit. */
export interface EmployeeLimits {
  employeeOrderLimit: Money | null;
  employeeDayLimit: Money | null;
}

/** Amounts that were given back without an Admin: for the order, and by this Employee on this day. */
export interface GivenSoFar {
  forOrder: Money;
  today: Money;
}

/** Tells whether an amount needs an Admin's word: many small ones count as one (rule A13). */
export function needsAdmin(amount: Money, so: GivenSoFar, limits: EmployeeLimits): boolean {
  const isAbove = (sum: Money, limit: Money | null) => limit !== null && addMoney(sum, amount) > limit;
  return isAbove(so.forOrder, limits.employeeOrderLimit) || isAbove(so.today, limits.employeeDayLimit);
}

/**
 * Tells whether an account, or an order, is of somebody of the staff themselves, or of their company (rule A15). A guest's
 * is known by its address.
 */
export const isOwnAccount = (
  staff: { _id: string; company: string | null; email: string },
  account: { user: string | null; company: string | null; email?: string } | null,
): boolean => {
  if (account === null) return false;
  const { user, company, email } = account;
  if (user === null && company === null) return email?.toLowerCase() === staff.email.toLowerCase();
  return user === staff._id || (company !== null && company === staff.company);
};

/**
 * Tells whether prices that staff name need an Admin's word: one of them is more below what the customer would pay than an
 * Employee may take off, in per cent of that (null: no limit; rule A14).
 */
export const takesOffTooMuch = (
  lines: readonly { price: Money; ours: Money }[],
  percent: number | null,
): boolean =>
  percent !== null &&
  lines.some(({ price, ours }) => (toCents(ours) - toCents(price)) * 100 > percent * toCents(ours));
