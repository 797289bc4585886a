import {
  FILTER_NAMES,
  type FilterValues,
  filterChips,
  NO_FILTERS,
  readFilters,
  readList,
  toggled,
  toggledOption,
  writeFilters,
} from '#client/features/catalog/listing-filters.ts';
import { DEFAULT_PRODUCT_SORT, PRODUCT_SORTS, type ProductSort } from '#shared/constants.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

/** The contents of a listing's address; parts that can't be read are left out (the listing shows all the same). */
export interface ListingAddress extends FilterValues {
  type?: ProductQuery['type'];
  title?: string;
  tags: string[];
  categories: string[];
  subcategories: string[];
  /** Undefined: words best first, everything else from A to Z. */
  sort?: ProductSort;
  page: number;
  /** The last of the pages that are shown together; `page` itself unless more were loaded. */
  through: number;
  /** Undefined: as the shopper last chose. */
  view?: ListingView;
}

export const LISTING_VIEWS = ['grid', 'list'] as const;
export type ListingView = (typeof LISTING_VIEWS)[number];

/** Somebody's place in a listing: the first tile in sight, counted from the first that is shown, and pixels. */
export interface ListingPosition {
  pindex: number;
  scroll: number;
}

const TYPES: readonly string[] = [
  'all',
  'normal',
  'sale',
  'new',
  'featured',
] satisfies ProductQuery['type'][];
/** Pixels and tiles alike: more has no listing. */
const FARTHEST = 1_000_000;
const MAX_PAGES = 1_000_000;
/** Pages that are shown together at most: more make a page that no phone likes. */
export const MAX_TOGETHER = 5;

export function readListing(params: URLSearchParams): ListingAddress {
  const type = params.get('type') ?? '';
  const sort = params.get('sort') ?? '';
  const title = params.get('title')?.trim().slice(0, 200) || undefined;
  const page = whole(params.get('page'), 1, MAX_PAGES) ?? 1;
  return {
    type: TYPES.includes(type) ? (type as ProductQuery['type']) : undefined,
    title,
    tags: readList(params, 'tags'),
    categories: readList(params, 'categories'),
    subcategories: readList(params, 'subcategories'),
    ...readFilters(params),
    sort: readSort(sort, title),
    page,
    through: whole(params.get('through'), page, page + MAX_TOGETHER - 1) ?? page,
    view: LISTING_VIEWS.find(view => view === params.get('view')),
  };
}

/** The position that an address tells, or null for the top. */
export function readPosition(params: URLSearchParams): ListingPosition | null {
  const scroll = whole(params.get('scroll'), 1, FARTHEST);
  return scroll === undefined ? null : { scroll, pindex: whole(params.get('pindex'), 0, FARTHEST) ?? 0 };
}

/** A query string that tells another position, and is otherwise as it was. */
export function withPosition(search: string, position: ListingPosition | null): string {
  const params = new URLSearchParams(search);
  params.delete('pindex');
  params.delete('scroll');
  if (position) {
    params.set('pindex', String(position.pindex));
    params.set('scroll', String(position.scroll));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** One page of the address as the query of `products.list`. */
export function listingQuery(address: ListingAddress, page = address.page) {
  const { tags, categories, subcategories, vendor, options, through: _, view: __, ...rest } = address;
  return {
    ...rest,
    page,
    ...(tags.length > 0 && { tags }),
    ...(categories.length > 0 && { categories }),
    ...(subcategories.length > 0 && { subcategories }),
    ...(vendor.length > 0 && { vendor }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** The query string of an address, always in the same order, without what is the default. */
export function listingSearch(address: ListingAddress): string {
  const { title, type, sort, page, through, view } = address;
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) params.set(name, String(value));
  };
  set('type', type);
  set('title', title);
  for (const name of ['tags', 'categories', 'subcategories'] as const) {
    for (const value of address[name]) params.append(name, value);
  }
  writeFilters(params, address);
  set('sort', sort);
  if (page > 1) set('page', page);
  if (through > page) set('through', through);
  set('view', view);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Make an address one of many of the same goods, in another order or narrowed: not for crawlers. */
export const VARYING_NAMES: readonly string[] = [...FILTER_NAMES, 'sort', 'view', 'pindex'];

/** Adds a value of a filter or takes it away. Filters start at the first page. */
export const toggleOption = (address: ListingAddress, group: string, value: string): ListingAddress =>
  fromTheTop({ ...address, options: toggledOption(address.options, group, value) });

export function toggleVendor(address: ListingAddress, value: string): ListingAddress {
  return fromTheTop({ ...address, vendor: toggled(address.vendor, value) });
}

/** Another search, with the filters that hold; '' is none. */
export const withTitle = (address: ListingAddress, title: string): ListingAddress =>
  fromTheTop({ ...address, title: title || undefined });

/** A value in place of the words that chose of its filter; `title` is the search without them. */
export function insteadOfWords(
  address: ListingAddress,
  title: string,
  { group, value }: { group: string; value: string },
): ListingAddress {
  return withTitle({ ...address, options: { ...address.options, [group]: [value] } }, title);
}

/** Another filter or order begins at the first page. */
export const fromTheTop = (address: ListingAddress): ListingAddress => ({ ...address, page: 1, through: 1 });

/** Clear all: what was searched or browsed to stays. */
export const withoutFilters = (address: ListingAddress): ListingAddress =>
  fromTheTop({ ...address, ...NO_FILTERS });

export const countFilters = (address: ListingAddress): number => filterChips(address).length;

function whole(text: string | null, least: number, most: number): number | undefined {
  const number = text && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

function readSort(sort: string, title: string | undefined): ProductSort | undefined {
  if (!Object.hasOwn(PRODUCT_SORTS, sort) || (sort === DEFAULT_PRODUCT_SORT && !title)) return undefined;
  return sort as ProductSort;
}
