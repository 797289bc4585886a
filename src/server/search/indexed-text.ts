import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db.ts';
import { type Bits, bitsFor, inAll, isSet, placesIn, setBit } from '#server/search/bits.ts';
import type { FacetIndex } from '#server/search/facet-index.ts';
import { concerning, isPartOfNumber, isVoid, matchesText, saysOfAll } from '#server/search/find-by-text.ts';
import { type Passes, withFacet } from '#server/search/indexed-counts.ts';
import type { Part } from '#server/search/read-question.ts';
import { CONTAINS_FROM, type SearchText } from '#server/search/text.ts';

/** What words find, of the products of an index. */
export interface Hits {
  /** In the order of ids. */
  products: Uint32Array;
  suits: Passes;
  /** As `fitOf` has it, beside the products given. */
  fitsOf: (products: Uint32Array) => Uint32Array;
}

/**
 * What `foundByText` finds, put together from what each part finds: questions differ, but are made of the same words,
 * and what a word finds is remembered as long as the index stands. Null: the database is to be asked.
 */
export async function hitsOf(db: Db, index: FacetIndex, text: SearchText): Promise<Hits | null> {
  const [all, stems] = await Promise.all([productsOf(db, index, text), stemsOf(db, index, text)]);
  if (!all) return null;
  const suits = suitsIndexed(index, text);
  const several = concerning(text.parts).length > 1;
  const products = several ? all.filter(product => hasVariant(index, product, suits)) : all;
  return { products, suits, fitsOf: fitIndexed(index, text, stems) };
}

function hasVariant({ variantsOf }: FacetIndex, product: number, suits: Passes): boolean {
  const end = variantsOf[product + 1] ?? 0;
  for (let variant = variantsOf[product] ?? 0; variant < end; variant++) {
    if (suits(product, variant)) return true;
  }
  return false;
}

/** Entries of an index's memory; two bits a product each at most. */
const MOST_REMEMBERED = 400;

/** The value of before, else made and kept; what was not asked for longest gives way. */
function remembered<T>({ memory }: FacetIndex, key: string, make: () => T): T {
  const known = memory.get(key);
  const made = known === undefined ? make() : (known as T);
  memory.delete(key);
  const [oldest] = memory.keys();
  if (memory.size >= MOST_REMEMBERED && oldest !== undefined) memory.delete(oldest);
  memory.set(key, made);
  return made;
}

/** The same of what is asked of the database; a failure is not kept. */
function rememberedAnswer<T>(index: FacetIndex, key: string, ask: () => Promise<T>): Promise<T> {
  return remembered(index, key, async () => {
    try {
      return await ask();
    } catch (error) {
      index.memory.delete(key);
      throw error;
    }
  });
}

interface Found {
  bits: Bits;
  /** Not a part of a number. */
  isWord: boolean;
  /** Among other parts it asks for nothing. */
  saysNothing: boolean;
}

async function productsOf(db: Db, index: FacetIndex, text: SearchText): Promise<Uint32Array | null> {
  const { parts } = text;
  if (parts.length === 0) return null;
  // What is typed is looked for as a whole where it is one word.
  const needle = parts.length === 1 ? text.needle : '';
  const each = await Promise.all(
    parts.map(part => foundBy(db, index, { ...text, needle, parts: [part] }, part)),
  );
  const asking = parts.length === 1 ? each : each.filter(({ saysNothing }) => !saysNothing);
  // Of words that all say nothing none is found, whatever else is asked.
  const isWordless = !asking.some(({ isWord }) => isWord) && each.some(({ isWord }) => isWord);
  const [first, ...others] = asking.map(({ bits }) => bits);
  if (!first || isWordless) return new Uint32Array();
  return placesIn(inAll(first, others), new Uint32Array(index.titles.length));
}

function foundBy(db: Db, index: FacetIndex, text: SearchText, part: Part): Promise<Found> {
  const { any, within, open, number, facets, sizes, inTitle } = part;
  const key = JSON.stringify(['found', any, within, open, number, facets, sizes[0], inTitle && text.needle]);
  return rememberedAnswer(index, key, () => findPart(db, index, text, part));
}

async function findPart(db: Db, index: FacetIndex, text: SearchText, part: Part): Promise<Found> {
  const [found] = rows<{ ids: string | null; void: boolean }>(
    await db.execute(sql`
      select encode(string_agg(uuid_send(t.product_id), ''), 'base64') as ids, ${isVoid(part)} as void
      from product_text t where t.published and ${matchesText(text)}`),
  );
  const bits = bitsFor(index.titles.length);
  index.eachPlace(Buffer.from(found?.ids ?? '', 'base64'), product => setBit(bits, product));
  const isWord = !isPartOfNumber(part);
  return { bits, isWord, saysNothing: isWord && (found?.void ?? false) };
}

/** As `suitsText` has it. */
function suitsIndexed(index: FacetIndex, { parts, groupsOf }: SearchText): Passes {
  const each = concerning(parts).map((part): Passes => {
    const has = part.facets.length > 0 ? hasFacet(index, part.facets) : hasSize(index, part.sizes[0] ?? []);
    const way = saysOfAll(part);
    if (way === null) return has;
    if (way === 'by title') {
      const titled = titledBy(index, part.any);
      return (product, variant) => has(product, variant) || titled(product);
    }
    const grouped = hasFacet(index, groupsOf(part.facets));
    return (product, variant) => has(product, variant) || !hasVariant(index, product, grouped);
  });
  return (product, variant) => each.every(suits => suits(product, variant));
}

function hasFacet(index: FacetIndex, keys: readonly number[]): Passes {
  const having = withFacet(index, keys);
  return (_product, variant) => isSet(having, variant);
}

function hasSize({ sizesOf, sizes }: FacetIndex, keys: readonly number[]): Passes {
  const wanted = new Set(keys);
  return (_product, variant) => {
    const end = sizesOf[variant + 1] ?? 0;
    for (let at = sizesOf[variant] ?? 0; at < end; at++) if (wanted.has(sizes[at] ?? -1)) return true;
    return false;
  };
}

/** As `hasInTitle` has it. Looked up when it is first asked of a product: rare words are asked of few. */
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

type Stems = ReadonlyMap<string, string | null>;

/** The last word that was said of a thing with several names. */
const saidOf = ({ said }: Part): string[] => said.split(' ').slice(-1);

/** Stems of the words that name things, as the database has them. */
function stemsOf(db: Db, index: FacetIndex, { parts }: SearchText): Promise<Stems> {
  const named = parts.flatMap(part =>
    part.heads.length > 1 ? [...part.heads, ...saidOf(part)] : part.heads,
  );
  const words = [...new Set(named)].sort();
  if (words.length === 0) return Promise.resolve(new Map());
  const key = JSON.stringify(['stems', words]);
  return rememberedAnswer(index, key, async () => {
    const found = rows<{ word: string; stem: string | null }>(
      await db.execute(sql`
        select w.word, (ts_lexize('english_stem', w.word))[1] as stem
        from unnest(${sql.param(words)}::text[]) as w(word)`),
    );
    return new Map(found.map(({ word, stem }) => [word, stem]));
  });
}

/** As `fitOf` has it. */
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
