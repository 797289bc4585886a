import { eq, isNull, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { products, productTags } from '#server/products/tables.ts';
import type { Part } from '#server/search/read-question.ts';
import { facetValues } from '#server/search/tables.ts';
import type { SearchText } from '#server/search/text.ts';
import { GRAMMAR } from '#server/search/trade-words.ts';
import { tags } from '#server/tags/tables.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import { DIMENSION_NAMES, type OptionValue } from '#shared/schemas/products.ts';

/**
 * The whole catalogue read from what staff wrote, and searched one product after the other. It shares with the
 * search what a question means (`SearchText`), and with the database how English stems a word.
 */
export interface Oracle {
  goods: readonly Goods[];
  /** Values of filters by the keys that questions have. */
  valueOf: ReadonlyMap<number, string>;
  /** All of the shop where nothing is asked. */
  find(text: SearchText | null): Promise<Answer>;
}

interface Answer {
  /** Products and what of each suits the question. */
  found: Found[];
  /** The words that were looked for in the end: without what nothing has together with the rest. */
  parts: Part[];
}

export interface Goods {
  id: string;
  title: string;
  vendor: string | null;
  things: Thing[];
}

/** A variant. */
export interface Thing {
  id: string;
  number: string;
  price: number;
  inStock: boolean;
  /** 'Finish: Satin Brass'. */
  values: ReadonlySet<string>;
  sizes: ReadonlySet<number>;
}

export interface Found {
  goods: Goods;
  things: Thing[];
}

/** Texts by which a product is found. */
interface Told {
  goods: Goods;
  /** Words of names, options and numbers, stemmed and as they stand: a stem that is asked may be either. */
  names: ReadonlySet<string>;
  title: ReadonlySet<string>;
  description: ReadonlySet<string>;
  /** Title and numbers, letter by letter. */
  letters: string;
}

export const valueName = (filter: string, value: string): string => `${filter}: ${value}`;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export async function readOracle(db: Db): Promise<Oracle> {
  const told = await readTold(db);
  const keys = await db.select().from(facetValues);
  const values = new Map(keys.map(({ key, name, value }) => [key, valueName(name, value)]));
  const stems = new Map<string, string[]>();
  const found = (text: SearchText) => findAll(told, text, values, stems);
  const everything = told.map(({ goods }) => ({ goods, things: goods.things }));
  return {
    goods: told.map(({ goods }) => goods),
    valueOf: values,
    find: async text => {
      if (!text) return { found: everything, parts: [] };
      const asked = text.parts.flatMap(({ any }) => any.flat());
      await learnStems(db, asked, stems);
      const whole = found(text);
      return whole.length > 0 ? { found: whole, parts: text.parts } : leavingOut(text, found);
    },
  };
}

/** The weightiest part first, each as far as something has it with those before; sizes in the order of their names. */
function leavingOut(text: SearchText, found: (text: SearchText) => Found[]): Answer {
  let parts: Part[] = [];
  for (const part of [...text.parts].sort((a, b) => b.weight - a.weight)) {
    const ways = part.sizes.length > 1 ? part.sizes.map(one => ({ ...part, sizes: [one] })) : [part];
    const way = ways.find(one => found({ ...text, parts: [...parts, one] }).length > 0);
    if (way) parts = [...parts, way];
  }
  return { parts, found: parts.length === 0 ? [] : found({ ...text, parts }) };
}

type Values = ReadonlyMap<number, string>;
type Stems = ReadonlyMap<string, readonly string[]>;

function findAll(told: readonly Told[], text: SearchText, values: Values, stems: Stems): Found[] {
  const tests = text.parts.map(part => ({ part, has: (thing: Thing) => hasMeant(part, thing, values) }));
  return told.flatMap((one): Found[] => {
    const { goods } = one;
    if (text.parts.length === 0) {
      return text.needle.length >= 3 && one.letters.includes(text.needle)
        ? [{ goods, things: goods.things }]
        : [];
    }
    if (!tests.every(({ part, has }) => isToldOf(one, part, text, has, stems))) return [];
    const about = tests.filter(({ part }) => part.facets.length > 0 || part.sizes.length > 0);
    const things = goods.things.filter(thing =>
      about.every(({ part, has }) => has(thing) || (part.any.length > 0 && !goods.things.some(has))),
    );
    return things.length > 0 ? [{ goods, things }] : [];
  });
}

const isNumber = ({ number }: Part): boolean => number !== undefined && number.length >= 3;

function hasMeant({ facets, sizes }: Part, thing: Thing, values: Values): boolean {
  if (facets.length > 0) return facets.some(key => thing.values.has(values.get(key) ?? ''));
  return (sizes[0] ?? []).some(size => thing.sizes.has(size));
}

function isToldOf(
  { goods, names, title, description, letters }: Told,
  part: Part,
  { needle, parts }: SearchText,
  has: (thing: Thing) => boolean,
  stems: Stems,
): boolean {
  if (goods.things.some(has)) return true;
  const { within, open } = part;
  const isIn = (place: ReadonlySet<string>) => (list: readonly string[]) => {
    const stemmed = list.flatMap(word => stems.get(word) ?? []);
    return !list.some(isSkipped) && stemmed.length > 0 && stemmed.every(stem => place.has(stem));
  };
  if (part.any.some(isIn(within === 'title' ? title : names))) return true;
  if (within === 'names and description' && part.any.some(isIn(description))) return true;
  if (within !== 'title' && part.any.some(list => hasAsWritten(list, names, open ?? false))) return true;
  if (isNumber(part) && letters.includes(part.number ?? '')) return true;
  return parts.length === 1 && part.inTitle && needle.length >= 3 && letters.includes(needle);
}

const isSkipped = (word: string): boolean => word.length === 1 || GRAMMAR.has(word);

function hasAsWritten(list: readonly string[], words: ReadonlySet<string>, open: boolean): boolean {
  return list.every((word, at) => {
    if (words.has(word)) return true;
    return open && at === list.length - 1 && [...words].some(one => one.startsWith(word));
  });
}

async function learnStems(db: Db, words: readonly string[], stems: Map<string, string[]>): Promise<void> {
  const unknown = [...new Set(words)].filter(word => !stems.has(word));
  if (unknown.length === 0) return;
  const found = rows<{ word: string; stems: string[] }>(
    await db.execute(sql`
      select w.word, to_json(tsvector_to_array(to_tsvector('english', w.word))) as stems
      from unnest(${sql.param(unknown)}::text[]) as w(word)`),
  );
  for (const { word, stems: own } of found) stems.set(word, own);
}

type StoredProduct = typeof products.$inferSelect;
type StoredVariant = typeof variants.$inferSelect;

async function readTold(db: Db): Promise<Told[]> {
  const shown = await db.select().from(products).where(isNull(products.deletedAt));
  const all = await db.select().from(variants).where(isNull(variants.deletedAt));
  const filed = await db
    .select({ product: productTags.product, name: tags.name })
    .from(productTags)
    .innerJoin(tags, eq(tags._id, productTags.tag));
  const inStock = await readStock(db, all, new Map(shown.map(product => [product._id, product])));
  const named = await readNames(db);
  const stems = new Map<string, string[]>();
  const sold = shown.flatMap(product => {
    const own = all.filter(variant => variant.product_id === product._id);
    return product.publish && own.length > 0 ? [{ product, own }] : [];
  });
  const texts = sold.map(({ product, own }) => {
    const numbers = own.map(({ productNum }) => productNum).join(' ');
    const options = own.flatMap(variant => variant.options.map(({ value }) => value));
    const files = filed.filter(({ product: id }) => id === product._id).map(({ name }) => name);
    const names = [product.title, product.type, product.vendor ?? '', ...files, ...options, numbers].join(
      ' ',
    );
    const description = product.description.replace(/<[^>]*>/g, ' ');
    return { product, own, names, description, letters: plain(`${product.title} ${numbers}`) };
  });
  await learnStems(
    db,
    texts.flatMap(({ names, description }) => wordsIn(`${names} ${description}`)),
    stems,
  );
  const stemsIn = (text: string) => new Set(wordsIn(text).flatMap(word => stems.get(word) ?? []));
  return texts.map(({ product, own, names, description, letters }) => ({
    goods: {
      id: product._id,
      title: product.title,
      vendor: product.vendor,
      things: own.map(variant => ({
        id: variant._id,
        number: variant.productNum,
        price: variant.price,
        inStock: inStock(variant),
        values: new Set(variant.options.flatMap(option => named(option, product.type))),
        sizes: sizesOf(product, variant),
      })),
    },
    names: new Set([...stemsIn(names), ...wordsIn(names)]),
    title: stemsIn(product.title),
    description: stemsIn(description),
    letters,
  }));
}

/** Reads what the shop's filters call an option of a product of this type. */
async function readNames(db: Db): Promise<(option: OptionValue, type: string) => string[]> {
  const labels = await db
    .select({
      name: filterTemplates.name,
      types: filterTemplates.types,
      label: filterValues.label,
      options: filterValues.options,
    })
    .from(filterTemplates)
    .innerJoin(filterValues, eq(filterValues.template, filterTemplates._id));
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return ({ name, value }, type) => {
    const known = labels.filter(
      one =>
        isSame(one.name, name) &&
        [...one.options, one.label].some(option => isSame(option, value)) &&
        (one.types.length === 0 || one.types.includes(type)),
    );
    return known.length > 0 ? known.map(one => valueName(one.name, one.label)) : [valueName(name, value)];
  };
}

async function readStock(
  db: Db,
  all: readonly StoredVariant[],
  shown: ReadonlyMap<string, StoredProduct>,
): Promise<(variant: StoredVariant) => boolean> {
  const items = await db.select().from(bundleItems);
  const byId = new Map(all.map(variant => [variant._id, variant]));
  const isShipped = (variant: StoredVariant) =>
    variant.dropShip || (shown.get(variant.product_id ?? '')?.dropShip ?? false);
  return variant => {
    const own = items.filter(({ bundle }) => bundle === variant._id);
    if (!variant.isBundle || own.length === 0) return variant.stock > 0 || isShipped(variant);
    return own.every(({ variant: id, quantity }) => {
      const item = byId.get(id);
      return item !== undefined && (item.stock >= quantity || item.backOrder || isShipped(item));
    });
  };
}

const NAMED = /(?:(\d{1,3})[- ])?(\d{1,3})\/(\d{1,3})|(\d{1,4}(?:\.\d{1,3})?) ?(mm|"|”|in)(?!\p{L})/giu;

/** Millimetres of all lengths that a text names. */
export function lengthsNamed(text: string): number[] {
  return [...text.matchAll(NAMED)].flatMap(([, whole, over, under, number, unit]) => {
    if (number !== undefined) return unit?.toLowerCase() === 'mm' ? Number(number) : Number(number) * 25.4;
    return Number(under) > 0 ? 25.4 * (Number(whole ?? 0) + Number(over) / Number(under)) : [];
  });
}

/** Numbers a size as questions do: which length of a thing it is, first of all those only named, and its tenths. */
const sizeOf = (measure: number, mm: number): number => measure * 10_000_000 + Math.round(mm * 10);

function sizesOf({ title }: StoredProduct, { dimensions, options }: StoredVariant): ReadonlySet<number> {
  const measured = DIMENSION_NAMES.flatMap((name, at) => {
    const length = dimensions[name];
    return length ? sizeOf(at + 1, length.mm) : [];
  });
  const texts = [title, ...options.map(({ value }) => value)];
  return new Set([...measured, ...texts.flatMap(lengthsNamed).map(mm => sizeOf(0, mm))]);
}
