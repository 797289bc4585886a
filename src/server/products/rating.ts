import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { products } from '#server/products/tables.ts';

/** Keeps a product that shoppers may see as it is while something is said of it. `not_found` for any other. */
export async function lockOnSale(tx: Db, _id: string): Promise<{ title: string }> {
  const [found] = await tx
    .select({ title: products.title })
    .from(products)
    .where(and(eq(products._id, _id), eq(products.publish, true), isNull(products.deletedAt)))
    .for('no key update');
  if (!found) throw new AppError('not_found');
  return found;
}

/** The same for any product, so that of two reviews changed at once neither is left out of the count. */
export async function lockForCount(tx: Db, _id: string): Promise<void> {
  await tx.select({ _id: products._id }).from(products).where(eq(products._id, _id)).for('no key update');
}

/** Works a locked product's rating out anew from the reviews that are shown, in the transaction that changed them. */
export async function recountReviews(tx: Db, _id: string, cache: Cache): Promise<void> {
  const shown = sql`from reviews r where r.product = ${products._id} and r.approved`;
  await tx
    .update(products)
    .set({
      averageRating: sql`coalesce((select round(avg(r.rating), 2) ${shown}), 0)`,
      reviewCount: sql`(select count(*) ${shown})`,
    })
    .where(eq(products._id, _id));
  await touchProducts(tx, [_id], cache);
}
