import { type FacetIndex, idAt } from '#server/listing/facet-index.ts';
import type { ProductSort } from '#shared/constants.ts';

/** Products in the order of ids, and what they are ordered by. */
export interface Ordered {
  products: Uint32Array;
  /** Cents, beside the products; null: the lowest of each. */
  prices: Float64Array | null;
  /** Null: all fit alike. */
  fitsOf: ((products: Uint32Array) => Uint32Array) | null;
}

/** The ids of one page, in the order that the database gives without the index. */
export function pageIndexed(
  index: FacetIndex,
  found: Ordered,
  sort: ProductSort | 'fit',
  { offset, limit }: { offset: number; limit: number },
): string[] {
  if (offset >= found.products.length) return [];
  const isBackwards = sort === 'title_desc' || sort === 'price_desc';
  const inOrder = orderedBy(index, found, sort);
  const end = inOrder.length - offset;
  const page = isBackwards
    ? inOrder.slice(Math.max(0, end - limit), end).reverse()
    : inOrder.slice(offset, offset + limit);
  return Array.from(page, product => idAt(index, product));
}

function orderedBy(index: FacetIndex, found: Ordered, sort: ProductSort | 'fit'): Uint32Array {
  switch (sort) {
    case 'title_asc':
    case 'title_desc':
      return ranked(index, found.products, index.titleRanks);
    case 'popularity':
      return ranked(index, found.products, index.popularityRanks);
    case 'price_asc':
    case 'price_desc':
      return found.prices
        ? byPrice(found.products, found.prices)
        : ranked(index, found.products, index.priceRanks);
    case 'fit':
      return byFit(index, found);
  }
}

/** In the order of their ranks: each is put on its own place of a long row, whose gaps are then closed. */
function ranked({ productScratch: row }: FacetIndex, products: Uint32Array, ranks: Uint32Array): Uint32Array {
  for (const product of products) row[ranks[product] ?? 0] = product + 1;
  const closed = new Uint32Array(products.length);
  let count = 0;
  for (let rank = 0; count < closed.length; rank++) {
    const taken = row[rank] ?? 0;
    if (taken === 0) continue;
    closed[count++] = taken - 1;
    row[rank] = 0;
  }
  return closed;
}

/** Sorted as single numbers, which takes a tenth of the time of comparing pairs; exact up to 2^53. */
function byPrice(products: Uint32Array, prices: Float64Array): Uint32Array {
  const count = products.length;
  const keys = prices.map((price, at) => price * count + at).sort();
  return Uint32Array.from(keys, key => products[key % count] ?? 0);
}

/** The best first, and among equals the popular: dealt out to as many heaps as there are fits. */
function byFit(index: FacetIndex, { products, fitsOf }: Ordered): Uint32Array {
  const popular = ranked(index, products, index.popularityRanks);
  if (!fitsOf) return popular;
  const fits = fitsOf(popular);
  const most = fits.reduce((best, fit) => Math.max(best, fit), 0);
  const heaps = new Uint32Array(most + 1);
  for (const fit of fits) heaps[fit] = (heaps[fit] ?? 0) + 1;
  let above = 0;
  for (let fit = most; fit >= 0; fit--) {
    const size = heaps[fit] ?? 0;
    heaps[fit] = above;
    above += size;
  }
  const dealt = new Uint32Array(popular.length);
  for (let at = 0; at < popular.length; at++) {
    const fit = fits[at] ?? 0;
    const place = heaps[fit] ?? 0;
    dealt[place] = popular[at] ?? 0;
    heaps[fit] = place + 1;
  }
  return dealt;
}
