import { describe, expect, it } from 'vitest';
import { turned } from '#client/features/search/search-form.tsx';
import { suggestionsOf } from '#client/features/search/suggestions.ts';
import type { Category } from '#shared/schemas/tags.ts';

const tag = (name: string, type: 'Category' | 'Subcategory') => ({
  _id: name,
  name,
  type,
  category: null,
  image: null,
});
const categories: Category[] = [
  {
    category: tag('Pulls', 'Category'),
    subcategories: [tag('Bar pulls', 'Subcategory'), tag('Cup pulls', 'Subcategory')],
  },
  { category: tag('Latches', 'Category'), subcategories: [] },
];
const products = Array.from({ length: 10 }, (_, index) => ({
  _id: `p${index}`,
  variant: `v${index}`,
  title: `Pull ${index}`,
  productNum: `P/${index}`,
  image: null,
}));

describe('suggestions', () => {
  it('are ten at most, two of them categories that are called so [NAV-02]', () => {
    const found = suggestionsOf('pull', products, categories);
    expect(found).toHaveLength(10);
    expect(found.slice(0, 3).map(({ kind, title, note, href }) => [kind, title, note, href])).toEqual([
      ['category', 'Pulls', '', '/categories/Pulls'],
      [
        'category',
        'Bar pulls',
        'Pulls',
        '/category-products?type=normal&categories=Pulls&subcategories=Bar+pulls',
      ],
      ['product', 'Pull 0', 'P/0', '/product/p0?title=P%2F0'],
    ]);
    expect(suggestionsOf('cup p', [], categories).map(({ title }) => title)).toEqual(['Cup pulls']);
    expect(suggestionsOf('LATCH', [], categories)[0]?.href).toBe(
      '/category-products?type=normal&categories=Latches',
    );
    expect(suggestionsOf('ull', [], categories)).toEqual([]);
    expect(suggestionsOf('p', [], categories)).toEqual([]);
  });

  it('are gone through up and down, with what was typed between the ends', () => {
    expect([turned(-1, 1, 3), turned(0, 1, 3), turned(2, 1, 3)]).toEqual([0, 1, -1]);
    expect([turned(-1, -1, 3), turned(0, -1, 3), turned(2, -1, 3)]).toEqual([2, -1, 1]);
    expect(turned(-1, 1, 0)).toBe(-1);
    expect(turned(-1, -1, 0)).toBe(-1);
  });
});
