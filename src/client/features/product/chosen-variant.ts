import { variantByNumber } from '#shared/rules/product-number.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

/** Says which variant an address asks for: by its id, or by a part of its number (rule C3). */
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

/** Returns the address at which a variant is the chosen one. */
export const variantHref = (product: Pick<Product, '_id'>, variant: Pick<Variant, '_id'>) =>
  `/product/${product._id}?variants=${variant._id}`;

/** Returns what tells a variant from its siblings. */
export const variantName = ({ options, title, productNum }: Variant): string =>
  options.map(option => option.value).join(', ') || title || productNum;

const valueIn = (variant: Variant, option: string) =>
  variant.options.find(({ name }) => name === option)?.value;

export interface Choice {
  value: string;
  /** The variant that choosing it leads to; none has it when undefined. */
  variant: Variant | undefined;
  isChosen: boolean;
  /** The other choices that can't be kept with it; empty where the combination exists. */
  without: string[];
}

/** The values of an option beside what is chosen: each leads to the variant that keeps most of the other choices. */
export function optionChoices(
  product: Pick<Product, 'variants'>,
  chosen: Variant,
  option: string,
  values: readonly string[],
): Choice[] {
  const others = chosen.options.filter(({ name }) => name !== option);
  const lost = (variant: Variant) => others.filter(({ name, value }) => valueIn(variant, name) !== value);
  return values.map(value => {
    const having = product.variants.filter(variant => valueIn(variant, option) === value);
    const best = having.toSorted((a, b) => lost(a).length - lost(b).length)[0];
    return {
      value,
      variant: best,
      isChosen: valueIn(chosen, option) === value,
      without: best ? lost(best).map(other => other.value) : [],
    };
  });
}

/**
 * The two dropdowns of variants that come in groups: every group leads somewhere, to the chosen option or else to
 * the group's first; an option that the chosen group lacks leads nowhere.
 */
export function groupChoices(
  { variants }: Pick<Product, 'variants'>,
  chosen: Variant,
): { groups: Choice[]; options: Choice[] } {
  const chosenName = variantName(chosen);
  const within = (group: string) => variants.filter(({ variantGroup }) => variantGroup === group);
  const named = (group: string, name: string) => within(group).find(variant => variantName(variant) === name);
  const groups = [...new Set(variants.map(({ variantGroup }) => variantGroup))];
  const names = [...new Set(variants.map(variantName))];
  return {
    groups: groups.map(value => {
      const same = named(value, chosenName);
      return {
        value,
        variant: same ?? within(value)[0],
        isChosen: value === chosen.variantGroup,
        without: same ? [] : [chosenName],
      };
    }),
    options: names.map(value => {
      const variant = named(chosen.variantGroup, value);
      return {
        value,
        variant,
        isChosen: value === chosenName,
        without: variant ? [] : [chosen.variantGroup],
      };
    }),
  };
}
