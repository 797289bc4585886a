/**
 * Money as the whole system speaks of it (spec §9, decisions: Conventions).
 *
 * Outside the rules an amount is `Money`: US dollars with at most two decimals (6.85), branded so that plain
 * arithmetic on amounts does not compile into an amount. Inside the rules every sum is made in whole cents.
 */
declare const moneyBrand: unique symbol;
declare const centsBrand: unique symbol;

/** US dollars with at most two decimals. Only `toMoney` and the parsing of input make one. */
export type Money = number & { readonly [moneyBrand]: 'USD' };

/** Whole US cents; may be negative for differences. */
export type Cents = number & { readonly [centsBrand]: 'cents' };

/** Largest amount that the shop handles: 10 million dollars. */
export const MAX_MONEY_CENTS = 1_000_000_000;

/** Whole cents of an amount. Throws a RangeError on what is not a finite amount with at most two decimals. */
export function toCents(amount: Money | number): Cents {
  const cents = Math.round(amount * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(cents / 100 - amount) > 1e-9) {
    throw new RangeError(`not an amount in whole cents: ${amount}`);
  }
  // Math.round may give -0; adding zero makes it 0.
  return (cents + 0) as Cents;
}

/** The amount of so many whole cents. Throws a RangeError on a fraction of a cent. */
export function toMoney(cents: number): Money {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`);
  return (cents / 100 + 0) as Money;
}

/** Whether a number is an amount: finite, whole cents, within the largest amount. */
export function isMoney(value: number): value is Money {
  const cents = Math.round(value * 100);
  return (
    Number.isFinite(value) && Math.abs(cents) <= MAX_MONEY_CENTS && Math.abs(cents / 100 - value) < 1e-9
  );
}

export const ZERO = 0 as Money;
