import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listQuantity, readOrderList } from '#shared/rules/order-list.ts';

const row = (number: string, quantity: string) => ({ number, quantity });

describe('a list of what to order', () => {
  it.each([
    ['BP-128-SN 12', 'BP-128-SN', '12'],
    ['12 BP-128-SN', 'BP-128-SN', '12'],
    ['12x BP-128-SN', 'BP-128-SN', '12'],
    ['12 x BP-128-SN', 'BP-128-SN', '12'],
    ['BP-128-SN x12', 'BP-128-SN', '12'],
    ['BP-128-SN x 12', 'BP-128-SN', '12'],
    ['BP-128-SN × 12', 'BP-128-SN', '12'],
    ['BP-128-SN - 12 pcs', 'BP-128-SN', '12'],
    ['BP-128-SN 12 ea', 'BP-128-SN', '12'],
    ['BP-128-SN qty: 12', 'BP-128-SN', '12'],
    ['BP-128-SN, 12', 'BP-128-SN', '12'],
    ['BP-128-SN\t12', 'BP-128-SN', '12'],
    ['BP-128-SN;12;for the island', 'BP-128-SN', '12'],
    ['BP-128-SN\tBar Pull, Satin Nickel\t12', 'BP-128-SN', '12'],
    ['"BP,128",12', 'BP,128', '12'],
    ['"3"" pull",12', '3" pull', '12'],
    ['12,BP-128-SN', 'BP-128-SN', '12'],
    ['H80 FSSO 4', 'H80 FSSO', '4'],
    ['70321 4', '70321', '4'],
    ['70321,4', '70321', '4'],
    ['BP-128-SN 1,200', 'BP-128-SN', '1200'],
    ['1,200 BP-128-SN', 'BP-128-SN', '1200'],
    ['BP-128-SN\t1,200', 'BP-128-SN', '1200'],
    ['BP-128-SN', 'BP-128-SN', ''],
    ['BP-128-SN 0', 'BP-128-SN', '0'],
    ['BP-128-SN -3', 'BP-128-SN', '-3'],
    ['BP-128-SN 2.5', 'BP-128-SN', '2.5'],
    ['BP-128-SN, a dozen', 'BP-128-SN', 'a dozen'],
    ['70321', '70321', ''],
  ])('reads %j', (line, number, quantity) => {
    expect(readOrderList(line)).toEqual([row(number, quantity)]);
  });

  it('finds its columns by their heading, wherever they stand', () => {
    expect(
      readOrderList(
        '\uFEFFRoom,Qty,Description,Part Number\r\nIsland,12,"Pull, satin",BP-128-SN\r\n,,,\r\nBath,,Knob,KN-1\r\n',
      ),
    ).toEqual([row('BP-128-SN', '12'), row('KN-1', '')]);
    expect(readOrderList('SKU\tQuantity\nBP-1\t3 pcs\nBP-2\tsome')).toEqual([
      row('BP-1', '3'),
      row('BP-2', 'some'),
    ]);
  });

  it('makes a row of every line that says anything, however strange', () => {
    const lines = fc.array(
      fc
        .string({ minLength: 1, maxLength: 30 })
        .filter(line => /[^\s,;\t"]/.test(line) && !/[\n\r]/.test(line)),
    );
    fc.assert(
      fc.property(lines, said => {
        const text = ['BP-1 1', ...said].join('\n');
        expect(readOrderList(text)).toHaveLength(said.length + 1);
      }),
    );
  });

  it('reads what it is given back as it was', () => {
    const number = fc.stringMatching(/^[A-Z]{2}\d{2,5}-[A-Z]{2}$/);
    fc.assert(
      fc.property(
        number,
        fc.integer({ min: 1, max: 100_000 }),
        fc.constantFrom(' ', ', ', '\t', ';', ' x '),
        (sku, count, between) => {
          expect(readOrderList(`${sku}${between}${count}`)).toEqual([row(sku, String(count))]);
        },
      ),
    );
  });
});

describe('the quantity of a row', () => {
  it.each([
    ['', 1],
    ['1', 1],
    ['100000', 100_000],
    ['1,200', 1200],
    ['1,5', null],
    ['0', null],
    ['-3', null],
    ['2.5', null],
    ['100001', null],
    ['a dozen', null],
    ['1e3', 1000],
  ])('%j is %j', (quantity, value) => {
    expect(listQuantity(quantity)).toBe(value);
  });
});
