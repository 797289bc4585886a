import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { TextField } from '#client/ui/field.tsx';
import { SEARCH_TEXTS } from '#shared/messages.ts';
import { variantByNumber } from '#shared/rules/product-number.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';

interface Props {
  product: Product;
  href: (variant: Variant) => string;
}

/** Chooses the variant whose number contains what is typed (spec §5). */
export function NumberSearch({ product, href }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const isMissing = typed.trim() !== '' && !variantByNumber(product.variants, typed);
  return (
    <TextField
      label="Product number"
      name="number"
      type="search"
      autoComplete="off"
      placeholder="Type a part of the number"
      optional
      value={typed}
      error={isMissing ? SEARCH_TEXTS.noSuchNumber : null}
      onChange={event => {
        setTyped(event.target.value);
        const variant = variantByNumber(product.variants, event.target.value);
        if (variant) navigate(href(variant), { replace: true, preventScrollReset: true });
      }}
    />
  );
}
