import { describe, expect, it } from 'vitest';
import { productJsonLd, summaryOf } from '#client/routes/shop/product/product-head.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

const variant = {
  _id: 'v1',
  productNum: 'P-1',
  title: '',
  options: [],
  image: null,
  stock: 0,
  dropShip: false,
  backOrder: false,
  price: toMoney(450),
  originalPrice: toMoney(500),
} as unknown as Variant;
const product = {
  _id: 'p1',
  title: 'Pull',
  vendor: 'Harrow & Pike',
  description: '<p>A bar on <b>two posts</b>.</p><p>Tom &amp; Co</p>',
  categories: ['Pulls'],
  subcategories: ['Bar pulls'],
  reviewCount: 0,
  variants: [variant],
} as unknown as Product;

describe('what others read of a product', () => {
  it('is its own words without their markup, cut at a word', () => {
    expect(summaryOf(product)).toBe('Pull by Harrow & Pike. A bar on two posts. Tom & Co');
    const long = summaryOf({ ...product, description: 'hardware '.repeat(40) });
    expect(long.length).toBeLessThanOrEqual(157);
    expect(long).toMatch(/hardware …$/);
  });

  it('is everyone’s price, not the customer’s own, and the way to it', () => {
    expect(productJsonLd(product, variant, 'https://knurl.example')).toMatchObject({
      '@graph': [
        { offers: { '@type': 'Offer', price: 5, availability: 'https://schema.org/OutOfStock' } },
        {
          itemListElement: [
            { name: 'Categories' },
            { name: 'Pulls' },
            { name: 'Bar pulls' },
            { name: 'Pull' },
          ],
        },
      ],
    });
  });

  it('is told in whole addresses, wherever pictures are kept', () => {
    const addresses = (image: string | null) => {
      const text = JSON.stringify(productJsonLd(product, { ...variant, image }, 'https://knurl.example'));
      return [...text.matchAll(/"(?:image|item|url)":"([^"]*)"/g)].map(([, address]) => address);
    };
    expect(addresses('/art/bar-pull')).toEqual([
      'https://knurl.example/art/bar-pull/800.webp',
      'https://knurl.example/product/p1?variants=v1',
      'https://knurl.example/categories',
      'https://knurl.example/categories/Pulls',
      'https://knurl.example/category-products?type=normal&categories=Pulls&subcategories=Bar+pulls',
    ]);
    expect(addresses('https://pictures.example/bar-pull')[0]).toBe(
      'https://pictures.example/bar-pull/800.webp',
    );
  });
});
