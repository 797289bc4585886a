import { HOLES_TOLERANCE_MM, HOLES_TOLERANCES_MM, MAX_FILTERS_ASKED } from '#shared/constants.ts';
import { formatLength, parseSpacing } from '#shared/rules/dimensions.ts';
import type { ProductList } from '#shared/schemas/listing.ts';

/** Narrow a listing. */
export interface FilterValues {
  vendor: string[];
  options: Record<string, string[]>;
  minPrice?: number;
  maxPrice?: number;
  inStock?: boolean;
  outOfStock?: boolean;
  /** By the customer or their company, before. */
  bought?: boolean;
  /** A hole spacing as it was typed, give or take `holesTolerance` mm. */
  holes?: string;
  holesTolerance?: number;
}

type Name = keyof FilterValues;
type Change = Partial<FilterValues>;

/** One filter: its place in the address, its chips, and what crawlers are to know of it follow from its row. */
interface ListingFilter {
  /** Its names in the address, in the order in which they stand there. */
  names: readonly Name[];
  /** Reads an address; what can't be read of it is left out (the listing shows all the same). */
  read: (params: URLSearchParams) => Change;
  /** Its values in the address, by its names; without those that are the default. */
  write: (values: FilterValues) => Partial<Record<Name, string | readonly string[]>>;
  /** A chip for each value that holds, and the change that takes it off. */
  chips: (values: FilterValues) => { label: string; without: Change }[];
  /** Chips stand in this order. */
  chipsAt: number;
}

/** A filter that is on or off: a box in a group of the panel. */
interface Flag {
  name: 'inStock' | 'outOfStock' | 'bought';
  label: string;
  group: 'availability' | 'own';
  /** Counts what the box would leave; null: nobody knows before it is ticked. */
  count: (list: ProductList, isChosen: boolean) => number | null;
}

export const FLAGS: readonly Flag[] = [
  { name: 'inStock', label: 'In stock', group: 'availability', count: list => list.inStock },
  { name: 'outOfStock', label: 'Out of stock', group: 'availability', count: list => list.outOfStock },
  {
    name: 'bought',
    label: 'Bought before',
    group: 'own',
    count: (list, isChosen) => (isChosen ? list.total : null),
  },
];

const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 120;
const MAX_HOLES_LENGTH = 40;

/** In the order of the address. */
const LISTING_FILTERS: readonly ListingFilter[] = [
  {
    names: ['vendor'],
    read: params => ({ vendor: readList(params, 'vendor') }),
    write: ({ vendor }) => ({ vendor }),
    chips: ({ vendor }) =>
      vendor.map(value => ({ label: value, without: { vendor: toggled(vendor, value) } })),
    chipsAt: 2,
  },
  {
    names: ['options'],
    read: params => ({ options: readOptions(params.get('options')) }),
    write: ({ options }) => (Object.keys(options).length > 0 ? { options: JSON.stringify(options) } : {}),
    chips: ({ options }) =>
      Object.entries(options).flatMap(([group, values]) =>
        values.map(value => ({
          label: `${group}: ${value}`,
          without: { options: toggledOption(options, group, value) },
        })),
      ),
    chipsAt: 1,
  },
  {
    names: ['minPrice', 'maxPrice'],
    read: params => readRange(readAmount(params.get('minPrice')), readAmount(params.get('maxPrice'))),
    write: ({ minPrice, maxPrice }) => ({ minPrice: text(minPrice), maxPrice: text(maxPrice) }),
    chips: ({ minPrice, maxPrice }) =>
      minPrice === undefined && maxPrice === undefined
        ? []
        : [
            {
              label: maxPrice === undefined ? `from $${minPrice}` : `$${minPrice ?? 0} – $${maxPrice}`,
              without: { minPrice: undefined, maxPrice: undefined },
            },
          ],
    chipsAt: 3,
  },
  ...FLAGS.map(
    ({ name, label }): ListingFilter => ({
      names: [name],
      read: params => ({ [name]: params.get(name) === 'true' || undefined }),
      write: values => ({ [name]: text(values[name]) }),
      chips: values => (values[name] ? [{ label, without: { [name]: undefined } }] : []),
      chipsAt: 5,
    }),
  ),
  {
    names: ['holes', 'holesTolerance'],
    read: params => {
      const holes = params.get('holes')?.trim();
      const tolerance = Number(params.get('holesTolerance'));
      if (!holes || holes.length > MAX_HOLES_LENGTH || !parseSpacing(holes))
        return { holes: undefined, holesTolerance: undefined };
      return {
        holes,
        holesTolerance: HOLES_TOLERANCES_MM.find(mm => mm === tolerance) ?? HOLES_TOLERANCE_MM,
      };
    },
    write: ({ holes, holesTolerance }) => ({
      holes,
      ...(holes && holesTolerance !== HOLES_TOLERANCE_MM && { holesTolerance: text(holesTolerance) }),
    }),
    chips: ({ holes, holesTolerance }) =>
      holes === undefined
        ? []
        : [
            {
              label: holesText(holes, holesTolerance),
              without: { holes: undefined, holesTolerance: undefined },
            },
          ],
    chipsAt: 4,
  },
];

const BY_CHIPS = LISTING_FILTERS.toSorted((a, b) => a.chipsAt - b.chipsAt);

/** All names of filters in an address. */
export const FILTER_NAMES: readonly Name[] = LISTING_FILTERS.flatMap(({ names }) => names);

export const readFilters = (params: URLSearchParams): FilterValues =>
  Object.assign({ vendor: [], options: {} }, ...LISTING_FILTERS.map(({ read }) => read(params)));

export const NO_FILTERS: FilterValues = readFilters(new URLSearchParams());

/** Appends what holds to an address. */
export function writeFilters(params: URLSearchParams, values: FilterValues): void {
  for (const { names, write } of LISTING_FILTERS) {
    const written = write(values);
    for (const name of names) for (const value of [written[name] ?? []].flat()) params.append(name, value);
  }
}

export const filterChips = (values: FilterValues): { label: string; without: Change }[] =>
  BY_CHIPS.flatMap(({ chips }) => chips(values));

export const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value];

/** Adds a value or takes it away; an emptied group goes (rule C4). */
export function toggledOption(
  options: FilterValues['options'],
  group: string,
  value: string,
): FilterValues['options'] {
  const values = toggled(options[group] ?? [], value);
  const { [group]: _before, ...others } = options;
  return values.length > 0 ? { ...others, [group]: values } : others;
}

const text = (value: number | boolean | undefined) => (value === undefined ? undefined : String(value));

export function readList(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).filter(isValue);
  return [...new Set(values)].slice(0, MAX_VALUES);
}

function readAmount(written: string | null): number | undefined {
  return written && /^\d{1,7}(\.\d{1,2})?$/.test(written) ? Number(written) : undefined;
}

/** Takes the lower one first, whichever way round they were typed: nothing costs less than 5 and more than 20. */
function readRange(from: number | undefined, to: number | undefined) {
  const isTurned = from !== undefined && to !== undefined && from > to;
  return isTurned ? { minPrice: to, maxPrice: from } : { minPrice: from, maxPrice: to };
}

function readOptions(written: string | null): Record<string, string[]> {
  if (!written) return {};
  try {
    const parsed: unknown = JSON.parse(written);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return {};
    const groups = Object.entries(parsed).map(([group, values]): [string, string[]] => [
      group,
      Array.isArray(values) ? values.filter(isValue).slice(0, MAX_VALUES) : [],
    ]);
    const asked = groups.filter(([group, values]) => isValue(group) && values.length > 0);
    return Object.fromEntries(asked.slice(0, MAX_FILTERS_ASKED));
  } catch {
    return {};
  }
}

function isValue(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH;
}

/** Both units: 3-3/4" (95.25 mm) ± 1 mm. */
function holesText(holes: string, tolerance = HOLES_TOLERANCE_MM): string {
  const spacing = parseSpacing(holes);
  if (!spacing) return holes;
  const mm = formatLength({ mm: Number(spacing.mm.toFixed(2)), unit: 'mm' });
  const words = spacing.unit === 'mm' ? mm : `${formatLength(spacing)} (${mm})`;
  return `Holes ${words} ± ${tolerance} mm`;
}
