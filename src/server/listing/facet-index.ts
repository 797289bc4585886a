import { type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { WHOLE_SHOP } from '#server/listing/facet-counts.ts';
import { chance } from '#server/time-and-chance.ts';

/**
 * The data that listings are filtered, counted and ordered by, in the process's memory: some two hundred bytes a
 * product. A shop-wide count passes over every variant, which takes a database tens of milliseconds for ten thousand
 * products, and this one. A product is known by its place in the order of ids.
 */
export interface FacetIndex {
  /** The load that it goes back to, through however many patches. */
  lineage: string;
  /** Sixteen bytes each. */
  ids: Buffer;
  /** The transaction that wrote each product last: their sum is the same while none is written. */
  writers: Float64Array;
  /** Lower case, as they are sorted. */
  titles: string[];
  /** The kind of thing that the title says a product is, as a place in `headNames`. */
  heads: Uint32Array;
  headNames: string[];
  purchased: Int32Array;
  /** Places in the order of titles, of popularity, and of lowest prices; no two are the same. */
  titleRanks: Uint32Array;
  popularityRanks: Uint32Array;
  priceRanks: Uint32Array;
  /** Products by the key of their categories, subcategories and tags; the whole shop under `WHOLE_SHOP`. */
  scopes: Map<number, Uint32Array>;
  /** By product; 0 is none. */
  vendors: Int32Array;
  sale: Uint8Array;
  createdDays: Int32Array;
  /** The first variant of each product, and one more for the end; and the product of each variant. */
  variantsOf: Uint32Array;
  productOf: Uint32Array;
  /** By variant; cents. */
  prices: Float64Array;
  inStock: Uint8Array;
  /** The first facet of each variant, and one more for the end; sizes alike. */
  facetsOf: Uint32Array;
  facets: Uint32Array;
  /** The same by facet: the first place of each key in `holders`, its variants in rising order. */
  holdersOf: Uint32Array;
  holders: Uint32Array;
  sizesOf: Uint32Array;
  sizes: Int32Array;
  /** More than any key of a facet, and of a vendor. */
  facetKeys: number;
  vendorKeys: number;
  /** Visits the products of these ids, sixteen bytes each; what it does not know is passed over. */
  eachPlace(ids: Buffer, visit: (product: number, nth: number) => void): void;
  /** A place for each product, all zero: whoever writes to it leaves it so. */
  productScratch: Uint32Array;
  /** A place for each variant: whoever reads there wrote before, and waits for nothing in between. */
  variantScratch: Uint32Array;
  /** The answers to questions that were asked of the index before: see `index-memory.ts`. */
  memory: Map<string, unknown>;
}

/** A product as it is read: what a row of `product_search` has, with its variants. */
interface Row {
  id: string;
  writer: string;
  title: string;
  head: string;
  vendor: number | null;
  sale: boolean;
  day: number;
  purchased: number;
  tags: number[];
  /** `price stock facet facet …|size size …;` for each variant. */
  variants: string | null;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Short enough that others are answered in between, by an embedded database too. */
const PORTION = 500;

/** Reads what is published of some products, in the order of ids. */
export async function readProducts(db: Db, which: SQL, limit?: number): Promise<Row[]> {
  return rows<Row>(
    await db.execute(sql`
      select s.product_id::text as id, s.xmin::text as writer, s.sort_title as title, s.head, s.vendor, s.sale,
        s.created_day as day, s.purchased, to_json(s.tags) as tags, (
          select string_agg(concat_ws('|', concat_ws(' ', x.price, x.in_stock::int, array_to_string(x.facets, ' ')),
            array_to_string(x.sizes, ' ')), ';' order by x.position, x.variant_id)
          from variant_search x where x.product_id = s.product_id) as variants
      from product_search s where ${which} and s.published
      order by s.product_id ${limit === undefined ? sql`` : sql`limit ${limit}`}`),
  );
}

/** Reads the index in portions: what is written meanwhile may be in it or not. */
export async function loadFacetIndex(db: Db): Promise<FacetIndex> {
  const draft = emptyDraft();
  for (let last = FIRST_ID; ; ) {
    const portion = await readProducts(db, sql`s.product_id > ${last}::uuid`, PORTION);
    for (const row of portion) addProduct(draft, row);
    const end = portion.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  const ids = Buffer.concat(draft.ids.splice(0));
  const facetKeys = 1 + most(draft.facets);
  const [facetsOf, facets] = [Uint32Array.from(draft.facetsOf), Uint32Array.from(draft.facets)];
  return {
    lineage: chance.uuid(),
    ids,
    writers: Float64Array.from(draft.writers),
    titles: draft.titles,
    heads: Uint32Array.from(draft.heads),
    headNames: [...draft.headNames.keys()],
    purchased: Int32Array.from(draft.purchased),
    ...(await readRanks(db, draft.vendors.length)),
    scopes: new Map([...draft.scopes].map(([scope, members]) => [scope, Uint32Array.from(members)])),
    vendors: Int32Array.from(draft.vendors),
    sale: Uint8Array.from(draft.sale),
    createdDays: Int32Array.from(draft.createdDays),
    variantsOf: Uint32Array.from(draft.variantsOf),
    prices: Float64Array.from(draft.prices),
    inStock: Uint8Array.from(draft.inStock),
    productOf: ownersOf(draft.variantsOf),
    facetsOf,
    facets,
    ...holdersIn(facetsOf, facets, facetKeys),
    sizesOf: Uint32Array.from(draft.sizesOf),
    sizes: Int32Array.from(draft.sizes),
    facetKeys,
    vendorKeys: 1 + most(draft.vendors),
    eachPlace: finderIn(ids),
    productScratch: new Uint32Array(draft.vendors.length),
    variantScratch: new Uint32Array(draft.prices.length),
    memory: new Map(),
  };
}

/** Returns the owner of each place, from the first places of all owners. */
export function ownersOf(firsts: ArrayLike<number>): Uint32Array {
  const owners = new Uint32Array(firsts[firsts.length - 1] ?? 0);
  for (let owner = 0; owner + 1 < firsts.length; owner++)
    owners.fill(owner, firsts[owner], firsts[owner + 1]);
  return owners;
}

/** Turns the facets of each owner round: the owners that hold each of so many keys. */
export function holdersIn(
  facetsOf: Uint32Array,
  facets: Uint32Array,
  keys: number,
): Pick<FacetIndex, 'holdersOf' | 'holders'> {
  const holdersOf = new Uint32Array(keys + 1);
  for (const key of facets) holdersOf[key + 1] = (holdersOf[key + 1] ?? 0) + 1;
  for (let key = 0; key < keys; key++) holdersOf[key + 1] = (holdersOf[key + 1] ?? 0) + (holdersOf[key] ?? 0);
  const next = holdersOf.slice();
  const holders = new Uint32Array(facets.length);
  const owners = ownersOf(facetsOf);
  facets.forEach((key, at) => {
    const place = next[key] ?? 0;
    holders[place] = owners[at] ?? 0;
    next[key] = place + 1;
  });
  return { holdersOf, holders };
}

export const most = (keys: readonly number[]): number =>
  keys.reduce((highest, key) => Math.max(highest, key), 0);

/** Products while they are read: how much there will be is not known. */
export type IndexDraft = {
  ids: Buffer[];
  titles: string[];
  headNames: Map<string, number>;
  scopes: Map<number, number[]>;
} & Record<
  | 'writers'
  | 'heads'
  | 'purchased'
  | 'vendors'
  | 'sale'
  | 'createdDays'
  | 'variantsOf'
  | 'prices'
  | 'inStock'
  | 'facetsOf'
  | 'facets'
  | 'sizesOf'
  | 'sizes',
  number[]
>;

/** `headNames`: those of an index that the draft is for. */
export const emptyDraft = (headNames: readonly string[] = []): IndexDraft => ({
  ids: [],
  writers: [],
  titles: [],
  headNames: new Map(headNames.map((name, place) => [name, place])),
  heads: [],
  purchased: [],
  scopes: new Map([[WHOLE_SHOP, []]]),
  vendors: [],
  sale: [],
  createdDays: [],
  variantsOf: [0],
  prices: [],
  inStock: [],
  facetsOf: [0],
  facets: [],
  sizesOf: [0],
  sizes: [],
});

/** Adds a product with its variants behind those that are there. */
export function addProduct(draft: IndexDraft, row: Row): void {
  const { id, writer, title, head, vendor, sale, day, purchased, tags, variants } = row;
  const product = draft.vendors.push(vendor ?? 0) - 1;
  draft.ids.push(bytesOf(id));
  draft.writers.push(Number(writer));
  draft.titles.push(title);
  const headPlace = draft.headNames.get(head) ?? draft.headNames.size;
  draft.headNames.set(head, headPlace);
  draft.heads.push(headPlace);
  draft.sale.push(sale ? 1 : 0);
  draft.purchased.push(purchased);
  draft.createdDays.push(day);
  for (const scope of [WHOLE_SHOP, ...tags]) {
    const members = draft.scopes.get(scope);
    if (members) members.push(product);
    else draft.scopes.set(scope, [product]);
  }
  for (const variant of variants?.split(';') ?? []) {
    const [first = '', second = ''] = variant.split('|');
    const [price = 0, inStock = 0, ...facets] = numbersOf(first);
    draft.prices.push(price);
    draft.inStock.push(inStock);
    draft.facets.push(...facets);
    draft.facetsOf.push(draft.facets.length);
    draft.sizes.push(...numbersOf(second));
    draft.sizesOf.push(draft.sizes.length);
  }
  draft.variantsOf.push(draft.prices.length);
}

const numbersOf = (list: string): number[] => (list === '' ? [] : list.trimEnd().split(' ').map(Number));

export const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const ID_BYTES = 16;

/** A product's id as the database writes it. */
export function idAt({ ids }: FacetIndex, product: number): string {
  const hex = ids.toString('hex', product * ID_BYTES, (product + 1) * ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Reads numbers as `int4send` writes them. */
const RANK_BYTES = 4;

/** Sorted by the database, whose order of titles is the one that listings have without the index. */
async function readRanks(
  db: Db,
  products: number,
): Promise<Pick<FacetIndex, 'titleRanks' | 'popularityRanks' | 'priceRanks'>> {
  const packed = (rank: SQL) =>
    sql`encode(string_agg(int4send((${rank} - 1)::int), '' order by r.product_id), 'base64')`;
  const [found] = rows<Record<'titles' | 'popularity' | 'prices', string | null>>(
    await db.execute(sql`
      select ${packed(sql`r.title`)} as titles, ${packed(sql`r.popular`)} as popularity,
        ${packed(sql`r.price`)} as prices
      from (
        select s.product_id, row_number() over (order by s.sort_title collate "C", s.product_id) as title,
          row_number() over (order by s.purchased desc nulls last, s.product_id) as popular,
          row_number() over (order by s.min_price, s.product_id) as price
        from product_search s where s.published) r`),
  );
  const unpacked = (ranks: string | null | undefined) => {
    const bytes = Buffer.from(ranks ?? '', 'base64');
    if (bytes.length !== products * RANK_BYTES) {
      throw new Error('products came or went while the index was read');
    }
    return Uint32Array.from({ length: products }, (_, at) => bytes.readUInt32BE(at * RANK_BYTES));
  };
  return {
    titleRanks: unpacked(found?.titles),
    popularityRanks: unpacked(found?.popularity),
    priceRanks: unpacked(found?.prices),
  };
}

/** Finds ids among sorted ones by a table of their hashes: a search finds tens of thousands. */
export function finderIn(ids: Buffer): FacetIndex['eachPlace'] {
  const own = wordsOf(ids);
  const products = own.length / WORDS;
  const size = 2 ** Math.ceil(Math.log2(products * 2 + 2));
  const table = new Int32Array(size).fill(-1);
  const slotOf = (words: Int32Array, at: number) => {
    const mixed =
      Math.imul((words[at] ?? 0) ^ (words[at + 1] ?? 0), 0x9e3779b1) ^
      Math.imul((words[at + 2] ?? 0) ^ (words[at + 3] ?? 0), 0x85ebca6b);
    return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) & (size - 1);
  };
  for (let product = 0; product < products; product++) {
    let slot = slotOf(own, product * WORDS);
    while (table[slot] !== -1) slot = (slot + 1) & (size - 1);
    table[slot] = product;
  }
  const isAt = (at: number, words: Int32Array, asked: number) => {
    for (let word = 0; word < WORDS; word++) if (own[at + word] !== words[asked + word]) return false;
    return true;
  };
  return (bytes, visit) => {
    const words = wordsOf(bytes);
    for (let at = 0; at < words.length; at += WORDS) {
      let slot = slotOf(words, at);
      let product = table[slot] ?? -1;
      while (product !== -1 && !isAt(product * WORDS, words, at)) {
        slot = (slot + 1) & (size - 1);
        product = table[slot] ?? -1;
      }
      if (product !== -1) visit(product, at / WORDS);
    }
  };
}

const WORDS = ID_BYTES / Int32Array.BYTES_PER_ELEMENT;

function wordsOf(bytes: Buffer): Int32Array {
  const words = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT);
  Buffer.from(words.buffer).set(bytes);
  return words;
}
