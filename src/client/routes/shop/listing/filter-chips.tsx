import { Link } from 'react-router-dom';
import {
  countFilters,
  fromTheTop,
  type ListingAddress,
  listingSearch,
  toggleOption,
  toggleVendor,
  withoutFilters,
  withTitle,
} from '#client/features/catalog/listing-address.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Unbroken } from '#client/ui/unbroken.tsx';
import { HOLES_TOLERANCE_MM } from '#shared/constants.ts';
import { formatLength, parseSpacing } from '#shared/rules/dimensions.ts';
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

function chosenFilters(address: ListingAddress): Chip[] {
  const { options, vendor, minPrice, maxPrice, inStock, outOfStock, bought, holes, holesTolerance } = address;
  const first = fromTheTop(address);
  const price = minPrice ?? maxPrice;
  return [
    ...Object.entries(options).flatMap(([group, values]) =>
      values.map(value => ({ label: `${group}: ${value}`, without: toggleOption(address, group, value) })),
    ),
    ...vendor.map(value => ({ label: value, without: toggleVendor(address, value) })),
    ...(price === undefined
      ? []
      : [
          {
            label: maxPrice === undefined ? `from $${minPrice}` : `$${minPrice ?? 0} – $${maxPrice}`,
            without: { ...first, minPrice: undefined, maxPrice: undefined },
          },
        ]),
    ...(holes === undefined
      ? []
      : [
          {
            label: holesText(holes, holesTolerance),
            without: { ...first, holes: undefined, holesTolerance: undefined },
          },
        ]),
    ...(inStock ? [{ label: 'In stock', without: { ...first, inStock: undefined } }] : []),
    ...(outOfStock ? [{ label: 'Out of stock', without: { ...first, outOfStock: undefined } }] : []),
    ...(bought ? [{ label: 'Bought before', without: { ...first, bought: undefined } }] : []),
  ];
}

/** Both units: 3-3/4" (95.25 mm) ± 1 mm. */
function holesText(holes: string, tolerance = HOLES_TOLERANCE_MM): string {
  const spacing = parseSpacing(holes);
  if (!spacing) return holes;
  const mm = formatLength({ mm: Number(spacing.mm.toFixed(2)), unit: 'mm' });
  const words = spacing.unit === 'mm' ? mm : `${formatLength(spacing)} (${mm})`;
  return `Holes ${words} ± ${tolerance} mm`;
}

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
    <ul className={styles.chips} aria-label="Filters that hold">
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
