import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { type Bits, bitsFor, inAll, isSet, placesIn, setBit, setRange } from '#server/listing/bits.ts';
import type { FacetIndex } from '#server/listing/facet-index.ts';
import { remembered, rememberedAnswer } from '#server/listing/index-memory.ts';
import { variantsOf, withFacet } from '#server/listing/indexed-variants.ts';
import { facetIndex } from '#server/listing/kept-index.ts';
import { concerning, isPartOfNumber, isVoid, matchesText, mayLack } from '#server/search/find-by-text.ts';
import type { Part } from '#server/search/read-question.ts';
import { CONTAINS_FROM, type SearchText } from '#server/search/text.ts';

/** Products of an index that words find. */
export interface Hits {
  index: FacetIndex;
  /** In the order of ids. */
  products: Uint32Array;
  /** Their variants that have what is asked of one; null: nothing is. */
  suiting: Bits | null;
  /** Tells what `fitOf` tells, beside the products given. */
  fitsOf: (products: Uint32Array) => Uint32Array;
}

/**
 * Finds what `foundByText` does, put together from what each part finds: questions differ, but are made of the same
 * words, and what a word finds is remembered as long as the index stands. Null: the database is to be asked.
 */
export async function hitsOf(db: Db, index: FacetIndex, text: SearchText): Promise<Hits | null> {
  if (text.parts.length === 0) return null;
  const found = await foundOf(db, index, text);
  const all = productsOf(index, found);
  const stems = new Map(found.flatMap(part => [...part.stems]));
  const asked = concerning(text.parts);
  const suiting = asked.length > 0 ? suitingOf(index, all, asked) : null;
  const products = suiting && asked.length > 1 ? all.filter(product => hasAny(index, product, suiting)) : all;
  return { index, products, suiting, fitsOf: fitIndexed(index, text, stems) };
}

/** The same by the index of this process, where it has one. */
export async function hitsNow(db: Db, cache: Cache, text: SearchText): Promise<Hits | null> {
  const index = facetIndex(db, cache);
  return index ? hitsOf(db, index, text) : null;
}

function hasAny({ variantsOf: firsts }: FacetIndex, product: number, variants: Bits): boolean {
  const end = firsts[product + 1] ?? 0;
  for (let variant = firsts[product] ?? 0; variant < end; variant++) {
    if (isSet(variants, variant)) return true;
  }
  return false;
}

interface Found {
  bits: Bits;
  /** Not a part of a number. */
  isWord: boolean;
  /** Among other parts it asks for nothing. */
  saysNothing: boolean;
  /** The words that name it, as the database has them. */
  stems: Stems;
}

type Stems = ReadonlyMap<string, string | null>;

/** Finds what each part does. */
function foundOf(db: Db, index: FacetIndex, text: SearchText): Promise<Found[]> {
  // Typed text is looked for as a whole where it is one word.
  const needle = text.parts.length === 1 ? text.needle : '';
  return Promise.all(text.parts.map(part => foundBy(db, index, { ...text, needle, parts: [part] }, part)));
}

function productsOf(index: FacetIndex, each: readonly Found[]): Uint32Array {
  const asking = each.length === 1 ? each : each.filter(({ saysNothing }) => !saysNothing);
  // Words that all say nothing find nothing, whatever else is asked.
  const isWordless = !asking.some(({ isWord }) => isWord) && each.some(({ isWord }) => isWord);
  const [first, ...others] = asking.map(({ bits }) => bits);
  if (!first || isWordless) return new Uint32Array();
  return placesIn(inAll(first, others), new Uint32Array(index.titles.length));
}

function foundBy(db: Db, index: FacetIndex, text: SearchText, part: Part): Promise<Found> {
  const { any, within, open, number, facets, sizes, inTitle } = part;
  const asked = [any, within, open, number, facets, sizes[0], inTitle && text.needle, headWords(part)];
  const key = JSON.stringify(['found', ...asked]);
  return rememberedAnswer(index, key, () => findPart(db, index, text, part));
}

async function findPart(db: Db, index: FacetIndex, text: SearchText, part: Part): Promise<Found> {
  const stemOf = sql`(ts_lexize('english_stem', w.word))[1]`;
  const [found] = rows<{ ids: string | null; void: boolean; stems: Record<string, string | null> | null }>(
    await db.execute(sql`
      select encode(string_agg(uuid_send(t.product_id), ''), 'base64') as ids, ${isVoid(part)} as void, (
        select json_object_agg(w.word, ${stemOf})
        from unnest(${sql.param(headWords(part))}::text[]) as w(word)) as stems
      from product_text t where t.published and ${matchesText(text)}`),
  );
  const bits = bitsFor(index.titles.length);
  index.eachPlace(Buffer.from(found?.ids ?? '', 'base64'), product => setBit(bits, product));
  const isWord = !isPartOfNumber(part);
  const stems = new Map(Object.entries(found?.stems ?? {}));
  return { bits, isWord, saysNothing: isWord && (found?.void ?? false), stems };
}

/** Judges as `suitsText` does, of these products' variants. */
function suitingOf(index: FacetIndex, products: Uint32Array, asked: readonly Part[]): Bits {
  const having = asked.map(part => {
    const { facets, sizes } = part;
    const bits = facets.length > 0 ? withFacet(index, facets) : withSize(index, products, sizes[0] ?? []);
    return mayLack(part) ? withLacking(index, products, bits) : bits;
  });
  return inAll(variantsOf(index, products, null), having);
}

/** With all variants of the products that have none of these. */
function withLacking(index: FacetIndex, products: Uint32Array, variants: Bits): Bits {
  const bits = variants.slice();
  for (const product of products) {
    if (hasAny(index, product, variants)) continue;
    setRange(bits, index.variantsOf[product] ?? 0, index.variantsOf[product + 1] ?? 0);
  }
  return bits;
}

function withSize(index: FacetIndex, products: Uint32Array, keys: readonly number[]): Bits {
  const wanted = new Set(keys);
  const { sizesOf, sizes } = index;
  return variantsOf(index, products, (_product, variant) => {
    const end = sizesOf[variant + 1] ?? 0;
    for (let at = sizesOf[variant] ?? 0; at < end; at++) if (wanted.has(sizes[at] ?? -1)) return true;
    return false;
  });
}

/** Tells what `hasInTitle` tells. Looked up when it is first asked of a product: rare words are asked of few. */
function titledBy(index: FacetIndex, any: readonly string[][]): (product: number) => boolean {
  return remembered(index, JSON.stringify(['titled', any]), () => {
    const tests = any.map(words => words.map(wordTest));
    const [looked, has] = [bitsFor(index.titles.length), bitsFor(index.titles.length)];
    return (product: number) => {
      if (!isSet(looked, product)) {
        setBit(looked, product);
        const title = index.titles[product] ?? '';
        if (tests.some(words => words.every(isIn => isIn(title)))) setBit(has, product);
      }
      return isSet(has, product);
    };
  });
}

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

function wordTest(word: string): (title: string) => boolean {
  if (word.length >= CONTAINS_FROM) return title => title.includes(word);
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])${word.replace(SYNTAX, '\\$&')}(?![\\p{L}\\p{N}_])`, 'u');
  return title => whole.test(title);
}

/** The last word that was said of a thing with several names. */
const saidOf = ({ said }: Part): string[] => said.split(' ').slice(-1);

/** The words that name a thing, of which the stems are compared. */
const headWords = (part: Part): string[] =>
  part.heads.length > 1 ? [...new Set([...part.heads, ...saidOf(part)])] : part.heads;

/** Tells what `fitOf` tells. */
function fitIndexed(index: FacetIndex, text: SearchText, stems: Stems): Hits['fitsOf'] {
  const { needle, parts, soft } = text;
  const headed = (words: readonly string[]) => {
    const names = new Set(words.map(word => stems.get(word) ?? null));
    const wanted = Uint8Array.from(index.headNames, name => (names.has(name) ? 1 : 0));
    return (product: number) => wanted[index.heads[product] ?? 0] === 1;
  };
  const heads = parts.flatMap(part => part.heads);
  const gains = [
    ...(heads.length > 0 ? [{ points: 32, has: headed(heads) }] : []),
    ...parts
      .filter(part => part.inTitle && part.any.length > 0)
      .map(part => ({ points: 4, has: titledBy(index, part.any) })),
    ...parts.filter(part => part.heads.length > 1).map(part => ({ points: 2, has: headed(saidOf(part)) })),
    ...soft.map(word => ({ points: 1, has: titledBy(index, [[word]]) })),
    { points: 2, has: (product: number) => index.titles[product]?.startsWith(needle) ?? false },
  ];
  return products => {
    const fits = new Uint32Array(products.length);
    for (const { points, has } of gains) {
      for (let at = 0; at < fits.length; at++)
        if (has(products[at] ?? 0)) fits[at] = (fits[at] ?? 0) + points;
    }
    return fits;
  };
}
