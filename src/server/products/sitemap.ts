import { eq, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { layouts } from '#server/layouts/tables.ts';
import { productSearch } from '#server/search/tables.ts';
import { listCategories } from '#server/tags/tags.ts';

/** Ten times fewer than the protocol allows: a part is one small answer. */
const PRODUCTS_A_PART = 5000;

interface Entry {
  /** Path with its query, encoded. */
  path: string;
  /** ISO 8601. */
  changed?: string;
}

/** The list of the parts: one of pages and categories, then as many as the published products need. */
export async function sitemapIndex(db: Db, publicUrl: string): Promise<string> {
  const products = await db.$count(productSearch, eq(productSearch.published, true));
  const parts = 1 + Math.ceil(products / PRODUCTS_A_PART);
  const entries = Array.from({ length: parts }, (_, part) =>
    element('sitemap', `${publicUrl}/sitemap-${part}.xml`),
  );
  return document('sitemapindex', entries);
}

/** One part of the sitemap, or null where there is none of that number. Shoppers may see all its products. */
export async function sitemapPart(
  db: Db,
  cache: Cache,
  publicUrl: string,
  part: number,
): Promise<string | null> {
  const entries = part === 0 ? await pages(db, cache) : await products(db, part - 1);
  if (entries.length === 0) return null;
  return document(
    'urlset',
    entries.map(({ path, changed }) => element('url', `${publicUrl}${path}`, changed)),
  );
}

async function pages(db: Db, cache: Cache): Promise<Entry[]> {
  const written = await db
    .selectDistinct({ page: layouts.page, changed: sql<string>`max(${layouts.updatedAt})::text` })
    .from(layouts)
    .where(sql`${layouts.template} = 'Page' and ${layouts.publish} and ${layouts.page} <> ''`)
    .groupBy(layouts.page)
    .orderBy(layouts.page);
  const categories = (await listCategories(db, cache)).flatMap(({ category, subcategories }) => [
    `/categories/${encodeURIComponent(category.name)}`,
    ...[undefined, ...subcategories].map(subcategory => listingPath(category.name, subcategory?.name)),
  ]);
  return [
    ...['/', '/products', '/categories', ...categories].map(path => ({ path })),
    ...written.map(({ page, changed }) => ({
      path: `/${encodeURIComponent(page)}`,
      changed: new Date(changed).toISOString(),
    })),
  ];
}

/** Writes an address as the shop's own links do, so that it is the page's canonical address. */
function listingPath(category: string, subcategory?: string): string {
  const params = new URLSearchParams({ type: 'normal', categories: category });
  if (subcategory) params.set('subcategories', subcategory);
  return `/category-products?${params}`;
}

async function products(db: Db, part: number): Promise<Entry[]> {
  const found = rows<{ id: string; changed: string }>(
    await db.execute(sql`
      select p.id::text as id, to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as changed
      from (
        select s.product_id from product_search s where s.published
        order by s.product_id offset ${part * PRODUCTS_A_PART} limit ${PRODUCTS_A_PART}) k
      join products p on p.id = k.product_id
      order by p.id`),
  );
  return found.map(({ id, changed }) => ({ path: `/product/${id}`, changed }));
}

function document(root: 'urlset' | 'sitemapindex', elements: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join('\n')}
</${root}>
`;
}

function element(name: 'url' | 'sitemap', address: string, changed?: string): string {
  const modified = changed ? `<lastmod>${changed}</lastmod>` : '';
  return `<${name}><loc>${escapeXml(address)}</loc>${modified}</${name}>`;
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
