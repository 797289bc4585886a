import { type Ref, useEffect, useState } from 'react';
import { ProductTile } from '#client/features/catalog/product-tile.tsx';
import { skeletonKeys } from '#client/features/catalog/stand-ins.ts';
import type { Tile } from '#shared/schemas/products.ts';
import styles from './product-grid.module.css';

const FIRST_ROW = 6;
const SETTLED_AFTER_MS = 500;

interface Props {
  tiles: readonly Tile[];
  /** Stand-ins of the same size after the tiles, for those on their way. */
  waiting?: number;
  ref?: Ref<HTMLUListElement>;
}

export function ProductGrid({ tiles, waiting = 0, ref }: Props) {
  const isSettled = useSettled();
  return (
    <div className={styles.room}>
      <ul className={isSettled ? styles.grid : `${styles.grid} ${styles.first}`} ref={ref} data-links>
        {tiles.map((tile, index) => (
          <ProductTile key={tile.variant} tile={tile} eager={index < FIRST_ROW} />
        ))}
        {skeletonKeys(waiting).map(key => (
          <li key={key} className={styles.waiting} aria-hidden="true" />
        ))}
      </ul>
    </div>
  );
}

/** At first only what is in sight is drawn; the rest follows once the page has time for it. */
function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSettled, SETTLED_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
