import { canBuy } from '#client/features/catalog/stock.ts';
import { groupChoices, variantHref, variantName } from '#client/features/product/chosen-variant.ts';
import { Dropdown } from '#client/ui/dropdown.tsx';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-picker.module.css';

interface Props {
  product: Product;
  chosen: Variant;
}

/** Every variant in one dropdown that can be searched (variantLayout is not 0). */
export function VariantDropdown({ product, chosen }: Props) {
  return (
    <Dropdown
      label="Variant"
      value={variantName(chosen)}
      searched
      items={product.variants.map(variant => ({
        key: variant._id,
        text: variantName(variant),
        note: canBuy(variant, 1) ? variant.productNum : `${variant.productNum}, out of stock`,
        isChosen: variant._id === chosen._id,
        href: variantHref(product, variant),
      }))}
    />
  );
}

/** Group and option; what the chosen group does not have is greyed, with the reason. */
export function GroupDropdowns({ product, chosen }: Props) {
  const { groups, options } = groupChoices(product, chosen);
  const [first] = product.options;
  return (
    <div className={styles.dropdowns}>
      <Dropdown
        label="Group"
        value={chosen.variantGroup || 'None'}
        items={groups.map(({ value, variant, isChosen, without }) => ({
          key: value,
          text: value || 'None',
          note:
            without.length > 0 && variant
              ? `Not in ${without.join(', ')}; shows ${variantName(variant)}`
              : '',
          isChosen,
          href: variant && variantHref(product, variant),
        }))}
      />
      <Dropdown
        label={product.options.length === 1 && first ? first.name : 'Option'}
        value={variantName(chosen)}
        items={options.map(({ value, variant, isChosen, without }) => ({
          key: value,
          text: value,
          note: variant ? '' : `Not made ${inWords(without[0])}`,
          isChosen,
          href: variant && variantHref(product, variant),
        }))}
      />
    </div>
  );
}

/** 'With backplate' reads on by itself; 'Satin Nickel' needs a word before it. */
function inWords(group = ''): string {
  const text = group || 'without a group';
  return /^(with|without|in|for)\b/i.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : `in ${text}`;
}
