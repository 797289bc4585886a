import { Link } from 'react-router-dom';
import { crumbsOf } from '#client/routes/shop/product/product-head.ts';
import { Icon } from '#client/ui/icon.tsx';
import type { Product } from '#shared/schemas/products.ts';
import styles from './product.module.css';

export function Crumbs({ product }: { product: Product }) {
  return (
    <nav aria-label="Where you are" className="no-print">
      <ol className={styles.crumbs}>
        {crumbsOf(product).map(({ name, href }, index) => (
          <li key={href ?? 'this'}>
            {index > 0 && <Icon name="chevronRight" size={14} />}
            {href ? <Link to={href}>{name}</Link> : <span aria-current="page">{name}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
