import { describe, expect, it } from 'vitest';
import { judgeRows } from '#client/routes/shop/quick-order/judged-rows.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { FoundVariant, NumberMatch } from '#shared/schemas/products.ts';

const variant = (changes: Partial<FoundVariant> = {}) =>
  ({
    _id: 'v1',
    productNum: 'BP-1',
    stock: 20,
    dropShip: false,
    backOrder: false,
    price: toMoney(500),
    originalPrice: toMoney(500),
    bundleItems: [],
    wholeSaleQtyOne: 10,
    wholeSalePriceOne: toMoney(450),
    wholeSaleQtyTwo: null,
    wholeSalePriceTwo: null,
    wholeSaleQtyThree: null,
    wholeSalePriceThree: null,
    ...changes,
  }) as FoundVariant;
const known = (...matches: NumberMatch[]) => new Map(matches.map(match => [match.number, match]));
const BP1 = { number: 'bp-1', variant: variant(), similar: [] };
const row = (number: string, quantity: string) => ({ _id: number, number, quantity });
const judged = (rows: ReturnType<typeof row>[], ...matches: NumberMatch[]) =>
  judgeRows(rows, known(...matches));

describe('the rows of a quick order', () => {
  it('are priced at the quantity that all rows of a thing have together', () => {
    const [first, second] = judged([row('BP-1', '6'), row(' bp-1 ', '4')], BP1);
    expect(first).toMatchObject({ standing: 'ready', price: 4.5, total: 27 });
    expect(second).toMatchObject({ standing: 'ready', price: 4.5, total: 18 });
    expect(judged([row('BP-1', '9')], BP1)[0]).toMatchObject({ price: 5, total: 45 });
  });

  it('count what the cart has already, towards prices and stock alike', () => {
    const held = new Map([['v1', 8]]);
    expect(judgeRows([row('BP-1', '2')], known(BP1), held)[0]).toMatchObject({
      ...{ standing: 'ready', price: 4.5, total: 9 },
    });
    const [first, second] = judgeRows([row('BP-1', '13'), row('bp-1', '1')], known(BP1), held);
    expect(first).toMatchObject({ standing: 'short', most: 12 });
    expect(second).toMatchObject({ standing: 'short', most: 0 });
  });

  it('without a quantity are for one, and what is no quantity is said', () => {
    expect(judged([row('BP-1', '')], BP1)[0]).toMatchObject({ standing: 'ready', quantity: 1, total: 5 });
    for (const quantity of ['0', '-3', '2.5', 'a dozen', '100001']) {
      expect(judged([row('BP-1', quantity)], BP1)[0]).toMatchObject({ standing: 'quantity', total: null });
    }
  });

  const standings = (stock: number, ...quantities: string[]) =>
    judged(
      quantities.map(quantity => row('BP-1', quantity)),
      { ...BP1, variant: variant({ stock }) },
    ).map(({ standing, most }) => [standing, most]);

  it.each<[string, number, string[], [string, number | null][]]>([
    [
      'the first is ready, the next is told what is left',
      5,
      ['4', '4'],
      [
        ['ready', null],
        ['short', 1],
      ],
    ],
    [
      'one that is short keeps what it may be lowered to',
      8,
      ['20', '2'],
      [
        ['short', 8],
        ['short', 0],
      ],
    ],
    [
      'lowered, it leaves the rest to the next',
      8,
      ['6', '2'],
      [
        ['ready', null],
        ['ready', null],
      ],
    ],
    [
      'one without a quantity takes nothing',
      5,
      ['two', '5'],
      [
        ['quantity', null],
        ['ready', null],
      ],
    ],
  ])('are served in their order: %s', (_, stock, quantities, expected) => {
    expect(standings(stock, ...quantities)).toEqual(expected);
  });

  it('are not priced at the quantity of rows that can not be ordered as they are', () => {
    const [first, second] = judged([row('BP-1', '6'), row('BP-1', '15')], BP1);
    expect(first).toMatchObject({ standing: 'ready', price: 5, total: 30 });
    expect(second).toMatchObject({ standing: 'short', most: 14, price: 4.5 });
  });

  it('have no limit where there is none', () => {
    expect(judged([row('BP-1', '20')], BP1)[0]).toMatchObject({ standing: 'ready', most: null });
    const out = { ...BP1, variant: variant({ stock: 0 }) };
    expect(judged([row('BP-1', '1')], out)[0]).toMatchObject({ standing: 'short', most: 0 });
    const ordered = { ...BP1, variant: variant({ stock: 0, backOrder: true }) };
    expect(judged([row('BP-1', '900')], ordered)[0]).toMatchObject({ standing: 'ready', most: null });
  });

  it('that nothing has are told from those that something comes near', () => {
    const near = { number: 'bp-l', variant: null, similar: [variant()] };
    const strange = { number: 'zz', variant: null, similar: [] };
    expect(
      judged([row('BP-l', '2'), row('zz', '2'), row('', '2'), row('BP-2', '2')], near, strange).map(
        ({ standing }) => standing,
      ),
    ).toEqual(['similar', 'unknown', 'empty', 'asking']);
  });
});
