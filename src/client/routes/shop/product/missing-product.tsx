import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { Problem } from '#client/features/problem/problem.tsx';
import { SearchForm } from '#client/features/search/search-form.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './product.module.css';

/** A product that is unknown or no longer sold; every other failure is the frame's to tell of. */
export function MissingProduct() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <Problem />;
  return (
    <div className={`${styles.none} container`}>
      <PageHead title="Product not found" description="This product is not sold here." hidden />
      <p className={styles.code}>404</p>
      <h1>We don’t sell this product, or no longer do</h1>
      <p>
        Its name or number may have changed. Search for either, or for part of it; sizes and finishes work,
        too.
      </p>
      <div className={styles.search}>
        <SearchForm />
      </div>
      <p>
        <ButtonLink to="/categories">Browse the categories</ButtonLink>
      </p>
    </div>
  );
}
