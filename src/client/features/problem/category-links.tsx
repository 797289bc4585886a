import { Link } from 'react-router-dom';
import { categoryHref } from '#client/features/catalog/category-href.ts';
import { trpc } from '#client/trpc.ts';
import styles from './problem.module.css';

/** The categories where the page's loader has read them; it asks for nothing itself. */
export function CategoryLinks() {
  const { data } = trpc.tags.categories.useQuery({}, { enabled: false });
  if (!data) return null;
  return (
    <ul className={styles.categories} aria-label="Categories">
      {data.map(({ category }) => (
        <li key={category._id}>
          <Link to={categoryHref(category.name)}>{category.name}</Link>
        </li>
      ))}
    </ul>
  );
}
