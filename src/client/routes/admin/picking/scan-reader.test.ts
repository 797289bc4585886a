import { describe, expect, it } from 'vitest';
import { createScanReader } from '#client/routes/admin/picking/scan-reader.ts';

/** Presses keys so many milliseconds apart, and tells the code that came of it. */
function codeOf(
  keys: readonly string[],
  apart: number,
  reader = createScanReader(),
  from = 1000,
): string | null {
  const heard = keys.map((key, at) => reader.press({ key, timeStamp: from + at * apart }));
  const last = heard.at(-1);
  return last?.is === 'code' ? last.code : null;
}

describe('a scanner', () => {
  it('is heard by its speed, and by the Enter at the end', () => {
    expect(codeOf([...'HP-4410-BN', 'Enter'], 5)).toBe('HP-4410-BN');
    expect(codeOf([...'HP-4410-BN'], 5)).toBeNull();
  });

  it('is not somebody who types', () => {
    expect(codeOf([...'HP-4410-BN', 'Enter'], 120)).toBeNull();
    expect(codeOf(['o', 'k', 'Enter'], 5)).toBeNull();
    expect(codeOf(['Enter'], 5)).toBeNull();
  });

  it('may press Shift between its letters', () => {
    expect(codeOf(['Shift', 'H', 'Shift', 'P', '1', 'Enter'], 5)).toBe('HP1');
  });

  it('begins anew after a pause, and after each code', () => {
    const reader = createScanReader();
    expect(codeOf([...'ab'], 5, reader, 0)).toBeNull();
    expect(codeOf([...'K-17', 'Enter'], 5, reader, 5000)).toBe('K-17');
    expect(codeOf([...'K-18', 'Enter'], 5, reader, 5100)).toBe('K-18');
  });

  it('says where a code begins, for the field that it was typed into', () => {
    const reader = createScanReader();
    expect(reader.press({ key: 'K', timeStamp: 0 })).toEqual({ is: 'letter', isFirst: true });
    expect(reader.press({ key: '1', timeStamp: 5 })).toEqual({ is: 'letter', isFirst: false });
    expect(reader.press({ key: 'Tab', timeStamp: 9 })).toBeNull();
  });
});
