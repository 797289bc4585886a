import type { Counts } from '#server/listing/facet-counts.ts';
import type { FacetIndex, IndexDraft } from '#server/listing/facet-index.ts';

/** A product's place in an index, and in the draft that has it as it stands now. */
export interface Edited {
  at: number;
  drafted: number;
}

/** Numbers by product that an edit may change without moving anything. */
const OF_PRODUCT = ['writers', 'heads', 'purchased', 'vendors', 'sale', 'createdDays'] as const;
const OF_VARIANT = ['prices', 'inStock'] as const;

/**
 * Whether a product has as many variants as before, with the same values, sizes and tags: then its title, price and
 * stock can be written where they stand, and no array of a hundred thousand has to be copied.
 */
export function hasSameShape(index: FacetIndex, draft: IndexDraft, { at, drafted }: Edited): boolean {
  const variants = sameSpan(index.variantsOf, draft.variantsOf, at, drafted, 1);
  if (!variants) return false;
  const { from, draftFrom, length } = variants;
  return (
    haveSame([index.facetsOf, index.facets], [draft.facetsOf, draft.facets], from, draftFrom, length) &&
    haveSame([index.sizesOf, index.sizes], [draft.sizesOf, draft.sizes], from, draftFrom, length) &&
    hasSameTags(index, draft, { at, drafted })
  );
}

type List = ArrayLike<number>;

/** Returns the span of what owners have, if each has as many as in the draft. */
function sameSpan(firsts: List, draftFirsts: List, at: number, drafted: number, owners: number) {
  const [from, draftFrom] = [firsts[at] ?? 0, draftFirsts[drafted] ?? 0];
  for (let nth = 1; nth <= owners; nth++) {
    if ((firsts[at + nth] ?? 0) - from !== (draftFirsts[drafted + nth] ?? 0) - draftFrom) return null;
  }
  return { from, draftFrom, length: (firsts[at + owners] ?? 0) - from };
}

function haveSame(
  [firsts, values]: [List, List],
  [draftFirsts, draftValues]: [List, List],
  at: number,
  drafted: number,
  owners: number,
): boolean {
  const span = sameSpan(firsts, draftFirsts, at, drafted, owners);
  if (!span) return false;
  for (let nth = 0; nth < span.length; nth++) {
    if (values[span.from + nth] !== draftValues[span.draftFrom + nth]) return false;
  }
  return true;
}

function hasSameTags({ scopes }: FacetIndex, draft: IndexDraft, { at, drafted }: Edited): boolean {
  for (const [scope, members] of scopes) {
    if (isMember(members, at) !== (draft.scopes.get(scope)?.includes(drafted) ?? false)) return false;
  }
  return [...draft.scopes].every(([scope, places]) => scopes.has(scope) || !places.includes(drafted));
}

/** By halves: members rise. */
function isMember(members: Uint32Array, product: number): boolean {
  const place = firstNot(members.length, at => (members[at] ?? 0) < product);
  return members[place] === product;
}

/** The first of rising places for which it no longer holds. */
export function firstNot(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Writes products of the same shape where they stand. Those who have the index in hand read from then on what is true
 * now; no place in it means another product or variant than before.
 */
export function editInPlace(index: FacetIndex, draft: IndexDraft, edits: readonly Edited[]): void {
  for (const edit of edits) {
    const forget = forgetting(index, edit);
    editOne(index, draft, edit);
    forget();
  }
  index.headNames.splice(0, index.headNames.length, ...draft.headNames.keys());
}

function editOne(index: FacetIndex, draft: IndexDraft, { at, drafted }: Edited): void {
  const before = keysOf(index, at);
  for (const name of OF_PRODUCT) index[name][at] = draft[name][drafted] ?? 0;
  const [from, to] = [index.variantsOf[at] ?? 0, index.variantsOf[at + 1] ?? 0];
  const draftFrom = draft.variantsOf[drafted] ?? 0;
  for (const name of OF_VARIANT) {
    for (let nth = 0; nth < to - from; nth++) index[name][from + nth] = draft[name][draftFrom + nth] ?? 0;
  }
  index.titles[at] = draft.titles[drafted] ?? '';
  index.vendorKeys = Math.max(index.vendorKeys, 1 + (index.vendors[at] ?? 0));
  const now = keysOf(index, at);
  if (now.title !== before.title) rerank(index, index.titleRanks, at, byTitle(index.titles));
  if (now.purchased !== before.purchased) rerank(index, index.popularityRanks, at, byPopularity(index));
  if (now.price !== before.price) rerank(index, index.priceRanks, at, byLowestPrice(index));
}

const keysOf = (index: FacetIndex, at: number) => ({
  title: index.titles[at],
  purchased: index.purchased[at],
  price: lowestPrice(index, at),
});

type Order = (a: number, b: number) => number;

/** Compares titles by bytes, as the database does. */
export const byTitle =
  (titles: readonly string[]): Order =>
  (a, b) =>
    Buffer.compare(Buffer.from(titles[a] ?? ''), Buffer.from(titles[b] ?? ''));

export const byPopularity =
  ({ purchased }: Pick<FacetIndex, 'purchased'>): Order =>
  (a, b) =>
    (purchased[b] ?? 0) - (purchased[a] ?? 0);

export const byLowestPrice =
  (index: Pick<FacetIndex, 'prices' | 'variantsOf'>): Order =>
  (a, b) =>
    lowestPrice(index, a) - lowestPrice(index, b);

function lowestPrice(
  { prices, variantsOf }: Pick<FacetIndex, 'prices' | 'variantsOf'>,
  product: number,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = variantsOf[product] ?? 0; at < (variantsOf[product + 1] ?? 0); at++)
    least = Math.min(least, prices[at] ?? 0);
  return least;
}

/** Moves one product to its place in an order, in which all others stand right. Equals stand in the order of ids. */
function rerank(index: FacetIndex, ranks: Uint32Array, product: number, compare: Order): void {
  const inOrder = index.productScratch;
  for (let place = 0; place < ranks.length; place++) inOrder[ranks[place] ?? 0] = place;
  const from = ranks[product] ?? 0;
  const other = (nth: number) => inOrder[nth < from ? nth : nth + 1] ?? 0;
  const to = firstNot(ranks.length - 1, nth => (compare(other(nth), product) || other(nth) - product) < 0);
  for (let rank = from; rank > to; rank--) ranks[inOrder[rank - 1] ?? 0] = rank;
  for (let rank = from; rank < to; rank++) ranks[inOrder[rank + 1] ?? 0] = rank;
  ranks[product] = to;
  inOrder.fill(0);
}

/**
 * Drops what the index remembers, once one product was edited. Counts stay where nothing of it is counted otherwise,
 * and it was and is not the dearest: they pass over every variant of the shop.
 */
function forgetting(index: FacetIndex, { at }: Edited): () => void {
  const before = countedOf(index, at);
  return () => {
    const now = countedOf(index, at);
    const isSame = before.others === now.others;
    for (const [key, value] of index.memory) {
      const { maxPrice } = value as Partial<Counts>;
      const isKept =
        isSame && isCounts(key) && maxPrice !== undefined && Math.max(before.most, now.most) < maxPrice;
      if (!isKept) index.memory.delete(key);
    }
  };
}

const COUNTS = 'counts ';

/** The key under which an index remembers the counts of a scope. */
export const countsKey = (scope: number): string => `${COUNTS}${scope}`;
const isCounts = (key: string): boolean => key.startsWith(COUNTS);

function countedOf({ vendors, prices, inStock, variantsOf }: FacetIndex, at: number) {
  const [from, to] = [variantsOf[at] ?? 0, variantsOf[at + 1] ?? 0];
  return {
    others: `${vendors[at]} ${inStock.subarray(from, to).join()}`,
    most: prices.subarray(from, to).reduce((most, price) => Math.max(most, price), 0),
  };
}
