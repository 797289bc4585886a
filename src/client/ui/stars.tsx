import styles from './stars.module.css';

const STAR_PX = 14;
const MAX = 5;

/** Up to five stars, to the half. */
export function Rating({ rating }: { rating: number }) {
  const shown = Math.round(Math.min(MAX, Math.max(0, rating)) * 2) / 2;
  return (
    <>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: shown * STAR_PX }} />
      </span>
      <span className="visually-hidden">{`${Number(rating.toFixed(1))} of ${MAX} stars`}</span>
    </>
  );
}

/** The stars of an average with the number of ratings. */
export function Stars({ rating, count }: { rating: number; count: number }) {
  return (
    <span className={styles.stars}>
      <Rating rating={rating} />
      <span>
        {count}
        <span className="visually-hidden">{count === 1 ? ' rating' : ' ratings'}</span>
      </span>
    </span>
  );
}
