import fc from 'fast-check';
import { type Money, toMoney } from '#shared/rules/money.ts';
import type { ModelCart, ModelCoupon, ModelItem, ModelLine } from '#shared/rules/oracle.test-support.ts';
import type { CartLineFacts, CartToPrice } from '#shared/rules/totals.ts';

/** Cases of a property test: a commit's run takes 200, `npm run test:long` far more. */
const long = Boolean(process.env.TEST_LONG);
export const RUNS = long ? 10_000 : 200;
/** Ten thousand cases take longer than a test may by default. */
export const PROPERTY = { timeout: long ? 600_000 : 20_000 };

/** Whole cents of an amount, without the rules. */
export const cents = (amount: Money): bigint => BigInt(Math.round(amount * 100));

// Small sets, so that lines, tiers and coupons meet often; amounts near thresholds come up by themselves.
const variantId = fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5');
const productId = fc.constantFrom('p1', 'p2', 'p3');
const vendor = fc.constantFrom('Amerock', 'Blum', 'Salice');
const category = fc.constantFrom('knobs', 'pulls', 'hinges');
const amount = fc.oneof(
  fc.integer({ min: 0, max: 2_000 }),
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.constantFrom(0, 1, 99, 100, 999, 1_000_000_000),
);
const hundredths = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.constantFrom(0, 1, 825, 3333, 5000, 10_000),
);

const wholesale = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 3, maxLength: 3 }),
    fc.array(amount, { minLength: 3, maxLength: 3 }),
    fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  )
  .map(([quantities, prices, isSet]) => {
    const rising = quantities.toSorted((a, b) => a - b);
    return rising.map((quantity, at) => (isSet[at] ? { quantity, price: prices[at] ?? 0 } : null));
  });

const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 6 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

const item: fc.Arbitrary<ModelItem> = fc.record({
  variantId,
  vendor,
  categories: fc.uniqueArray(category, { maxLength: 2 }),
  price: amount,
  wholesale,
  quantity: fc.integer({ min: 1, max: 5 }),
});

const bundle = fc.record({
  items: fc.uniqueArray(item, { minLength: 1, maxLength: 3, selector: one => one.variantId }),
  discountHundredths: hundredths,
});

const line: fc.Arbitrary<ModelLine> = fc.record({
  variantId,
  productId,
  vendor,
  categories: fc.uniqueArray(category, { maxLength: 2 }),
  quantity: fc.integer({ min: 1, max: 40 }),
  price: amount,
  wholesale,
  bundle: rarely(bundle),
  quoted: rarely(amount),
  override: rarely(amount),
});

/** A line of sets, at the catalogue's prices. */
export const modelSet: fc.Arbitrary<ModelLine> = fc
  .tuple(line, bundle)
  .map(([one, held]) => ({ ...one, variantId: 'set', bundle: held, quoted: null, override: null }));

const coupon: fc.Arbitrary<ModelCoupon> = fc
  .record({
    type: fc.integer({ min: 0, max: 7 }),
    percent: hundredths,
    off: amount,
    category,
    vendor,
    productId,
    everything: fc.boolean(),
    buyQuantity: fc.integer({ min: 1, max: 4 }),
    minSubTotal: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: amount }),
    starts: rarely(fc.integer({ min: 900, max: 1100 })),
    ends: rarely(fc.integer({ min: 900, max: 1100 })),
    maxUses: rarely(fc.integer({ min: 0, max: 3 })),
    maxUsesPerCustomer: rarely(fc.integer({ min: 0, max: 3 })),
    active: fc.oneof(
      { weight: 9, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
    usesInAll: fc.integer({ min: 0, max: 3 }),
    usesByCustomer: fc.integer({ min: 0, max: 3 }),
  })
  .map(
    ({
      percent,
      off,
      category: inCategory,
      vendor: ofVendor,
      productId: ofProduct,
      everything,
      ...rest
    }) => ({
      ...rest,
      value: rest.type === 1 || rest.type === 6 ? off : percent,
      appliesTo:
        rest.type === 3
          ? inCategory
          : rest.type === 4
            ? ofVendor
            : rest.type === 7 && everything
              ? ''
              : ofProduct,
    }),
  );

const shippingTiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 500_000 }), { minLength: 5, maxLength: 5 }),
    fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 5, maxLength: 5 }),
  )
  .map(([prices, costs]) => {
    const rising = prices.toSorted((a, b) => a - b);
    return rising.map((price, at) => ({ price, cost: costs[at] ?? 0 }));
  });

export const modelCart: fc.Arbitrary<ModelCart> = fc.record({
  lines: fc.array(line, { maxLength: 8 }),
  specials: fc.dictionary(variantId, amount, { maxKeys: 3, noNullPrototype: true }),
  tiers: fc.array(
    fc.oneof(
      fc.record({ scope: fc.constant('all' as const), ref: fc.constant(''), hundredths }),
      fc.record({ scope: fc.constant('vendor' as const), ref: vendor, hundredths }),
      fc.record({ scope: fc.constant('category' as const), ref: category, hundredths }),
    ),
    { maxLength: 3 },
  ),
  exempt: fc.boolean(),
  balance: fc.oneof(amount, fc.constant(1_000_000_000)),
  useStoreCredit: fc.boolean(),
  method: fc.constantFrom('local', 'standard', 'ground', 'fedex', 'air', 'freight'),
  freight: seldom(amount),
  shippingTiers,
  rateMillionths: fc.oneof(fc.constant(82_500), fc.integer({ min: 0, max: 250_000 })),
  coupon: fc.option(coupon, { nil: null, freq: 4 }),
  now: fc.constant(1000),
});

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const orNull = (value: number | null) => (value === null ? null : toMoney(value));

const rowPrices = ({ price, wholesale }: Pick<ModelLine, 'price' | 'wholesale'>) => ({
  price: toMoney(price),
  quantityPrices: wholesale.flatMap(tier =>
    tier ? [{ quantity: tier.quantity, price: toMoney(tier.price) }] : [],
  ),
});

function factsOf(model: ModelLine): CartLineFacts {
  return {
    productId: model.productId,
    variantId: model.variantId,
    quantity: model.quantity,
    vendor: model.vendor,
    categories: model.categories,
    ...rowPrices(model),
    stock: 1000,
    isBundle: model.bundle !== null,
    bundleItems:
      model.bundle?.items.map(({ variantId: variant, ...item }) => ({
        ...item,
        ...rowPrices(item),
        variant,
        stock: 1000,
      })) ?? [],
    bundleDiscountPer: (model.bundle?.discountHundredths ?? 0) / 100,
    quotedPrice: orNull(model.quoted),
    overridePrice: orNull(model.override),
  };
}

/** The model's cart as the rules take it. */
export function cartToPrice(model: ModelCart): CartToPrice<CartLineFacts> {
  const { coupon: entered } = model;
  return {
    lines: model.lines.map(factsOf),
    customer: {
      specialPrices: new Map(Object.entries(model.specials).map(([id, price]) => [id, toMoney(price)])),
      tiers: model.tiers.map(tier => ({ scope: tier.scope, ref: tier.ref, percent: tier.hundredths / 100 })),
      taxExempt: model.exempt,
      storeCreditBalance: toMoney(model.balance),
      useStoreCredit: model.useStoreCredit,
    },
    shippingMethod: model.method,
    shippingTiers: model.shippingTiers.map(tier => ({
      price: toMoney(tier.price),
      cost: toMoney(tier.cost),
    })),
    quotedShipping: orNull(model.freight),
    taxRate: model.rateMillionths / 1_000_000,
    coupon: entered && {
      code: 'CODE',
      usesInAll: entered.usesInAll,
      usesByCustomer: entered.usesByCustomer,
      coupon: {
        code: 'CODE',
        type: entered.type,
        value: entered.value / 100,
        appliesTo: entered.appliesTo,
        buyQuantity: entered.type === 7 ? entered.buyQuantity : null,
        minSubTotal: toMoney(entered.minSubTotal),
        starts: instant(entered.starts),
        ends: instant(entered.ends),
        maxUses: entered.maxUses,
        maxUsesPerCustomer: entered.maxUsesPerCustomer,
        active: entered.active,
      },
    },
    now: new Date(model.now),
  };
}
