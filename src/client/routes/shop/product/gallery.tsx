import { useState } from 'react';
import { Picture } from '#client/features/catalog/picture.tsx';
import type { Product, Variant } from '#shared/schemas/products.ts';
import styles from './gallery.module.css';

interface Shown {
  path: string | null;
  alt: string;
}

function picturesOf(product: Product, variant: Variant): Shown[] {
  const own = variant.image ? [{ path: variant.image, alt: `${product.title}, ${variant.productNum}` }] : [];
  const all = [...own, ...product.pictures.map(({ path, alt }) => ({ path, alt: alt || product.title }))];
  const distinct = all.filter(
    ({ path }, index) => path && all.findIndex(other => other.path === path) === index,
  );
  return distinct.length > 0 ? distinct : [{ path: null, alt: `${product.title}, no picture yet` }];
}

/** The variant's picture first, then the product's. */
export function Gallery({ product, variant }: { product: Product; variant: Variant }) {
  const [chosen, setChosen] = useState({ variant: variant._id, index: 0 });
  const pictures = picturesOf(product, variant);
  // Another variant starts with its own picture.
  const index = chosen.variant === variant._id ? chosen.index : 0;
  const shown = pictures[index] ?? pictures[0];
  return (
    <div>
      <div className={styles.main}>
        {variant.label && <span className={styles.label}>{variant.label}</span>}
        {shown && <Picture path={shown.path} alt={shown.alt} sizes="(max-width: 760px) 92vw, 560px" eager />}
      </div>
      {pictures.length > 1 && (
        <div className={styles.thumbs}>
          {pictures.map((picture, at) => (
            <button
              key={picture.path}
              type="button"
              className={styles.thumb}
              aria-label={`Picture ${at + 1} of ${pictures.length}`}
              aria-pressed={at === index}
              onClick={() => setChosen({ variant: variant._id, index: at })}
            >
              <Picture path={picture.path} alt="" sizes="72px" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
