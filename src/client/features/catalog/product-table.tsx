import { memo, type Ref, useState } from 'react';
import { AddTileButton } from '#client/features/cart/add-tile-button.tsx';
import { useChosenSwatch } from '#client/features/catalog/chosen-swatch.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { StockWords } from '#client/features/catalog/product-tile.tsx';
import { skeletonKeys } from '#client/features/catalog/stand-ins.ts';
import { Swatches } from '#client/features/catalog/swatches.tsx';
import { CompareToggle } from '#client/features/catalog/tile-tools.tsx';
import { tierText } from '#client/features/prices/tier-text.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Price } from '#client/ui/price.tsx';
import { QuantityField } from '#client/ui/quantity-field.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import { MIN_QUANTITY } from '#shared/constants.ts';
import type { Tile } from '#shared/schemas/products.ts';
import styles from './product-table.module.css';

interface Props {
  tiles: readonly Tile[];
  /** Stand-ins of the same size after the rows, for those on their way. */
  waiting?: number;
  ref?: Ref<HTMLTableSectionElement>;
}

/** The listing as trade buyers read it: a product a row. On phones its cells stack. */
export function ProductTable({ tiles, waiting = 0, ref }: Props) {
  return (
    <div className={styles.room}>
      <table className={styles.table} data-links>
        <thead>
          <tr>
            <th scope="col" className={styles.picture}>
              <span className="visually-hidden">Picture</span>
            </th>
            <th scope="col">Product</th>
            <th scope="col">Number</th>
            <th scope="col">Center to center</th>
            <th scope="col">Finishes</th>
            <th scope="col" className={styles.figure}>
              Price
            </th>
            <th scope="col" className={styles.figure}>
              Stock
            </th>
            <th scope="col">
              <span className="visually-hidden">Order</span>
            </th>
          </tr>
        </thead>
        <tbody ref={ref}>
          {tiles.map(tile => (
            <ProductRow key={tile._id} tile={tile} />
          ))}
          {skeletonKeys(waiting).map(key => (
            <tr key={key} className={styles.waiting}>
              <td colSpan={8} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ProductRow = memo(function ProductRow({ tile }: { tile: Tile }) {
  const { shown, swatch, isReading, href, onPress } = useChosenSwatch(tile);
  const { title, label, productNum, centers } = shown;
  const tier = tierText(shown.wholeSaleOne, shown.price);
  const isHydrated = useHydrated();
  return (
    <tr className={styles.row}>
      <td className={styles.picture}>
        <Picture path={shown.image} alt="" sizes="56px" />
      </td>
      <th scope="row" className={styles.product}>
        <a href={href}>
          <Unbroken text={title} />
        </a>
        {label && <span className={styles.label}>{label}</span>}
      </th>
      <td className={styles.number}>{productNum}</td>
      <td className={styles.centers} title={centers.join(', ')}>
        {centers.slice(0, MAX_CENTERS).map(center => (
          <span key={center}>{center}</span>
        ))}
        {centers.length > MAX_CENTERS && <span>+{centers.length - MAX_CENTERS}</span>}
      </td>
      <td className={styles.finishes}>
        <Swatches tile={tile} chosen={swatch} onPress={onPress} />
      </td>
      <td className={`${styles.figure} ${styles.price}`}>
        <Price price={shown.price} msrp={null} from={shown.from} />
        {tier && <span className={styles.tier}>{tier}</span>}
      </td>
      <td className={`${styles.figure} ${styles.stock}`}>
        <StockWords tile={shown} isReading={isReading} />
      </td>
      <td className={styles.order}>
        <Order tile={shown} />
        {isHydrated && <CompareToggle tile={shown} />}
      </td>
    </tr>
  );
});

const MAX_CENTERS = 3;

function Order({ tile }: { tile: Tile }) {
  const [quantity, setQuantity] = useState(MIN_QUANTITY);
  return (
    <div className={styles.add}>
      <QuantityField value={quantity} onChange={setQuantity} label={tile.title} selects />
      <AddTileButton tile={tile} quantity={quantity} short />
    </div>
  );
}
