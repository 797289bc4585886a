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
const suggestions = Array.from({ length: 10 }, (_, index) => ({
  _id: `p${index}`,
  variant: `v${index}`,
  title: `Pull ${index}`,
  productNum: `P/${index}`,
  image: null,
}));
const nothing = { suggestions: [], total: 0 };

describe('suggestions', () => {
  it('are ten at most, two of them categories that are called so, and the last all results [NAV-02]', () => {
    const found = suggestionsOf('pull', { suggestions, total: 1234 }, categories);
    expect(found).toHaveLength(10);
    expect(found.slice(0, 3).map(({ kind, title, note, href }) => [kind, title, note, href])).toEqual([
      ['category', 'Pulls', 'Category', '/categories/Pulls'],
      [
        'category',
        'Bar pulls',
        'Pulls',
        '/category-products?type=normal&categories=Pulls&subcategories=Bar+pulls',
      ],
      ['product', 'Pull 0', 'P/0', '/product/p0?title=P%2F0'],
    ]);
    expect(found[9]).toMatchObject({ kind: 'all', title: 'All 1,234 results', href: '/search?title=pull' });
  });

  it('offer all results only where there are several', () => {
    const kinds = (total: number) =>
      suggestionsOf('zz', { suggestions: suggestions.slice(0, total), total }, []).map(({ kind }) => kind);
    expect(kinds(0)).toEqual([]);
    expect(kinds(1)).toEqual(['product']);
    expect(kinds(2)).toEqual(['product', 'product', 'all']);
  });

  it('have the categories that the words name, the most words first', () => {
    const named = (typed: string) => suggestionsOf(typed, nothing, categories).map(({ title }) => title);
    expect(named('cup p')).toEqual(['Cup pulls']);
    expect(named('brass cup pull 96 mm')).toEqual(['Cup pulls', 'Pulls']);
    expect(named('brass pul')).toEqual(['Pulls']);
    expect(named('magnetic latches')).toEqual(['Latches']);
    expect(suggestionsOf('LATCH', nothing, categories)[0]?.href).toBe(
      '/category-products?type=normal&categories=Latches',
    );
    expect(named('ull')).toEqual([]);
    expect(named('p')).toEqual([]);
  });

  it('are gone through up and down, with what was typed between the ends', () => {
    expect([turned(-1, 1, 3), turned(0, 1, 3), turned(2, 1, 3)]).toEqual([0, 1, -1]);
    expect([turned(-1, -1, 3), turned(0, -1, 3), turned(2, -1, 3)]).toEqual([2, -1, 1]);
    expect(turned(-1, 1, 0)).toBe(-1);
    expect(turned(-1, -1, 0)).toBe(-1);
  });
});
