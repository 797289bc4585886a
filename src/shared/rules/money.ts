/**
 * Defines money as the whole system speaks of it (rule P6).
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

export const ZERO = 0 as Money;

/** A tax rate is a fraction with at most six decimals, and a percentage has at most four: both are so many of these. */
const MILLION = 1_000_000;

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
  return Number.isFinite(value) && Math.abs(cents) <= MAX_MONEY_CENTS && Math.abs(cents / 100 - value) < 1e-9;
}

/** The nearest amount to a number that `isMoney` takes for one: what was computed may be off by a hair. */
export function nearestMoney(value: number): Money {
  return toMoney(Math.round(value * 100));
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The amount as people read it: $1,234.50; one below 0 with the minus sign of print, not with a hyphen. */
export function formatMoney(amount: Money): string {
  return dollars.format(amount).replace('-', '−');
}

export function addMoney(...amounts: Money[]): Money {
  return sumMoney(amounts);
}

export function sumMoney(amounts: Iterable<Money>): Money {
  let cents = 0;
  for (const amount of amounts) cents += toCents(amount);
  return toMoney(cents);
}

/** May be below zero. */
export function subtractMoney(amount: Money, less: Money): Money {
  return toMoney(toCents(amount) - toCents(less));
}

/** A unit's amount times a whole number of units. Throws a RangeError on a fraction of a unit. */
export function multiplyMoney(amount: Money, units: number): Money {
  if (!Number.isSafeInteger(units)) throw new RangeError(`not a whole number of units: ${units}`);
  return toMoney(toCents(amount) * units);
}

/** The lowest of at least one amount. */
export function lowestMoney(first: Money, ...others: Money[]): Money {
  return others.reduce((lowest, amount) => (amount < lowest ? amount : lowest), first);
}

/** The highest of at least one amount. */
export function highestMoney(first: Money, ...others: Money[]): Money {
  return others.reduce((highest, amount) => (amount > highest ? amount : highest), first);
}

/** Takes so many percent off an amount; the remainder is what is rounded, half a cent up. */
export function lessPercent(amount: Money, percent: number): Money {
  return toMoney(mulDiv(toCents(amount), MILLION - percentParts(percent), MILLION));
}

export function percentOfCents(cents: number, percent: number): Cents {
  return mulDiv(cents, percentParts(percent), MILLION);
}

/** A fraction (0.0825, at most six decimals) of an amount in cents, half a cent up. */
export function fractionOfCents(cents: number, fraction: number): Cents {
  if (!(fraction >= 0 && fraction <= 1)) throw new RangeError(`not a fraction of 1: ${fraction}`);
  return mulDiv(cents, exactly(fraction, MILLION), MILLION);
}

function percentParts(percent: number): number {
  if (!(percent >= 0 && percent <= 100)) throw new RangeError(`not a percentage: ${percent}`);
  return exactly(percent, MILLION / 100);
}

/** The whole number that a decimal is when counted in parts; a finer decimal is refused, never cut. */
function exactly(value: number, parts: number): number {
  const counted = Math.round(value * parts);
  if (Math.abs(counted / parts - value) > 1e-12) throw new RangeError(`has too many decimals: ${value}`);
  return counted;
}

/** `amount * times / by` in whole numbers, half up. None may be negative, `by` is above 0. */
export function mulDiv(amount: number, times: number, by: number): Cents {
  const { quotient, remainder } = divide(amount, times, by);
  // Half up, said without doubling the remainder beyond the safe integers.
  return (remainder >= by - remainder ? quotient + 1 : quotient) as Cents;
}

/**
 * Shares a total in whole cents by weights: each gets its whole cents, and the cents left over go to the largest
 * remainders, the earlier one of equals first. The shares add up to the total, each is less than a cent from its
 * exact share, and a weight of 0 gets nothing. A RangeError if a total above 0 has no weight to go to.
 */
export function allocate(total: number, weights: readonly number[]): Cents[] {
  const whole = nonNegative(total);
  const sum = nonNegative(weights.reduce((all, weight) => all + nonNegative(weight), 0));
  if (whole === 0) return weights.map(() => 0 as Cents);
  if (sum === 0) throw new RangeError(`nothing to share ${total} cents among`);

  const parts = weights.map(weight => divide(whole, weight, sum));
  const shares = parts.map(part => part.quotient as Cents);
  let left = whole - shares.reduce((all, share) => all + share, 0);
  const byRemainder = parts.map((_, index) => index);
  const remainderAt = (index: number) => parts[index]?.remainder ?? 0;
  byRemainder.sort((a, b) => remainderAt(b) - remainderAt(a) || a - b);
  for (const index of byRemainder) {
    if (left === 0) break;
    shares[index] = ((shares[index] ?? 0) + 1) as Cents;
    left -= 1;
  }
  return shares;
}

/** `allocate` for an amount. */
export function spreadMoney(amount: Money, weights: readonly number[]): Money[] {
  return allocate(toCents(amount), weights).map(toMoney);
}

/** Exact quotient and remainder of `a * b / by`; products beyond the safe integers go through BigInt. */
function divide(a: number, b: number, by: number): { quotient: number; remainder: number } {
  if (nonNegative(by) === 0) throw new RangeError('division by zero');
  const product = nonNegative(a) * nonNegative(b);
  if (Number.isSafeInteger(product)) {
    const remainder = product % by;
    return { quotient: (product - remainder) / by, remainder };
  }
  const exact = BigInt(a) * BigInt(b);
  const quotient = Number(exact / BigInt(by));
  return { quotient: nonNegative(quotient), remainder: Number(exact % BigInt(by)) };
}

function nonNegative(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number from 0: ${value}`);
  return value;
}
