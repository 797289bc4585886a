import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, pgError, rows } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { touchProducts, touchVariant } from '#server/listing/touch-products.ts';
import { recordLog } from '#server/logs/logs.ts';
import { vendorNamed, type Writer } from '#server/products/products.ts';
import { clock } from '#server/time-and-chance.ts';
import { recordCounts, recordOpening } from '#server/variants/stock-moves.ts';
import { bundleItems, variants } from '#server/variants/tables.ts';
import { refuseStale, stale } from '#server/versioned.ts';
import { validateWholesale } from '#shared/rules/pricing.ts';
import type { VariantInput } from '#shared/schemas/product-input.ts';
import { givenTiers } from '#shared/schemas/quantity-prices.ts';

export type StoredVariant = typeof variants.$inferSelect;

/** Adds variants to a product, after those that it has. */
export async function createVariants(
  db: Db,
  by: Writer,
  product_id: string,
  inputs: readonly VariantInput[],
  cache?: Cache,
): Promise<StoredVariant[]> {
  for (const input of inputs) refuseWrongTiers(input);
  return db.transaction(async tx => {
    const [last] = await tx
      .select({ position: max(variants.position) })
      .from(variants)
      .where(eq(variants.product_id, product_id));
    const created: StoredVariant[] = [];
    for (const [index, input] of inputs.entries()) {
      const position = (last?.position ?? -1) + 1 + index;
      const { price, productNum } = input;
      const values = { position, ...(await columnsOf(tx, input)), product_id, price, productNum };
      const [variant] = await unlessTaken(() => tx.insert(variants).values(values).returning());
      if (!variant) throw new Error('no variant came back');
      await writeBundle(tx, variant._id, input);
      await recordLog(tx, by, entry('Created variant', variant));
      created.push(variant);
    }
    await recordOpening(
      tx,
      created.map(({ _id }) => _id),
      writerId(by),
    );
    await touchProducts(tx, [product_id], cache);
    return created;
  });
}

export async function createVariant(
  db: Db,
  by: Writer,
  product_id: string,
  input: VariantInput,
  cache?: Cache,
): Promise<StoredVariant> {
  const [created] = await createVariants(db, by, product_id, [input], cache);
  if (!created) throw new Error('no variant came back');
  return created;
}

type VariantChange = Partial<VariantInput> & {
  _id: string;
  version?: number;
  /** The stock that `stock` was counted from. */
  stockSeen?: number;
};

/**
 * Changes the fields that are given; `stale` where `version` is no longer the variant's. Sales move the stock without
 * a new version, so a new `stock` says by `stockSeen` what it replaces: where that is no longer there, `stale` too,
 * and a `stock` that equals it leaves alone what was sold meanwhile.
 */
export async function updateVariant(
  db: Db,
  by: Writer,
  { _id, version, stock, stockSeen, ...input }: VariantChange,
  cache?: Cache,
): Promise<StoredVariant> {
  if (stock !== undefined && stockSeen === undefined) {
    throw fieldError('stockSeen', 'is required with a stock');
  }
  const counted = stock === stockSeen ? {} : { stock };
  return db.transaction(async tx => {
    const before = await lockVariant(tx, _id);
    refuseStale(before, version, { variant: before });
    if (stock !== stockSeen && stockSeen !== before.stock) throw stale(before, { variant: before });
    refuseWrongTiers({ ...before, ...input });
    if (counted.stock !== undefined) {
      await recordCounts(tx, [{ _id, stock: counted.stock }], { reason: 'count', user: writerId(by) });
    }
    const columns = await columnsOf(tx, { ...input, ...counted });
    const set = { ...columns, version: sql`${variants.version} + 1` };
    const [after] = await unlessTaken(() =>
      tx.update(variants).set(set).where(eq(variants._id, _id)).returning(),
    );
    if (!after) throw new AppError('not_found');
    await writeBundle(tx, _id, input);
    await recordLog(tx, by, { ...entry('Updated variant', after), before, after });
    await touchVariant(tx, _id, cache);
    return after;
  });
}

/** Takes a variant out of the shop for good; orders keep what they sold, and its number becomes free. */
export async function removeVariant(db: Db, by: Writer, _id: string, cache?: Cache): Promise<void> {
  await db.transaction(async tx => {
    const before = await lockVariant(tx, _id);
    await tx
      .update(variants)
      .set({ deletedAt: clock.now().toISOString(), version: sql`${variants.version} + 1` })
      .where(eq(variants._id, _id));
    await recordLog(tx, by, { ...entry('Deleted variant', before), before });
    await touchVariant(tx, _id, cache);
  });
}

const writerId = (by: Writer) => (by === 'system' ? null : (by?._id ?? null));

const entry = (name: string, variant: StoredVariant) => ({
  type: 'product' as const,
  category: 'variants',
  name,
  description: variant.productNum,
  subject: variant._id,
});

function refuseWrongTiers(input: Partial<VariantInput> & Pick<VariantInput, 'price'>): void {
  const issues = validateWholesale(input.price, givenTiers(input));
  if (issues.length > 0) throw new AppError('invalid', { issues });
}

async function lockVariant(tx: Db, _id: string): Promise<StoredVariant> {
  const [found] = await tx
    .select()
    .from(variants)
    .where(and(eq(variants._id, _id), isNull(variants.deletedAt)))
    .for('update');
  if (!found) throw new AppError('not_found');
  return found;
}

async function columnsOf(tx: Db, { bundleItems: _, vendor, ...columns }: Partial<VariantInput>) {
  return { ...columns, ...(vendor !== undefined && { vendor: vendor && (await vendorNamed(tx, vendor)) }) };
}

async function writeBundle(
  tx: Db,
  bundle: string,
  { bundleItems: items }: Partial<VariantInput>,
): Promise<void> {
  if (!items) return;
  const ids = items.map(item => item.variant);
  const known = rows<{ id: string }>(
    await tx.execute(sql`
      select v.id::text as id from variants v
      where v.id = any(${sql.param(ids)}::uuid[]) and v.deleted_at is null and not v.is_bundle and v.id <> ${bundle}::uuid`),
  );
  const usable = new Set(known.map(row => row.id));
  const wrong = ids.findIndex((id, index) => !usable.has(id) || ids.indexOf(id) !== index);
  if (wrong >= 0)
    throw fieldError(['bundleItems', wrong, 'variant'], 'is not a variant that a bundle can hold');
  await tx.delete(bundleItems).where(eq(bundleItems.bundle, bundle));
  const added = items.map(({ variant, quantity }, position) => ({ bundle, variant, quantity, position }));
  if (added.length > 0) await tx.insert(bundleItems).values(added);
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const failed = pgError(error);
    if (failed?.constraint === 'variants_product_num') {
      throw fieldError('productNum', 'is already the number of another variant');
    }
    if (failed?.constraint === 'variants_stock') {
      throw fieldError('stock', 'can be below zero only where back-orders are allowed');
    }
    if (failed?.code === '23503') throw new AppError('not_found', { cause: error });
    throw error;
  }
}
