import { lowestMoney, type Money, subtractMoney, toCents, ZERO } from '#shared/rules/money.ts';

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

/** Tells how much needs no Admin's word yet: many small amounts count as one (rule A13). Null: any amount. */
export function mostAlone(
  { forOrder, today }: GivenSoFar,
  { employeeOrderLimit, employeeDayLimit }: EmployeeLimits,
): Money | null {
  const left = [
    ...(employeeOrderLimit === null ? [] : [subtractMoney(employeeOrderLimit, forOrder)]),
    ...(employeeDayLimit === null ? [] : [subtractMoney(employeeDayLimit, today)]),
  ];
  const [first, ...others] = left;
  if (first === undefined) return null;
  const least = lowestMoney(first, ...others);
  return least < 0 ? ZERO : least;
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
