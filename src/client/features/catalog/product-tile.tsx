import { AddTileButton } from '#client/features/cart/add-tile-button.tsx';
import { Picture } from '#client/features/catalog/picture.tsx';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { usePlainLinks } from '#client/ui/plain-links.ts';
import { Price } from '#client/ui/price.tsx';
import { Stars } from '#client/ui/stars.tsx';
import { MAX_COLOR_SWATCHES } from '#shared/constants.ts';
import { formatMoney } from '#shared/rules/money.ts';
import type { Tile } from '#shared/schemas/products.ts';
import styles from './product-tile.module.css';

const SIZES = '(max-width: 599px) 46vw, 220px';
const FIRST_ROW = 6;

/** Plain elements only: fifty of them are rendered for every listing. The list around them sees to the links. */
export function ProductTile({ tile, eager }: { tile: Tile; eager?: boolean }) {
  const { _id, title, label, variant, swatches, wholeSaleOne } = tile;
  const href = (chosen: string) => `/product/${_id}?variants=${chosen}`;
  const more = swatches.length - MAX_COLOR_SWATCHES;
  return (
    <li className={styles.tile}>
      <div className={styles.picture}>
        {label && (
          <span className={label === 'Sale' ? `${styles.label} ${styles.sale}` : styles.label}>{label}</span>
        )}
        <Picture path={tile.image} alt="" sizes={SIZES} eager={eager} />
      </div>
      <div className={styles.name}>
        <a className={styles.title} href={href(variant)}>
          {title}
        </a>
        <p className={styles.number}>{tile.productNum}</p>
        {tile.reviewCount > 0 && <Stars rating={tile.averageRating} count={tile.reviewCount} />}
      </div>
      <div className={styles.swatches}>
        {swatches.slice(0, MAX_COLOR_SWATCHES).map(swatch => (
          <a key={swatch.variant} className={styles.swatch} href={href(swatch.variant)} title={swatch.label}>
            <span className="visually-hidden">{`${title} in ${swatch.label}`}</span>
            <i style={{ background: swatchColour(swatch.hex, swatch.hex2) }} />
          </a>
        ))}
        {more > 0 && <span>+{more}</span>}
      </div>
      <div>
        <p className={styles.price}>
          <Price price={tile.price} msrp={tile.msrp} from={tile.from} />
        </p>
        <p className={styles.tier}>
          {wholeSaleOne ? `${wholeSaleOne.quantity}+ ${formatMoney(wholeSaleOne.price)}` : '\u00a0'}
        </p>
      </div>
      <p className={tile.available ? styles.stock : `${styles.stock} ${styles.out}`}>
        {tile.available ? (tile.stock > 0 ? `${tile.stock} in stock` : 'Available to order') : 'Out of stock'}
      </p>
      <div className={styles.add}>
        <AddTileButton tile={tile} />
      </div>
    </li>
  );
}

export function ProductGrid({ tiles }: { tiles: readonly Tile[] }) {
  const follow = usePlainLinks();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well
    <ul className={styles.grid} onClick={follow}>
      {tiles.map((tile, index) => (
        <ProductTile key={tile._id} tile={tile} eager={index < FIRST_ROW} />
      ))}
    </ul>
  );
}

/** Stand-ins of the same size while tiles are on their way. */
export function WaitingGrid({ count }: { count: number }) {
  return (
    <ul className={styles.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={index} className={`${styles.tile} ${styles.waiting}`} />
      ))}
    </ul>
  );
}
