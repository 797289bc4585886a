import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { recordLog } from '#server/logs/logs.ts';
import { replaceProductTags } from '#server/products/store-products.ts';
import { products, relatedProducts } from '#server/products/tables.ts';
import { loadSafeHtml } from '#server/safe-html.ts';
import { productSuggestions } from '#server/suggestions/tables.ts';
import { ensureTags, tagKey, type WantedTag } from '#server/tags/ensure-tags.ts';
import { clock } from '#server/time-and-chance.ts';
import { lockVariants } from '#server/variants/stock.ts';
import { variants } from '#server/variants/tables.ts';
import { ensureVendors } from '#server/vendors/ensure-vendors.ts';
import { refuseStale } from '#server/versioned.ts';
import type { ProductInput } from '#shared/schemas/product-input.ts';

export type StoredProduct = typeof products.$inferSelect;

/** The one who writes, for the log. */
export type Writer = Parameters<typeof recordLog>[1];

/** A product with its tags, related products and suggestions, in one transaction. A draft unless it says `publish`. */
export async function createProduct(
  db: Db,
  by: Writer,
  input: ProductInput,
  cache?: Cache,
): Promise<StoredProduct> {
  return db.transaction(async tx => {
    const [product] = await tx
      .insert(products)
      .values({ ...(await columnsOf(tx, input)), title: input.title })
      .returning();
    if (!product) throw new Error('no product came back');
    await writeParts(tx, product._id, input);
    await recordLog(tx, by, entry('Created product', product));
    await touchProducts(tx, [product._id], cache);
    return product;
  });
}

/**
 * Changes the fields that are given. `version` is the one that was read: if someone else wrote meanwhile, `stale`
 * with the product as it stands in `details`.
 */
export async function updateProduct(
  db: Db,
  by: Writer,
  { _id, version, ...input }: Partial<ProductInput> & { _id: string; version?: number },
  cache?: Cache,
): Promise<StoredProduct> {
  return db.transaction(async tx => {
    const before = await lockProduct(tx, _id);
    refuseStale(before, version, { product: before });
    const [after] = await tx
      .update(products)
      .set({ ...(await columnsOf(tx, input)), version: sql`${products.version} + 1` })
      .where(eq(products._id, _id))
      .returning();
    if (!after) throw new AppError('not_found');
    await writeParts(tx, _id, input);
    await recordLog(tx, by, { ...entry('Updated product', after), before, after });
    await touchProducts(tx, [_id], cache);
    return after;
  });
}

/** Shows a product to shoppers, or takes it away from them. */
export function publishProduct(
  db: Db,
  by: Writer,
  _id: string,
  publish: boolean,
  cache?: Cache,
): Promise<StoredProduct> {
  return updateProduct(db, by, { _id, publish }, cache);
}

/** Takes a product and its variants out of the shop for good; orders keep what they sold. Numbers become free. */
export async function removeProduct(db: Db, by: Writer, _id: string, cache?: Cache): Promise<void> {
  await db.transaction(async tx => {
    const before = await lockProduct(tx, _id);
    const deletedAt = clock.now().toISOString();
    await tx
      .update(products)
      .set({ deletedAt, importKey: null, version: sql`${products.version} + 1` })
      .where(eq(products._id, _id));
    const own = and(eq(variants.product_id, _id), isNull(variants.deletedAt));
    const numbered = await tx.select({ _id: variants._id }).from(variants).where(own);
    await lockVariants(
      tx,
      numbered.map(variant => variant._id),
    );
    await tx.update(variants).set({ deletedAt }).where(own);
    await recordLog(tx, by, { ...entry('Deleted product', before), before });
    await touchProducts(tx, [_id], cache);
  });
}

const entry = (name: string, product: StoredProduct) => ({
  type: 'product' as const,
  category: 'products',
  name,
  description: product.title,
  subject: product._id,
});

async function lockProduct(tx: Db, _id: string): Promise<StoredProduct> {
  const [found] = await tx
    .select()
    .from(products)
    .where(and(eq(products._id, _id), isNull(products.deletedAt)))
    .for('update');
  if (!found) throw new AppError('not_found');
  return found;
}

/** The product's own columns out of an input, its vendor made where missing. */
async function columnsOf(tx: Db, input: Partial<ProductInput>) {
  const { categories, subcategories, tags, relatedProduct, suggestions, description, vendor, ...columns } =
    input;
  return {
    ...columns,
    ...(description !== undefined && { description: (await loadSafeHtml())(description) }),
    ...(vendor !== undefined && { vendor: vendor && (await vendorNamed(tx, vendor)) }),
  };
}

/** The vendor's name as it is spelt in the shop. */
export async function vendorNamed(tx: Db, name: string): Promise<string> {
  return (await ensureVendors(tx, [name])).get(name.toLowerCase()) ?? name;
}

async function writeParts(tx: Db, _id: string, input: Partial<ProductInput>): Promise<void> {
  if (input.categories || input.subcategories || input.tags) await writeTags(tx, _id, input);
  if (input.relatedProduct) {
    const others = await knownProducts(tx, _id, 'relatedProduct', input.relatedProduct);
    await tx.delete(relatedProducts).where(eq(relatedProducts.product, _id));
    const added = others.map((related, position) => ({ product: _id, related, position }));
    if (added.length > 0) await tx.insert(relatedProducts).values(added);
  }
  if (input.suggestions) {
    const others = await knownProducts(tx, _id, 'suggestions', input.suggestions);
    await tx.delete(productSuggestions).where(eq(productSuggestions.product, _id));
    const added = others.map((suggestion, position) => ({ product: _id, suggestion, position }));
    if (added.length > 0) await tx.insert(productSuggestions).values(added);
  }
}

/** Sets the kinds of tags that are given; the other kinds stay. */
async function writeTags(tx: Db, _id: string, input: Partial<ProductInput>): Promise<void> {
  const wanted: WantedTag[] = [
    ...(input.categories ?? []).map(name => ({ type: 'Category' as const, name })),
    ...(input.subcategories ?? []).map(one => ({ type: 'Subcategory' as const, ...one })),
    ...(input.tags ?? []).map(name => ({ type: 'Tag' as const, name })),
  ];
  const ids = await ensureTags(tx, wanted);
  const given = [
    ...(input.categories ? ['Category'] : []),
    ...(input.subcategories ? ['Subcategory'] : []),
    ...(input.tags ? ['Tag'] : []),
  ];
  const kept = rows<{ id: string }>(
    await tx.execute(sql`
      select g.id::text as id from product_tags l join tags g on g.id = l.tag
      where l.product = ${_id}::uuid and g.type <> all(${sql.param(given)}::text[]) order by l.position`),
  );
  const set = wanted.flatMap(tag => ids.get(tagKey(tag)) ?? []);
  await replaceProductTags(tx, new Map([[_id, [...new Set([...set, ...kept.map(tag => tag.id)])]]]));
}

async function knownProducts(
  tx: Db,
  _id: string,
  field: 'relatedProduct' | 'suggestions',
  ids: readonly string[],
): Promise<string[]> {
  const distinct = [...new Set(ids)];
  const known = rows<{ id: string }>(
    await tx.execute(sql`
      select id::text as id from products
      where id = any(${sql.param(distinct)}::uuid[]) and deleted_at is null and id <> ${_id}::uuid`),
  );
  const found = new Set(known.map(row => row.id));
  const missing = distinct.findIndex(id => !found.has(id));
  if (missing >= 0) throw fieldError([field, missing], 'is not a product that can be used here');
  return distinct;
}
