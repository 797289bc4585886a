import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { canBuy } from '#client/features/catalog/stock.ts';
import { variantHref, variantName } from '#client/features/product/chosen-variant.ts';
import type { Crumb } from '#client/ui/crumbs.tsx';
import { absolute } from '#client/ui/page-head.tsx';
import type { Product, Variant } from '#shared/schemas/products.ts';

const LONGEST_SUMMARY = 155;

/** The page's description: the product's own words without their markup. */
export function summaryOf({ title, vendor, description }: Product): string {
  const words = description
    .replace(/<\/?(?:p|div|ul|ol|li|br|h\d|table|tr|td|th)\b[^>]*>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?!amp;)(?:[a-z]+|#\d+);/gi, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
  const text = `${title}${vendor ? ` by ${vendor}` : ''}. ${words}`.trim();
  return text.length <= LONGEST_SUMMARY ? text : `${text.slice(0, LONGEST_SUMMARY).replace(/\s+\S*$/, '')} …`;
}

/** The way to the product, from the broadest to itself. */
export function crumbsOf({ title, categories, subcategories }: Product): Crumb[] {
  const [category] = categories;
  const [subcategory] = subcategories;
  return [
    { name: 'Categories', href: '/categories' },
    ...(category ? [{ name: category, href: categoryHref(category) }] : []),
    ...(category && subcategory ? [{ name: subcategory, href: subcategoryHref(category, subcategory) }] : []),
    { name: title },
  ];
}

/** What search engines read of the product (schema.org). Prices are everyone's, not this customer's. */
export function productJsonLd(product: Product, chosen: Variant, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: product.title,
        description: summaryOf(product),
        sku: chosen.productNum,
        ...(product.vendor && { brand: { '@type': 'Brand', name: product.vendor } }),
        ...(product.categories[0] && { category: product.categories[0] }),
        ...(chosen.image && { image: absolute(origin, `${chosen.image}/800.webp`) }),
        ...(product.reviewCount > 0 && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: product.averageRating,
            reviewCount: product.reviewCount,
          },
        }),
        offers: offersOf(product, chosen, origin),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: crumbsOf(product).map(({ name, href }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          ...(href && { item: absolute(origin, href) }),
        })),
      },
    ],
  };
}

function offersOf(product: Product, chosen: Variant, origin: string): object {
  const { variants } = product;
  const offer = {
    '@type': 'Offer',
    name: variantName(chosen),
    sku: chosen.productNum,
    url: absolute(origin, variantHref(product, chosen)),
    priceCurrency: 'USD',
    price: chosen.originalPrice,
    availability: availability(canBuy(chosen, 1)),
  };
  if (variants.length === 1) return offer;
  const prices = variants.map(variant => variant.originalPrice);
  return {
    '@type': 'AggregateOffer',
    priceCurrency: 'USD',
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: prices.length,
    availability: availability(variants.some(variant => canBuy(variant, 1))),
    offers: [offer],
  };
}

const availability = (isAvailable: boolean) => `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`;
