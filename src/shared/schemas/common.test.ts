import { describe, expect, it } from 'vitest';
import { moneySchema, prose, text } from '#shared/schemas/common.ts';

describe('text', () => {
  it('is measured as it is kept: without what is not seen, trimmed, and in the form in which some letters are two', () => {
    const reads = (value: string) => text(10).safeParse(value).success;
    expect(reads('\u0958'.repeat(5))).toBe(true);
    expect(reads('\u0958'.repeat(6))).toBe(false);
    expect(reads(`  ${'a'.repeat(10)} `)).toBe(true);
    expect(reads('e\u0301'.repeat(10))).toBe(true);
    expect(reads('a'.repeat(11))).toBe(false);
  });

  it('is one line, however it was pasted', () => {
    expect(text(60).parse(' PO 17\r\n\tsecond   part\u2028end ')).toBe('PO 17 second part end');
    expect(prose(60).parse('one\ntwo')).toBe('one\ntwo');
  });

  it('says once what is wrong with it', () => {
    const { error } = text(3, 1).safeParse('too long');
    expect(error?.issues).toHaveLength(1);
  });
});

describe('an amount', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [1e-10, 0],
    [6.85, 6.85],
    [10_000_000, 10_000_000],
  ])('of %d is %d, in whole cents', (typed, amount) => {
    expect(moneySchema.parse(typed)).toBe(amount);
  });

  it('says in words how far it may go', () => {
    expect(moneySchema.safeParse(-1).error?.issues[0]?.message).toBe('must be 0 or more');
    expect(moneySchema.safeParse(1e9).error?.issues[0]?.message).toBe('must be 10,000,000 or less');
  });

  it.each([0.005, 1.001, -0.01, 10_000_000.01, Number.NaN])('is not %d', typed => {
    expect(moneySchema.safeParse(typed).success).toBe(false);
  });
});
