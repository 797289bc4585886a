import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf } from '#client/features/cart/cart.ts';
import { canBuy, stockText } from '#client/features/catalog/stock.ts';
import { Button } from '#client/ui/button.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-table.module.css';

interface Props {
  product: Product;
  chosen: Variant;
  href: (variant: Variant) => string;
}

const FIRST = 40;

/** Every variant in a row with the options in which they differ, price, stock and a way to order it. */
export function VariantTable({ product, chosen, href }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const columns = product.options.filter(({ values }) => values.length > 1).map(({ name }) => name);
  const shown = showsAll ? product.variants : product.variants.slice(0, FIRST);
  return (
    <section aria-labelledby="variants">
      <h2 id="variants">{`All ${product.variants.length} variants`}</h2>
      <section
        className={styles.scroll}
        aria-label="Table of variants"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Number</th>
              {columns.map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col" className={styles.number}>
                Price
              </th>
              <th scope="col">Stock</th>
              <th scope="col">
                <span className="visually-hidden">Order</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(variant => (
              <tr key={variant._id} aria-current={variant._id === chosen._id || undefined}>
                <td>
                  <Link to={href(variant)} replace>
                    {variant.productNum}
                  </Link>
                </td>
                {columns.map(name => (
                  <td key={name}>{variant.options.find(option => option.name === name)?.value}</td>
                ))}
                <td className={styles.number}>{formatMoney(variant.price)}</td>
                <td>{stockText(variant)}</td>
                <td className={styles.number}>
                  <AddRow product={product} variant={variant} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!showsAll && product.variants.length > FIRST && (
        <Button className={styles.more} onClick={() => setShowsAll(true)}>
          {`Show all ${product.variants.length}`}
        </Button>
      )}
    </section>
  );
}

function AddRow({ product, variant }: { product: Product; variant: Variant }) {
  const { add, isAdding } = useAddToCart();
  return (
    <Button
      size="small"
      disabled={isAdding || !canBuy(variant, 1)}
      aria-label={`Add ${variant.productNum} to cart`}
      onClick={() => add(lineOf(product, variant, 1))}
    >
      {isAdding ? CART_TEXTS.adding : 'Add'}
    </Button>
  );
}
