import { memo, useState } from 'react';
import { AddTileButton } from '#client/features/cart/add-tile-button.tsx';
import { useChosenSwatch } from '#client/features/catalog/chosen-swatch.ts';
import { Picture } from '#client/features/catalog/picture.tsx';
import { Swatches } from '#client/features/catalog/swatches.tsx';
import { TileTools } from '#client/features/catalog/tile-tools.tsx';
import { PriceWhy } from '#client/features/prices/price-why.tsx';
import { tierText } from '#client/features/prices/tier-text.ts';
import { Price } from '#client/ui/price.tsx';
import { Stars } from '#client/ui/stars.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import type { Tile } from '#shared/schemas/products.ts';
import styles from './product-tile.module.css';

const SIZES = '(max-width: 599px) 46vw, 220px';

/** Plain elements only: fifty of them are rendered for every listing. The list around them sees to the links. */
export const ProductTile = memo(function ProductTile({ tile, eager }: { tile: Tile; eager?: boolean }) {
  const { shown, swatch, isReading, href, onPress } = useChosenSwatch(tile);
  const [isHovered, setHovered] = useState(false);
  const { title, label, secondImage, wholeSaleOne } = shown;
  return (
    <li className={styles.tile} onPointerEnter={secondImage ? () => setHovered(true) : undefined}>
      <div className={styles.picture}>
        {label && (
          <span className={label === 'Sale' ? `${styles.label} ${styles.sale}` : styles.label}>{label}</span>
        )}
        <Picture path={shown.image} alt="" sizes={SIZES} eager={eager} />
        {isHovered && secondImage && (
          <div className={styles.second}>
            <Picture path={secondImage} alt="" sizes={SIZES} eager />
          </div>
        )}
        <TileTools tile={shown} />
      </div>
      <div className={styles.name}>
        <a className={styles.title} href={href}>
          <Unbroken text={title} />
        </a>
        <p className={styles.number}>{shown.productNum}</p>
        {tile.reviewCount > 0 && (
          <p className={styles.rating}>
            <Stars rating={tile.averageRating} count={tile.reviewCount} />
          </p>
        )}
      </div>
      <Swatches tile={tile} chosen={swatch} onPress={onPress} />
      <div className={isReading ? styles.reading : undefined}>
        <p className={styles.price}>
          <Price price={shown.price} msrp={shown.msrp} from={shown.from} />
        </p>
        <p className={styles.tier}>
          {shown.priceSource ? (
            <PriceWhy priceSource={shown.priceSource} />
          ) : (
            tierText(wholeSaleOne, shown.price)
          )}
        </p>
        <StockWords tile={shown} isReading={isReading} />
      </div>
      <div className={styles.add}>
        <AddTileButton tile={shown} />
      </div>
    </li>
  );
});

export function StockWords({ tile: { available, stock }, isReading }: { tile: Tile; isReading: boolean }) {
  if (isReading) return <p className={styles.stock}>&nbsp;</p>;
  return (
    <p className={available ? styles.stock : `${styles.stock} ${styles.out}`}>
      {available
        ? stock > 0
          ? `${stock.toLocaleString('en-US')} in stock`
          : 'Available to order'
        : 'Out of stock'}
    </p>
  );
}
