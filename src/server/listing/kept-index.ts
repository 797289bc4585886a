import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { CATALOGUE, STOCK } from '#server/listing/facet-counts.ts';
import { type FacetIndex, loadFacetIndex } from '#server/listing/facet-index.ts';
import { showIndex, timedLoad } from '#server/listing/index-figures.ts';
import { patchIndex } from '#server/listing/patch-index.ts';
import { clock } from '#server/time-and-chance.ts';

/** Beyond so many products a whole load is the quicker way. */
const MAX_PATCHED = 500;
/** Net for a message that got lost. */
const CHECK_MS = 60_000;
/** An index that could not be brought up to date for so long is not asked any more. */
const MAX_BEHIND_MS = 120_000;
/** Following what is written may take this share of the time, and so much at once before it has to wait. */
const SHARE = 0.1;
const MAX_DEBT_MS = 200;
/** Up to so many products the database answers while the index is behind, so that what was written shows at once. */
const FEW_PRODUCTS = 5000;

/** Holds all that one process knows of its index. */
interface Kept {
  index: FacetIndex | null;
  /** Says whether all writes since were heard of, or that is being found out. */
  isTrusted: boolean | 'checked';
  /** Products that were written since; null: any. */
  written: Set<string> | null;
  /** When the first of them was; and of those that are being followed just now. */
  behindSince: number | null;
  followedSince: number | null;
  checkedAt: number;
  work: 'load' | 'patch' | null;
  /** Milliseconds of work that its share of time has not paid off yet, at a moment. */
  debt: { ms: number; at: number };
}

const kept = new WeakMap<Cache, Kept>();

function keptBy(cache: Cache): Kept {
  const known = kept.get(cache);
  if (known) return known;
  const made: Kept = {
    index: null,
    isTrusted: true,
    written: new Set(),
    behindSince: null,
    followedSince: null,
    checkedAt: 0,
    work: null,
    debt: { ms: 0, at: 0 },
  };
  kept.set(cache, made);
  cache.onForget(CATALOGUE, details => {
    if (!made.index && !made.work) return;
    made.behindSince ??= clock.ms();
    if (details === null) made.isTrusted = false;
    if (!details) made.written = null;
    else for (const id of details.split(',')) made.written?.add(id);
  });
  return made;
}

/**
 * The index of this process; undefined where the database is to be asked: before the first load, and in a small shop
 * for the milliseconds in which it follows what was just written. In a large one, where statements take longer than
 * that, the index answers as it was meanwhile, as it does where writes come faster than they can be followed cheaply.
 */
export function facetIndex(db: Db, cache: Cache): FacetIndex | undefined {
  // This process is writing just now, and is to see what it wrote.
  if (cache.isPending(CATALOGUE)) return undefined;
  const now = clock.ms();
  const own = keptBy(cache);
  const isDue = own.behindSince !== null || now - own.checkedAt >= CHECK_MS;
  if (own.work === null && (isDue || !own.index)) begin(db, own, now);
  const isOld = now - (own.followedSince ?? own.behindSince ?? now) > MAX_BEHIND_MS;
  return (own.work !== null && isSmall(own)) || isOld || own.isTrusted !== true
    ? undefined
    : (own.index ?? undefined);
}

const isSmall = ({ index }: Kept): boolean => index !== null && index.titles.length <= FEW_PRODUCTS;

function begin(db: Db, own: Kept, now: number): void {
  own.debt = { ms: Math.max(0, own.debt.ms - (now - own.debt.at) * SHARE), at: now };
  if (own.debt.ms > MAX_DEBT_MS && !isSmall(own)) return;
  const { index, written } = own;
  const isFew = written !== null && written.size > 0 && written.size <= MAX_PATCHED;
  if (index && isFew && own.isTrusted === true)
    void run(own, 'patch', () => patchIndex(db, index, take(own)));
  else void run(own, 'load', () => checked(db, own));
}

/** Products to be read now; what is written from here on counts as behind again. */
function take(own: Kept): string[] {
  const ids = [...(own.written ?? [])];
  own.written = new Set();
  own.followedSince = own.behindSince;
  own.behindSince = null;
  return ids;
}

async function run(own: Kept, work: 'load' | 'patch', make: () => Promise<FacetIndex>): Promise<void> {
  const began = clock.elapsed();
  own.work = work;
  try {
    own.index = await make();
    if (work === 'load' && own.isTrusted === 'checked') own.isTrusted = true;
    showIndex(own.index.titles.length);
  } catch {
    // Tried again: until then the database answers, or for a while the index as it was.
    own.written = null;
    own.behindSince = own.followedSince ?? own.behindSince ?? clock.ms();
  } finally {
    own.work = null;
    own.followedSince = null;
    own.debt.ms += clock.elapsed() - began;
  }
}

/** The index where it is what the database has, else one that is loaded anew. */
async function checked(db: Db, own: Kept): Promise<FacetIndex> {
  take(own);
  if (!own.isTrusted) own.isTrusted = 'checked';
  own.checkedAt = clock.ms();
  const { index } = own;
  const following = index && (await followed(db, index));
  return following ?? timedLoad(() => loadFacetIndex(db));
}

/** The index as it stands now, where it is known which products it lacks; else null. */
async function followed(db: Db, index: FacetIndex): Promise<FacetIndex | null> {
  if (await isCurrent(db, index)) return index;
  // Selling out, for one, writes rows without a word to listings.
  const last = index.writers.reduce((highest, writer) => Math.max(highest, writer), 0);
  const written = rows<{ id: string }>(
    await db.execute(sql`
      select s.product_id::text as id from product_search s
      where s.published and s.xmin::text::bigint > ${last}::bigint limit ${MAX_PATCHED}`),
  );
  if (written.length === MAX_PATCHED) return null;
  const patched = await patchIndex(
    db,
    index,
    written.map(({ id }) => id),
  );
  return (await isCurrent(db, patched)) ? patched : null;
}

/** Tells whether an index is current: writing a product writes its row anew, and so changes the sum of all writers. */
async function isCurrent(db: Db, { titles, writers }: FacetIndex): Promise<boolean> {
  const [found] = rows<{ products: number; writers: string | null }>(
    await db.execute(sql`
      select count(*)::int as products, sum(s.xmin::text::bigint)::text as writers from product_search s
      where s.published`),
  );
  const sum = writers.reduce((total, writer) => total + writer, 0);
  return found?.products === titles.length && Number(found.writers ?? 0) === sum;
}

/**
 * Says whether the index knows what is in stock now. Changes since then are read meanwhile; counts may be
 * a minute old, as kept ones are.
 */
export function knowsStock(db: Db, cache: Cache, { lineage }: FacetIndex): boolean {
  const known = cache.peek(STOCK, lineage, async () => {
    const stock = await readStock(db);
    const { index } = keptBy(cache);
    if (index?.lineage === lineage) showStock(index, stock);
    return lineage;
  });
  return known === lineage;
}

interface Stock {
  /** Products with something that is sold out. */
  ids: Buffer;
  /** For each of them a digit a variant. */
  variants: string[];
}

async function readStock(db: Db): Promise<Stock> {
  // Read as one row: a tenth of all products have something that is sold out.
  const [found] = rows<{ ids: string | null; stock: string | null }>(
    await db.execute(sql`
      select encode(string_agg(uuid_send(o.product_id), '' order by o.product_id), 'base64') as ids,
        string_agg(o.stock, ' ' order by o.product_id) as stock
      from (
        select x.product_id, string_agg(x.in_stock::int::text, '' order by x.position, x.variant_id) as stock
        from product_search s join variant_search x on x.product_id = s.product_id
        where s.published and s.any_out group by x.product_id) o`),
  );
  return { ids: Buffer.from(found?.ids ?? '', 'base64'), variants: (found?.stock ?? '').split(' ') };
}

function showStock({ variantsOf, inStock, eachPlace }: FacetIndex, { ids, variants }: Stock): void {
  inStock.fill(1);
  eachPlace(ids, (product, nth) => {
    const stock = variants[nth] ?? '';
    const first = variantsOf[product] ?? 0;
    // A product with other variants than the index has is about to be patched.
    if (stock.length !== (variantsOf[product + 1] ?? 0) - first) return;
    for (let at = 0; at < stock.length; at++) inStock[first + at] = stock[at] === '1' ? 1 : 0;
  });
}
