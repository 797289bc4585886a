import { and, asc, eq, gte, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import type { OrderLineFacts } from '#server/orders/figures.ts';
import { products } from '#server/products/tables.ts';
import { variants } from '#server/variants/tables.ts';

/** Another variant in place of one that there is too little of. */
export interface Equal {
  /** The line's variant, and its name. */
  for: { variantId: string; name: string };
  productId: string;
  variantId: string;
  name: string;
  productNum: string;
}

/** For more lines nothing is looked up. */
const MAX_LINES = 3;

/** The nearest in price of the same product that there is enough of, for each line that has one. */
export async function equalsOf(
  db: Db,
  lines: readonly Pick<OrderLineFacts, 'productId' | 'variantId' | 'name' | 'quantity' | 'isBundle'>[],
): Promise<Equal[]> {
  const asked = lines.filter(({ isBundle }) => !isBundle).slice(0, MAX_LINES);
  const taken = lines.map(({ variantId }) => variantId);
  const found = await Promise.all(asked.map(line => equalOf(db, line, taken)));
  return found.flatMap(one => one ?? []);
}

async function equalOf(
  db: Db,
  { productId, variantId, name, quantity }: Parameters<typeof equalsOf>[1][number],
  besides: readonly string[],
): Promise<Equal | null> {
  const price = sql`(select price from variants where id = ${variantId}::uuid)`;
  const isEnough = or(gte(variants.stock, quantity), variants.dropShip, variants.backOrder);
  const [one] = await db
    .select({
      variantId: variants._id,
      productNum: variants.productNum,
      title: variants.title,
      label: variants.label,
    })
    .from(variants)
    .innerJoin(products, eq(products._id, variants.product_id))
    .where(
      and(
        eq(variants.product_id, productId),
        notInArray(variants._id, [...besides]),
        isNull(variants.deletedAt),
        eq(variants.isBundle, false),
        eq(products.publish, true),
        isNull(products.deletedAt),
        isEnough,
      ),
    )
    .orderBy(sql`abs(${variants.price} - ${price})`, asc(variants.position))
    .limit(1);
  if (!one) return null;
  const { title, label, ...known } = one;
  return { ...known, productId, name: title || label || known.productNum, for: { variantId, name } };
}
