import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { takenFrom } from '#server/products/store-products.ts';
import { type MoveCause, recordCounts, recordOpening } from '#server/variants/stock-moves.ts';
import { variants } from '#server/variants/tables.ts';
import { TIER_FIELDS } from '#shared/schemas/quantity-prices.ts';

export type VariantRow = typeof variants.$inferSelect;
export type NewVariant = typeof variants.$inferInsert & { _id: string };

const EDITED = [
  ...(['product_id', 'title', 'vendor', 'tags', 'options', 'variantGroup', 'label', 'image'] as const),
  ...(['imageSource', 'productNum', 'stock', 'backOrder', 'dropShip', 'price', 'msrp', 'cost'] as const),
  ...(['pieceSize', 'binLocation', 'quickbooksId', 'lb', 'oz', 'dimensions'] as const),
  ...TIER_FIELDS.flat(),
];

/** Stores new variants, whose stock is what they open with. Search tables are the caller's to touch. */
export async function addVariants(tx: Db, added: readonly NewVariant[], user: string | null): Promise<void> {
  if (added.length === 0) return;
  await tx.insert(variants).values([...added]);
  await recordOpening(
    tx,
    added.map(({ _id }) => _id),
    user,
  );
}

/**
 * Writes whole rows that were read in this transaction after `lockVariants`, so that no sale is undone. Search
 * tables are the caller's to touch.
 */
export async function updateVariants(
  tx: Db,
  changed: readonly VariantRow[],
  cause: MoveCause,
): Promise<void> {
  if (changed.length === 0) return;
  await recordCounts(tx, changed, cause);
  await tx
    .insert(variants)
    .values([...changed])
    .onConflictDoUpdate({
      target: variants._id,
      set: { ...takenFrom(EDITED), version: sql`${variants.version} + 1`, updatedAt: sql`now()` },
    });
}
