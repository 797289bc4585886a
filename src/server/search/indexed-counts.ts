import { type Bits, bitsFor, inAll, isSet, placesIn, setBit, setRange } from '#server/search/bits.ts';
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
  const asked = variantsOf(index, products, suits);
  const passing = filters.map(filter => passingBits(index, products, filter));
  const left = inAll(asked, passing);
  // A listing has at most one filter of each kind but facets, and of these one a group.
  const without = (filter: Indexed | undefined) =>
    filter ? inAll(asked, passing.toSpliced(filters.indexOf(filter), 1)) : left;
  const ofKind = (kind: Indexed['kind']) => without(filters.find(filter => filter.kind === kind));
  const found = leftOf(index, left);
  const facets = countFacets(index, left);
  for (const filter of filters) {
    if (filter.kind !== 'facet') continue;
    const others = without(filter);
    for (const key of groupKeys(vocabulary, filter.name)) facets[key] = countHolders(index, key, others);
  }
  const counts = {
    total: found.products.length,
    maxPrice: highestPrice(index, ofKind('price')),
    ...countStock(index, ofKind('stock')),
    vendors: counted(countVendors(index, ofKind('vendor'))),
    facets: counted(facets),
  };
  return { counts, ...found };
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

/** Variants of these products, or those of them that words ask for. */
function variantsOf(index: FacetIndex, products: Uint32Array, passes: Passes | null): Bits {
  const bits = bitsFor(index.prices.length);
  for (const product of products) {
    const [first, end] = [index.variantsOf[product] ?? 0, index.variantsOf[product + 1] ?? 0];
    if (passes === null) setRange(bits, first, end);
    else
      for (let variant = first; variant < end; variant++) if (passes(product, variant)) setBit(bits, variant);
  }
  return bits;
}

function passingBits(index: FacetIndex, products: Uint32Array, filter: Indexed): Bits {
  switch (filter.kind) {
    case 'facet':
      return withFacet(index, filter.keys);
    case 'vendor': {
      const chosen = new Set(filter.keys);
      const theirs = products.filter(product => chosen.has(index.vendors[product] ?? 0));
      return variantsOf(index, theirs, null);
    }
    case 'price': {
      const least = filter.least ?? Number.NEGATIVE_INFINITY;
      const most = filter.most ?? Number.POSITIVE_INFINITY;
      return variantsOf(index, products, (_product, variant) => {
        const price = index.prices[variant] ?? 0;
        return price >= least && price <= most;
      });
    }
    case 'stock': {
      const wanted = filter.inStock ? 1 : 0;
      return variantsOf(index, products, (_product, variant) => index.inStock[variant] === wanted);
    }
  }
}

/** Variants of the whole shop that have any of these values. */
export function withFacet({ holders, holdersOf, prices }: FacetIndex, keys: readonly number[]): Bits {
  const bits = bitsFor(prices.length);
  for (const key of keys) {
    const end = holdersOf[key + 1] ?? 0;
    for (let at = holdersOf[key] ?? 0; at < end; at++) setBit(bits, holders[at] ?? 0);
  }
  return bits;
}

/** The products of these variants, in the order of ids, with the lowest price of each. */
function leftOf(index: FacetIndex, variants: Bits): Pick<Filtered, 'products' | 'prices'> {
  const places = placesIn(variants, index.variantScratch);
  const products = new Uint32Array(places.length);
  const prices = new Float64Array(places.length);
  let found = 0;
  for (const variant of places) {
    const product = index.productOf[variant] ?? 0;
    const price = index.prices[variant] ?? 0;
    if (found > 0 && products[found - 1] === product) {
      prices[found - 1] = Math.min(prices[found - 1] ?? 0, price);
    } else {
      products[found] = product;
      prices[found++] = price;
    }
  }
  return { products: products.subarray(0, found), prices: prices.subarray(0, found) };
}

/** How many products have each value, by its key. */
function countFacets(
  { facetKeys, facetsOf, facets, productOf, variantScratch }: FacetIndex,
  variants: Bits,
): Uint32Array {
  const products = new Uint32Array(facetKeys);
  // The product that each value was counted for last, counted from one.
  const lastCounted = new Uint32Array(facetKeys);
  for (const variant of placesIn(variants, variantScratch)) {
    const product = 1 + (productOf[variant] ?? 0);
    const end = facetsOf[variant + 1] ?? 0;
    for (let at = facetsOf[variant] ?? 0; at < end; at++) {
      const key = facets[at] ?? 0;
      if (lastCounted[key] === product) continue;
      lastCounted[key] = product;
      products[key] = (products[key] ?? 0) + 1;
    }
  }
  return products;
}

/** How many products have one of these variants with this value. */
function countHolders({ holders, holdersOf, productOf }: FacetIndex, key: number, variants: Bits): number {
  let [count, last] = [0, -1];
  const end = holdersOf[key + 1] ?? 0;
  for (let at = holdersOf[key] ?? 0; at < end; at++) {
    const variant = holders[at] ?? 0;
    const product = productOf[variant] ?? 0;
    if (product === last || !isSet(variants, variant)) continue;
    last = product;
    count++;
  }
  return count;
}

function countVendors(
  { vendorKeys, vendors, productOf, variantScratch }: FacetIndex,
  variants: Bits,
): Uint32Array {
  const products = new Uint32Array(vendorKeys);
  let last = -1;
  for (const variant of placesIn(variants, variantScratch)) {
    const product = productOf[variant] ?? 0;
    if (product === last) continue;
    last = product;
    const vendor = vendors[product] ?? 0;
    products[vendor] = (products[vendor] ?? 0) + 1;
  }
  products[0] = 0;
  return products;
}

/** Products with a variant that is in stock, and with one that is not. */
function countStock({ inStock, productOf, variantScratch }: FacetIndex, variants: Bits) {
  const counts = [0, 0];
  const last = [-1, -1];
  for (const variant of placesIn(variants, variantScratch)) {
    const product = productOf[variant] ?? 0;
    const side = inStock[variant] ?? 0;
    if (last[side] === product) continue;
    last[side] = product;
    counts[side] = (counts[side] ?? 0) + 1;
  }
  const [outOfStock = 0, some = 0] = counts;
  return { inStock: some, outOfStock };
}

function highestPrice({ prices, variantScratch }: FacetIndex, variants: Bits): number {
  let most = 0;
  for (const variant of placesIn(variants, variantScratch)) most = Math.max(most, prices[variant] ?? 0);
  return most;
}

/** By key, where there are any. */
function counted(products: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  products.forEach((count, key) => {
    if (count > 0) counts.set(key, count);
  });
  return counts;
}
