import { PRODUCT_SORTS, type ProductSort } from '#shared/constants.ts';
import type { ProductQuery } from '#shared/schemas/products.ts';

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
  sort: ProductSort;
  page: number;
}

const TYPES: readonly string[] = [
  'all',
  'normal',
  'sale',
  'new',
  'featured',
] satisfies ProductQuery['type'][];
const MOST_VALUES = 50;
const LONGEST_VALUE = 120;
const MOST_PAGES = 1_000_000;

export function readListing(params: URLSearchParams): ListingAddress {
  const type = params.get('type') ?? '';
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page'));
  return {
    type: TYPES.includes(type) ? (type as ProductQuery['type']) : undefined,
    title: params.get('title')?.trim().slice(0, 200) || undefined,
    tags: list(params, 'tags'),
    categories: list(params, 'categories'),
    subcategories: list(params, 'subcategories'),
    vendor: list(params, 'vendor'),
    options: readOptions(params.get('options')),
    minPrice: amount(params.get('minPrice')),
    maxPrice: amount(params.get('maxPrice')),
    inStock: params.get('inStock') === 'true' || undefined,
    outOfStock: params.get('outOfStock') === 'true' || undefined,
    sort: Object.hasOwn(PRODUCT_SORTS, sort) ? (sort as ProductSort) : 'title_asc',
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  };
}

/** The address as the query of `products.list`. */
export function listingQuery(address: ListingAddress) {
  const { tags, categories, subcategories, vendor, options, ...rest } = address;
  return {
    ...rest,
    ...(tags.length > 0 && { tags }),
    ...(categories.length > 0 && { categories }),
    ...(subcategories.length > 0 && { subcategories }),
    ...(vendor.length > 0 && { vendor }),
    ...(Object.keys(options).length > 0 && { options }),
  };
}

/** The query string of an address, always in the same order, without what is the default. */
export function listingSearch(address: ListingAddress): string {
  const { title, type, options, minPrice, maxPrice, sort, page } = address;
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
  if (sort !== 'title_asc') set('sort', sort);
  if (page > 1) set('page', page);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** Adds a value or takes it away; an emptied group goes (spec §4 Filters). Filters start at the first page. */
export function toggleOption(address: ListingAddress, group: string, value: string): ListingAddress {
  const values = toggled(address.options[group] ?? [], value);
  const { [group]: _before, ...others } = address.options;
  return { ...address, page: 1, options: values.length > 0 ? { ...others, [group]: values } : others };
}

export function toggleVendor(address: ListingAddress, value: string): ListingAddress {
  return { ...address, page: 1, vendor: toggled(address.vendor, value) };
}

/** Clear all: what was searched or browsed to stays. */
export function withoutFilters(address: ListingAddress): ListingAddress {
  const { type, title, tags, categories, subcategories, sort } = address;
  return { type, title, tags, categories, subcategories, sort, vendor: [], options: {}, page: 1 };
}

export function countFilters(address: ListingAddress): number {
  const { vendor, options, minPrice, maxPrice, inStock, outOfStock } = address;
  const single = [minPrice ?? maxPrice, inStock, outOfStock].filter(value => value !== undefined);
  return vendor.length + Object.values(options).flat().length + single.length;
}

const toggled = (values: string[], value: string) =>
  values.includes(value) ? values.filter(other => other !== value) : [...values, value];

function list(params: URLSearchParams, name: string): string[] {
  const values = params.getAll(name).filter(value => value !== '' && value.length <= LONGEST_VALUE);
  return [...new Set(values)].slice(0, MOST_VALUES);
}

function amount(text: string | null): number | undefined {
  return text && /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

function readOptions(text: string | null): Record<string, string[]> {
  if (!text) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return {};
    const groups = Object.entries(parsed).map(([group, values]): [string, string[]] => [
      group,
      Array.isArray(values) ? values.filter(isValue).slice(0, MOST_VALUES) : [],
    ]);
    return Object.fromEntries(groups.filter(([group, values]) => isValue(group) && values.length > 0));
  } catch {
    return {};
  }
}

const isValue = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE;
