import { lineName } from '#shared/rules/cart.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

export interface Shown {
  path: string | null;
  alt: string;
}

/**
 * The pictures of a variant: its own, further views of it, then those that belong to no other variant. A view of a
 * variant's picture lies below it: `/art/bar-pull-satin-nickel` and `/art/bar-pull-satin-nickel/side`.
 */
export function picturesOf(
  product: Pick<Product, 'title' | 'pictures' | 'variants' | 'image'>,
  variant: Variant,
): Shown[] {
  const values = variant.options.map(({ value }) => value);
  const name = lineName(product.title, values.length > 0 ? values : [variant.productNum]);
  const owners = [...new Set(product.variants.flatMap(({ image }) => image ?? []))];
  const own: Shown[] = [];
  const others: Shown[] = [];
  for (const { path, alt } of product.pictures) {
    if (!path || path === variant.image) continue;
    const owner = ownerOf(path, owners);
    if (owner === null) others.push({ path, alt: alt || product.title });
    else if (owner === variant.image && path !== owner) own.push({ path, alt: `${name}, another view` });
  }
  const first = variant.image ? [{ path: variant.image, alt: name }] : [];
  const all = [...first, ...own, ...others];
  const distinct = all.filter(({ path }, index) => all.findIndex(other => other.path === path) === index);
  return distinct.length > 0 ? distinct : [{ path: null, alt: `${product.title}, no picture yet` }];
}

const ownerOf = (path: string, owners: readonly string[]): string | null =>
  owners.find(owner => path === owner || path.startsWith(`${owner}/`)) ?? null;
