import { describe, expect, it } from 'vitest';
import { readCsv } from '#server/imports/csv.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCsv(bytes(text));

describe('readCsv', () => {
  it('counts rows as a spreadsheet does, cells with line breaks and empty rows included', () => {
    const { header, rows } = read('a,b\r\n1,"x\r\ny"\r\n\r\n2,z\r\n');
    expect(header).toEqual(['a', 'b']);
    expect(rows).toEqual([
      { row: 2, cells: ['1', 'x\ny'] },
      { row: 3, cells: [''] },
      { row: 4, cells: ['2', 'z'] },
    ]);
  });

  it.each([',', ';', '\t'])('finds out that cells are divided by %j', delimiter => {
    expect(read(`${['a', 'b'].join(delimiter)}\n${['1', '2'].join(delimiter)}`).rows[0]?.cells).toEqual([
      '1',
      '2',
    ]);
  });

  it('takes a mark at the start, lone carriage returns, doubled quotes, and a last line without its end', () => {
    expect(read('\uFEFFa,b\r1,"say ""hi"""').rows).toEqual([{ row: 2, cells: ['1', 'say "hi"'] }]);
    expect(read('\uFEFFa,b\r1,2').header).toEqual(['a', 'b']);
  });

  it('leaves inch marks inside unquoted cells alone', () => {
    expect(read('a,b\nPull 3-3/4",1').rows[0]?.cells).toEqual(['Pull 3-3/4"', '1']);
  });

  it.each([
    ['never closed', 'a,b\n1,x\n2,"open\n3,y\n4,z'],
    ['closed by a later row', 'a,b\n1,x\n2,"open\n3,"y"\n4,z'],
    ['closed in another column', 'a,b\n1,x\n2,"open\n3 1/4",y\n4,z'],
    [
      'closed by an inch mark in its own column',
      'a,b,c,d,e,f,g,h\n1,x,,,,,,\n2,"open,,,,,,\n3,y 3/4",,,,,,\n4,z,,,,,,',
    ],
    ['followed by text', 'a,b\n1,x\n2,"open" end\n3,y\n4,z'],
  ])('a quote that is %s costs one row alone', (_, text) => {
    const { rows } = read(text);
    expect(rows.map(({ row, broken }) => [row, broken])).toEqual([
      [2, undefined],
      [3, 'has unbalanced quotes'],
      [4, undefined],
      [5, undefined],
    ]);
    expect(rows[3]?.cells.slice(0, 2)).toEqual(['4', 'z']);
  });

  it('marks rows with more cells than columns, and takes shorter ones', () => {
    const { rows } = read('a,b,c\n1,2,3,4\n1\n1,2');
    expect(rows.map(row => row.broken)).toEqual([
      'has 4 cells, but the header names 3 columns',
      undefined,
      undefined,
    ]);
  });

  it('answers every row of a file that is nothing but stray quotes, in linear time', () => {
    const { rows } = read(`a,b\n${'1,"x"y\n'.repeat(20_000)}`);
    expect(rows).toHaveLength(20_000);
    expect(rows.every(row => row.broken)).toBe(true);
  });

  it('leaves prose with line breaks and commas alone', () => {
    const row = '1,"One, two, three.\nFour, five.",,,,,,';
    expect(read(`a,b,c,d,e,f,g,h\n${row}`).rows[0]?.broken).toBeUndefined();
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\uFEFFa,b\n1,2', 'utf16le'), 'UTF-16'],
    ['UTF-16 without one', Buffer.from('Handle,Title,Vendor\n', 'utf16le'), 'UTF-16'],
    ['a workbook', Buffer.from('PK\x03\x04'), 'workbook'],
    ['nothing', Buffer.from(''), 'empty'],
    ['only a mark', Buffer.from('\uFEFF'), 'empty'],
  ])('refuses %s and says what to do', (_, file, word) => {
    expect(() => readCsv(file)).toThrow(word);
  });
});
