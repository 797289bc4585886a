import { type Counts, WHOLE_SHOP } from '#server/search/facet-counts.ts';
import type { FacetIndex } from '#server/search/facet-index.ts';
import type { Narrowing } from '#server/search/filtered-counts.ts';
import { groupKeys, type Vocabulary } from '#server/search/vocabulary.ts';

/** Filters that the index knows enough for. */
export type Indexed = Exclude<Narrowing, { kind: 'holes' }>;

export const isIndexed = (filter: Narrowing): filter is Indexed => filter.kind !== 'holes';

/** Whether a variant has what a filter, or words, ask of one. */
export type Passes = (product: number, variant: number) => boolean;

export interface Filtered {
  counts: Counts;
  /** What the filters leave, in the order of ids. */
  products: Uint32Array;
  /** The lowest price in cents among the variants of each that have everything. */
  prices: Float64Array;
}

/**
 * What the filters leave of these products, counted as `countNarrowed` and `countProducts` do: the values of a group
 * are counted without that group's own choice.
 */
export function filterIndexed(
  index: FacetIndex,
  products: Uint32Array,
  filters: readonly Indexed[],
  vocabulary: Vocabulary,
  suits: Passes | null = null,
): Filtered {
  const { variantsOf, prices: priceOf } = index;
  const failed = filters.length > 0 || suits ? failuresOf(index, products, filters, suits) : null;
  const tally = createTally(index, filters, vocabulary);
  const left = new Uint32Array(products.length);
  const prices = new Float64Array(products.length);
  let total = 0;
  for (const product of products) {
    let price = Number.POSITIVE_INFINITY;
    const end = variantsOf[product + 1] ?? 0;
    for (let variant = variantsOf[product] ?? 0; variant < end; variant++) {
      const failure = failed === null ? NONE : (failed[variant] ?? SEVERAL);
      if (failure === SEVERAL) continue;
      tally.add(product, variant, failure);
      if (failure === NONE) price = Math.min(price, priceOf[variant] ?? 0);
    }
    tally.endProduct(product);
    if (price === Number.POSITIVE_INFINITY) continue;
    left[total] = product;
    prices[total] = price;
    total++;
  }
  return {
    counts: { total, ...tally.counts() },
    products: left.subarray(0, total),
    prices: prices.subarray(0, total),
  };
}

/** Products that have any of each list of tags, out of `found` or of the whole shop. */
export function taggedProducts(
  { scopes, titles }: FacetIndex,
  lists: readonly (readonly number[])[],
  found?: Uint32Array,
): Uint32Array {
  const [first, ...others] = lists;
  const [only, ...more] = first ?? [WHOLE_SHOP];
  if (!found && others.length === 0 && more.length === 0) return scopes.get(only ?? -1) ?? new Uint32Array();
  return lists.reduce(
    (products, keys) => {
      const tagged = new Uint8Array(titles.length);
      for (const key of keys) for (const product of scopes.get(key) ?? []) tagged[product] = 1;
      return products.filter(product => tagged[product] === 1);
    },
    found ?? scopes.get(WHOLE_SHOP) ?? new Uint32Array(),
  );
}

/** Which filter alone a variant fails, counted from one; what fails two is counted nowhere. */
const NONE = 0;
const SEVERAL = 65_535;

/** By variant; others than of these products mean nothing. Filter by filter: each is a short loop of its own. */
function failuresOf(
  index: FacetIndex,
  products: Uint32Array,
  filters: readonly Indexed[],
  suits: Passes | null,
): Uint16Array {
  const { variantsOf, variantScratch: failed } = index;
  const pass = (passes: Passes, failure: number) => {
    for (const product of products) {
      const end = variantsOf[product + 1] ?? 0;
      for (let variant = variantsOf[product] ?? 0; variant < end; variant++) {
        if (failed[variant] === SEVERAL || passes(product, variant)) continue;
        failed[variant] = failed[variant] === NONE ? failure : SEVERAL;
      }
    }
  };
  // What an earlier question left there, of these products alone: of a quarter of a million few are asked for.
  for (const product of products) {
    const end = variantsOf[product + 1] ?? 0;
    for (let variant = variantsOf[product] ?? 0; variant < end; variant++) failed[variant] = NONE;
  }
  if (suits) pass(suits, SEVERAL);
  filters.forEach((filter, at) => {
    pass(passing(index, filter), at + 1);
  });
  return failed;
}

function passing(index: FacetIndex, filter: Indexed): Passes {
  switch (filter.kind) {
    case 'facet':
      return hasFacet(index, filter.keys);
    case 'vendor': {
      const chosen = new Set(filter.keys);
      return product => chosen.has(index.vendors[product] ?? 0);
    }
    case 'price': {
      const least = filter.least ?? Number.NEGATIVE_INFINITY;
      const most = filter.most ?? Number.POSITIVE_INFINITY;
      return (_product, variant) => {
        const price = index.prices[variant] ?? 0;
        return price >= least && price <= most;
      };
    }
    case 'stock': {
      const wanted = filter.inStock ? 1 : 0;
      return (_product, variant) => index.inStock[variant] === wanted;
    }
  }
}

/** Whether a variant has any of these values. */
export function hasFacet(index: FacetIndex, keys: readonly number[]): Passes {
  const { facetsOf, facets } = index;
  const chosen = flagged(index, keys);
  return (_product, variant) => {
    const end = facetsOf[variant + 1] ?? 0;
    for (let at = facetsOf[variant] ?? 0; at < end; at++) if (chosen[facets[at] ?? 0]) return true;
    return false;
  };
}

function flagged(index: FacetIndex, keys: readonly number[]): Uint8Array {
  const flags = new Uint8Array(index.facetKeys);
  for (const key of keys) flags[key] = 1;
  return flags;
}

/** Adds up what is counted besides how many there are. */
function createTally(index: FacetIndex, filters: readonly Indexed[], vocabulary: Vocabulary) {
  const { inStock, prices } = index;
  // A listing has at most one filter of these kinds each.
  const numberOf = (kind: Indexed['kind']) => 1 + filters.findIndex(filter => filter.kind === kind);
  const [vendorFails, stockFails, priceFails] = [numberOf('vendor'), numberOf('stock'), numberOf('price')];
  const own = filters.map(filter =>
    filter.kind === 'facet' ? flagged(index, groupKeys(vocabulary, filter.name)) : null,
  );
  const facets = facetCounter(index);
  const vendors = new Uint32Array(index.vendorKeys);
  let [maxPrice, productsIn, productsOut] = [0, 0, 0];
  let [isVendors, isIn, isOut] = [false, false, false];
  return {
    add: (product: number, variant: number, failure: number) => {
      const passes = failure === NONE;
      if (passes || failure === vendorFails) isVendors = true;
      if (passes || failure === stockFails) {
        if (inStock[variant] === 1) isIn = true;
        else isOut = true;
      }
      const price = prices[variant] ?? 0;
      if (price > maxPrice && (passes || failure === priceFails)) maxPrice = price;
      const within = passes ? null : own[failure - 1];
      if (passes || within) facets.add(product, variant, within ?? null);
    },
    endProduct: (product: number) => {
      if (isIn) productsIn++;
      if (isOut) productsOut++;
      const vendor = index.vendors[product] ?? 0;
      if (isVendors) vendors[vendor] = (vendors[vendor] ?? 0) + 1;
      isVendors = isIn = isOut = false;
    },
    counts: () => {
      vendors[0] = 0;
      return {
        maxPrice,
        inStock: productsIn,
        outOfStock: productsOut,
        vendors: counted(vendors),
        facets: counted(facets.products),
      };
    },
  };
}

/** Counts each product once by each value; of some values alone where `within` is given. */
function facetCounter({ facetKeys, facetsOf, facets }: FacetIndex) {
  const products = new Uint32Array(facetKeys);
  const lastCounted = new Int32Array(facetKeys).fill(-1);
  return {
    products,
    add: (product: number, variant: number, within: Uint8Array | null) => {
      const end = facetsOf[variant + 1] ?? 0;
      for (let at = facetsOf[variant] ?? 0; at < end; at++) {
        const key = facets[at] ?? 0;
        if (lastCounted[key] === product || (within !== null && within[key] === 0)) continue;
        lastCounted[key] = product;
        products[key] = (products[key] ?? 0) + 1;
      }
    },
  };
}

/** By key, where there are any. */
function counted(products: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  products.forEach((count, key) => {
    if (count > 0) counts.set(key, count);
  });
  return counts;
}
