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

/** Tiles or a table; the browser remembers which. On narrow screens one sign leads to the other of both. */
export function ViewSwitch({ path, address, view }: Props & { view: ListingView }) {
  const other = view === 'grid' ? 'list' : 'grid';
  return (
    <nav className={styles.views} aria-label="View">
      {LISTING_VIEWS.map(one => (
        <ViewLink key={one} {...{ path, address }} view={one} isCurrent={one === view} />
      ))}
      {/* It stays the same link, so that whoever is on it stays there. */}
      <ViewLink key="other" {...{ path, address }} view={other} isOther />
    </nav>
  );
}

function ViewLink({
  path,
  address,
  view,
  isCurrent = false,
  isOther = false,
}: Props & { view: ListingView; isCurrent?: boolean; isOther?: boolean }) {
  return (
    <Link
      className={isOther ? styles.other : undefined}
      to={path + listingSearch({ ...address, view })}
      aria-current={isCurrent || undefined}
      aria-label={VIEW_NAMES[view]}
      title={VIEW_NAMES[view]}
      rel="nofollow"
      replace
      preventScrollReset
      onClick={() => rememberView(view)}
    >
      <Icon name={view} />
    </Link>
  );
}
