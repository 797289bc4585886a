import { describe, expect, it } from 'vitest';
import { containsProductNumber, isProductNumber, variantByNumber } from '#shared/rules/product-number.ts';

describe('a product number', () => {
  it.each([
    ['BP53005-G10', 'bp53005-g10', true, true],
    ['BP53005-G10', ' BP53005-G10 ', true, true],
    ['BP53005-G10', '53005', false, true],
    ['BP53005-G10', 'g10', false, true],
    ['BP53005-G10', 'BP53005-G100', false, false],
    ['BP53005-G10', '', false, false],
    ['BP53005-G10', '  ', false, false],
    ['A%B', '%', false, true],
    ['A.B', 'a.b', true, true],
    ['AxB', 'a.b', false, false],
  ])('%s searched as "%s": the whole %s, contained %s', (productNum, search, whole, contained) => {
    expect(isProductNumber(productNum, search)).toBe(whole);
    expect(containsProductNumber(productNum, search)).toBe(contained);
  });

  it('selects the exact variant before one that contains it', () => {
    const variants = [{ productNum: 'K-100' }, { productNum: 'K-10' }, { productNum: 'K-2' }];
    expect(variantByNumber(variants, 'k-10')).toBe(variants[1]);
    expect(variantByNumber(variants, '100')).toBe(variants[0]);
    expect(variantByNumber(variants, 'x')).toBeUndefined();
    expect(variantByNumber(variants, '')).toBeUndefined();
  });
});
