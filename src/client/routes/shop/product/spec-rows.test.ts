import { describe, expect, it } from 'vitest';
import { readListing } from '#client/features/catalog/listing-address.ts';
import { specRows } from '#client/routes/shop/product/spec-rows.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

const product = { categories: ['Pulls'], type: 'Pull', flammable: false } as Product;
const variant = {
  lb: 0,
  oz: 2.6,
  pieceSize: 10,
  vendor: 'Harrow & Pike',
  variantGroup: '',
  options: [
    { name: 'Finish', value: 'Brushed Nickel' },
    { name: 'Center to center', value: '3-3/4"' },
  ],
  dimensions: {
    centerToCenter: { mm: 95.25, unit: 'in' },
    projection: { mm: 32, unit: 'mm' },
  },
} as Variant;
const looks = { 'finish: brushed nickel': { label: 'Satin Nickel' } };

describe('the rows of the specification', () => {
  const rows = specRows(product, variant, looks);
  const row = (name: string) => rows.find(one => one.name === name);
  const leadsTo = (name: string) => readListing(new URL(row(name)?.href ?? '', 'http://shop').searchParams);

  it('give lengths in both units, the maker’s first, and in one piece', () => {
    expect(rows.filter(({ name }) => name === 'Center to center')).toHaveLength(1);
    expect(row('Center to center')?.value).toBe('3\u20113/4"\u00a0(95.3\u00a0mm)');
    expect(row('Projection')?.value).toBe('32\u00a0mm\u00a0(1.26")');
    expect(row('Weight')?.value).toBe('2.6 oz');
    expect(row('Pieces in a unit')?.value).toBe('10');
  });

  it('lead to the listing of everything that has the value', () => {
    expect(leadsTo('Finish')).toMatchObject({ categories: ['Pulls'], options: { Finish: ['Satin Nickel'] } });
    expect(leadsTo('Center to center').options).toEqual({ 'Center to center': ['3-3/4"'] });
    expect(leadsTo('Maker').vendor).toEqual(['Harrow & Pike']);
    expect(row('Projection')?.href).toBeUndefined();
  });
});
