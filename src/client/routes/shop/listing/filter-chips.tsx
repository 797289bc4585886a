import { Link } from 'react-router-dom';
import {
  countFilters,
  fromTheTop,
  type ListingAddress,
  listingSearch,
  withoutFilters,
  withTitle,
} from '#client/features/catalog/listing-address.ts';
import { filterChips } from '#client/features/catalog/listing-filters.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import type { ProductList } from '#shared/schemas/listing.ts';
import styles from './listing.module.css';

interface Chip {
  label: string;
  without: ListingAddress;
}

/** Chips of what the words of a search chose; a size may be one of several filters. */
const chosenByWords = (address: ListingAddress, list: ProductList | undefined): Chip[] =>
  (list?.chosenByWords ?? []).map(({ filter, values, words, title }) => {
    const [value] = values;
    const said = value !== undefined && values.length === 1 ? value : words;
    return { label: `${filter ?? 'Size'}: ${said}`, without: withTitle(address, title) };
  });

const chosenFilters = (address: ListingAddress): Chip[] =>
  filterChips(address).map(({ label, without }) => ({
    label,
    without: fromTheTop({ ...address, ...without }),
  }));

interface Props {
  path: string;
  address: ListingAddress;
  list: ProductList | undefined;
}

/** The filters that hold, each with a way to take it off, and Clear all, which leaves what was searched for. */
export function FilterChips({ path, address, list }: Props) {
  const chips = [...chosenByWords(address, list), ...chosenFilters(address)];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <Link className={styles.chip} to={path + listingSearch(without)} preventScrollReset>
            <span>
              <Unbroken text={label} />
            </span>
            <span className="visually-hidden">, remove</span>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
      {countFilters(address) > 0 && (
        <li>
          <Link
            className={styles.clear}
            to={path + listingSearch(withoutFilters(address))}
            preventScrollReset
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
