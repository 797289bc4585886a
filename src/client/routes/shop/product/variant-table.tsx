import { memo, useCallback, useMemo, useState } from 'react';
import { useAddToCart } from '#client/features/cart/add-to-cart.ts';
import { lineOf } from '#client/features/cart/cart.ts';
import { canBuy, stockText } from '#client/features/catalog/stock.ts';
import { tierText } from '#client/features/prices/tier-text.ts';
import { variantHref } from '#client/features/product/chosen-variant.ts';
import { offerOf } from '#client/features/product/offer.ts';
import { chooseOnClick } from '#client/features/product/variant-links.ts';
import {
  type Column,
  differingColumns,
  NUMBER_COLUMN,
  PRICE_COLUMN,
  type Sorting,
  STOCK_COLUMN,
  sortVariants,
} from '#client/routes/shop/product/variant-columns.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { QuantityField } from '#client/ui/quantity-field.tsx';
import { Scrolling } from '#client/ui/scrolling.tsx';
import { CART_TEXTS } from '#shared/messages.ts';
import { formatMoney, sumMoney } from '#shared/rules/money.ts';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './variant-table.module.css';

interface Props {
  product: Product;
  chosen: Variant;
  onChoose: (variant: Variant) => void;
}

const FIRST = 15;

/** Every variant in a row: where they differ, price, stock and a box for how many; one button adds all of them. */
export function VariantTable({ product, chosen, onChoose }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setWanted] = useState<ReadonlyMap<string, number>>(new Map());
  const columns = useMemo(() => differingColumns(product), [product]);
  const sortable = [NUMBER_COLUMN, ...columns, PRICE_COLUMN, STOCK_COLUMN];
  const sorted = sortVariants(product.variants, sortable, sorting);
  const shown = showsAll ? sorted : sorted.slice(0, FIRST);
  const want = useCallback((id: string, quantity: number) => {
    setWanted(before => {
      const next = new Map(before);
      if (quantity > 0) next.set(id, quantity);
      else next.delete(id);
      return next;
    });
  }, []);
  const header = (column: Column, look: string) => (
    <SortHeader key={column.label} column={column} look={look} sorting={sorting} onSort={setSorting} />
  );
  return (
    <section aria-labelledby="variants">
      <h2 id="variants">{`All ${product.variants.length} variants`}</h2>
      <div className={styles.frame}>
        <Scrolling className={styles.scroll} label="Table of variants">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well */}
          <table className={styles.table} onClick={chooseOnClick(product, onChoose)}>
            <thead>
              <tr>
                {header(NUMBER_COLUMN, '')}
                {columns.map(column => header(column, styles.wide ?? ''))}
                {header(PRICE_COLUMN, styles.number ?? '')}
                {header(STOCK_COLUMN, styles.wide ?? '')}
                <th scope="col" className={`${styles.quantity} no-print`}>
                  Quantity
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(variant => (
                <Row
                  key={variant._id}
                  product={product}
                  variant={variant}
                  columns={columns}
                  isChosen={variant._id === chosen._id}
                  quantity={wanted.get(variant._id) ?? 0}
                  onQuantity={want}
                />
              ))}
            </tbody>
          </table>
        </Scrolling>
        {product.variants.length > FIRST && (
          <Button look="quiet" className={styles.more} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? `Show the first ${FIRST}` : `Show all ${product.variants.length}`}
          </Button>
        )}
        <AddAll product={product} wanted={wanted} onAdded={() => setWanted(new Map())} />
      </div>
    </section>
  );
}

interface SortHeaderProps {
  column: Column;
  look: string;
  sorting: Sorting | null;
  onSort: (sorting: Sorting) => void;
}

function SortHeader({ column: { label }, look, sorting, onSort }: SortHeaderProps) {
  const isSorted = sorting?.label === label;
  const isDown = isSorted && sorting.isDown;
  return (
    <th
      scope="col"
      className={look || undefined}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ label, isDown: isSorted && !isDown })}>
        {label}
        <Icon name={isDown ? 'sortDown' : isSorted ? 'sortUp' : 'sort'} size={14} />
      </button>
    </th>
  );
}

interface RowProps {
  product: Product;
  variant: Variant;
  columns: readonly Column[];
  isChosen: boolean;
  quantity: number;
  onQuantity: (id: string, quantity: number) => void;
}

const Row = memo(function Row({ product, variant, columns, isChosen, quantity, onQuantity }: RowProps) {
  const { _id, productNum, price } = variant;
  const tier = tierText(variant.wholeSaleOne, price);
  const stock = stockText(variant);
  const isOut = !canBuy(variant, 1);
  return (
    <tr aria-current={isChosen || undefined}>
      <th scope="row">
        <a href={variantHref(product, variant)}>{productNum}</a>
        <small className={styles.narrow}>
          {columns
            .map(column => column.text(variant))
            .filter(Boolean)
            .join('\u00a0· ')}
        </small>
      </th>
      {columns.map(column => (
        <td key={column.label} className={styles.wide}>
          {column.text(variant)}
        </td>
      ))}
      <td className={styles.number}>
        {formatMoney(price)}
        {tier && <small>{tier}</small>}
        <small className={`${styles.narrow} ${isOut ? styles.out : ''}`}>{stock}</small>
      </td>
      <td className={isOut ? `${styles.wide} ${styles.out}` : styles.wide}>{stock}</td>
      <td className={`${styles.quantity} no-print`}>
        <QuantityField
          blank
          label={productNum}
          aria-invalid={(quantity > 0 && !canBuy(variant, quantity)) || undefined}
          disabled={isOut}
          value={quantity}
          onChange={wanted => onQuantity(_id, wanted)}
        />
      </td>
    </tr>
  );
});

interface AddAllProps {
  product: Product;
  wanted: ReadonlyMap<string, number>;
  onAdded: () => void;
}

function AddAll({ product, wanted, onAdded }: AddAllProps) {
  const { addAll, isAdding } = useAddToCart();
  const rows = product.variants.flatMap(variant => {
    const quantity = wanted.get(variant._id);
    return quantity ? [{ variant, quantity }] : [];
  });
  const items = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  const short = rows.find(({ variant, quantity }) => !canBuy(variant, quantity));
  return (
    <div className={items > 0 ? `${styles.foot} ${styles.filled} no-print` : `${styles.foot} no-print`}>
      <p role="status" className={short ? styles.out : undefined}>
        {short
          ? `${short.variant.productNum}: only ${short.variant.stock.toLocaleString('en-US')} can be ordered now.`
          : items > 0 && (
              <b>{formatMoney(sumMoney(rows.map(row => offerOf(row.variant, row.quantity).total)))}</b>
            )}
        {items === 0 && <span className="muted">Fill in how many you need of each</span>}
      </p>
      <Button
        look={items > 0 ? 'primary' : 'outline'}
        unable={items === 0 || short !== undefined}
        busy={isAdding}
        onClick={() => {
          addAll(
            rows.map(({ variant, quantity }) => lineOf(product, variant, quantity)),
            product,
          );
          onAdded();
        }}
      >
        {isAdding
          ? CART_TEXTS.adding
          : `Add ${items.toLocaleString('en-US')} ${items === 1 ? 'item' : 'items'}`}
      </Button>
    </div>
  );
}
