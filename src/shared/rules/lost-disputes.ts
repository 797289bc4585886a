import {
  lowestMoney,
  type Money,
  spreadMoney,
  subtractMoney,
  sumMoney,
  toCents,
  ZERO,
} from '#shared/rules/money.ts';

/** The part of a charge that pays one order: what it brought, and what of that has not gone back. */
export interface ChargePart {
  amount: Money;
  left: Money;
}

/**
 * Tells what is left of each part of a charge of which a bank took `lost` back: each bears its share of the loss, and all
 * together have no more than what is left of the charge.
 */
export function leftAfterLoss(parts: readonly ChargePart[], lost: Money): Money[] {
  if (lost <= 0) return parts.map(({ left }) => left);
  const amounts = parts.map(({ amount }) => amount);
  const shares = spreadMoney(lowestMoney(lost, sumMoney(amounts)), amounts.map(toCents));
  const ofCharge = atLeastNone(subtractMoney(sumMoney(parts.map(({ left }) => left)), lost));
  return parts.map(({ left }, index) =>
    lowestMoney(atLeastNone(subtractMoney(left, shares[index] ?? ZERO)), ofCharge),
  );
}

const atLeastNone = (amount: Money): Money => (amount > 0 ? amount : ZERO);
