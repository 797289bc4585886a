import { MAX_TAX_RATE } from '#shared/constants.ts';
import { fractionOfCents, type Money, toCents, toMoney } from '#shared/rules/money.ts';

/** Tells the rate that a customer pays: a fraction like 0.0825, 0 for exempt companies (rule T5). */
export function taxRateFor({ rate, exempt }: { rate: number; exempt: boolean }): number {
  if (!(rate >= 0 && rate <= MAX_TAX_RATE)) throw new RangeError(`not a tax rate: ${rate}`);
  return exempt ? 0 : rate;
}

/**
 * Taxes the subtotal less store credit, rounded once, half a cent up. If that is exactly 0 though the rate is not, the
 * full subtotal is taxed (rule T5): so a credit of the whole subtotal saves no tax, and the figure that is compared
 * with 0 is the unrounded one.
 */
export function tax(asked: { subTotal: Money; storeCredit: Money; rate: number; exempt: boolean }): Money {
  const rate = taxRateFor(asked);
  const subTotal = toCents(asked.subTotal);
  const taxed = subTotal - toCents(asked.storeCredit);
  if (taxed < 0) throw new RangeError('more store credit than subtotal');
  return toMoney(fractionOfCents(taxed === 0 ? subTotal : taxed, rate));
}
