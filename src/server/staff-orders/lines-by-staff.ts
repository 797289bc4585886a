import { AppError } from '#server/errors.ts';
import { type AskedLine, refuseExcessiveTotal } from '#server/orders/figures.ts';
import { isSameLine, mergedQuantityIssues } from '#shared/rules/cart.ts';
import { ZERO } from '#shared/rules/money.ts';
import type { PriceForStaff } from '#shared/schemas/create-order.ts';

/**
 * The lines of an order that staff make, as they are priced. Throws `invalid` where several of one item, which become one
 * line, are too many together or were named different prices: one of those would be lost.
 */
export function linesByStaff(cart: PriceForStaff['cart']): AskedLine[] {
  const lines = cart.map(({ price, ...line }) => ({ ...line, cartIndex: 0, overridePrice: price ?? null }));
  const issues = [
    ...mergedQuantityIssues(lines),
    ...lines.flatMap((line, index) => {
      const first = lines.find(other => isSameLine(other, line));
      if (first === undefined || first.overridePrice === line.overridePrice) return [];
      return [{ path: ['cart', index, 'price'], message: 'is another than that of the same item above' }];
    }),
  ];
  if (issues.length > 0) throw new AppError('invalid', { issues });
  refuseExcessiveTotal(
    lines.map(({ overridePrice, quantity }) => ({ price: overridePrice ?? ZERO, quantity })),
  );
  return lines;
}
