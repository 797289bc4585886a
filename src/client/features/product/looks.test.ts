import { describe, expect, it } from 'vitest';
import { lookOf, looksOf } from '#client/features/product/looks.ts';
import type { FilterTemplate } from '#shared/schemas/filters.ts';

const templates = [
  {
    name: 'finish',
    filters: [
      { label: 'Satin Nickel', options: ['Brushed Nickel'], hex: '#b8b0a4', hex2: null },
      { label: 'Unlacquered', options: [], hex: null, hex2: null },
    ],
  },
] as unknown as FilterTemplate[];

describe('what filters know of values', () => {
  const product = {
    options: [
      { name: 'Finish', values: ['Brushed Nickel', 'Unlacquered', '__proto__'] },
      { name: 'Trim', values: ['Satin Nickel'] },
    ],
  };
  const looks = looksOf(product, templates);

  it('is the colour and the filter’s own name, by option', () => {
    expect(lookOf(looks, 'Finish', 'Brushed Nickel')).toEqual({
      label: 'Satin Nickel',
      hex: '#b8b0a4',
      hex2: null,
    });
    expect(lookOf(looks, 'Trim', 'Satin Nickel')).toEqual({ hex: '#b8b0a4', hex2: null });
  });

  it('is nothing for a value that has none', () => {
    expect(lookOf(looks, 'Finish', 'Unlacquered')).toEqual({});
    expect(lookOf(looks, 'Finish', '__proto__')).toEqual({});
    expect(Object.keys(looks)).toHaveLength(2);
  });
});
