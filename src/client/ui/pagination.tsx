import { Link } from 'react-router-dom';
import styles from './pagination.module.css';

interface Props {
  page: number;
  pages: number;
  href: (page: number) => string;
}

/** First, last, and two on each side of the current one; 0 stands for a gap. */
export function pagesShown(page: number, pages: number): number[] {
  const near = [1, page - 2, page - 1, page, page + 1, page + 2, pages].filter(n => n >= 1 && n <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    return before !== undefined && n - before > 1 ? [0, n] : [n];
  });
}

export function Pagination({ page, pages, href }: Props) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {page > 1 && (
        <Link to={href(page - 1)} rel="prev">
          Previous
        </Link>
      )}
      {pagesShown(page, pages).map((shown, index) =>
        shown === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no name of their own
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={href(shown)}
            aria-current={shown === page ? 'page' : undefined}
            aria-label={`Page ${shown}`}
          >
            {shown}
          </Link>
        ),
      )}
      {page < pages && (
        <Link to={href(page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
