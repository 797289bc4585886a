import { describe, expect, it } from 'vitest';
import { productJsonLd, summaryOf } from '#client/routes/shop/product/product-head.ts';
import { toMoney } from '#shared/rules/money.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

const variant = {
  _id: 'v1',
  productNum: 'P-1',
  title: '',
  options: [],
  variantGroup: '',
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

  it('is a group of products where it has several variants, each with its own price, number and page', () => {
    const options = (finish: string, centers: string, pack: string) => [
      { name: 'Finish', value: finish },
      { name: 'Center to center', value: centers },
      { name: 'Pack', value: pack },
    ];
    const black = { ...variant, options: options('Matte Black', '96 mm', 'Bag of 10'), stock: 3 };
    const brass = {
      ...{ ...variant, _id: 'v2', productNum: 'P-2', originalPrice: toMoney(700), image: '/art/brass' },
      options: options('Satin Brass', '128 mm', 'Bag of 10'),
    };
    const several = { ...product, variants: [black, brass], reviewCount: 2, averageRating: 4.5 };
    const { '@graph': graph } = productJsonLd(several, brass, 'https://knurl.example') as {
      '@graph': Record<string, unknown>[];
    };
    const [group] = graph;
    expect(group).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'p1',
      name: 'Pull',
      url: 'https://knurl.example/product/p1',
      brand: { '@type': 'Brand', name: 'Harrow & Pike' },
      aggregateRating: { ratingValue: 4.5, reviewCount: 2 },
      variesBy: ['https://schema.org/color', 'https://schema.org/size'],
    });
    expect(group).not.toHaveProperty('offers');
    expect(group).not.toHaveProperty('sku');
    const offer = { '@type': 'Offer', priceCurrency: 'USD' };
    expect(group?.hasVariant).toEqual([
      {
        ...{ '@type': 'Product', sku: 'P-1', name: 'Pull, Matte Black, 96 mm, Bag of 10' },
        ...{ color: 'Matte Black', size: '96 mm' },
        offers: {
          ...{ ...offer, price: 5, availability: 'https://schema.org/InStock' },
          url: 'https://knurl.example/product/p1?variants=v1',
        },
      },
      {
        ...{ '@type': 'Product', sku: 'P-2', name: 'Pull, Satin Brass, 128 mm, Bag of 10' },
        ...{ color: 'Satin Brass', size: '128 mm', image: 'https://knurl.example/art/brass/800.webp' },
        offers: {
          ...{ ...offer, price: 7, availability: 'https://schema.org/OutOfStock' },
          url: 'https://knurl.example/product/p1?variants=v2',
        },
      },
    ]);
    expect(graph[1]).toMatchObject({ '@type': 'BreadcrumbList' });
  });

  it('is one product where it has one variant', () => {
    const { '@graph': graph } = productJsonLd(product, variant, 'https://knurl.example') as {
      '@graph': Record<string, unknown>[];
    };
    expect(graph[0]).toMatchObject({ '@type': 'Product', sku: 'P-1', offers: { '@type': 'Offer' } });
    expect(graph[0]).not.toHaveProperty('hasVariant');
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
