import { variantByNumber } from '#shared/rules/product-number.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

/** What an address says of the variant: its id, or a part of its number (spec §2). */
export interface VariantWish {
  id?: string | null;
  number?: string | null;
}

export function chosenVariant(product: Product, { id, number }: VariantWish): Variant | undefined {
  const { variants } = product;
  return (
    variants.find(variant => variant._id === id) ??
    (number ? variantByNumber(variants, number) : undefined) ??
    variants.find(variant => variant._id === product.selected) ??
    variants[0]
  );
}

const valueIn = (variant: Variant, option: string) =>
  variant.options.find(({ name }) => name === option)?.value;

export interface OptionChoice {
  value: string;
  /** The variant that choosing it leads to; none has it when undefined. */
  variant: Variant | undefined;
  isChosen: boolean;
  /** Whether everything else that is chosen stays as it is. */
  isExact: boolean;
}

/** The values of an option beside what is chosen: each leads to the variant that keeps most of the other choices. */
export function optionChoices(
  product: Product,
  chosen: Variant,
  option: string,
  values: string[],
): OptionChoice[] {
  const others = chosen.options.filter(({ name }) => name !== option);
  return values.map(value => {
    const having = product.variants.filter(variant => valueIn(variant, option) === value);
    const kept = (variant: Variant) =>
      others.filter(other => valueIn(variant, other.name) === other.value).length;
    const best = having.toSorted((a, b) => kept(b) - kept(a))[0];
    return {
      value,
      variant: best,
      isChosen: valueIn(chosen, option) === value,
      isExact: best !== undefined && kept(best) === others.length,
    };
  });
}
