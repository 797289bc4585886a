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

  it('without a quantity are for one, and what is no quantity is said', () => {
    expect(judged([row('BP-1', '')], BP1)[0]).toMatchObject({ standing: 'ready', quantity: 1, total: 5 });
    for (const quantity of ['0', '-3', '2.5', 'a dozen', '100001']) {
      expect(judged([row('BP-1', quantity)], BP1)[0]).toMatchObject({ standing: 'quantity', total: null });
    }
  });

  it('say how many there are for each when there are not enough for all', () => {
    const [first, second] = judged([row('BP-1', '15'), row('BP-1', '8')], BP1);
    expect(first).toMatchObject({ standing: 'short', most: 12 });
    expect(second).toMatchObject({ standing: 'short', most: 5 });
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
