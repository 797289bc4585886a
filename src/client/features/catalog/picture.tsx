import styles from './picture.module.css';

const WIDTHS = [160, 400, 800] as const;

interface Props {
  /** Base path of the finished sizes; null shows the placeholder. */
  path: string | null;
  alt: string;
  /** The width that the picture will have, as for the `sizes` attribute. */
  sizes: string;
  /** Above the fold: loaded at once. */
  eager?: boolean;
}

/** A square product picture; its room is kept while it loads. */
export function Picture({ path, alt, sizes, eager }: Props) {
  if (!path) return <span className={styles.none} {...(alt ? { role: 'img', 'aria-label': alt } : {})} />;
  return (
    <img
      className={styles.picture}
      src={`${path}/400.webp`}
      srcSet={WIDTHS.map(width => `${path}/${width}.webp ${width}w`).join(', ')}
      sizes={sizes}
      width={400}
      height={400}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
