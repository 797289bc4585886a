import { describe, expect, it } from 'vitest';
import { differingColumns, sortVariants } from '#client/routes/shop/product/variant-columns.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Variant } from '#shared/schemas/products.ts';

const variant = (finish: string, mm: number, more: Partial<Variant> = {}) =>
  ({
    _id: `${finish} ${mm}`,
    productNum: `P-${mm}`,
    vendor: 'Harrow & Pike',
    variantGroup: '',
    pieceSize: 1,
    price: toMoney(100 * mm),
    options: [
      { name: 'Finish', value: finish },
      { name: 'Center to center', value: `${mm} mm` },
    ],
    dimensions: {
      centerToCenter: { mm, unit: 'mm' },
      projection: { mm: 30, unit: 'mm' },
    },
    ...more,
  }) as Variant;

const options = [
  { name: 'Finish', values: ['Black', 'Brass'] },
  { name: 'Center to center', values: ['96 mm', '128 mm'] },
];
const variants = [variant('Black', 128), variant('Brass', 96), variant('Black', 96)];

describe('the columns of the variants', () => {
  it('are those in which they differ, an option that is a dimension once and in both units', () => {
    const columns = differingColumns({ variants, options });
    expect(columns.map(({ label }) => label)).toEqual(['Finish', 'Center to center']);
    expect(columns.map(({ text }) => text(variants[0] as Variant))).toEqual([
      'Black',
      '128\u00a0mm\u00a0(5.04")',
    ]);
  });

  it('show groups and piece sizes where there are several', () => {
    const packs = [variant('Black', 96, { pieceSize: 10, variantGroup: 'Bag' }), variant('Black', 96)];
    expect(differingColumns({ variants: packs, options }).map(({ label }) => label)).toEqual([
      'Group',
      'QTY',
    ]);
  });

  it('sort by size and not by its spelling, up and down', () => {
    const columns = differingColumns({ variants, options });
    const ids = (isDown: boolean) =>
      sortVariants(variants, columns, { label: 'Center to center', isDown }).map(({ _id }) => _id);
    expect(ids(false)).toEqual(['Brass 96', 'Black 96', 'Black 128']);
    expect(ids(true)).toEqual(['Black 128', 'Brass 96', 'Black 96']);
    expect(sortVariants(variants, columns, null)).toBe(variants);
  });
});
