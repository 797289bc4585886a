import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { type Db, rows } from '#server/database/db.ts';
import { productPictures, products, productTags } from '#server/products/tables.ts';

export type ProductRow = typeof products.$inferSelect;
export type NewProduct = typeof products.$inferInsert & { _id: string };

/** Columns that a product's editor sets; the others follow from orders and reviews. */
const EDITED = [
  ...([
    'title',
    'description',
    'type',
    'locationCode',
    'flammable',
    'publish',
    'sale',
    'vendor',
    'options',
  ] as const),
  ...(['variantLayout', 'dropShip', 'local', 'relatedProductText', 'importKey'] as const),
];

/** `set` of an upsert that takes these columns from the row that was given. */
export function takenFrom(columns: readonly string[]): Record<string, SQL> {
  return Object.fromEntries(
    columns.map(column => [column, sql`excluded.${sql.identifier(toSnakeCase(column))}`]),
  );
}

export async function addProducts(tx: Db, added: readonly NewProduct[]): Promise<void> {
  if (added.length > 0) await tx.insert(products).values([...added]);
}

/** Writes whole rows that were read before, locked, in this transaction. Search tables are the caller's to touch. */
export async function updateProducts(tx: Db, changed: readonly ProductRow[]): Promise<void> {
  if (changed.length === 0) return;
  await tx
    .insert(products)
    .values([...changed])
    .onConflictDoUpdate({
      target: products._id,
      set: { ...takenFrom(EDITED), version: sql`${products.version} + 1`, updatedAt: sql`now()` },
    });
}

/** Sets a product's tags: categories, subcategories and tags together, in this order. */
export async function replaceProductTags(
  tx: Db,
  tagsByProduct: ReadonlyMap<string, string[]>,
): Promise<void> {
  if (tagsByProduct.size === 0) return;
  await tx.execute(sql`delete from product_tags where product = any(${uuids([...tagsByProduct.keys()])})`);
  const values = [...tagsByProduct].flatMap(([product, tags]) =>
    tags.map((tag, position) => ({ product, tag, position })),
  );
  if (values.length > 0) await tx.insert(productTags).values(values);
}

export interface PictureChange {
  product: string;
  /** In their order; `_id` null for one that is new. */
  pictures: { _id: string | null; source: string; alt: string }[];
  removed: string[];
}

/** Whether a picture's source is one that the shop has already. */
export const isOwnPicture = (source: string): boolean => source.startsWith('/');

/** Sets products' pictures that came from a source; remote ones wait to be fetched. */
export async function changePictures(tx: Db, changes: readonly PictureChange[]): Promise<void> {
  const removed = changes.flatMap(change => change.removed);
  if (removed.length > 0)
    await tx.execute(sql`delete from product_pictures where id = any(${uuids(removed)})`);
  const added: (typeof productPictures.$inferInsert)[] = [];
  const kept: { id: string; position: number; alt: string }[] = [];
  for (const { product, pictures } of changes) {
    pictures.forEach(({ _id, source, alt }, position) => {
      if (_id) kept.push({ id: _id, position, alt });
      else if (isOwnPicture(source)) added.push({ product, position, source, alt, path: source });
      else added.push({ product, position, source, alt, status: 'waiting' });
    });
  }
  if (added.length > 0) await tx.insert(productPictures).values(added);
  if (kept.length > 0) {
    await tx.execute(sql`
      update product_pictures p set position = k.position, alt = k.alt
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(id uuid, position int, alt text)
      where p.id = k.id and (p.position, p.alt) is distinct from (k.position, k.alt)`);
  }
}

/**
 * Brings the pictures that products and their variants show up to date with what has been fetched: a product shows
 * its first finished picture, a variant the one from its own source. Answers the products that changed.
 */
export async function refreshImages(tx: Db, productIds: readonly string[]): Promise<string[]> {
  if (productIds.length === 0) return [];
  // When two pictures come at once, the later must see the earlier.
  await tx.execute(
    sql`select from products where id = any(${uuids(productIds)}) order by id for no key update`,
  );
  const shown = rows<{ id: string }>(
    await tx.execute(sql`
      update products p set image = f.path
      from (select distinct on (product) product, path from product_pictures
            where product = any(${uuids(productIds)}) order by product, path is null, position, id) f
      where f.product = p.id and p.image is distinct from f.path returning p.id::text as id`),
  );
  const worn = rows<{ id: string }>(
    await tx.execute(sql`
      update variants v set image = f.path from product_pictures f
      where f.product = any(${uuids(productIds)}) and v.product_id = f.product and v.image_source = f.source
        and f.path is not null and v.image is distinct from f.path returning v.product_id::text as id`),
  );
  return [...new Set([...shown, ...worn].map(({ id }) => id))];
}

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;
