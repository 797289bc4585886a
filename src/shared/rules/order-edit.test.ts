import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY } from '#shared/rules/arbitraries.test-support.ts';
import { type Money, sumMoney, toMoney } from '#shared/rules/money.ts';
import {
  type EditedLine,
  editedFacts,
  editIssues,
  quantityInAll,
  type SoldLine,
  settleEdit,
} from '#shared/rules/order-edit.ts';
import { addUnits, goodsDiscount, NO_UNITS, unitsOf, worthOf } from '#shared/rules/returns.ts';
import { type CartLineFacts, type CartToPrice, type PricedLine, priceCart } from '#shared/rules/totals.ts';

const usd = (amount: number) => amount as Money;

const line = (said: Partial<SoldLine> = {}): SoldLine => ({
  _id: 'pulls',
  quantity: 10,
  price: usd(12.4),
  originalPrice: usd(12.4),
  priceSource: 'base',
  itemTax: usd(10.23),
  discount: usd(0),
  itemCredit: usd(0),
  fulfilled: 0,
  askedBack: 0,
  back: NO_UNITS,
  unitsBeforeCoupon: 0,
  isCartPaid: false,
  isInReturn: false,
  isSet: false,
  soldFor: null,
  hasOtherParts: false,
  isGone: false,
  ...said,
});
const slides = line({ _id: 'slides', quantity: 4, price: usd(68.5), itemTax: usd(22.61) });

const variant = (price: number, steps: CartLineFacts['quantityPrices'] = []) => ({
  productId: 'product',
  variantId: 'variant',
  price: usd(price),
  quantityPrices: steps,
  vendor: 'Blum',
  categories: ['pulls'],
  stock: 100,
});
const FACTS: Record<string, ReturnType<typeof variant>> = { pulls: variant(12.4), slides: variant(68.5) };

const priced = (
  sold: readonly SoldLine[],
  edited: readonly EditedLine[],
  more: Partial<Omit<CartToPrice<CartLineFacts>, 'lines'>> = {},
  facts = FACTS,
) =>
  priceCart<CartLineFacts>({
    lines: sold.flatMap(one => {
      const asked = edited.find(({ _id }) => _id === one._id);
      return asked?.quantity === 0
        ? []
        : [{ ...facts[one._id], ...variantOf(facts, one), ...editedFacts(one, asked) }];
    }),
    shippingMethod: 'ground',
    shippingTiers: [],
    keptShipping: usd(0),
    taxRate: 0.0825,
    now: new Date('2026-11-21T12:00:00Z'),
    ...more,
  });
const variantOf = (facts: typeof FACTS, { _id }: SoldLine) => facts[_id] ?? variant(1);

describe('an edit', () => {
  it.each([
    ['nothing', {}, 398, 32.84, 430.84],
    ['4 of 10 removed', { pulls: { quantity: 6 } }, 348.4, 28.74, 377.14],
    ['one added to those', { pulls: { quantity: 7 } }, 360.8, 29.77, 390.57],
    ['a line removed', { slides: { quantity: 0 } }, 124, 10.23, 134.23],
    ['a price named', { pulls: { quantity: 10, price: usd(11) } }, 384, 31.68, 415.68],
  ])('of %s comes to what a hand works out', (_name, changes, subTotal, tax, total) => {
    const edited = Object.entries<Omit<EditedLine, '_id'>>(changes).map(([_id, one]) => ({ _id, ...one }));
    expect(priced([slides, line()], edited)).toMatchObject({ subTotal, tax, total });
  });

  const steps = { pulls: variant(12.4, [{ quantity: 8, price: usd(11.9) }]) };
  const stepped = line({ price: usd(11.9), priceSource: 'wholesale', priceQuantity: 8 });

  it('prices a touched line by its whole new quantity, and no other', () => {
    const cheap = line({ _id: 'slides', quantity: 1, price: usd(1) });
    const cart = priced([stepped, cheap], [{ _id: 'pulls', quantity: 6 }], {}, { ...FACTS, ...steps }).cart;
    expect(cart.map(({ lineTotal, priceSource }) => [lineTotal, priceSource])).toEqual([
      [74.4, 'base'],
      // Sold for 1.00, though the catalogue says 68.50 now.
      [1, 'base'],
    ]);
  });

  it('finds the price of a variant by all of it that stays in its cart', () => {
    const held = (quantity: number, cart: string | null = null, back = 0, variantId = 'pull') => ({
      ...{ quantity, cart, back, variantId },
    });
    const six = held(6);
    const four = held(4);
    expect(quantityInAll(six, [six, four])).toBe(10);
    expect(quantityInAll(six, [six, held(4, null, 0, 'slide')])).toBe(6);
    expect(quantityInAll(six, [six, held(4, 'kitchen')])).toBe(6);
    expect(quantityInAll(four, [held(6, null, 2), four])).toBe(8);
    const steps = [{ quantity: 8, price: usd(11.9) }];
    const line = { ...variant(12.4, steps), quantity: 4 };
    const price = (inAll?: number) =>
      priceCart<CartLineFacts>({
        lines: [{ ...line, ...(inAll && { quantityInAll: inAll }) }],
        ...{ shippingMethod: 'local', shippingTiers: [], taxRate: 0, now: new Date() },
      }).cart[0];
    expect(price(8)).toMatchObject({ quantity: 4, price: 11.9, lineTotal: 47.6, priceQuantity: 8 });
    expect(price(7)).toMatchObject({ price: 12.4, lineTotal: 49.6 });
    expect(price()).toMatchObject({ price: 12.4 });
  });

  it('leaves a price that staff named when the quantity is another, until they take it back', () => {
    const named = line({ price: usd(11), priceSource: 'override' });
    const six = (price?: Money | null) => priced([named], [{ _id: 'pulls', quantity: 6, price }]).cart[0];
    expect(six()).toMatchObject({ price: 11, priceSource: 'override' });
    expect(six(null)).toMatchObject({ price: 12.4, priceSource: 'base' });
    expect(six(usd(10))).toMatchObject({ price: 10, priceSource: 'override' });
  });

  it('leaves shipping as it was sold', () => {
    expect(priced([line()], [{ _id: 'pulls', quantity: 1 }], { keptShipping: usd(9.5) })).toMatchObject({
      shipping: 9.5,
      cart: [{ itemShipping: 9.5 }],
    });
  });

  it('uses no more store credit than the order did, and less where less is to be paid', () => {
    const customer = { useStoreCredit: true, storeCreditBalance: usd(100) };
    const credit = (quantity: number) =>
      priced([line()], [{ _id: 'pulls', quantity }], { customer }).storeCredit;
    expect([credit(20), credit(10), credit(5)]).toEqual([100, 100, 62]);
  });
});

describe('after a return was paid', () => {
  const back = unitsOf(slides, NO_UNITS, 2);
  const returned = { ...slides, fulfilled: 4, askedBack: 2, back };
  const off = {
    code: 'OFF20',
    coupon: { code: 'OFF20', type: 1, value: 20, appliesTo: '', active: true },
    usesInAll: 0,
    usesByCustomer: 0,
  };

  it('a line keeps its shares, and the others take the rest', () => {
    const taken = {
      ...returned,
      discount: usd(13.77),
      back: unitsOf({ ...slides, discount: usd(13.77) }, NO_UNITS, 2),
    };
    const { cart, discount } = priced(
      [taken, line({ discount: usd(6.23) })],
      [{ _id: 'pulls', quantity: 1 }],
      {
        coupon: off,
      },
    );
    expect(discount).toBe(20);
    expect(cart.map(({ itemDiscount, itemTax }) => [itemDiscount, itemTax])).toEqual([
      [13.77, 22.61],
      [6.23, 1.02],
    ]);
  });

  it('nobody gets more off than the others are worth', () => {
    const taken = { ...returned, discount: usd(10) };
    const edited = [{ _id: 'pulls', quantity: 0 }];
    expect(priced([taken, line({ discount: usd(10) })], edited, { coupon: off })).toMatchObject({
      discount: 10,
      subTotal: 274,
      tax: 22.61,
    });
  });

  it('an order never comes to less than was paid back of it', PROPERTY, () => {
    const amounts = fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      price: fc.integer({ min: 0, max: 5000 }).map(toMoney),
    });
    const acts = fc.array(
      fc.record({
        nth: fc.nat(3),
        units: fc.integer({ min: 0, max: 9 }),
        isReturn: fc.boolean(),
        price: fc.option(fc.integer({ min: 0, max: 4000 }).map(toMoney), { nil: undefined }),
        swap: fc.option(fc.nat(4), { nil: undefined }),
      }),
      { maxLength: 8 },
    );
    const coupons = [
      null,
      off,
      { ...off, coupon: { ...off.coupon, type: 0, value: 15 } },
      { ...off, coupon: { ...off.coupon, minSubTotal: usd(40) } },
      { ...off, coupon: { ...off.coupon, type: 2, value: 0 } },
    ];
    const credits = fc.integer({ min: 0, max: 20_000 }).map(toMoney);
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 1, maxLength: 4 }),
        acts,
        fc.constantFrom(...coupons),
        credits,
        fc.integer({ min: 0, max: 2000 }).map(toMoney),
        (first, steps, begun, credit, keptShipping) => {
          const facts: typeof FACTS = {};
          for (const [nth, { price }] of first.entries()) facts[nth] = variant(price);
          const customer = { useStoreCredit: true, storeCreditBalance: credit };
          let coupon = begun;
          const isShippingFree = () => coupon?.coupon.type === 2;
          const asSold = (
            cart: readonly PricedLine<CartLineFacts & { _id?: string }>[],
            was: readonly SoldLine[],
          ) =>
            cart.map((one, nth) => ({
              ...(was[nth] as SoldLine),
              quantity: one.quantity,
              price: one.price,
              priceSource: one.priceSource,
              itemTax: one.itemTax,
              discount: goodsDiscount(one, isShippingFree()),
              itemCredit: one.itemCredit,
            }));
          const start = first.map((one, nth) => line({ ...one, _id: String(nth) }));
          let lines = asSold(
            priced(
              start,
              start.map(({ _id, quantity }) => ({ _id, quantity, price: null })),
              { coupon, customer, keptShipping },
              facts,
            ).cart,
            start,
          );
          let given: Money[] = [];
          let total = usd(0);
          for (const { nth, units, isReturn, price, swap } of steps) {
            const of = lines[nth % lines.length] as SoldLine;
            if (isReturn) {
              const some = unitsOf(of, of.back, Math.min(units, of.quantity - of.back.units));
              given = [...given, worthOf(of.price, some)];
              lines = lines.map(one => (one === of ? { ...one, back: addUnits(one.back, some) } : one));
              continue;
            }
            const asked = { _id: of._id, quantity: units, ...(price !== undefined && { price }) };
            const least = { ...of, askedBack: of.back.units };
            if (
              editIssues(
                lines.map(one => (one === of ? least : one)),
                [asked],
                { added: 0 },
              ).length > 0
            )
              continue;
            const isOther = swap !== undefined && coupons[swap] !== coupon;
            if (isOther) coupon = coupons[swap] ?? null;
            const sold = lines.map(one => ({
              ...one,
              ...(isOther && { unitsBeforeCoupon: one.back.units }),
            }));
            const left = sold.filter((_, index) => lines[index] !== of || units > 0);
            const cart = priced(
              sold,
              [asked],
              {
                coupon,
                keptShipping,
                customer: { ...customer, storeCreditBalance: sumMoney(lines.map(one => one.itemCredit)) },
              },
              facts,
            );
            total = cart.total;
            expect(sumMoney(cart.cart.map(one => one.itemTax))).toBe(cart.tax);
            expect(sumMoney(cart.cart.map(one => one.itemDiscount))).toBe(cart.discount);
            expect(sumMoney(cart.cart.map(one => one.itemCredit))).toBe(cart.storeCredit);
            lines = asSold(cart.cart, left);
            for (const one of lines)
              expect(one.itemTax + one.discount + one.itemCredit).toBeGreaterThanOrEqual(0);
            expect(total).toBeGreaterThanOrEqual(sumMoney(given));
          }
          // All that is left comes back: then everything was given.
          for (const one of lines)
            given.push(worthOf(one.price, unitsOf(one, one.back, one.quantity - one.back.units)));
          const worth = sumMoney(lines.map(one => worthOf(one.price, { units: one.quantity, ...one })));
          expect(sumMoney(given)).toBe(worth);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('an edit is refused', () => {
  it.each([
    [{ fulfilled: 6 }, { quantity: 5 }, ['cart', 0, 'quantity'], 'is less than the 6 that are fulfilled'],
    [
      { askedBack: 3 },
      { quantity: 2 },
      ['cart', 0, 'quantity'],
      'is less than the 3 that were asked to be returned',
    ],
    [
      { back: { ...NO_UNITS, units: 2 } },
      { quantity: 11 },
      ['cart', 0, 'quantity'],
      'can’t rise, as 2 of it were paid back: add it as another line',
    ],
    [
      { back: { ...NO_UNITS, units: 2 } },
      { quantity: 10, price: usd(9) },
      ['cart', 0, 'price'],
      'stays as it is, as 2 of it were paid back',
    ],
    [{}, { quantity: 0 }, ['cart'], 'needs a line: to take out the last one is to cancel the order'],
    [{}, { _id: 'hinges', quantity: 1 }, ['cart', 0, '_id'], 'is not in this order'],
  ])('%# beside its field', (said, asked, path, message) => {
    expect(editIssues([line(said)], [{ _id: 'pulls', ...asked }], { added: 0 })).toEqual([{ path, message }]);
  });

  it('where a line is named twice', () => {
    const twice = [
      { _id: 'pulls', quantity: 6 },
      { _id: 'pulls', quantity: 7 },
    ];
    expect(editIssues([line()], twice, { added: 0 })).toEqual([
      { path: ['cart', 1, '_id'], message: 'is named twice' },
    ]);
  });

  it('not for the last line where another one comes', () => {
    expect(editIssues([line()], [{ _id: 'pulls', quantity: 0 }], { added: 1 })).toEqual([]);
  });
});

describe('an edit is settled', () => {
  const money = (said: Partial<Parameters<typeof settleEdit>[0]> = {}) => ({
    amountPaid: usd(430.84),
    amountCredited: usd(0),
    ...said,
  });
  const card = { name: 'card', left: usd(430.84) };

  it.each([
    ['down', money(), 377.14, [card], { owed: 0, takenBack: 53.7, back: [['card', 53.7]], before: 0 }],
    [
      'up again',
      money({ amountPaid: usd(377.14) }),
      390.57,
      [card],
      { owed: 13.43, takenBack: 0, back: [], before: 0 },
    ],
    [
      'down before that is paid',
      money({ amountPaid: usd(377.14) }),
      377.14,
      [card],
      { owed: 0, takenBack: 0, back: [], before: 0 },
    ],
    [
      'down, of an order that nobody paid',
      money({ amountPaid: usd(0) }),
      377.14,
      [],
      { owed: 377.14, takenBack: 0, back: [], before: 0 },
    ],
    [
      'of two payments',
      money(),
      377.14,
      [{ name: 'check', left: usd(20) }, card],
      {
        owed: 0,
        takenBack: 53.7,
        back: [
          ['check', 20],
          ['card', 33.7],
        ],
        before: 0,
      },
    ],
    [
      'after most was given back',
      money(),
      377.14,
      [{ name: 'card', left: usd(30.84) }],
      { owed: 0, takenBack: 53.7, back: [['card', 30.84]], before: 22.86 },
    ],
  ])('%s', (_name, order, total, left, expected) => {
    const { back, ...settled } = settleEdit(order, usd(total), left);
    expect({ ...settled, back: back.map(({ way, amount }) => [way.name, amount]) }).toEqual(expected);
  });
});
