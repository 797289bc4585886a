import { type SQL, sql } from 'drizzle-orm';
import { announce, type Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import {
  forgetCatalogue,
  markCountsStale,
  refreshFacetCounts,
  STOCK,
  tidyIndexes,
} from '#server/listing/facet-counts.ts';
import { firstKey, MEASURES } from '#server/search/size-keys.ts';

/**
 * Brings what listings and searches read up to date with these products. Called in the transaction that wrote
 * them, their variants, tags or reviews, after the writing; bundles that hold one of their variants follow.
 * With `cache` this process forgets old counts at once; without it a moment after the commit, as the others do.
 */
export async function touchProducts(tx: Db, productIds: readonly string[], cache?: Cache): Promise<void> {
  if (productIds.length === 0) return;
  const touched = await withBundles(tx, productIds);
  await writeAll(tx, touched);
  await forgetCatalogue(tx, cache, touched);
}

/** Writes what searches read of these products, where it is not what stands there already. */
async function writeAll(tx: Db, productIds: readonly string[]): Promise<void> {
  const ids = uuids(productIds);
  await addFacetValues(tx, ids);
  const changed = await writeVariantSearch(tx, ids);
  const isCounted = await writeProductSearch(tx, ids, uuids(changed));
  await writeProductText(tx, ids);
  await writeTiles(tx, ids);
  await addSearchWords(tx, ids);
  if (isCounted) await markCountsStale(tx);
}

/** The same for one variant: also what stands in no product may be a part of bundles. */
export async function touchVariant(tx: Db, variantId: string, cache?: Cache): Promise<void> {
  const found = rows<{ id: string }>(
    await tx.execute(sql`
      select distinct v.product_id::text as id from variants v
      where v.product_id is not null
        and (v.id = ${variantId}::uuid or v.id in (select bundle from bundle_items where variant = ${variantId}::uuid))`),
  );
  await touchProducts(
    tx,
    found.map(row => row.id),
    cache,
  );
}

/**
 * After stock crossed zero: moves `in stock` and `out of stock` of the products concerned, and nothing else.
 * Cheap enough for a checkout; what didn't cross costs one statement that finds nothing.
 */
export async function touchStock(tx: Db, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0) return;
  const crossed = rows<{ id: string }>(
    // Locked in one order, before reading: of two checkouts that empty two variants of one product the later sees both.
    await tx.execute(sql`
      select s.product_id::text as id from product_search s
      where s.product_id in (
        select x.product_id from variant_search x join variants v on v.id = x.variant_id
        where ${stockConcerns(variantIds)} and x.in_stock <> ${inStock})
      order by s.product_id for no key update`),
  );
  if (crossed.length === 0) return;
  const products = uuids(crossed.map(row => row.id));
  await tx.execute(sql`
    update variant_search x set in_stock = ${inStock} from variants v
    where v.id = x.variant_id and x.product_id = any(${products}) and x.in_stock <> ${inStock}`);
  await tx.execute(sql`
    update product_search s set in_stock = a.some_in, any_out = a.some_out
    from (select x.product_id, bool_or(x.in_stock) as some_in, bool_or(not x.in_stock) as some_out
          from variant_search x where x.product_id = any(${products}) group by x.product_id) a
    where a.product_id = s.product_id and (s.in_stock, s.any_out) is distinct from (a.some_in, a.some_out)`);
  // The list of what is in stock is read anew, by every process.
  await announce(tx, STOCK);
}

// The embedded database answers nobody else while it writes one.
const PORTION = 250;

/** Builds everything that searches read anew, in portions; for imports of a whole catalogue and for repairs. */
export async function rebuildSearch(db: Db): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const portion = rows<{ id: string }>(
      await db.execute(
        sql`select id::text as id from products where id > ${last}::uuid order by products.id limit ${PORTION}`,
      ),
    ).map(row => row.id);
    const end = portion.at(-1);
    if (end === undefined) break;
    // Told of once, at the end: an index that follows each portion follows nothing else.
    await db.transaction(async tx => writeAll(tx, await withBundles(tx, portion)));
    last = end;
  }
  await rebuildSearchWords(db);
  await forgetCatalogue(db);
  await refreshFacetCounts(db);
  await tidyIndexes(db);
  for (const table of [
    'products',
    'variants',
    'product_search',
    'variant_search',
    'product_text',
    'search_words',
  ]) {
    await db.execute(sql`analyze ${sql.identifier(table)}`);
  }
}

/** Whether an older version wrote what searches read: it knew no heads, sizes and marks, and any title gives a head. */
export async function isFromBefore(db: Db): Promise<boolean> {
  const [found] = rows<{ old: boolean }>(
    await db.execute(sql`
      select exists (select from product_search where published)
        and not exists (select from product_search where head <> '') as old`),
  );
  return found?.old ?? false;
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

const stockConcerns = (variantIds: readonly string[]): SQL => sql`(
  v.id = any(${uuids(variantIds)})
  or v.id in (select bundle from bundle_items where variant = any(${uuids(variantIds)})))`;

/** Whether variant or product ships from the vendor, who has no limit here. */
const dropShipped = (variant: 'v' | 'c') => {
  const it = sql.raw(variant);
  return sql`(${it}.drop_ship or exists (select from products d where d.id = ${it}.product_id and d.drop_ship))`;
};

/** Whether there is any of variant `v` now (rules: `sellableStock`); back-orders count for the items of a bundle. */
const inStock = sql`case
  when v.is_bundle and exists (select from bundle_items i where i.bundle = v.id)
    then not exists (select from bundle_items i join variants c on c.id = i.variant
      where i.bundle = v.id
        and (c.deleted_at is not null or not (c.stock >= i.quantity or c.back_order or ${dropShipped('c')})))
  else v.stock > 0 or ${dropShipped('v')} end`;

/** Whether variant `v` can always be had, whatever the stock (rules: `sellableStock`). */
const unlimited = sql`case
  when v.is_bundle and exists (select from bundle_items i where i.bundle = v.id)
    then not exists (select from bundle_items i join variants c on c.id = i.variant
      where i.bundle = v.id and (c.deleted_at is not null or not (c.back_order or ${dropShipped('c')})))
  else v.back_order or ${dropShipped('v')} end`;

/** Cents of one piece of variant `c` where so many `i` of it stand in a bundle. */
const itemPrice = sql`least(c.price, ${sql.join(
  ['one', 'two', 'three'].map(tier =>
    sql.raw(`case when c.whole_sale_qty_${tier} <= i.quantity then c.whole_sale_price_${tier} end`),
  ),
  sql`, `,
)})`;

/** Cents of variant `v`; of a bundle as the rule `bundlePrice` has it, one for a guest. */
const basePrice = sql`case when v.is_bundle then coalesce(
  (select round(sum(${itemPrice} * i.quantity) * (100 - v.bundle_discount_per) / 100)::bigint
   from bundle_items i join variants c on c.id = i.variant where i.bundle = v.id), v.price) else v.price end`;

async function withBundles(tx: Db, productIds: readonly string[]): Promise<string[]> {
  const found = rows<{ id: string }>(
    await tx.execute(sql`
      select b.product_id::text as id
      from variants c join bundle_items i on i.variant = c.id join variants b on b.id = i.bundle
      where c.product_id = any(${uuids(productIds)}) and b.product_id is not null`),
  );
  return [...new Set([...productIds, ...found.map(row => row.id)])];
}

/**
 * The options of each variant as staff name them: the label of a filter that lists the value, else the value
 * itself. Shopify's stand-in for "no options" is none.
 */
const namedOptions = (ids: SQL) => sql`
  labels as materialized (
    select t.id, t.name, t.types, lower(t.name) as name_key, lower(o.option) as value_key, f.label
    from filter_templates t join filter_values f on f.template = t.id
    cross join lateral unnest(f.options || f.label) as o(option)),
  named as materialized (
    select distinct v.id as variant_id, coalesce(l.name, o.name) as name, coalesce(l.label, o.value) as value
    from variants v join products p on p.id = v.product_id
    cross join lateral jsonb_to_recordset(v.options) as o(name text, value text)
    left join labels l on l.name_key = lower(o.name) and l.value_key = lower(o.value)
      and (l.types = '{}' or p.type = any(l.types))
    where v.product_id = any(${ids}) and v.deleted_at is null and p.deleted_at is null
      and o.name <> '' and o.value <> '' and not (o.name = 'Title' and o.value = 'Default Title'))`;

async function addFacetValues(tx: Db, ids: SQL): Promise<void> {
  await tx.execute(sql`
    with ${namedOptions(ids)}
    insert into facet_values (name, value)
    select distinct n.name, n.value from named n
    where not exists (select from facet_values f where f.name = n.name and f.value = n.value)
    order by 1, 2 on conflict do nothing`);
}

/** Fractions are inches whether they say so or not; other numbers need their unit. */
const NAMED_LENGTH = String.raw`(?:(\d{1,3})[- ])?(\d{1,3})/(\d{1,3})|(\d{1,4}(?:\.\d{1,3})?) ?(mm|"|”|in)(?![[:alpha:]])`;

/** The sizes of variant `v` of product `p`: its dimensions, and the lengths that its title and options name. */
const sizesOf = sql`array(
  select m.first + round(m.mm * 10)::int from (
    select case d.name ${sql.join(
      MEASURES.map(measure => sql`when ${measure} then ${firstKey(measure)}::int`),
      sql` `,
    )} end as first, (d.value ->> 'mm')::numeric as mm
    from jsonb_each(v.dimensions) as d(name, value)
    union
    select 0, 25.4 * coalesce(f.l[4]::numeric, coalesce(f.l[1]::numeric, 0) + f.l[2]::numeric / f.l[3]::numeric)
      / case when f.l[5] = 'mm' then 25.4 else 1 end
    from regexp_matches(concat_ws(' | ', left(p.title, 300), (
      select string_agg(left(o.value, 120), ' | ') from jsonb_to_recordset(v.options) as o(value text))),
      ${NAMED_LENGTH}, 'gi') as f(l)
    where f.l[3] is null or f.l[3]::int > 0) m
  where m.first is not null and m.mm between 0 and 100000)`;

/** `table`: what stands there; a row that is written for nothing makes every process read it again. */
const differs = (table: string, columns: readonly string[]): SQL => {
  const of = (owner: string) => sql.raw(columns.map(column => `${owner}.${column}`).join(', '));
  return sql`(${of(table)}) is distinct from (${of('excluded')})`;
};

/** Answers the products of which a variant is otherwise now than before. */
async function writeVariantSearch(tx: Db, ids: SQL): Promise<string[]> {
  const gone = await tx.execute(sql`
    delete from variant_search x where x.product_id = any(${ids}) and not exists (
      select from variants v join products p on p.id = v.product_id
      where v.id = x.variant_id and v.product_id = x.product_id and v.deleted_at is null and p.deleted_at is null)
    returning x.product_id::text as id`);
  const written = await tx.execute(sql`
    with ${namedOptions(ids)},
    keys as materialized (
      select n.variant_id, array_agg(f.key order by f.key) as facets
      from named n join facet_values f on f.name = n.name and f.value = n.value group by n.variant_id)
    insert into variant_search (variant_id, product_id, position, price, in_stock, facets, sizes)
    select v.id, v.product_id, v.position, ${basePrice}, ${inStock}, coalesce(k.facets, '{}'), ${sizesOf}
    from variants v join products p on p.id = v.product_id left join keys k on k.variant_id = v.id
    where v.product_id = any(${ids}) and v.deleted_at is null and p.deleted_at is null
    order by v.id
    on conflict (variant_id) do update set product_id = excluded.product_id, position = excluded.position,
      price = excluded.price, in_stock = excluded.in_stock, facets = excluded.facets, sizes = excluded.sizes
    where ${differs('variant_search', ['product_id', 'position', 'price', 'in_stock', 'facets', 'sizes'])}
    returning product_id::text as id`);
  return [...new Set([gone, written].flatMap(answer => rows<{ id: string }>(answer)).map(({ id }) => id))];
}

/** The last word of the title of `p`, before what only goes with it. */
const headOf = sql`coalesce((ts_lexize('english_stem', (regexp_match(
  regexp_replace(lower(unaccent(left(p.title, 300))), '([,(:|–—]| - | (for|with|without|in|on|by|to) ).*$', ''),
  '([[:alpha:]]{2,60})[^[:alpha:]]*$'))[1]))[1], '')`;

const PRODUCT_COLUMNS = [
  ...['type', 'published', 'sale', 'sort_title', 'vendor', 'tags', 'facets', 'min_price', 'max_price'],
  ...['in_stock', 'any_out', 'purchased', 'created_day', 'head'],
];

/**
 * `changed`: products whose variants are otherwise; their rows tell processes by being written. Answers whether any row
 * was written.
 */
async function writeProductSearch(tx: Db, ids: SQL, changed: SQL): Promise<boolean> {
  const gone = await tx.execute(sql`
    delete from product_search s using products p
    where p.id = s.product_id and p.id = any(${ids}) and p.deleted_at is not null
    returning s.product_id`);
  const written = await tx.execute(sql`
    insert into product_search (product_id, type, published, sale, sort_title, vendor, tags, facets, min_price,
      max_price, in_stock, any_out, purchased, created_day, head)
    select p.id, p.type, p.publish and a.variants > 0, p.sale, lower(p.title), w.key, t.keys, f.keys, a.min_price,
      a.max_price, a.some_in, a.some_out, p.purchased, (extract(epoch from p.created_at) / 86400)::int, ${headOf}
    from products p left join vendors w on w.name = p.vendor
    cross join lateral (
      select count(*) as variants, coalesce(min(x.price), 0) as min_price, coalesce(max(x.price), 0) as max_price,
        coalesce(bool_or(x.in_stock), false) as some_in, coalesce(bool_or(not x.in_stock), false) as some_out
      from variant_search x where x.product_id = p.id) a
    cross join lateral (
      select coalesce(array_agg(distinct k), '{}') as keys
      from variant_search x cross join lateral unnest(x.facets) k where x.product_id = p.id) f
    cross join lateral (
      -- A subcategory brings its category along.
      select coalesce(array_agg(distinct k), '{}') as keys
      from product_tags l join tags g on g.id = l.tag left join tags c on c.id = g.category
      cross join lateral unnest(array[g.key, c.key]) k where l.product = p.id and k is not null) t
    where p.id = any(${ids}) and p.deleted_at is null
    order by p.id
    on conflict (product_id) do update set type = excluded.type, published = excluded.published,
      sale = excluded.sale, sort_title = excluded.sort_title, vendor = excluded.vendor, tags = excluded.tags,
      facets = excluded.facets, min_price = excluded.min_price, max_price = excluded.max_price,
      in_stock = excluded.in_stock, any_out = excluded.any_out, purchased = excluded.purchased,
      created_day = excluded.created_day, head = excluded.head
    where product_search.product_id = any(${changed}) or ${differs('product_search', PRODUCT_COLUMNS)}
    returning product_id`);
  return [gone, written].some(answer => rows(answer).length > 0);
}

/** Lower case without accents, words apart: as questions are read too (`search/text.ts`). */
const folded = (text: SQL) => sql`regexp_replace(lower(unaccent(${text})), '[^[:alnum:]]+', ' ', 'g')`;

/** The description of `p` without its markup. */
const plainText = sql`left(regexp_replace(p.description, '<[^>]*>', ' ', 'g'), 20000)`;

async function writeProductText(tx: Db, ids: SQL): Promise<void> {
  await tx.execute(sql`
    delete from product_text s using products p
    where p.id = s.product_id and p.id = any(${ids}) and p.deleted_at is not null`);
  await tx.execute(sql`
    insert into product_text (product_id, title, search_text, words, purchased, published)
    select p.id, p.title, left(lower(unaccent(p.title || ' ' || a.numbers)), 20000),
      to_tsvector('english', d.folded) || to_tsvector('simple', d.folded) || array_to_tsvector(array(
        select '#f' || f from unnest(s.facets) f
        union select '#s' || k from variant_search x cross join lateral unnest(x.sizes) k where x.product_id = p.id
        union select '^' || w from unnest(tsvector_to_array(to_tsvector('english', ${folded(sql`left(p.title, 300)`)}))) w
        union select '~' || w from unnest(tsvector_to_array(to_tsvector('english', ${folded(plainText)}))) w)),
      p.purchased, s.published
    from products p join product_search s on s.product_id = p.id
    cross join lateral (
      select coalesce(string_agg(v.product_num, ' ' order by v.position, v.id), '') as numbers,
        coalesce(string_agg(distinct o.value, ' '), '') as options
      from variants v left join lateral jsonb_to_recordset(v.options) as o(value text) on true
      where v.product_id = p.id and v.deleted_at is null) a
    cross join lateral (
      select coalesce(string_agg(g.name, ' '), '') as names
      from product_tags l join tags g on g.id = l.tag where l.product = p.id) t
    cross join lateral (
      select ${folded(sql`left(concat_ws(' ', p.title, p.type, p.vendor, t.names, a.options, a.numbers), 100000)`)}
        as folded) d
    where p.id = any(${ids}) order by p.id
    on conflict (product_id) do update set title = excluded.title, search_text = excluded.search_text,
      words = excluded.words, purchased = excluded.purchased, published = excluded.published
    where ${differs('product_text', ['title', 'search_text', 'words', 'purchased', 'published'])}`);
}

async function writeTiles(tx: Db, ids: SQL): Promise<void> {
  await tx.execute(sql`
    insert into product_tiles (product_id, tile)
    select p.id, jsonb_build_object('title', p.title, 'image', p.image, 'rating', p.average_rating,
      'reviews', p.review_count, 'views', (
        select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]') from product_pictures i
        where i.product = p.id and i.status = 'ready' and i.path is distinct from p.image and not exists (
          select from variants v where v.product_id = p.id and i.path in (v.thumbnail, v.image))), 'variants', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', v.id, 'productNum', v.product_num, 'label', v.label,
          'image', coalesce(v.thumbnail, v.image), 'price', x.price, 'msrp', v.msrp,
          'quantityOne', v.whole_sale_qty_one, 'priceOne', v.whole_sale_price_one, 'unlimited', ${unlimited},
          'facets', x.facets, 'center', v.dimensions -> 'centerToCenter') order by x.position, v.id), '[]')
        from variant_search x join variants v on v.id = x.variant_id where x.product_id = p.id))
    from products p where p.id = any(${ids}) and p.deleted_at is null order by p.id
    on conflict (product_id) do update set tile = excluded.tile where ${differs('product_tiles', ['tile'])}`);
}

/** The words that shoppers may misspell: those of titles, types, vendors and tags of what is on sale. */
const wordsOf = (where: SQL) => sql`
  select w.word, count(distinct p.id)::int as products
  from products p join product_search s on s.product_id = p.id and s.published
  cross join lateral (
    select coalesce(string_agg(g.name, ' '), '') as names
    from product_tags l join tags g on g.id = l.tag where l.product = p.id) t
  cross join lateral regexp_split_to_table(
    ${folded(sql`concat_ws(' ', p.title, p.type, p.vendor, t.names)`)}, ' +') as w(word)
  where ${where} and w.word ~ '^[[:alpha:]]{3,40}$' group by w.word`;

async function addSearchWords(tx: Db, ids: SQL): Promise<void> {
  await tx.execute(sql`
    insert into search_words (word, products)
    select f.word, f.products from (${wordsOf(sql`p.id = any(${ids})`)}) f
    where not exists (select from search_words o where o.word = f.word) order by 1 on conflict do nothing`);
}

async function rebuildSearchWords(db: Db): Promise<void> {
  await db.transaction(async tx => {
    await tx.execute(sql`delete from search_words`);
    await tx.execute(
      sql`insert into search_words (word, products) ${wordsOf(sql`true`)} order by 1 on conflict do nothing`,
    );
  });
}
