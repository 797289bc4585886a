import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  countFilters,
  type ListingAddress,
  listingSearch,
  withoutFilters,
} from '#client/features/catalog/listing-address.ts';
import { FilterPanel } from '#client/routes/shop/listing/filter-panel.tsx';
import { useHydrated } from '#client/ui/hydrated.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Sheet } from '#client/ui/sheet.tsx';
import type { ProductList } from '#shared/schemas/listing.ts';
import styles from './listing.module.css';

interface Props {
  path: string;
  address: ListingAddress;
  list: ProductList;
}

/** Beside the tiles on wide screens. On phones in a sheet; before scripts a box opens them above the tiles. */
export function FilterRail(props: Props) {
  const isHydrated = useHydrated();
  const chosen = countFilters(props.address) + props.list.chosenByWords.length;
  const words = (
    <>
      <Icon name="filter" />
      <span className={styles.word}>Filters</span>
      {chosen > 0 && ` (${chosen})`}
    </>
  );
  return (
    <aside className={styles.rail} aria-label="Filters">
      {isHydrated ? (
        <FilterSheet {...props} words={words} />
      ) : (
        <label className={styles.opener}>
          <input type="checkbox" className="visually-hidden" />
          {words}
        </label>
      )}
      <div className={styles.filters}>
        <FilterPanel {...props} />
      </div>
    </aside>
  );
}

function FilterSheet({ words, ...props }: Props & { words: React.ReactNode }) {
  const { path, address, list } = props;
  const [isOpen, setOpen] = useState(false);
  const count = `${list.total.toLocaleString('en-US')} ${list.total === 1 ? 'product' : 'products'}`;
  return (
    <>
      <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words}
      </button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Filters"
        done={`Show ${count}`}
        aside={
          countFilters(address) > 0 && (
            <Link to={path + listingSearch(withoutFilters(address))} preventScrollReset>
              Clear all
            </Link>
          )
        }
      >
        <FilterPanel {...props} />
      </Sheet>
    </>
  );
}
