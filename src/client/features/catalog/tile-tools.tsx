import { compared, toggleCompared } from '#client/features/catalog/compared.ts';
import { FavoriteToggle } from '#client/features/catalog/favorite-toggle.tsx';
import { useKept } from '#client/features/catalog/kept-list.ts';
import { openQuickView } from '#client/features/catalog/viewed-tile.ts';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import { MAX_COMPARED } from '#shared/constants.ts';
import type { Tile } from '#shared/schemas/products.ts';
import styles from './tile-tools.module.css';

/** Shows the tools that need scripts to be of use, so that fifty tiles are not sent with them. */
export function TileTools({ tile }: { tile: Tile }) {
  return useHydrated() ? <Tools tile={tile} /> : null;
}

function Tools({ tile }: { tile: Tile }) {
  return (
    <div className={styles.tools}>
      <FavoriteToggle
        variantId={tile.variant}
        productId={tile._id}
        title={tile.title}
        className={styles.tool}
      />
      <CompareToggle tile={tile} />
      <button
        type="button"
        className={styles.tool}
        aria-label={`Quick view of ${tile.title}`}
        title="Quick view"
        aria-haspopup="dialog"
        onClick={() => openQuickView(tile)}
      >
        <Icon name="eye" />
      </button>
    </div>
  );
}

/** Takes a tile's variant up among those to compare. */
export function CompareToggle({ tile: { variant, title, image } }: { tile: Tile }) {
  const entries = useKept(compared);
  const isTaken = entries.some(entry => entry.variant === variant);
  const isFull = !isTaken && entries.length >= MAX_COMPARED;
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={`Compare ${title}`}
      aria-pressed={isTaken}
      title={isFull ? `Up to ${MAX_COMPARED} can be compared` : 'Compare'}
      disabled={isFull}
      onClick={() => toggleCompared({ variant, title, image })}
    >
      <Icon name="compare" />
    </button>
  );
}
