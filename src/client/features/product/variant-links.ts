import type { MouseEvent } from 'react';
import { variantHref } from '#client/features/product/chosen-variant.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

/**
 * A click on a plain link of a variant chooses it where it stands; without scripts, or in another tab, the link
 * leads to its page.
 */
export function chooseOnClick(
  product: Pick<Product, '_id' | 'variants'>,
  onChoose: (variant: Variant) => void,
) {
  const { variants } = product;
  return (event: MouseEvent) => {
    const isModified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isModified || event.defaultPrevented) return;
    const href = (event.target as Element).closest('a')?.getAttribute('href');
    const variant = href && variants.find(one => variantHref(product, one) === href);
    if (!variant) return;
    event.preventDefault();
    onChoose(variant);
  };
}
