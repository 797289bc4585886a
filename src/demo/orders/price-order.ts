import type { Dice } from '#demo/dice.ts';
import { fillBasket, type Shelves } from '#demo/orders/baskets.ts';
import type { Occasion } from '#demo/orders/occasions.ts';
import { lineOf, type Sellable } from '#demo/orders/sale-facts.ts';
import type { AgreedPrices } from '#demo/people/agreed-prices.ts';
import { type CouponRow, givenVariant } from '#server/coupons/coupons.ts';
import type { OrderLineFacts, PricedOrder } from '#server/orders/figures.ts';
import type { ShippingMethod } from '#shared/enumerations.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import type { ShippingTier } from '#shared/rules/shipping.ts';
import { priceCart } from '#shared/rules/totals.ts';

/** The facts that the prices of all orders follow from, and what earlier orders have used up. */
export interface Market {
  shelves: Shelves;
  byVariant: Map<string, Sellable>;
  agreed: ReadonlyMap<string, AgreedPrices>;
  coupons: CouponRow[];
  usesByCustomer: Map<string, number>;
  /** Cents of store credit by the `_id` of a user or company. */
  credit: Map<string, number>;
  taxRate: number;
  shippingTiers: readonly ShippingTier[];
}

export interface Wish {
  occasion: Occasion;
  shippingMethod: ShippingMethod;
  /** Names of the saved carts that it is made of; one: a cart of its own. */
  carts: string[];
}

/** Prices a basket as the server would have done that day (rules: `priceCart`). */
export function priceWish(dice: Dice, market: Market, wish: Wish): PricedOrder {
  const { occasion, carts } = wish;
  const trade = occasion.buyer.company !== null;
  const lines = carts.flatMap((room, cartIndex) =>
    fillBasket(dice, market.shelves, trade).lines.map(({ sellable, quantity }) =>
      lineOf(sellable, quantity, cartIndex, carts.length > 1 ? room : ''),
    ),
  );
  const price = (coupon: CouponRow | null) => priceLines(market, wish, lines, coupon);
  const coupon = trade || carts.length > 1 || !dice.chance(0.3) ? null : dice.pick(market.coupons);
  const priced = price(coupon);
  // A code that would not have been taken was not entered.
  return coupon && priced.couponStatus !== 'success' ? price(null) : priced;
}

function priceLines(
  market: Market,
  { occasion, shippingMethod }: Wish,
  lines: OrderLineFacts[],
  coupon: CouponRow | null,
): PricedOrder {
  const { company, email } = occasion.buyer;
  const agreed = company ? market.agreed.get(company.row._id) : undefined;
  const balance = creditOf(market, occasion);
  const free = coupon && givenVariant(coupon);
  const freeProduct = free ? market.byVariant.get(free) : undefined;
  return priceCart({
    lines,
    customer: {
      specialPrices: agreed?.specialPrices,
      tiers: agreed?.tiers,
      taxExempt: company?.row.taxExempt ?? false,
      storeCreditBalance: balance,
      useStoreCredit: balance > 0,
    },
    shippingMethod,
    shippingTiers: market.shippingTiers,
    taxRate: market.taxRate,
    coupon: coupon
      ? {
          code: coupon.code,
          coupon,
          usesInAll: coupon.uses,
          usesByCustomer: market.usesByCustomer.get(`${coupon.code} ${email}`) ?? 0,
          freeLine: freeProduct ? lineOf(freeProduct, 1) : null,
        }
      : null,
    now: new Date(occasion.at),
  });
}

/** The company's store credit where there is one, else the user's own. */
export const creditOwnerOf = ({ buyer }: Occasion): string | null =>
  buyer.company?.row._id ?? buyer.user?._id ?? null;

function creditOf(market: Market, occasion: Occasion): Money {
  const owner = creditOwnerOf(occasion);
  return toMoney((owner && market.credit.get(owner)) || 0);
}
