import { keepPreviousData } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { OwnReview } from '#client/routes/shop/product/own-review.tsx';
import { trpc } from '#client/trpc.ts';
import { Icon } from '#client/ui/icon.tsx';
import { DATE } from '#client/ui/moment.ts';
import { Rating } from '#client/ui/stars.tsx';
import { MAX_STARS } from '#shared/constants.ts';
import type { Product } from '#shared/schemas/products.ts';
import type { Review } from '#shared/schemas/reviews.ts';
import styles from './reviews.module.css';

const PAGE_SIZE = 5;
const LAST_PAGE = 1000;

/** The reviews that an address asks for: `?reviews=2` is the second page. */
export function reviewsQuery(product: string, search: string) {
  const page = Number(new URLSearchParams(search).get('reviews'));
  return {
    product,
    limit: PAGE_SIZE,
    page: Number.isInteger(page) && page > 1 ? Math.min(page, LAST_PAGE) : 1,
  };
}

export function Reviews({ product }: { product: Product }) {
  const { search } = useLocation();
  const query = reviewsQuery(product._id, search);
  const { data } = trpc.reviews.list.useQuery(query, { placeholderData: keepPreviousData });
  if (!data) return null;
  const { reviews, total, average, stars } = data;
  return (
    <section id="reviews" className={`${styles.reviews} no-print`} aria-labelledby="reviews-title">
      <h2 id="reviews-title">{total > 0 ? `Reviews (${total})` : 'Reviews'}</h2>
      <OwnReview product={product._id} />
      {total === 0 ? (
        <p className="muted">No one has reviewed this product yet.</p>
      ) : (
        <div className={styles.parts}>
          <Distribution average={average} stars={stars} />
          <div>
            <ul className={styles.list}>
              {reviews.map(review => (
                <OneReview key={review._id} review={review} />
              ))}
            </ul>
            <Pages page={query.page} count={Math.ceil(total / PAGE_SIZE)} />
          </div>
        </div>
      )}
    </section>
  );
}

function Distribution({ average, stars }: { average: number; stars: number[] }) {
  const all = stars.reduce((sum, count) => sum + count, 0);
  return (
    <div className={styles.distribution}>
      <p className={styles.average}>
        <b>{average.toFixed(1)}</b> <Rating rating={average} />
      </p>
      <table>
        <caption className="visually-hidden">Number of reviews by stars</caption>
        <tbody>
          {stars
            .map((count, index) => ({ count, of: index + 1 }))
            .reverse()
            .map(({ count, of }) => (
              <tr key={of}>
                <th scope="row">{of === 1 ? '1 star' : `${of} stars`}</th>
                <td className={styles.track} aria-hidden="true">
                  <span>
                    <i style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }} />
                  </span>
                </td>
                <td className={styles.number}>{count}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function OneReview({ review }: { review: Review }) {
  return (
    <li>
      <p className={styles.head}>
        <Rating rating={Math.min(MAX_STARS, review.rating)} />
        <b>{review.title}</b>
      </p>
      <p className={styles.text}>{review.text}</p>
      <p className="muted">
        {review.author}, <time dateTime={review.createdAt}>{DATE.format(new Date(review.createdAt))}</time>
      </p>
    </li>
  );
}

function Pages({ page, count }: { page: number; count: number }) {
  const { pathname, search } = useLocation();
  if (count <= 1) return null;
  const to = (other: number) => {
    const params = new URLSearchParams(search);
    params.set('reviews', String(other));
    return `${pathname}?${params}#reviews`;
  };
  return (
    <nav className={styles.pages} aria-label="Pages of reviews">
      {page > 1 && (
        <Link to={to(page - 1)} preventScrollReset>
          <Icon name="chevronLeft" size={18} /> Newer
        </Link>
      )}
      <span>{`Page ${Math.min(page, count)} of ${count}`}</span>
      {page < count && (
        <Link to={to(page + 1)} preventScrollReset>
          Older <Icon name="chevronRight" size={18} />
        </Link>
      )}
    </nav>
  );
}
