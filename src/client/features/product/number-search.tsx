import { useState } from 'react';
import { Form } from 'react-router-dom';
import { Icon } from '#client/ui/icon.tsx';
import { SEARCH_TEXTS } from '#shared/messages.ts';
import { containsProductNumber, variantByNumber } from '#shared/rules/product-number.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-picker.module.css';

interface Props {
  product: Product;
  chosen: Variant;
  /** The part of a number that the address asks for. */
  asked: string;
  onChoose: (variant: Variant) => void;
}

/** Chooses the variant whose number contains what is typed (rule C3); without scripts the address does. */
export function NumberSearch({ product, chosen, asked, onChoose }: Props) {
  const [typed, setTyped] = useState(asked);
  const found = product.variants.filter(({ productNum }) => containsProductNumber(productNum, typed));
  const isMissing = typed.trim() !== '' && found.length === 0;
  const [typedAt, setTypedAt] = useState(chosen._id);
  // Another choice makes what was typed a lie.
  if (typedAt !== chosen._id) {
    setTypedAt(chosen._id);
    if (!containsProductNumber(chosen.productNum, typed)) setTyped('');
  }
  return (
    <Form
      className={styles.number}
      action={`/product/${product._id}`}
      method="get"
      onSubmit={event => event.preventDefault()}
    >
      <label>
        <span>Product number</span>
        <input
          type="search"
          name="title"
          autoComplete="off"
          spellCheck={false}
          maxLength={120}
          placeholder="All or part of it"
          value={typed}
          aria-invalid={isMissing || undefined}
          onChange={event => {
            setTyped(event.target.value);
            const variant = variantByNumber(product.variants, event.target.value);
            if (variant && variant._id !== chosen._id) onChoose(variant);
          }}
        />
      </label>
      <p role="status" className={isMissing ? styles.wrong : styles.found}>
        {isMissing && <Icon name="alert" size={16} />}
        {isMissing ? SEARCH_TEXTS.noSuchNumber : typed.trim() !== '' && describe(found.length, chosen)}
      </p>
    </Form>
  );
}

const describe = (found: number, { productNum }: Variant) =>
  found > 1 ? `${found} numbers match; this is ${productNum}` : productNum;
