import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLength, parseLength, parseSpacing } from '#shared/rules/dimensions.ts';

describe('parseLength', () => {
  it.each([
    ['3-3/4"', 95.25, 'in'],
    ['3 3/4"', 95.25, 'in'],
    ['3 - 3/4 in', 95.25, 'in'],
    ['3.75in', 95.25, 'in'],
    ['3.75 in.', 95.25, 'in'],
    ['1/64"', 0.396875, 'in'],
    ['.5"', 12.7, 'in'],
    ['12"', 304.8, 'in'],
    ['12 inches', 304.8, 'in'],
    ['5-1/16″', 128.5875, 'in'],
    ['96 mm', 96, 'mm'],
    ['96mm', 96, 'mm'],
    [' 95.25 MM ', 95.25, 'mm'],
  ] as const)('reads %s', (written, mm, unit) => {
    expect(parseLength(written)).toEqual({ mm, unit });
  });

  it.each([
    '',
    '96',
    '3-3/4',
    '-3"',
    '0 mm',
    '3-4/4"',
    '3-5/4"',
    '3/0"',
    '3.5-1/2"',
    '33/4"',
    '3-3/4"x',
    '"',
    'mm',
    '1e3 mm',
    '1,5 mm',
    'NaN"',
    '3-"',
    '999999 mm',
    '3-3/4 mm mm',
  ])('refuses %j', written => {
    expect(parseLength(written)).toBeNull();
  });
});

describe('formatLength', () => {
  it.each([
    [95.25, 'in', '3-3/4"'],
    [12.7, 'in', '1/2"'],
    [304.8, 'in', '12"'],
    [0.396875, 'in', '1/64"'],
    [96, 'in', '3.779528"'],
    [96, 'mm', '96 mm'],
    [95.25, 'mm', '95.25 mm'],
  ] as const)('writes %d mm given in %s', (mm, unit, written) => {
    expect(formatLength({ mm, unit })).toBe(written);
  });

  it('is read back as the same length for every 64th of an inch and every hundredth of a millimetre', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 * 120 }), sixtyFourths => {
        const length = { mm: Math.round((sixtyFourths / 64) * 25.4 * 1e6) / 1e6, unit: 'in' as const };
        expect(parseLength(formatLength(length))).toEqual(length);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_00 }), hundredths => {
        const length = { mm: hundredths / 100, unit: 'mm' as const };
        expect(parseLength(formatLength(length))).toEqual(length);
      }),
    );
  });
});

describe('parseSpacing', () => {
  it.each([
    ['3-3/4"', 95.25, 'in'],
    ['96 mm', 96, 'mm'],
    ['96', 96, 'mm'],
    ['128', 128, 'mm'],
    ['32', 32, 'mm'],
    ['3', 76.2, 'in'],
    ['3.75', 95.25, 'in'],
    ['3-3/4', 95.25, 'in'],
    ['3 3/4', 95.25, 'in'],
    ['24', 609.6, 'in'],
    ['25', 635, 'in'],
    ['26', 26, 'mm'],
  ] as const)('reads %s', (written, mm, unit) => {
    expect(parseSpacing(written)).toEqual({ mm, unit });
  });

  it.each(['', ' ', 'x', '-3', '0', '3/0', '1e3', 'NaN', '9999999', '96 cm', '🔩', '٩٦'])(
    'takes %s for none',
    written => {
      expect(parseSpacing(written)).toBeNull();
    },
  );
});
