import {
  DEFAULT_PRODUCT_SORT,
  HOLES_TOLERANCE_MM,
  HOLES_TOLERANCES_MM,
  PRODUCT_SORTS,
  type ProductSort,
} from '#shared/constants.ts';
import { parseSpacing } from '#shared/rules/dimensions.ts';
import type { ProductQuery } from '#shared/schemas/listing.ts';

/** What a listing's address says; what can't be read of it is left out (the listing shows all the same). */
export interface ListingAddress {
  type?: ProductQuery['type'];
  title?: string;
  tags: string[];
  categories: string[];
  subcategories: string[];
  vendor: string[];
  options: Record<string, string[]>;
  minPrice?: number;
  maxPrice?: number;
  inStock?: boolean;
  outOfStock?: boolean;
  /** By the customer or his company, before. */
  bought?: boolean;
  /** A hole spacing as it was typed, give or take `holesTolerance` mm. */
  holes?: string;
  holesTolerance?: number;
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

/** Where in a listing somebody is: the first tile in sight, counted from the first that is shown, and pixels. */
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
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 120;
const MAX_HOLES_LENGTH = 40;
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
  const holes = params.get('holes')?.trim();
  const tolerance = Number(params.get('holesTolerance'));
  return {
    type: TYPES.includes(type) ? (type as ProductQuery['type']) : undefined,
    title,
    tags: list(params, 'tags'),
    categories: list(params, 'categories'),
    subcategories: list(params, 'subcategories'),
    vendor: list(params, 'vendor'),
    options: readOptions(params.get('options')),
    minPrice: amount(params.get('minPrice')),
    maxPrice: amount(params.get('maxPrice')),
    inStock: params.get('inStock') === 'true' || undefined,
    outOfStock: params.get('outOfStock') === 'true' || undefined,
    bought: params.get('bought') === 'true' || undefined,
    ...(holes &&
      holes.length <= MAX_HOLES_LENGTH &&
      parseSpacing(holes) && {
        holes,
        holesTolerance: HOLES_TOLERANCES_MM.find(mm => mm === tolerance) ?? HOLES_TOLERANCE_MM,
      }),
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
  const { title, type, options, minPrice, maxPrice, holes, holesTolerance, sort, page, through } = address;
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | boolean | undefined) => {
    if (value !== undefined) params.set(name, String(value));
  };
  set('type', type);
  set('title', title);
  for (const name of ['tags', 'categories', 'subcategories', 'vendor'] as const) {
    for (const value of address[name]) params.append(name, value);
  }
  if (Object.keys(options).length > 0) set('options', JSON.stringify(options));
  set('minPrice', minPrice);
  set('maxPrice', maxPrice);
  set('inStock', address.inStock);
  set('outOfStock', address.outOfStock);
  set('bought', address.bought);
  set('holes', holes);
  if (holes && holesTolerance !== HOLES_TOLERANCE_MM) set('holesTolerance', holesTolerance);
  set('sort', sort);
  if (page > 1) set('page', page);
  if (through > page) set('through', through);
  set('view', address.view);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Adds a value or takes it away; an emptied group goes (rule C4). Filters start at the first page. */
export function toggleOption(address: ListingAddress, group: string, value: string): ListingAddress {
  const values = toggled(address.options[group] ?? [], value);
  const { [group]: _before, ...others } = address.options;
  return fromTheTop({ ...address, options: values.length > 0 ? { ...others, [group]: values } : others });
}

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
export function withoutFilters(address: ListingAddress): ListingAddress {
  const { type, title, tags, categories, subcategories, sort, view } = address;
  const browsed = { type, title, tags, categories, subcategories, sort, view };
  return { ...browsed, vendor: [], options: {}, page: 1, through: 1 };
}

export function countFilters(address: ListingAddress): number {
  const { vendor, options, minPrice, maxPrice, inStock, outOfStock, bought, holes } = address;
  const single = [minPrice ?? maxPrice, inStock, outOfStock, bought, holes].filter(
    value => value !== undefined,
  );
  return vendor.length + Object.values(options).flat().length + single.length;
}

const toggled = (values: string[], value: string) =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value];

function list(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).filter(value => value !== '' && value.length <= MAX_VALUE_LENGTH);
  return [...new Set(values)].slice(0, MAX_VALUES);
}

function whole(text: string | null, least: number, most: number): number | undefined {
  const number = text && /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

function amount(text: string | null): number | undefined {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

function readSort(sort: string, title: string | undefined): ProductSort | undefined {
  if (!Object.hasOwn(PRODUCT_SORTS, sort) || (sort === DEFAULT_PRODUCT_SORT && !title)) return undefined;
  return sort as ProductSort;
}

function readOptions(text: string | null): Record<string, string[]> {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return {};
    const groups = Object.entries(parsed).map(([group, values]): [string, string[]] => [
      group,
      Array.isArray(values) ? values.filter(isValue).slice(0, MAX_VALUES) : [],
    ]);
    return Object.fromEntries(groups.filter(([group, values]) => isValue(group) && values.length > 0));
  } catch {
    return {};
  }
}

const isValue = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_LENGTH;
