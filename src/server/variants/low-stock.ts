import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { notifyStaffAfresh } from '#server/notifications/notifications.ts';
import { products } from '#server/products/tables.ts';
import { variants } from '#server/variants/tables.ts';
import { LOW_STOCK } from '#shared/constants.ts';

/**
 * Tells staff of variants that a sale just brought below the threshold. Their rows are locked by that sale, so of all
 * that are sold at once one alone sees it fall. A cart that is held, let go and held again says nothing new: whoever has
 * the first notification unread gets no other.
 */
export async function tellOfLowStock(
  tx: Db,
  taken: readonly { id: string; stock: number; before: number }[],
): Promise<void> {
  const fallen = taken.filter(({ stock, before }) => stock < LOW_STOCK && before >= LOW_STOCK);
  if (fallen.length === 0) return;
  const named = await tx
    .select({
      ...{ _id: variants._id, productNum: variants.productNum, stock: variants.stock },
      ...{ product: products._id, title: products.title },
    })
    .from(variants)
    .innerJoin(products, eq(products._id, variants.product_id))
    .where(
      inArray(
        variants._id,
        fallen.map(({ id }) => id),
      ),
    )
    .orderBy(variants._id);
  for (const { _id, productNum, stock, product, title } of named) {
    await notifyStaffAfresh(tx, {
      type: 10,
      title: `${productNum}: ${Math.max(0, stock)} left`,
      details: title,
      link: `/admin/products/${product}?variants=${_id}`,
    });
  }
}
