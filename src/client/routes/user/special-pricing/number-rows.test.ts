import { expect, it } from 'vitest';
import { numberRows } from '#client/routes/user/special-pricing/number-rows.ts';

it('reads rows as spreadsheets and people write them, and leaves out what is no row of two', () => {
  const text = 'AV-100\tMY-1\r\nAV-200; MY-2\n"AV-300","MY-3"\n\njust words\nAV-400,\n,MY-5';
  expect(numberRows(text)).toEqual([
    { productNum: 'AV-100', partNumber: 'MY-1' },
    { productNum: 'AV-200', partNumber: 'MY-2' },
    { productNum: 'AV-300', partNumber: 'MY-3' },
    { productNum: 'AV-400', partNumber: '' },
  ]);
});
