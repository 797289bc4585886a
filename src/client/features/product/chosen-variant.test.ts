import { describe, expect, it } from 'vitest';
import { chosenVariant, groupChoices, optionChoices } from '#client/features/product/chosen-variant.ts';
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
      { value: '96 mm', variant: { _id: 'a' }, isChosen: true, without: [] },
      { value: '128 mm', variant: { _id: 'b' }, isChosen: false, without: [] },
    ]);
  });

  it('lead to the nearest variant where the combination does not exist, and to none for a value nobody has', () => {
    expect(optionChoices(product, black128, 'Finish', ['Satin Nickel', 'Gold'])).toMatchObject([
      { value: 'Satin Nickel', variant: { _id: 'c' }, without: ['128 mm'] },
      { value: 'Gold', variant: undefined, without: [] },
    ]);
  });
});

describe('the choices of groups', () => {
  const grouped = (_id: string, variantGroup: string, finish: string) =>
    ({ _id, variantGroup, productNum: _id, options: [{ name: 'Finish', value: finish }] }) as Variant;
  const plated = {
    variants: [
      grouped('a', 'Knob alone', 'Brass'),
      grouped('b', 'Knob alone', 'Pewter'),
      grouped('c', 'With backplate', 'Brass'),
    ],
  };

  it('lead from group to group, and name what a group does not have', () => {
    const [, pewter, plate] = plated.variants as [Variant, Variant, Variant];
    expect(groupChoices(plated, pewter)).toMatchObject({
      groups: [
        { value: 'Knob alone', variant: { _id: 'b' }, isChosen: true, without: [] },
        { value: 'With backplate', variant: { _id: 'c' }, isChosen: false, without: ['Pewter'] },
      ],
      options: [
        { value: 'Brass', variant: { _id: 'a' }, without: [] },
        { value: 'Pewter', variant: { _id: 'b' }, isChosen: true },
      ],
    });
    expect(groupChoices(plated, plate).options).toMatchObject([
      { value: 'Brass', variant: { _id: 'c' }, isChosen: true },
      { value: 'Pewter', variant: undefined, without: ['With backplate'] },
    ]);
  });
});
