import { describe, expect, it } from 'vitest';
import { readCompared } from '#client/routes/shop/compare/compare.tsx';
import { compareFacts } from '#client/routes/shop/compare/compared-facts.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { FoundVariant } from '#shared/schemas/products.ts';

const variant = (facts: Partial<FoundVariant>): FoundVariant =>
  ({
    productNum: 'A-1',
    price: toMoney(500),
    msrp: null,
    stock: 4,
    dropShip: false,
    backOrder: false,
    vendor: 'Hollis',
    options: [],
    dimensions: {},
    pieceSize: 1,
    lb: 0,
    oz: 0,
    wholeSaleOne: null,
    wholeSaleTwo: null,
    wholeSaleThree: null,
    product: { _id: 'p', title: 'Pull', image: null, vendor: 'Hollis', type: 'Pull' },
    ...facts,
  }) as FoundVariant;

describe('comparing', () => {
  it('says what differs, leaves out what none has, and says no fact twice', () => {
    const rows = compareFacts([
      variant({
        options: [
          { name: 'Finish', value: 'Brass' },
          { name: 'Center to center', value: '3-3/4"' },
        ],
        dimensions: { centerToCenter: { mm: 95.25, unit: 'in' }, length: { mm: 128, unit: 'mm' } },
      }),
      variant({ productNum: 'A-2', options: [{ name: 'Finish', value: 'Black' }], oz: 2.4 }),
    ]);
    expect(rows.map(({ name, values, differs }) => [name, ...values, differs])).toEqual([
      ['Product number', 'A-1', 'A-2', true],
      ['Price', '$5.00', '$5.00', false],
      ['Stock', '4 in stock', '4 in stock', false],
      ['Vendor', 'Hollis', 'Hollis', false],
      ['Type', 'Pull', 'Pull', false],
      ['Finish', 'Brass', 'Black', true],
      ['Center to center', '3-3/4"', '', true],
      ['Length', '128 mm (5.039")', '', true],
      ['Pieces in a pack', '1', '1', false],
      ['Weight', '', '2.4 oz', true],
    ]);
  });

  it('names the quantity prices that are below the own one', () => {
    const tiers = {
      wholeSaleOne: { quantity: 10, price: toMoney(480) },
      wholeSaleTwo: { quantity: 50, price: toMoney(420) },
    };
    const said = (price: number) =>
      compareFacts([variant({ ...tiers, price: toMoney(price) })]).find(
        ({ name }) => name === 'Quantity prices',
      )?.values;
    expect(said(500)).toEqual(['10+ $4.80, 50+ $4.20']);
    expect(said(480)).toEqual(['50+ $4.20']);
    expect(said(420)).toBeUndefined();
  });

  it('reads four ids of an address at most, and nothing that is none', () => {
    const ids = Array.from({ length: 6 }, (_, index) => `01890a5d-ac96-774b-bcce-b302099a805${index}`);
    expect(readCompared(`?variants=${ids.join(',')}`)).toEqual(ids.slice(0, 4));
    expect(readCompared(`?variants=x,${ids[0]},${ids[0]},'--`)).toEqual([ids[0]]);
    expect(readCompared('')).toEqual([]);
  });
});
