import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import {
  byLowestPrice,
  byPopularity,
  byTitle,
  editInPlace,
  firstNot,
  hasSameShape,
} from '#server/listing/edit-in-place.ts';
import {
  addProduct,
  bytesOf,
  emptyDraft,
  type FacetIndex,
  finderIn,
  holdersIn,
  ID_BYTES,
  type IndexDraft,
  most,
  ownersOf,
  readProducts,
} from '#server/listing/facet-index.ts';

/** More are put into copies in less time. */
const MAX_IN_PLACE = 20;

/**
 * The index with these products as they stand now, which are read by themselves. The usual edit, of a title, a price or
 * stock, is written into the index that there is; any other into copies of the arrays that it changes: ten milliseconds
 * at a hundred thousand products, where a load takes seconds.
 */
export async function patchIndex(db: Db, index: FacetIndex, ids: readonly string[]): Promise<FacetIndex> {
  const draft = emptyDraft(index.headNames);
  const found = await readProducts(db, sql`s.product_id = any(${sql.param([...ids])}::uuid[])`);
  for (const row of found) addProduct(draft, row);
  const edits = editsOf(index, ids, draft);
  if (edits.length === 0) return index;
  const inPlace = edits.flatMap(({ at, isThere, drafted }) =>
    isThere && drafted !== null ? [{ at, drafted }] : [],
  );
  const areAll = inPlace.length === edits.length && edits.length <= MAX_IN_PLACE;
  if (!areAll || !inPlace.every(edit => hasSameShape(index, draft, edit))) return merged(index, draft, edits);
  editInPlace(index, draft, inPlace);
  return index;
}

/** Takes one product from its place in the index to its place in the draft; null is none. */
interface Edit {
  /** Its place in the index, or the one that it would have. */
  at: number;
  isThere: boolean;
  drafted: number | null;
}

function editsOf(index: FacetIndex, ids: readonly string[], draft: IndexDraft): Edit[] {
  const sorted = [...new Set(ids)].map(bytesOf).sort(Buffer.compare);
  const drafted = new Map(draft.ids.map((id, place) => [id.toString('hex'), place]));
  return sorted
    .map(id => {
      const at = placeOf(index.ids, id);
      const isThere = id.equals(index.ids.subarray(at * ID_BYTES, (at + 1) * ID_BYTES));
      return { at, isThere, drafted: drafted.get(id.toString('hex')) ?? null };
    })
    .filter(({ isThere, drafted }) => isThere || drafted !== null);
}

/** The first place whose id is not lower. */
const placeOf = (ids: Buffer, id: Buffer): number =>
  firstNot(ids.length / ID_BYTES, at => ids.compare(id, 0, ID_BYTES, at * ID_BYTES, (at + 1) * ID_BYTES) < 0);

function merged(index: FacetIndex, draft: IndexDraft, edits: readonly Edit[]): FacetIndex {
  const products = edits.map(({ at, isThere, drafted }) => stretch(at, isThere ? 1 : 0, drafted, 1));
  const variants = products.map(one => within(one, index.variantsOf, draft.variantsOf));
  const facetStretches = variants.map(one => within(one, index.facetsOf, draft.facetsOf));
  const sizeStretches = variants.map(one => within(one, index.sizesOf, draft.sizesOf));
  const ofProducts = <T extends Numbers>(old: T, drafted: readonly number[]) =>
    spliced(old, drafted, products);
  const ofVariants = <T extends Numbers>(old: T, drafted: readonly number[]) =>
    spliced(old, drafted, variants);

  const ids = splicedIds(index.ids, draft.ids, products);
  const variantsOf = splicedFirsts(index.variantsOf, draft.variantsOf, products);
  const facetsOf = splicedFirsts(index.facetsOf, draft.facetsOf, variants);
  const facets = spliced(index.facets, draft.facets, facetStretches);
  const facetKeys = Math.max(index.facetKeys, 1 + most(draft.facets));
  const haveSameFacets =
    facets === index.facets && facetsOf === index.facetsOf && facetKeys === index.facetKeys;
  const prices = ofVariants(index.prices, draft.prices);
  const purchased = ofProducts(index.purchased, draft.purchased);
  const titles = splicedTitles(index.titles, draft.titles, products);
  const moves = movesOf(index, ids.length / ID_BYTES, edits);
  return {
    lineage: index.lineage,
    ids,
    writers: ofProducts(index.writers, draft.writers),
    titles,
    heads: ofProducts(index.heads, draft.heads),
    headNames: [...draft.headNames.keys()],
    purchased,
    titleRanks: reranked(index.titleRanks, moves, byTitle(titles)),
    popularityRanks: reranked(index.popularityRanks, moves, byPopularity({ purchased })),
    priceRanks: reranked(index.priceRanks, moves, byLowestPrice({ prices, variantsOf })),
    scopes: movedScopes(index.scopes, draft.scopes, moves),
    vendors: ofProducts(index.vendors, draft.vendors),
    sale: ofProducts(index.sale, draft.sale),
    createdDays: ofProducts(index.createdDays, draft.createdDays),
    variantsOf,
    prices,
    inStock: ofVariants(index.inStock, draft.inStock),
    productOf: variantsOf === index.variantsOf ? index.productOf : ownersOf(variantsOf),
    facetsOf,
    facets,
    ...(haveSameFacets ? holdersAgain(index) : holdersIn(facetsOf, facets, facetKeys)),
    sizesOf: splicedFirsts(index.sizesOf, draft.sizesOf, variants),
    sizes: spliced(index.sizes, draft.sizes, sizeStretches),
    facetKeys,
    vendorKeys: Math.max(index.vendorKeys, 1 + most(draft.vendors)),
    eachPlace: ids === index.ids ? index.eachPlace : finderIn(ids),
    productScratch: new Uint32Array(ids.length / ID_BYTES),
    variantScratch: new Uint32Array(prices.length),
    memory: new Map(),
  };
}

const holdersAgain = ({ holdersOf, holders }: FacetIndex) => ({ holdersOf, holders });

type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** Places from … up to … of an old array, in whose stead such places of the draft's come. */
interface Stretch {
  from: number;
  to: number;
  draftFrom: number;
  draftTo: number;
}

const stretch = (from: number, length: number, drafted: number | null, draftLength: number): Stretch => ({
  from,
  to: from + length,
  draftFrom: drafted ?? 0,
  draftTo: drafted === null ? 0 : drafted + draftLength,
});

/** The stretch of what the places of another stretch have, by their first places. */
const within = (outer: Stretch, firsts: ArrayLike<number>, draftFirsts: readonly number[]): Stretch => ({
  from: firsts[outer.from] ?? 0,
  to: firsts[outer.to] ?? 0,
  draftFrom: draftFirsts[outer.draftFrom] ?? 0,
  draftTo: draftFirsts[outer.draftTo] ?? 0,
});

const lengthAfter = (length: number, stretches: readonly Stretch[]): number =>
  stretches.reduce(
    (sum, { from, to, draftFrom, draftTo }) => sum - (to - from) + (draftTo - draftFrom),
    length,
  );

/** A copy with the draft's values in place of stretches; the array itself where they are what it has already. */
function spliced<T extends Numbers>(old: T, draft: readonly number[], stretches: readonly Stretch[]): T {
  if (stretches.every(one => isEqual(old, draft, one))) return old;
  const made = new (old.constructor as new (length: number) => T)(lengthAfter(old.length, stretches));
  let [read, written] = [0, 0];
  for (const { from, to, draftFrom, draftTo } of stretches) {
    made.set(old.subarray(read, from) as never, written);
    written += from - read;
    for (let at = draftFrom; at < draftTo; at++) made[written++] = draft[at] ?? 0;
    read = to;
  }
  made.set(old.subarray(read) as never, written);
  return made;
}

function isEqual(old: Numbers, draft: readonly number[], { from, to, draftFrom, draftTo }: Stretch): boolean {
  if (to - from !== draftTo - draftFrom) return false;
  for (let at = from; at < to; at++) if (old[at] !== draft[draftFrom + at - from]) return false;
  return true;
}

function splicedIds(old: Buffer, draft: readonly Buffer[], stretches: readonly Stretch[]): Buffer {
  if (stretches.every(({ from, to, draftFrom, draftTo }) => to - from === draftTo - draftFrom)) return old;
  const parts: Buffer[] = [];
  let read = 0;
  for (const { from, to, draftFrom, draftTo } of stretches) {
    parts.push(old.subarray(read * ID_BYTES, from * ID_BYTES), ...draft.slice(draftFrom, draftTo));
    read = to;
  }
  return Buffer.concat([...parts, old.subarray(read * ID_BYTES)]);
}

function splicedTitles(old: string[], draft: readonly string[], stretches: readonly Stretch[]): string[] {
  const parts: string[][] = [];
  let read = 0;
  for (const { from, to, draftFrom, draftTo } of stretches) {
    parts.push(old.slice(read, from), draft.slice(draftFrom, draftTo));
    read = to;
  }
  return parts.concat([old.slice(read)]).flat();
}

/** First places anew, of as many as each owner has; the same array where each has as many as before. */
function splicedFirsts(
  old: Uint32Array,
  draft: readonly number[],
  stretches: readonly Stretch[],
): Uint32Array {
  const lengthsOf = (firsts: ArrayLike<number>, from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => (firsts[from + at + 1] ?? 0) - (firsts[from + at] ?? 0));
  const isSame = stretches.every(
    ({ from, to, draftFrom, draftTo }) =>
      lengthsOf(old, from, to).join() === lengthsOf(draft, draftFrom, draftTo).join(),
  );
  if (isSame) return old;
  const made = new Uint32Array(lengthAfter(old.length, stretches));
  let [read, written, total] = [0, 0, 0];
  const keepUpTo = (end: number) => {
    for (; read < end; read++) {
      made[written++] = total;
      total += (old[read + 1] ?? 0) - (old[read] ?? 0);
    }
  };
  for (const { from, to, draftFrom, draftTo } of stretches) {
    keepUpTo(from);
    for (const length of lengthsOf(draft, draftFrom, draftTo)) {
      made[written++] = total;
      total += length;
    }
    read = to;
  }
  keepUpTo(old.length - 1);
  made[written] = total;
  return made;
}

/** Lead products from their old places to their new ones. */
interface Moves {
  /** By old place: the new one, or -1 for those that are edited. */
  to: Int32Array;
  /** New places of the edited, by their place in the draft. */
  edited: number[];
  products: number;
}

function movesOf({ titles }: FacetIndex, products: number, edits: readonly Edit[]): Moves {
  const to = new Int32Array(titles.length);
  const edited: number[] = [];
  let [read, written] = [0, 0];
  const keepUpTo = (end: number) => {
    while (read < end) to[read++] = written++;
  };
  for (const { at, isThere, drafted } of edits) {
    keepUpTo(at);
    if (isThere) to[read++] = -1;
    if (drafted !== null) edited[drafted] = written++;
  }
  keepUpTo(titles.length);
  return { to, edited, products };
}

/** Ranks anew: the edited are sorted in among the others, which keep their order. Equals stand in the order of ids. */
function reranked(
  ranks: Uint32Array,
  { to, edited, products }: Moves,
  compare: (a: number, b: number) => number,
): Uint32Array {
  const inOrder = new Int32Array(ranks.length);
  ranks.forEach((rank, place) => {
    inOrder[rank] = to[place] ?? -1;
  });
  const others = inOrder.filter(place => place >= 0);
  const isBefore = (a: number, b: number) => (compare(a, b) || a - b) < 0;
  const placed = edited
    .toSorted((a, b) => compare(a, b) || a - b)
    .map(place => ({ place, at: firstNot(others.length, at => isBefore(others[at] ?? 0, place)) }));
  const made = new Uint32Array(products);
  let [read, rank] = [0, 0];
  for (const { place, at } of placed) {
    while (read < at) made[others[read++] ?? 0] = rank++;
    made[place] = rank++;
  }
  while (read < others.length) made[others[read++] ?? 0] = rank++;
  return made;
}

function movedScopes(
  scopes: FacetIndex['scopes'],
  drafted: IndexDraft['scopes'],
  { to, edited }: Moves,
): FacetIndex['scopes'] {
  const names = new Set([...scopes.keys(), ...drafted.keys()]);
  return new Map(
    [...names].map(scope => {
      const added = (drafted.get(scope) ?? []).map(place => edited[place] ?? 0);
      return [scope, movedMembers(scopes.get(scope) ?? new Uint32Array(), added, to)];
    }),
  );
}

/** Members in rising order, without those that are edited and with `added`. */
function movedMembers(members: Uint32Array, added: readonly number[], to: Int32Array): Uint32Array {
  const made = new Uint32Array(members.length + added.length);
  let [written, next] = [0, 0];
  for (const member of members) {
    const place = to[member] ?? -1;
    if (place < 0) continue;
    while (next < added.length && (added[next] ?? 0) < place) made[written++] = added[next++] ?? 0;
    made[written++] = place;
  }
  while (next < added.length) made[written++] = added[next++] ?? 0;
  return made.subarray(0, written);
}
