import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cartToPrice,
  cents,
  modelCart,
  modelSet,
  PROPERTY,
  RUNS,
} from '#shared/rules/arbitraries.test-support.ts';
import { COUPON_TYPES, type CouponFacts } from '#shared/rules/coupons.ts';
import { type Money, toMoney } from '#shared/rules/money.ts';
import { oracleFigures, oracleUnitPrice } from '#shared/rules/oracle.test-support.ts';
import {
  type CartLineFacts,
  type CartToPrice,
  cartPayment,
  figuresOfLines,
  type PricedCart,
  priceCart,
  totalOf,
} from '#shared/rules/totals.ts';

const usd = (amount: number) => amount as Money;
const runs = { numRuns: RUNS };

const TIERS = [
  { price: usd(50), cost: usd(12) },
  { price: usd(100), cost: usd(10) },
  { price: usd(200), cost: usd(8) },
  { price: usd(400), cost: usd(5) },
  { price: usd(400), cost: usd(0) },
];

const line = (changes: Partial<CartLineFacts> = {}): CartLineFacts => ({
  productId: 'product',
  variantId: 'variant',
  quantity: 1,
  price: usd(10),
  quantityPrices: [],
  vendor: 'Blum',
  categories: ['hinges'],
  stock: 10,
  ...changes,
});

const coupon = (changes: Partial<CouponFacts> = {}): CouponFacts => ({
  code: 'SAVE',
  type: COUPON_TYPES.percentOffOrder,
  value: 10,
  appliesTo: '',
  active: true,
  ...changes,
});

const entered = (facts: CouponFacts | null, freeLine: CartLineFacts | null = null) => ({
  code: 'save',
  coupon: facts,
  usesInAll: 0,
  usesByCustomer: 0,
  freeLine,
});

const price = (changes: Partial<CartToPrice<CartLineFacts>> = {}) =>
  priceCart({
    lines: [line()],
    shippingMethod: 'ground',
    shippingTiers: TIERS,
    taxRate: 0.0825,
    now: new Date('2026-11-21T12:00:00Z'),
    ...changes,
  });

const inCents = (cart: PricedCart<CartLineFacts>) => ({
  status: cart.couponStatus,
  lines: cart.cart.map(priced => ({
    price: cents(priced.price),
    lineTotal: cents(priced.lineTotal),
    shipping: cents(priced.itemShipping),
    tax: cents(priced.itemTax),
    discount: cents(priced.itemDiscount),
    credit: cents(priced.itemCredit),
  })),
  subTotal: cents(cart.subTotal),
  discount: cents(cart.discount),
  shipping: cents(cart.shipping),
  tax: cents(cart.tax),
  credit: cents(cart.storeCredit),
  total: cents(cart.total),
});

describe('any cart', () => {
  it('has the figures of the exact model, line by line', PROPERTY, () => {
    fc.assert(
      fc.property(modelCart, model => {
        expect(inCents(priceCart(cartToPrice(model)))).toEqual(oracleFigures(model));
      }),
      runs,
    );
  });

  it('never asks more for a set alone than for its parts in one cart, whoever buys', PROPERTY, () => {
    fc.assert(
      fc.property(modelCart, modelSet, (customer, set) => {
        const alone = { ...customer, lines: [set], coupon: null };
        const parts = (set.bundle?.items ?? []).map(item => {
          const quantity = item.quantity * set.quantity;
          const part = { ...item, quantity, productId: '', bundle: null, quoted: null, override: null };
          return oracleUnitPrice(customer, part) * BigInt(quantity);
        });
        const apart = parts.reduce((sum, part) => sum + part, 0n);
        expect(inCents(priceCart(cartToPrice(alone))).subTotal <= apart).toBe(true);
      }),
      runs,
    );
  });

  it('totals shipping + tax + subtotal − discount − store credit, never below 0 [MONEY-04]', PROPERTY, () => {
    fc.assert(
      fc.property(modelCart, model => {
        const cart = inCents(priceCart(cartToPrice(model)));
        expect(cart.total).toBe(cart.shipping + cart.tax + cart.subTotal - cart.discount - cart.credit);
        for (const figure of [
          cart.shipping,
          cart.tax,
          cart.subTotal,
          cart.discount,
          cart.credit,
          cart.total,
        ]) {
          expect(figure >= 0n).toBe(true);
        }
      }),
      runs,
    );
  });

  it('is the sum of its lines, and of any carts that its lines are put into [MONEY-09]', PROPERTY, () => {
    const shares = fc.infiniteStream(fc.integer({ min: 0, max: 2 }));
    fc.assert(
      fc.property(modelCart, shares, (model, cartOf) => {
        const priced = priceCart(cartToPrice(model));
        const carts: (typeof priced.cart)[] = [[], [], []];
        for (const pricedLine of priced.cart) carts[cartOf.next().value ?? 0]?.push(pricedLine);
        const parts = carts.map(figuresOfLines);
        for (const figure of ['subTotal', 'discount', 'shipping', 'tax', 'storeCredit', 'total'] as const) {
          const sum = parts.reduce((all, part) => all + cents(part[figure]), 0n);
          expect(sum).toBe(cents(priced[figure]));
        }
      }),
      runs,
    );
  });

  it('costs the same whatever the order of its lines', PROPERTY, () => {
    fc.assert(
      fc.property(modelCart, model => {
        const { lines: _, ...forth } = inCents(priceCart(cartToPrice(model)));
        const turned = { ...model, lines: model.lines.toReversed() };
        const { lines: __, ...back } = inCents(priceCart(cartToPrice(turned)));
        expect(back).toEqual(forth);
      }),
      runs,
    );
  });

  it('changes nothing that it was given', PROPERTY, () => {
    fc.assert(
      fc.property(modelCart, model => {
        const asked = cartToPrice(model);
        const before = structuredClone(asked);
        priceCart(asked);
        expect(asked).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });
});

describe('a cart of one', () => {
  it('carries every figure', () => {
    const cart = price({ lines: [line({ quantity: 3 })] });
    expect(cart).toEqual({
      cart: [
        {
          ...line({ quantity: 3 }),
          originalPrice: 10,
          priceSource: 'base',
          lineTotal: 30,
          itemShipping: 12,
          itemTax: 2.48,
          itemDiscount: 0,
          itemCredit: 0,
        },
      ],
      couponStatus: null,
      couponType: null,
      couponCode: '',
      subTotal: 30,
      discount: 0,
      shipping: 12,
      tax: 2.48,
      taxRate: 0.0825,
      storeCredit: 0,
      total: 44.48,
    });
  });

  it('is nothing when empty', () => {
    const cart = price({ lines: [] });
    expect(cart.cart).toEqual([]);
    expect([cart.subTotal, cart.shipping, cart.tax, cart.total]).toEqual([0, 0, 0, 0]);
  });

  it('pays no tax when exempt, and shows the rate 0', () => {
    const cart = price({ customer: { taxExempt: true } });
    expect([cart.tax, cart.taxRate, cart.total]).toEqual([0, 0, 22]);
  });

  it('takes a special price for the variant it is for', () => {
    const specialPrices = new Map([['variant', usd(7.5)]]);
    const [first, second] = price({
      lines: [line(), line({ variantId: 'other' })],
      customer: { specialPrices },
    }).cart;
    expect(first).toMatchObject({ price: 7.5, originalPrice: 10, priceSource: 'special' });
    expect(second).toMatchObject({ price: 10, priceSource: 'base' });
  });

  it('keeps a quoted price against the catalogue, and an override against both', () => {
    const specialPrices = new Map([['variant', usd(1)]]);
    const quoted = price({ lines: [line({ quotedPrice: usd(12) })], customer: { specialPrices } });
    expect(quoted.cart[0]).toMatchObject({ price: 12, originalPrice: 10, priceSource: 'quoted' });
    const both = price({ lines: [line({ quotedPrice: usd(12), overridePrice: usd(0) })] });
    expect(both.cart[0]).toMatchObject({ price: 0, priceSource: 'override' });
  });

  it('names beside an override the price that as many would have cost this customer', () => {
    const quantityPrices = [{ quantity: 20, price: usd(9.3) }];
    const named = { quantity: 20, quantityPrices, overridePrice: usd(9) };
    const priced = (one: object, specialPrices = new Map()) =>
      price({ lines: [line({ ...named, ...one })], customer: { specialPrices } }).cart[0];
    expect(priced({})).toMatchObject({ price: 9, originalPrice: 9.3 });
    expect(priced({ quantity: 19 })).toMatchObject({ price: 9, originalPrice: 10 });
    expect(priced({}, new Map([['variant', usd(8)]]))).toMatchObject({ price: 9, originalPrice: 8 });
  });
});

describe('freight', () => {
  it('costs what staff quoted', () => {
    expect(price({ shippingMethod: 'freight', quotedShipping: usd(180) }).shipping).toBe(180);
    expect(price({ shippingMethod: 'freight' }).shipping).toBe(0);
    const nothing = [line({ price: usd(0) })];
    expect(price({ shippingMethod: 'freight', quotedShipping: usd(180), lines: nothing }).shipping).toBe(0);
  });

  it('leaves other methods alone', () => {
    expect(price({ shippingMethod: 'ground', quotedShipping: usd(180) }).shipping).toBe(12);
  });
});

describe('store credit', () => {
  it.each([
    ['less than the goods', 4, 4],
    ['a cent less than the goods', 9.99, 9.99],
    ['exactly the goods', 10, 10],
    ['more than the goods', 500, 10],
  ])('of %s uses what it may', (_, balance, used) => {
    const customer = { storeCreditBalance: usd(balance), useStoreCredit: true };
    expect(price({ customer }).storeCredit).toBe(used);
  });

  it('waits for the shopper to choose it', () => {
    expect(price({ customer: { storeCreditBalance: usd(5) } }).storeCredit).toBe(0);
  });

  it('does not see the discount of free shipping, but that of goods', () => {
    const customer = { storeCreditBalance: usd(500), useStoreCredit: true };
    const freeShipping = entered(coupon({ type: COUPON_TYPES.freeShipping }));
    expect(price({ customer, coupon: freeShipping })).toMatchObject({ discount: 12, storeCredit: 10 });
    expect(price({ customer, coupon: entered(coupon()) })).toMatchObject({ discount: 1, storeCredit: 9 });
  });
});

describe('a coupon', () => {
  it('answers with the stored spelling of its code', () => {
    expect(price({ coupon: entered(coupon()) })).toMatchObject({
      couponStatus: 'success',
      couponType: 0,
      couponCode: 'SAVE',
      discount: 1,
    });
  });

  it('is unknown when there is none of that code', () => {
    expect(price({ coupon: entered(null) })).toMatchObject({
      couponStatus: 'unknown',
      couponType: null,
      couponCode: 'save',
      discount: 0,
    });
  });

  it('of free shipping leaves the shipping and takes it off', () => {
    const cart = price({ coupon: entered(coupon({ type: COUPON_TYPES.freeShipping })) });
    expect(cart).toMatchObject({ shipping: 12, discount: 12, subTotal: 10 });
    expect(cart.cart[0]).toMatchObject({ itemShipping: 12, itemDiscount: 12 });
  });
});

describe('the free product', () => {
  const gift = line({ productId: 'gift', variantId: 'gift', price: usd(4), quantity: 9 });
  const free = (freeLine: CartLineFacts | null) =>
    entered(coupon({ type: COUPON_TYPES.freeProduct, appliesTo: 'gift' }), freeLine);

  it('is one more line at price 0 and quantity 1', () => {
    const cart = price({ coupon: free(gift) });
    expect(cart.couponStatus).toBe('success');
    expect(cart.cart).toHaveLength(2);
    expect(cart.cart[1]).toMatchObject({
      variantId: 'gift',
      quantity: 1,
      price: 0,
      originalPrice: 4,
      priceSource: 'free',
      lineTotal: 0,
      itemTax: 0,
      itemDiscount: 0,
    });
    expect(cart).toMatchObject({ subTotal: 10, discount: 0 });
    expect(cart.cart.map(priced => priced.itemShipping)).toEqual([6, 6]);
  });

  it('is gone with the coupon', () => {
    expect(price({ coupon: null }).cart).toHaveLength(1);
    const expired = {
      ...free(gift),
      coupon: coupon({ type: 8, appliesTo: 'gift', ends: '2026-01-01T00:00:00Z' }),
    };
    expect(price({ coupon: expired })).toMatchObject({ couponStatus: 'expired', cart: { length: 1 } });
  });

  it('is no order by itself', () => {
    expect(price({ lines: [], coupon: free(gift) })).toMatchObject({
      couponStatus: 'not-applicable',
      cart: { length: 0 },
    });
  });

  it('must be in stock beside what the cart holds of it', () => {
    const own = { ...gift, quantity: 10 };
    expect(price({ lines: [own], coupon: free(gift) }).couponStatus).toBe('not-applicable');
    expect(price({ lines: [{ ...own, quantity: 9 }], coupon: free(gift) }).couponStatus).toBe('success');
    expect(price({ coupon: free(null) }).couponStatus).toBe('not-applicable');
    const items = [{ variant: 'gift', quantity: 5, price: usd(4), quantityPrices: [], stock: 10 }];
    const kits = (quantity: number) =>
      line({ productId: 'kit', variantId: 'kit', isBundle: true, bundleItems: items, quantity });
    expect(price({ lines: [kits(2)], coupon: free(gift) }).couponStatus).toBe('not-applicable');
    expect(price({ lines: [kits(1)], coupon: free(gift) }).couponStatus).toBe('success');
    expect(price({ coupon: free({ ...gift, stock: 0 }) }).couponStatus).toBe('not-applicable');
    expect(price({ coupon: free({ ...gift, stock: 0, dropShip: true }) }).couponStatus).toBe('success');
    const told = (stock: number, isSupplied: boolean) =>
      price({ coupon: { ...free({ ...gift, stock }), isSupplied } }).couponStatus;
    expect([told(0, true), told(1, false)]).toEqual(['success', 'not-applicable']);
  });
});

describe('paying one cart of an order', () => {
  it.each([
    ['its lines and their tax', 100, 8.25, 500, 108.25],
    ['exactly what is open', 100, 8.25, 108.25, 108.25],
    ['at most what is open', 100, 8.25, 108.24, 108.24],
  ])('collects %s', (_, subTotal, tax, open, expected) => {
    expect(cartPayment({ subTotal: usd(subTotal), tax: usd(tax) }, usd(open))).toBe(expected);
  });
});

describe('the total', () => {
  it('is shipping + tax + subtotal − discount − store credit to the cent [MONEY-04]', () => {
    const sums = {
      shipping: usd(12),
      tax: usd(2.48),
      subTotal: usd(30),
      discount: usd(3),
      storeCredit: usd(0.1),
    };
    expect(totalOf(sums)).toBe(41.38);
    expect(totalOf({ ...sums, storeCredit: toMoney(4148) })).toBe(0);
  });
});
