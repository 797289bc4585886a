import { describe, expect, it } from 'vitest';
import { chosenVariant, optionChoices } from '#client/routes/shop/product/chosen-variant.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

const variant = (_id: string, productNum: string, finish: string, size: string) =>
  ({
    _id,
    productNum,
    options: [
      { name: 'Finish', value: finish },
      { name: 'Size', value: size },
    ],
  }) as Variant;

const product = {
  selected: null,
  variants: [
    variant('a', 'BP-96-BK', 'Black', '96 mm'),
    variant('b', 'BP-128-BK', 'Black', '128 mm'),
    variant('c', 'BP-96-SN', 'Satin Nickel', '96 mm'),
  ],
} as Product;

const [black96, black128] = product.variants as [Variant, Variant, Variant];

describe('the variant that an address chooses', () => {
  it.each([
    [{ id: 'c' }, 'c'],
    [{ number: '128' }, 'b'],
    [{ number: 'bp-96-sn' }, 'c'],
    [{ id: 'c', number: '128' }, 'c'],
    [{ id: 'gone', number: 'nothing' }, 'a'],
    [{}, 'a'],
  ])('%o is %s', (wish, id) => {
    expect(chosenVariant(product, wish)?._id).toBe(id);
  });
});

describe('the choices of an option', () => {
  it('keep the other option where a variant allows it', () => {
    expect(optionChoices(product, black96, 'Size', ['96 mm', '128 mm'])).toMatchObject([
      { value: '96 mm', variant: { _id: 'a' }, isChosen: true, isExact: true },
      { value: '128 mm', variant: { _id: 'b' }, isChosen: false, isExact: true },
    ]);
  });

  it('lead to the nearest variant where the combination does not exist, and to none for a value nobody has', () => {
    expect(optionChoices(product, black128, 'Finish', ['Satin Nickel', 'Gold'])).toMatchObject([
      { value: 'Satin Nickel', variant: { _id: 'c' }, isExact: false },
      { value: 'Gold', variant: undefined, isExact: false },
    ]);
  });
});
