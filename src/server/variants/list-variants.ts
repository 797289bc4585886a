import { and, asc, eq, getTableColumns, ilike, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { products } from '#server/products/tables.ts';
import { variants } from '#server/variants/tables.ts';
import type { ListedVariant, VariantList } from '#shared/schemas/variants.ts';

/** Capitals say nothing about the order of numbers and names. */
const SORTS: Record<VariantList['sort'], SQL> = {
  productNum: sql`lower(${variants.productNum})`,
  productName: sql`lower(coalesce(${products.title}, ''))`,
  quickbooksId: sql`${variants.quickbooksId} nulls last`,
};

/**
 * Lists every variant of the shop as it is stored, those of unpublished products and of none among them; `search` is a
 * contains match on the product number alone (rule C7).
 */
export async function listVariants(
  db: Db,
  { search = '', sort, page, limit }: VariantList,
): Promise<{ variants: ListedVariant[]; total: number }> {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const where = and(isNull(variants.deletedAt), search ? ilike(variants.productNum, pattern) : undefined);
  const found = await db
    .select({ ...getTableColumns(variants), productName: sql<string>`coalesce(${products.title}, '')` })
    .from(variants)
    .leftJoin(products, eq(products._id, variants.product_id))
    .where(where)
    .orderBy(SORTS[sort], asc(SORTS.productNum), asc(variants._id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { variants: found, total: await db.$count(variants, where) };
}
