import { ProductGrid } from '#client/features/catalog/product-grid.tsx';
import { tileOfVariant } from '#client/features/catalog/variant-tile.ts';
import { trpc } from '#client/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { LoadError } from '#client/ui/load-error.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import styles from './favorites.module.css';

const SHOWN = { limit: 100 };

/** Shows /user/favorites: what the customer marked, each at their own price and ready to be ordered. */
export function Component() {
  const { data, error, refetch } = trpc.favorites.list.useQuery(SHOWN);
  return (
    <>
      <PageHead title="Favorites" description="The items you marked as favorites." hidden />
      <h1>Favorites</h1>
      {error && !data && <LoadError message="Your favorites could not be loaded." onRetry={refetch} />}
      {!data && !error && <p role="status">Loading…</p>}
      {data?.length === 0 && (
        <>
          <p>No favorites yet. The heart on a product adds it here, for the next time you need it.</p>
          <ButtonLink look="primary" to="/categories">
            Browse the categories
          </ButtonLink>
        </>
      )}
      {data && data.length > 0 && (
        <div className={styles.list}>
          <ProductGrid tiles={data.map(tileOfVariant)} />
        </div>
      )}
    </>
  );
}
