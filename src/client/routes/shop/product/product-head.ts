import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { canBuy } from '#client/features/catalog/stock.ts';
import { variantHref } from '#client/features/product/chosen-variant.ts';
import type { Crumb } from '#client/ui/crumbs.tsx';
import { absolute } from '#client/ui/page-head.tsx';
import { lineName } from '#shared/rules/cart.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

const MAX_SUMMARY_LENGTH = 155;

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
  return text.length <= MAX_SUMMARY_LENGTH
    ? text
    : `${text.slice(0, MAX_SUMMARY_LENGTH).replace(/\s+\S*$/, '')} …`;
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

/**
 * Tells search engines of the product (schema.org): one product, or a group of them where there are several
 * variants. Prices are everyone's, not this customer's.
 */
export function productJsonLd(product: Product, chosen: Variant, origin: string): object {
  const shared = {
    name: product.title,
    description: summaryOf(product),
    ...(product.vendor && { brand: { '@type': 'Brand', name: product.vendor } }),
    ...(product.categories[0] && { category: product.categories[0] }),
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.averageRating,
        reviewCount: product.reviewCount,
      },
    }),
  };
  const isGroup = product.variants.length > 1;
  const told = isGroup
    ? groupOf(product, origin)
    : { '@type': 'Product', ...soldAs(product, chosen, origin) };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { ...told, ...shared },
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

function groupOf(product: Product, origin: string): object {
  const { _id, title, variants } = product;
  const variesBy = (['color', 'size'] as const).filter(
    kind => new Set(variants.map(variant => saidOf(variant, kind))).size > 1,
  );
  return {
    '@type': 'ProductGroup',
    productGroupID: _id,
    url: absolute(origin, `/product/${_id}`),
    ...(variesBy.length > 0 && { variesBy: variesBy.map(kind => `https://schema.org/${kind}`) }),
    hasVariant: variants.map(variant => ({
      '@type': 'Product',
      name: lineName(title, [variant.variantGroup, ...variant.options.map(({ value }) => value)]),
      ...Object.fromEntries(variesBy.map(kind => [kind, saidOf(variant, kind) || undefined])),
      ...soldAs(product, variant, origin),
    })),
  };
}

/** Which of schema.org's properties an option is one of. The others stand in the name. */
const KINDS = {
  color: /^(finish|colou?r)$/i,
  size: /size|cent(er|re)s?\b|length|width|height|depth|diameter|projection/i,
};

const saidOf = ({ options }: Variant, kind: keyof typeof KINDS): string =>
  options.flatMap(({ name, value }) => (KINDS[kind].test(name) ? [value] : [])).join(', ');

/** One variant with its number, picture and offer. */
function soldAs(product: Product, variant: Variant, origin: string): object {
  return {
    sku: variant.productNum,
    ...(variant.image && { image: absolute(origin, `${variant.image}/800.webp`) }),
    offers: {
      '@type': 'Offer',
      url: absolute(origin, variantHref(product, variant)),
      priceCurrency: 'USD',
      price: variant.originalPrice,
      availability: `https://schema.org/${canBuy(variant, 1) ? 'InStock' : 'OutOfStock'}`,
    },
  };
}
