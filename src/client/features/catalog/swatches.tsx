import type { MouseEvent } from 'react';
import { numberHref } from '#client/features/catalog/chosen-swatch.ts';
import { swatchColour } from '#client/features/catalog/swatch-colour.ts';
import { MAX_COLOR_SWATCHES } from '#shared/constants.ts';
import type { Tile } from '#shared/schemas/products.ts';
import styles from './swatches.module.css';

interface Props {
  tile: Tile;
  chosen: Tile['swatches'][number] | null;
  onPress: (event: MouseEvent) => void;
}

/** The colours of a product: links to it in that finish, which a press chooses for the tile first. */
export function Swatches({ tile: { _id, swatches }, chosen, onPress }: Props) {
  const more = swatches.length - MAX_COLOR_SWATCHES;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on a link is a click as well
    <div className={styles.swatches} onClick={onPress}>
      {swatches.slice(0, MAX_COLOR_SWATCHES).map(swatch => (
        <a
          key={swatch.productNum}
          className={styles.swatch}
          href={numberHref(_id, swatch.productNum)}
          title={swatch.label}
          aria-current={swatch === chosen || undefined}
        >
          <i style={{ background: swatchColour(swatch.hex, swatch.hex2) }} />
        </a>
      ))}
      {more > 0 && <span>+{more}</span>}
    </div>
  );
}
