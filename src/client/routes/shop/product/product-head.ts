import { canBuy } from '#client/features/catalog/stock.ts';
import type { Product } from '#shared/schemas/products.ts';

const LONGEST_SUMMARY = 155;

/** The page's description: the product's own words without their markup. */
export function summaryOf({ title, vendor, description }: Product): string {
  const words = description
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[a-z]+;|&#\d+;/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const text = `${title}${vendor ? ` by ${vendor}` : ''}. ${words}`.trim();
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY).replace(/\s+\S*$/, '')} …`;
}

/** What search engines read of the product (schema.org). Prices are everyone's, not this customer's. */
export function productJsonLd(product: Product): object {
  const prices = product.variants.map(variant => variant.originalPrice);
  const isAvailable = product.variants.some(variant => canBuy(variant, 1));
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description: summaryOf(product),
    sku: product.variants[0]?.productNum,
    ...(product.vendor && { brand: { '@type': 'Brand', name: product.vendor } }),
    ...(product.image && { image: `${product.image}/800.webp` }),
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.averageRating,
        reviewCount: product.reviewCount,
      },
    }),
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: Math.min(...prices),
      highPrice: Math.max(...prices),
      offerCount: prices.length,
      availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`,
    },
  };
}
