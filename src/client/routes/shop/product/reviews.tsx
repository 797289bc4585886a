import { trpc } from '#client/trpc.ts';
import { Rating } from '#client/ui/stars.tsx';
import type { Product } from '#shared/schemas/products.ts';
import styles from './reviews.module.css';

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export function Reviews({ product }: { product: Product }) {
  const { data } = trpc.reviews.list.useQuery({ product: product._id });
  if (!data) return null;
  return (
    <section id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">{data.total > 0 ? `Reviews (${data.total})` : 'Reviews'}</h2>
      {data.total === 0 && <p className="muted">Nobody has reviewed this product yet.</p>}
      <ul className={styles.list}>
        {data.reviews.map(review => (
          <li key={review._id}>
            <p className={styles.head}>
              <Rating rating={review.rating} />
              <b>{review.title}</b>
            </p>
            <p className={styles.text}>{review.text}</p>
            <p className="muted">
              {review.author},{' '}
              <time dateTime={review.createdAt}>{DATE.format(new Date(review.createdAt))}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
