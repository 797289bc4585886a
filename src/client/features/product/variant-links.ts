import type { MouseEvent } from 'react';
import type { Product, Variant } from '#shared/schemas/products.ts';

/**
 * A click on a plain link of a variant (`data-variant`) chooses it where it stands; without scripts, or in another
 * tab, the link leads to its page.
 */
export function chooseOnClick({ variants }: Pick<Product, 'variants'>, onChoose: (variant: Variant) => void) {
  return (event: MouseEvent) => {
    const isModified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (isModified || event.defaultPrevented) return;
    const id = (event.target as Element).closest('a[data-variant]')?.getAttribute('data-variant');
    const variant = variants.find(({ _id }) => _id === id);
    if (!variant) return;
    event.preventDefault();
    onChoose(variant);
  };
}
