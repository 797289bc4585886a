import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { type Counts, WHOLE_SHOP } from '#server/listing/facet-counts.ts';
import { countNarrowed } from '#server/listing/filtered-counts.ts';
import { rememberedAnswer } from '#server/listing/index-memory.ts';
import { countValues, taggedProducts, valuesHeld } from '#server/listing/indexed-counts.ts';
import { type Hits, hitsNow, hitsOf } from '#server/listing/indexed-text.ts';
import { facetIndex } from '#server/listing/kept-index.ts';
import {
  askedIndex,
  baseOf,
  countedScope,
  type Paged,
  typedProducts,
} from '#server/listing/listing-query.ts';
import { type Narrowing, narrowingOf } from '#server/listing/narrowing.ts';
import { meantValues, partsIn, withoutParts } from '#server/search/chosen-by-words.ts';
import { concerning, foundByText, suitsText } from '#server/search/find-by-text.ts';
import type { Part } from '#server/search/read-question.ts';
import { settled } from '#server/search/relax-question.ts';
import { readSearch, type SearchText } from '#server/search/text.ts';
import { type FacetValue, groupKeys, groupNamed, type Vocabulary } from '#server/search/vocabulary.ts';
import type { ProductList, ProductQuery } from '#shared/schemas/listing.ts';

interface Shop {
  db: Db;
  cache: Cache;
  vocabulary: Vocabulary;
}

/** Choices of the shop's filters by the words of a search. */
export interface WordChoices {
  chosen: ProductList['chosenByWords'];
  byFilter: ReadonlyMap<string, { keys: number[]; said: ProductList['facets'][number]['byWords'] }>;
  /** How many products each value would leave in place of the words, for the values of these filters. */
  counts: Counts['facets'];
}

export const NOTHING_CHOSEN: WordChoices = { chosen: [], byFilter: new Map(), counts: new Map() };

/**
 * The question without the words in whose place a filter was chosen: brass knobs, of the finish Satin Nickel, are
 * knobs in Satin Nickel.
 */
export async function withoutChosen(
  shop: Shop,
  query: ProductQuery,
): Promise<{ query: ProductQuery; text: SearchText | null }> {
  const { vocabulary } = shop;
  const text = query.title ? await readSearch(shop.db, shop.cache, vocabulary, query.title) : null;
  if (!text) return { query, text };
  for (const [name, values] of Object.entries(query.options ?? {})) {
    const filter = groupNamed(vocabulary, name)?.name;
    if (!filter || values.length === 0 || partsIn(text, filter, vocabulary).length === 0) continue;
    const answered = await settled(shop.db, shop.cache, text);
    const meant = answered.parts
      .flatMap(part => meantValues(part, vocabulary))
      .filter(({ name: other }) => other === filter);
    const held = await heldValues(shop, answered, keysOf(meant));
    if (held.size === 0) continue;
    const { title } = await withoutFilter(shop, text, filter);
    // Without these words something may have what those of another filter mean.
    return withoutChosen(shop, { ...query, title: title || undefined });
  }
  return { query, text };
}

const keysOf = (values: readonly FacetValue[]): number[] => [...new Set(values.map(({ key }) => key))];

/** The question without any words that mean values of this filter; those that are left may mean others than before. */
async function withoutFilter(
  { db, cache, vocabulary }: Shop,
  asked: SearchText,
  filter: string,
): Promise<{ text: SearchText | null; title: string }> {
  let text = asked;
  for (let title = asked.line; ; ) {
    const parts = partsIn(text, filter, vocabulary);
    if (parts.length === 0) return { text, title };
    title = withoutParts(text, parts);
    if (title === '') return { text: null, title };
    text = await readSearch(db, cache, vocabulary, title);
  }
}

/** Keeps of these values those that a question finds: a size may be one of hinges, of legs and of screws. */
async function heldValues(
  { db, cache }: Shop,
  text: SearchText,
  keys: readonly number[],
  known: Hits | null = null,
): Promise<ReadonlySet<number>> {
  const suits = suitsText(text);
  if (keys.length === 0 || !suits) return new Set();
  const hits = known ?? (await hitsNow(db, cache, text));
  if (hits?.suiting) return new Set(valuesHeld(hits.index, keys, hits.suiting));
  const held = rows<{ key: number }>(
    await db.execute(sql`
      select distinct f.key from ${foundByText(text)}
      join variant_search x on x.product_id = s.product_id and ${suits}
      cross join lateral unnest(x.facets) as f(key)
      where s.published and f.key = any(${sql.param([...keys])}::int[])`),
  );
  return new Set(held.map(({ key }) => key));
}

/** Tells what the words choose, of a question as it was `asked` and as it was `answered`; `hits`: of the answered one. */
export async function chosenByWords(
  paged: Paged,
  asked: SearchText,
  answered: SearchText,
  hits: Hits | null,
): Promise<WordChoices> {
  const { vocabulary } = paged;
  const parts = concerning(answered.parts);
  const held = await heldValues(
    paged,
    answered,
    keysOf(parts.flatMap(part => meantValues(part, vocabulary))),
    hits,
  );
  const heldOf = (part: Part) => meantValues(part, vocabulary).filter(({ key }) => held.has(key));
  const chosen = parts.flatMap((part): ProductList['chosenByWords'] => {
    const values = heldOf(part);
    const filters = [...new Set(values.map(({ name }) => name))];
    // Found by a name that has the words, and by nothing that a filter knows.
    if (values.length === 0 && part.any.length > 0) return [];
    const isOne = filters.length === 1 || part.facets.length > 0;
    const filter = isOne ? (filters[0] ?? null) : null;
    const said = { words: part.said, title: withoutParts(asked, [part]) };
    return [{ ...said, filter, values: values.map(({ value }) => value) }];
  });
  const filters = new Set(parts.flatMap(heldOf).map(({ name }) => name));
  const each = await Promise.all(
    [...filters].map(async filter => {
      const own = parts.filter(part => heldOf(part).some(({ name }) => name === filter));
      const values = own.flatMap(heldOf).filter(({ name }) => name === filter);
      const { text, title } = await withoutFilter(paged, asked, filter);
      const said = {
        words: own.map(part => part.said).join(' '),
        values: values.map(({ value }) => value),
        title,
      };
      const keys = groupKeys(vocabulary, filter);
      const counts = await countInstead(paged, { text, title }, keys);
      return { filter, keys: values.map(({ key }) => key), said, counts };
    }),
  );
  return {
    chosen,
    byFilter: new Map(each.map(({ filter, keys, said }) => [filter, { keys, said }])),
    counts: new Map(each.flatMap(({ counts }) => counts)),
  };
}

/** How many products have each of these values, of the listing that has other words. */
async function countInstead(
  before: Paged,
  { text, title }: { text: SearchText | null; title: string },
  keys: readonly number[],
): Promise<[key: number, products: number][]> {
  const { db, cache, vocabulary } = before;
  const paged = { ...before, text, query: { ...before.query, title: title || undefined } };
  const narrowing = narrowingOf(paged);
  const isPlain = narrowing.length === 0 && baseOf(paged.query, vocabulary, null).scope === WHOLE_SHOP;
  const index = isPlain ? facetIndex(db, cache) : null;
  const count = () => countValuesOf(paged, narrowing, keys);
  // Many questions leave the same: brass, nickel and bronze knobs are all knobs.
  const counts = index
    ? await rememberedAnswer(index, JSON.stringify(['instead', title, keys]), count)
    : await count();
  return keys.map(key => [key, counts.get(key) ?? 0]);
}

async function countValuesOf(
  asked: Paged,
  narrowing: readonly Narrowing[],
  keys: readonly number[],
): Promise<Counts['facets']> {
  const { db, cache, vocabulary, query } = asked;
  const text = asked.text && (await settled(db, cache, asked.text));
  const base = baseOf(query, vocabulary, text);
  if (base.scope !== null && narrowing.length === 0) return (await countedScope(asked, base.scope)).facets;
  const indexed = askedIndex(asked, narrowing);
  const hits = indexed && text ? await hitsOf(db, indexed.index, text) : null;
  if (indexed && (hits || !text)) {
    const { index, filters } = indexed;
    const products = typedProducts(index, query, taggedProducts(index, base.named, hits?.products));
    return countValues(index, products, filters, hits?.suiting ?? null, keys);
  }
  return (await countNarrowed(db, base, narrowing, vocabulary, null)).facets;
}
