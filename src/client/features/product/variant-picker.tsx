import type { Looks } from '#client/features/product/looks.ts';
import { NumberSearch } from '#client/features/product/number-search.tsx';
import { OptionValues } from '#client/features/product/option-values.tsx';
import { GroupDropdowns, VariantDropdown } from '#client/features/product/variant-dropdowns.tsx';
import { chooseOnClick } from '#client/features/product/variant-links.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-picker.module.css';

interface Props {
  product: Product;
  chosen: Variant;
  looks: Looks;
  /** The part of a number that the address asks for. */
  asked?: string | null;
  onChoose: (variant: Variant) => void;
}

/** Shows a search by number, and buttons and circles, a dropdown, or two of them for groups (rule C8). */
export function VariantPicker({ product, chosen, looks, asked, onChoose }: Props) {
  const { variants, variantLayout } = product;
  if (variants.length <= 1) return null;
  const isGrouped = variants.some(({ variantGroup }) => variantGroup !== '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well
    <div className={`${styles.picker} no-print`} onClick={chooseOnClick(product, onChoose)}>
      {isGrouped ? (
        <GroupDropdowns product={product} chosen={chosen} />
      ) : variantLayout === 0 ? (
        <OptionValues product={product} chosen={chosen} looks={looks} />
      ) : (
        <VariantDropdown product={product} chosen={chosen} />
      )}
      <NumberSearch product={product} chosen={chosen} asked={asked ?? ''} onChoose={onChoose} />
    </div>
  );
}
