import { Link } from 'react-router-dom';
import { categoryHref, subcategoryHref } from '#client/features/catalog/category-href.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { Product } from '#shared/schemas/products.ts';
import styles from './product.module.css';

export function Crumbs({ product }: { product: Product }) {
  const [category] = product.categories;
  const [subcategory] = product.subcategories;
  return (
    <nav aria-label="Where you are">
      <ol className={styles.crumbs}>
        <li>
          <Link to="/categories">Categories</Link>
        </li>
        {category && (
          <li>
            <Icon name="chevronRight" size={14} />
            <Link to={categoryHref(category)}>{category}</Link>
          </li>
        )}
        {category && subcategory && (
          <li>
            <Icon name="chevronRight" size={14} />
            <Link to={subcategoryHref(category, subcategory)}>{subcategory}</Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
