import { type Bits, inAll, isSet, placesIn } from '#server/listing/bits.ts';
import { type Counts, WHOLE_SHOP } from '#server/listing/facet-counts.ts';
import type { FacetIndex } from '#server/listing/facet-index.ts';
import { variantsOf } from '#server/listing/indexed-variants.ts';
import { type Indexed, passing } from '#server/listing/narrowing.ts';
import { groupKeys, type Vocabulary } from '#server/search/vocabulary.ts';

export interface Filtered {
  counts: Counts;
  /** The products that the filters leave, in the order of ids. */
  products: Uint32Array;
  /** The lowest price in cents among the variants of each that have everything. */
  prices: Float64Array;
}

/**
 * Returns what the filters leave of these products, counted as `countNarrowed` and `countProducts` do: the values of a
 * group are counted without that group's own choice.
 */
export function filterIndexed(
  index: FacetIndex,
  products: Uint32Array,
  filters: readonly Indexed[],
  vocabulary: Vocabulary,
  suiting: Bits | null = null,
): Filtered {
  const asked = askedOf(index, products, suiting);
  const passed = filters.map(filter => passing(index, products, filter));
  const all = inAll(asked, passed);
  const left = tallied(index, all);
  const facets = countFacets(index, all);
  let [ofPrice, ofStock, ofVendor] = [left, left, left];
  // A listing has at most one filter of each kind but facets, and of these one a group.
  filters.forEach((filter, at) => {
    const others = inAll(asked, passed.toSpliced(at, 1));
    if (filter.kind === 'facet') {
      for (const key of groupKeys(vocabulary, filter.name)) facets[key] = countHolders(index, key, others);
    } else {
      const counts = tallied(index, others);
      if (filter.kind === 'price') ofPrice = counts;
      if (filter.kind === 'stock') ofStock = counts;
      if (filter.kind === 'vendor') ofVendor = counts;
    }
  });
  return {
    counts: {
      total: left.products.length,
      maxPrice: ofPrice.maxPrice,
      inStock: ofStock.inStock,
      outOfStock: ofStock.outOfStock,
      vendors: counted(ofVendor.vendors),
      facets: counted(facets),
    },
    products: left.products,
    prices: left.prices,
  };
}

/** How many of these products the filters leave with each of these values. */
export function countValues(
  index: FacetIndex,
  products: Uint32Array,
  filters: readonly Indexed[],
  suiting: Bits | null,
  keys: readonly number[],
): Map<number, number> {
  const left = inAll(
    askedOf(index, products, suiting),
    filters.map(filter => passing(index, products, filter)),
  );
  return new Map(keys.map(key => [key, countHolders(index, key, left)]));
}

const askedOf = (index: FacetIndex, products: Uint32Array, suiting: Bits | null): Bits =>
  inAll(variantsOf(index, products, null), suiting ? [suiting] : []);

/** Keeps of these values those that any of these variants has. */
export const valuesHeld = (index: FacetIndex, keys: readonly number[], variants: Bits): number[] =>
  keys.filter(key => countHolders(index, key, variants) > 0);

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

/** Counts these variants by all but facets, and lists their products in the order of ids with the lowest price. */
function tallied(index: FacetIndex, variants: Bits) {
  const places = placesIn(variants, index.variantScratch);
  const products = new Uint32Array(Math.min(places.length, index.vendors.length));
  const prices = new Float64Array(products.length);
  const vendors = new Uint32Array(index.vendorKeys);
  let [total, maxPrice, inStock, outOfStock] = [0, 0, 0, 0];
  let [last, isIn, isOut] = [-1, false, false];
  for (const variant of places) {
    const product = index.productOf[variant] ?? 0;
    const price = index.prices[variant] ?? 0;
    if (product !== last) {
      last = product;
      isIn = isOut = false;
      products[total] = product;
      prices[total++] = price;
      const vendor = index.vendors[product] ?? 0;
      vendors[vendor] = (vendors[vendor] ?? 0) + 1;
    } else if (price < (prices[total - 1] ?? 0)) prices[total - 1] = price;
    if (price > maxPrice) maxPrice = price;
    if (index.inStock[variant] === 1) {
      if (!isIn) inStock++;
      isIn = true;
    } else {
      if (!isOut) outOfStock++;
      isOut = true;
    }
  }
  vendors[0] = 0;
  return {
    products: products.subarray(0, total),
    prices: prices.subarray(0, total),
    vendors,
    maxPrice,
    inStock,
    outOfStock,
  };
}

/** How many products have each value, by its key. */
function countFacets(index: FacetIndex, variants: Bits): Uint32Array {
  const { facetKeys, facetsOf, facets, productOf, variantScratch } = index;
  const products = new Uint32Array(facetKeys);
  const lastCounted = new Int32Array(facetKeys).fill(-1);
  for (const variant of placesIn(variants, variantScratch)) {
    const product = productOf[variant] ?? 0;
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

/** By key, where there are any. */
function counted(products: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  products.forEach((count, key) => {
    if (count > 0) counts.set(key, count);
  });
  return counts;
}
