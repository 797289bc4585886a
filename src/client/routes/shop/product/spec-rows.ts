import { DIMENSION_TEXTS } from '#client/features/catalog/dimension-texts.ts';
import { listingSearch, readListing } from '#client/features/catalog/listing-address.ts';
import { type Looks, lookOf } from '#client/features/product/looks.ts';
import { bothUnits } from '#client/routes/shop/product/both-units.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

export interface SpecRow {
  name: string;
  value: string;
  /** The listing of everything that has this value. */
  href?: string;
}

/** Tells what is known of a variant; each value that can be filtered by leads to its listing. */
export function specRows(product: Product, variant: Variant, looks: Looks): SpecRow[] {
  const { lb, oz, pieceSize, options, dimensions } = variant;
  const optionOf = (text: string) => options.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  // An option that is a dimension as well is shown once, in both units.
  const measured = DIMENSION_TEXTS.flatMap(({ name, text }) => {
    const length = dimensions[name];
    return length ? [{ text, length, option: optionOf(text) }] : [];
  });
  const plain = options.filter(option => !measured.some(dimension => dimension.option === option));
  const weight = [lb > 0 && `${lb} lb`, oz > 0 && `${oz} oz`].filter(Boolean).join(' ');
  const filtered = (name: string, value: string) =>
    listingOf(product, { options: JSON.stringify({ [name]: [lookOf(looks, name, value).label ?? value] }) });
  return [
    ...plain.map(({ name, value }) => ({ name, value, href: filtered(name, value) })),
    ...(variant.variantGroup ? [{ name: 'Group', value: variant.variantGroup }] : []),
    ...measured.map(({ text, length, option }) => ({
      name: text,
      value: bothUnits(length),
      href: option && filtered(option.name, option.value),
    })),
    ...(weight ? [{ name: 'Weight', value: weight }] : []),
    ...(pieceSize > 1 ? [{ name: 'Pieces in a unit', value: String(pieceSize) }] : []),
    ...(variant.vendor
      ? [{ name: 'Maker', value: variant.vendor, href: listingOf(product, { vendor: variant.vendor }) }]
      : []),
    ...(product.type ? [{ name: 'Type', value: product.type, href: listingOf(product, {}) }] : []),
    ...(product.flammable ? [{ name: 'Shipping', value: 'Flammable: ground only' }] : []),
  ];
}

/** The product's category, narrowed. */
function listingOf({ categories: [category] }: Product, params: Record<string, string>): string {
  const asked = { ...(category && { type: 'normal', categories: category }), ...params };
  const search = listingSearch(readListing(new URLSearchParams(asked)));
  return `${category ? '/category-products' : '/products'}${search}`;
}
