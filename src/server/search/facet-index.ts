import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/db.ts';
import { CATALOGUE, type Counts, WHOLE_SHOP } from '#server/search/facet-counts.ts';
import type { Narrowing } from '#server/search/filtered-counts.ts';
import { groupKeys, type Vocabulary } from '#server/search/vocabulary.ts';

/**
 * What filters are counted by, in the process's memory: some thirty bytes a variant. A shop-wide count passes over
 * every variant, which takes a database tens of milliseconds for ten thousand products, and this one.
 */
export interface FacetIndex {
  /** Products by the key of their categories and subcategories; the whole shop under `WHOLE_SHOP`. */
  scopes: Map<number, Uint32Array>;
  /** By product; 0 is none. */
  vendors: Int32Array;
  /** The first variant of each product, and one more for the end. */
  variantsOf: Uint32Array;
  /** By variant; cents. */
  prices: Float64Array;
  inStock: Uint8Array;
  /** The first facet of each variant, and one more for the end. */
  facetsOf: Uint32Array;
  facets: Int32Array;
  /** More than any key. */
  keys: number;
}

interface Portion {
  id: string;
  vendor: number | null;
  tags: number[];
  /** `price stock facet facet …;` for each variant. */
  variants: string | null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Short enough that others are answered in between, by an embedded database too. */
const PORTION = 2000;

/**
 * The index as it stands, or undefined until it is loaded again after a write: the database counts meanwhile. What
 * only stock changed may be a minute old, as kept counts are.
 */
export function facetIndex(db: Db, cache: Cache): FacetIndex | undefined {
  return cache.peek(CATALOGUE, 'facet index', () => loadFacetIndex(db));
}

/** Reads the index in portions; what is written meanwhile makes whoever keeps it load it again. */
export async function loadFacetIndex(db: Db): Promise<FacetIndex> {
  const grown: Grown = {
    scopes: new Map([[WHOLE_SHOP, []]]),
    vendors: [],
    variantsOf: [0],
    prices: [],
    inStock: [],
    facetsOf: [0],
    facets: [],
  };
  for (let last = FIRST_ID; ; ) {
    const portion = rows<Portion>(
      await db.execute(sql`
        select s.product_id::text as id, s.vendor, to_json(s.tags) as tags, (
          select string_agg(concat_ws(' ', x.price, x.in_stock::int, array_to_string(x.facets, ' ')), ';')
          from variant_search x where x.product_id = s.product_id) as variants
        from product_search s where s.product_id > ${last}::uuid and s.published
        order by s.product_id limit ${PORTION}`),
    );
    for (const row of portion) addProduct(grown, row);
    const end = portion.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  return {
    scopes: new Map([...grown.scopes].map(([scope, members]) => [scope, Uint32Array.from(members)])),
    vendors: Int32Array.from(grown.vendors),
    variantsOf: Uint32Array.from(grown.variantsOf),
    prices: Float64Array.from(grown.prices),
    inStock: Uint8Array.from(grown.inStock),
    facetsOf: Uint32Array.from(grown.facetsOf),
    facets: Int32Array.from(grown.facets),
    keys: 1 + grown.facets.reduce((most, key) => Math.max(most, key), 0),
  };
}

/** The index while it is read: how much there will be is not known. */
type Grown = { scopes: Map<number, number[]> } & Record<
  'vendors' | 'variantsOf' | 'prices' | 'inStock' | 'facetsOf' | 'facets',
  number[]
>;

function addProduct(grown: Grown, { vendor, tags, variants }: Portion): void {
  const product = grown.vendors.push(vendor ?? 0) - 1;
  for (const scope of [WHOLE_SHOP, ...tags]) {
    const members = grown.scopes.get(scope);
    if (members) members.push(product);
    else grown.scopes.set(scope, [product]);
  }
  for (const variant of variants?.split(';') ?? []) {
    const [price = 0, inStock = 0, ...facets] = variant.split(' ').map(Number);
    grown.prices.push(price);
    grown.inStock.push(inStock);
    grown.facets.push(...facets);
    grown.facetsOf.push(grown.facets.length);
  }
  grown.variantsOf.push(grown.prices.length);
}

/** Filters that the index knows enough for. */
export type Indexed = Exclude<Narrowing, { kind: 'holes' }>;

export const isIndexed = (filter: Narrowing): filter is Indexed => filter.kind !== 'holes';

/**
 * Counts what the filters leave of the shop or of a category, as `countNarrowed` does: the values of a group are
 * counted without that group's own choice.
 */
export function countIndexed(
  index: FacetIndex,
  scope: number,
  filters: readonly Indexed[],
  vocabulary: Vocabulary,
): Counts {
  const { variantsOf, prices, inStock } = index;
  const fails = filters.map(filter => failing(index, filter));
  const kinds = filters.map(filter => filter.kind);
  const own = filters.map(filter =>
    filter.kind === 'facet' ? flagged(index, groupKeys(vocabulary, filter.name)) : null,
  );
  const counts = { total: 0, maxPrice: 0, inStock: 0, outOfStock: 0 };
  const vendors = new Map<number, number>();
  const facets = facetCounter(index);
  for (const product of index.scopes.get(scope) ?? []) {
    // Whether some variant of the product has all filters, or all but the one of that kind.
    const some = { all: false, in: false, out: false, vendor: false };
    const end = variantsOf[product + 1] ?? 0;
    for (let variant = variantsOf[product] ?? 0; variant < end; variant++) {
      const failed = onlyFailed(fails, product, variant);
      if (failed === SEVERAL) continue;
      const kind = kinds[failed];
      if (kind === undefined) some.all = true;
      if (kind === undefined || kind === 'vendor') some.vendor = true;
      if (kind === undefined || kind === 'stock') some[inStock[variant] ? 'in' : 'out'] = true;
      if (kind === undefined || kind === 'price') {
        counts.maxPrice = Math.max(counts.maxPrice, prices[variant] ?? 0);
      }
      if (kind === undefined || kind === 'facet') facets.add(product, variant, own[failed] ?? null);
    }
    if (some.all) counts.total++;
    if (some.in) counts.inStock++;
    if (some.out) counts.outOfStock++;
    const vendor = index.vendors[product] ?? 0;
    if (some.vendor && vendor > 0) vendors.set(vendor, (vendors.get(vendor) ?? 0) + 1);
  }
  return { ...counts, vendors, facets: facets.counts() };
}

/** Counts each product once by each value; of some values alone where `within` is given. */
function facetCounter({ keys, facetsOf, facets }: FacetIndex) {
  const products = new Uint32Array(keys);
  const lastCounted = new Int32Array(keys).fill(-1);
  return {
    add: (product: number, variant: number, within: Uint8Array | null) => {
      const end = facetsOf[variant + 1] ?? 0;
      for (let at = facetsOf[variant] ?? 0; at < end; at++) {
        const key = facets[at] ?? 0;
        if (lastCounted[key] === product || (within && !within[key])) continue;
        lastCounted[key] = product;
        products[key] = (products[key] ?? 0) + 1;
      }
    },
    counts: () => {
      const counts = new Map<number, number>();
      products.forEach((count, key) => {
        if (count > 0) counts.set(key, count);
      });
      return counts;
    },
  };
}

type Fails = (product: number, variant: number) => boolean;

function failing(index: FacetIndex, filter: Indexed): Fails {
  switch (filter.kind) {
    case 'facet': {
      const chosen = flagged(index, filter.keys);
      return (_product, variant) => {
        const last = index.facetsOf[variant + 1] ?? 0;
        for (let at = index.facetsOf[variant] ?? 0; at < last; at++) {
          if (chosen[index.facets[at] ?? 0]) return false;
        }
        return true;
      };
    }
    case 'vendor': {
      const chosen = new Set(filter.keys);
      return product => !chosen.has(index.vendors[product] ?? 0);
    }
    case 'price': {
      const least = filter.least ?? Number.NEGATIVE_INFINITY;
      const most = filter.most ?? Number.POSITIVE_INFINITY;
      return (_product, variant) => {
        const price = index.prices[variant] ?? 0;
        return price < least || price > most;
      };
    }
    case 'stock':
      return (_product, variant) => Boolean(index.inStock[variant]) !== filter.inStock;
  }
}

const NONE = -1;
const SEVERAL = -2;

/** Which filter alone a variant fails; what fails two is counted nowhere. */
function onlyFailed(fails: readonly Fails[], product: number, variant: number): number {
  let failed = NONE;
  for (let filter = 0; filter < fails.length; filter++) {
    if (!fails[filter]?.(product, variant)) continue;
    if (failed !== NONE) return SEVERAL;
    failed = filter;
  }
  return failed;
}

function flagged(index: FacetIndex, keys: readonly number[]): Uint8Array {
  const flags = new Uint8Array(index.keys);
  for (const key of keys) flags[key] = 1;
  return flags;
}
