import { Link } from 'react-router-dom';
import {
  fromTheTop,
  LISTING_VIEWS,
  type ListingAddress,
  type ListingView,
  listingSearch,
} from '#client/features/catalog/listing-address.ts';
import { rememberView } from '#client/routes/shop/listing/chosen-view.ts';
import { keptFields, useListingForm } from '#client/routes/shop/listing/listing-form.ts';
import { useFollowedField } from '#client/ui/followed.ts';
import { Icon } from '#client/ui/icon.tsx';
import { DEFAULT_PRODUCT_SORT, PRODUCT_SORTS } from '#shared/constants.ts';
import styles from './listing-bar.module.css';

interface Props {
  path: string;
  address: ListingAddress;
}

/** For a search by words alone, and no sort that an address names: it holds until another is chosen. */
const BEST_MATCH = '';

export function SortSelect({ path, address }: Props) {
  const submit = useListingForm(path);
  const field = useFollowedField<HTMLSelectElement>(
    address.sort ?? (address.title ? BEST_MATCH : DEFAULT_PRODUCT_SORT),
  );
  return (
    <form className={styles.sort} action={path} method="get" onSubmit={submit}>
      {keptFields(fromTheTop({ ...address, sort: undefined })).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="sort">Sort</label>
      <span className={styles.sortIcon}>
        <Icon name="sort" />
      </span>
      <select
        id="sort"
        name="sort"
        // Words add a choice, and React sets none anew when choices change.
        key={address.title ? 'of words' : 'of all'}
        {...field}
        onChange={event => event.currentTarget.form?.requestSubmit()}
      >
        {address.title && <option value={BEST_MATCH}>Best match</option>}
        {Object.entries(PRODUCT_SORTS).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">Go</button>
      </noscript>
    </form>
  );
}

const VIEW_NAMES = { grid: 'Grid', list: 'List' } as const satisfies Record<ListingView, string>;

/** Tiles or a table; the browser remembers which. */
export function ViewSwitch({ path, address, view }: Props & { view: ListingView }) {
  return (
    <nav className={styles.views} aria-label="View">
      {LISTING_VIEWS.map(one => (
        <Link
          key={one}
          to={path + listingSearch({ ...address, view: one })}
          aria-current={one === view || undefined}
          aria-label={VIEW_NAMES[one]}
          title={VIEW_NAMES[one]}
          rel="nofollow"
          replace
          preventScrollReset
          onClick={() => rememberView(one)}
        >
          <Icon name={one} />
        </Link>
      ))}
    </nav>
  );
}
