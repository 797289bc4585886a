import { and, desc, eq, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { orderLines, orders } from '#server/orders/tables.ts';
import { readVariants } from '#server/products/read-product.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { variants } from '#server/variants/tables.ts';
import { canReadOrder } from '#shared/rules/permissions.ts';
import type { BoughtBefore, FoundVariant } from '#shared/schemas/products.ts';

/** A customer's favorites that are on sale, the latest first. */
export async function readFavorites(
  db: Db,
  customer: PricedCustomer,
  limit: number,
): Promise<FoundVariant[]> {
  const marked = rows<{ variant: string }>(
    await db.execute(sql`
      select f.variant::text as variant from favorites f
      join variants v on v.id = f.variant and v.deleted_at is null
      join products p on p.id = v.product_id and p.publish and p.deleted_at is null
      where f."user" = ${customer.user}::uuid
      order by f.created_at desc, f.variant limit ${limit}`),
  );
  return readVariants(db, marked.map(idOf), customer);
}

/** Lists what a customer ordered that is still on sale, each variant once, the latest order first. */
export async function readRecentlyPurchased(
  db: Db,
  customer: PricedCustomer,
  limit: number,
): Promise<FoundVariant[]> {
  const bought = rows<{ variant: string }>(
    await db.execute(sql`
      select l.variant_id::text as variant from orders o
      join order_lines l on l."order" = o.id
      join variants v on v.id = l.variant_id and v.deleted_at is null
      join products p on p.id = v.product_id and p.publish and p.deleted_at is null
      where o."user" = ${customer.user}::uuid and o.status not in ('Held', 'Canceled')
      group by l.variant_id
      order by max(o.created_at) desc, l.variant_id limit ${limit}`),
  );
  return readVariants(db, bought.map(idOf), customer);
}

/** Selects the orders in which a customer, or their company, bought something and stands by it. */
const boughtBy = ({ user, company }: PricedCustomer) =>
  and(
    or(eq(orders.user, user), company === null ? undefined : eq(orders.company, company)),
    notInArray(orders.status, ['Held', 'Canceled']),
  );

/**
 * Tells when a customer, or their company, last bought each variant of a product, for as long as the order stands.
 * Which order it was stands there for those who may see it.
 */
export async function readBoughtBefore(
  db: Db,
  reader: SessionUser,
  product: string,
): Promise<BoughtBefore[]> {
  // By its variants, for which lines have an index: a customer may have thousands of orders.
  const standingIn = db.select({ _id: variants._id }).from(variants).where(eq(variants.product_id, product));
  const found = await db
    .selectDistinctOn([orderLines.variantId], {
      variant: orderLines.variantId,
      quantity: orderLines.quantity,
      price: orderLines.price,
      order: orders._id,
      orderNumber: orders.orderNumber,
      orderName: orders.orderName,
      date: orders.createdAt,
      user: orders.user,
      company: orders.company,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders._id, orderLines.order))
    .where(
      and(boughtBy({ user: reader._id, company: reader.company }), inArray(orderLines.variantId, standingIn)),
    )
    .orderBy(orderLines.variantId, desc(orders.createdAt));
  return found.map(({ user, company, ...last }) =>
    canReadOrder(reader, { user, company }) ? last : { ...last, order: null, orderNumber: null },
  );
}

/** Lists every variant that a customer, or their company, bought; for a guest none. */
export async function boughtVariants(db: Db, customer: PricedCustomer | null): Promise<string[]> {
  if (!customer) return [];
  const found = await db
    .selectDistinct({ variant: orderLines.variantId })
    .from(orderLines)
    .innerJoin(orders, eq(orders._id, orderLines.order))
    .where(boughtBy(customer));
  return found.map(idOf);
}

const idOf = ({ variant }: { variant: string }): string => variant;
