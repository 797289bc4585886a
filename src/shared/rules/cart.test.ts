import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROPERTY, RUNS } from '#shared/rules/arbitraries.test-support.ts';
import {
  addLine,
  clampQuantity,
  countItems,
  emptyCart,
  lineName,
  linesBeyond,
  mergedQuantityIssues,
  mergeLines,
  parseWorkingCart,
  type QuantifiedLine,
  removeLine,
  restoreLine,
  setQuantity,
  swapLines,
  takeOut,
} from '#shared/rules/cart.ts';
import { toMoney } from '#shared/rules/money.ts';
import { fieldsOfTiers } from '#shared/schemas/quantity-prices.ts';

const line = (variantId: string, quantity: number, variantGroup?: string): QuantifiedLine => ({
  variantId,
  quantity,
  ...(variantGroup !== undefined && { variantGroup }),
});

describe('a cart', () => {
  it('raises the quantity of a variant and group that it has', () => {
    const cart = addLine(addLine([line('a', 2), line('b', 1)], line('a', 3)), line('a', 1, 'pair'));
    expect(cart).toEqual([line('a', 5), line('b', 1), line('a', 1, 'pair')]);
  });

  it('takes a blank group and none for the same', () => {
    expect(addLine([line('a', 2)], line('a', 1, ''))).toHaveLength(1);
  });

  it('puts a removed line back at its place, or onto what was added of it meanwhile', () => {
    const cart = [line('a', 1), line('b', 2), line('c', 3)];
    const without = removeLine(cart, line('b', 0));
    expect(restoreLine(without, line('b', 2), 1)).toEqual(cart);
    expect(restoreLine([line('b', 5), line('a', 1)], line('b', 2), 1)).toEqual([line('b', 7), line('a', 1)]);
  });

  it('gives away lines, and keeps what was added of them meanwhile', () => {
    expect(linesBeyond([line('a', 2), line('a', 3), line('b', 2)], [line('a', 4)])).toEqual([
      line('a', 1),
      line('b', 2),
    ]);
    expect(linesBeyond([{ ...line('a', 2), variantGroup: 'old' }], [line('a', 2)])).toEqual([]);
    expect(takeOut([line('a', 5), line('b', 2)], [line('a', 3), line('b', 2), line('c', 1)])).toEqual([
      line('a', 2),
    ]);
  });

  it('puts lines in the place of others and back, and keeps what was added of either meanwhile', () => {
    const cart = [line('a', 1), line('one', 11), line('b', 2)];
    const [out, put] = [[line('one', 11)], [line('one', 1), line('bag', 1)]];
    const swapped = swapLines(cart, out, put);
    expect(swapped).toEqual([line('a', 1), line('one', 1), line('bag', 1), line('b', 2)]);
    expect(swapLines(swapped, put, out)).toEqual(cart);
    expect(swapLines([line('bag', 2), line('one', 13)], out, put)).toEqual([line('bag', 3), line('one', 3)]);
    expect(swapLines([line('a', 1)], out, put)).toEqual([line('a', 1), ...put]);
  });

  it('keeps the newer facts of a line', () => {
    const [first] = addLine([{ ...line('a', 1), price: 5 }], { ...line('a', 1), price: 6 });
    expect(first).toEqual({ ...line('a', 2), price: 6 });
  });

  it.each([
    [5, 5],
    [1, 1],
    [0, 1],
    [-4, 1],
    [2.9, 2],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 100_000],
    [100_001, 100_000],
  ])('set to quantity %f holds %i', (asked, held) => {
    expect(setQuantity([line('a', 3)], { variantId: 'a' }, asked)).toEqual([line('a', held)]);
    expect(clampQuantity(asked)).toBe(held);
  });

  it('is empty when its last line goes', () => {
    expect(removeLine([line('a', 3)], { variantId: 'a' })).toEqual([]);
    expect(removeLine([line('a', 3, 'x')], { variantId: 'a' })).toHaveLength(1);
  });

  it('counts units', () => expect(countItems([line('a', 3), line('b', 2)])).toBe(5));

  it('merges split lines, and no others', () => {
    expect(mergeLines([line('a', 2), line('b', 1), line('a', 3), line('a', 1, 'x')])).toEqual([
      line('a', 5),
      line('b', 1),
      line('a', 1, 'x'),
    ]);
  });

  it('names the lines with which an item comes to more than a line may hold, and cuts none', () => {
    const lines = [line('a', 60_000), line('b', 100_000), line('a', 40_000, ''), line('a', 1, 'x')];
    expect(mergedQuantityIssues(lines)).toEqual([]);
    expect(mergeLines(lines)[0]?.quantity).toBe(100_000);
    const more = [...lines, line('a', 1), line('b', 1)];
    const message = 'makes more than 100,000 of this item';
    expect(mergedQuantityIssues(more)).toEqual([
      { path: ['cart', 4, 'quantity'], message },
      { path: ['cart', 5, 'quantity'], message },
    ]);
    expect(mergeLines(more)[0]?.quantity).toBe(100_001);
  });

  it('behaves like a table of quantities, whatever is done to it', PROPERTY, () => {
    const key = fc.record({
      variantId: fc.constantFrom('a', 'b', 'c'),
      variantGroup: fc.constantFrom('', 'x'),
    });
    const quantity = fc.integer({ min: -2, max: 9 });
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), key, quantity }),
      fc.record({ do: fc.constant('set' as const), key, quantity }),
      fc.record({ do: fc.constant('remove' as const), key, quantity }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        let cart: QuantifiedLine[] = [];
        const table = new Map<string, number>();
        for (const { do: action, key: at, quantity: asked } of steps) {
          const name = `${at.variantId}/${at.variantGroup}`;
          const wanted = asked < 1 ? 1 : asked;
          if (action === 'add') {
            cart = addLine(cart, { ...at, quantity: asked });
            table.set(name, (table.get(name) ?? 0) + wanted);
          } else if (action === 'set') {
            cart = setQuantity(cart, at, asked);
            if (table.has(name)) table.set(name, wanted);
          } else {
            cart = removeLine(cart, at);
            table.delete(name);
          }
        }
        expect(cart.map(held => [`${held.variantId}/${held.variantGroup}`, held.quantity])).toEqual([
          ...table,
        ]);
        expect(mergeLines(cart)).toEqual(cart);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a cart item’s name', () => {
  it.each([
    [[], 'Bar Pull'],
    [['Black'], 'Bar Pull, Black'],
    [['Black', '96 mm', 'Zinc'], 'Bar Pull, Black, 96 mm, Zinc'],
    [['Black', '96 mm', 'Zinc', 'Pair'], 'Bar Pull, Black, 96 mm, Zinc'],
    [['', 'Black'], 'Bar Pull, Black'],
  ])('with options %j is %s [CART-07]', (values, name) => expect(lineName('Bar Pull', values)).toBe(name));

  it.each([
    [['Satin Nickel', '1"'], 'Mushroom Knob, 1", Satin Nickel'],
    [['1"', 'Satin Nickel', 'Zinc', 'Pair'], 'Mushroom Knob, 1", Satin Nickel, Zinc, Pair'],
    [['1-1/4"', 'Mushroom'], 'Mushroom Knob, 1", 1-1/4", Mushroom'],
  ])('says what the title says already once: %j', (values, name) =>
    expect(lineName('Mushroom Knob, 1"', values)).toBe(name),
  );
});

describe('the stored working cart', () => {
  const stored = {
    cart: [{ productId: 'p', variantId: 'v', quantity: 2, price: 6.85, name: 'Knob', productNum: 'BP53' }],
    orderName: 'Kitchen',
    couponCode: 'SAVE',
    couponStatus: 'success',
    couponType: 8,
  };

  it('comes back as it was kept', () => {
    const cart = parseWorkingCart(JSON.stringify(stored));
    expect(cart).toMatchObject(stored);
    expect(parseWorkingCart(JSON.stringify(cart))).toEqual(cart);
  });

  it('keeps the quantity prices of a line, also of one that was stored when each had two fields', () => {
    const quantityPrices = [
      { quantity: 10, price: toMoney(617) },
      { quantity: 50, price: toMoney(540) },
    ];
    const pricesOf = (facts: object) => {
      const cart = stored.cart.map(line => ({ ...line, ...facts }));
      return parseWorkingCart(JSON.stringify({ ...stored, cart })).cart[0]?.quantityPrices;
    };
    expect(pricesOf({ quantityPrices })).toEqual(quantityPrices);
    expect(pricesOf(fieldsOfTiers(quantityPrices))).toEqual(quantityPrices);
    expect(pricesOf({ quantityPrices: [...quantityPrices, null, { quantity: 0, price: 5 }] })).toEqual(
      quantityPrices,
    );
    expect(pricesOf({ quantityPrices: 'none' })).toEqual([]);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"cart":'],
    ['an empty text', ''],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no lines', '{"orderName":"Kitchen"}'],
    ['lines that are none', '{"cart":"x"}'],
  ])('is empty where there is %s', (_, text) => expect(parseWorkingCart(text)).toEqual(emptyCart()));

  it('keeps no more of a foreign value than a cart can hold', () => {
    const [good] = stored.cart;
    const lines = Array.from({ length: 700 }, (_, n) => ({
      ...good,
      variantId: `v${n}`,
      name: 'x'.repeat(9000),
    }));
    const { cart } = parseWorkingCart(JSON.stringify({ ...stored, cart: lines }));
    expect(cart).toHaveLength(500);
    expect(cart[0]?.name).toHaveLength(1000);
  });

  it.each([
    ['without a variant', { variantId: undefined }],
    ['of quantity 0', { quantity: 0 }],
    ['of half a unit', { quantity: 1.5 }],
    ['of a quantity in words', { quantity: '2' }],
    ['with a price that is no amount', { price: 0.001 }],
    ['with a negative price', { price: -1 }],
  ])('loses only a line %s', (_, changes) => {
    const [good] = stored.cart;
    const cart = parseWorkingCart(JSON.stringify({ ...stored, cart: [{ ...good, ...changes }, good] }));
    expect(cart.cart).toHaveLength(1);
    expect(cart.cart[0]).toMatchObject({ variantId: 'v', quantity: 2 });
    expect(cart.orderName).toBe('Kitchen');
  });

  it('loses only a field that means nothing', () => {
    const cart = parseWorkingCart(JSON.stringify({ ...stored, couponStatus: 'maybe', orderName: 7 }));
    expect(cart).toMatchObject({
      couponStatus: null,
      orderName: '',
      couponCode: 'SAVE',
      cart: { length: 1 },
    });
  });

  it('never throws and never holds a line twice', PROPERTY, () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        expect(parseWorkingCart(text)).toHaveProperty('cart');
      }),
      { numRuns: RUNS },
    );
    const [good] = stored.cart;
    expect(parseWorkingCart(JSON.stringify({ cart: [good, good] })).cart).toMatchObject([{ quantity: 4 }]);
    const most = { ...good, quantity: 100_000 };
    const cart = parseWorkingCart(JSON.stringify({ cart: [most, good] }));
    expect(cart.cart).toMatchObject([{ quantity: 100_000 }]);
  });
});
