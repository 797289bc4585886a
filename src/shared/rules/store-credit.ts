import { type Money, toCents, toMoney } from '#shared/rules/money.ts';

/**
 * Tells how much of a balance an order uses: at most the goods after their discount. Free shipping's discount does not
 * count there (rule T6).
 */
export function storeCreditUsed(asked: { balance: Money; subTotal: Money; discountOnGoods: Money }): Money {
  const payable = toCents(asked.subTotal) - toCents(asked.discountOnGoods);
  return toMoney(Math.max(0, Math.min(toCents(asked.balance), payable)));
}
