import { eq, sql } from 'drizzle-orm';
import { addressKey, LIMITS, storedKey } from '#server/auth/rate-limits.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/db.ts';
import { AppError } from '#server/errors.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import type { PaymentType } from '#shared/enumerations.ts';
import { isStaff } from '#shared/rules/permissions.ts';

/**
 * Whom an order is counted for while it takes goods off the shelf without a payment: an account, or the address of
 * guests. Null: staff, and orders that no card pays, which a company answers for.
 */
export function placedBy(
  user: SessionUser | null,
  ip: string,
  { paymentType }: { paymentType: PaymentType },
): string | null {
  if (paymentType !== 'credit-card' || isStaff(user)) return null;
  return storedKey(`unpaidOrders:${user?._id ?? addressKey(ip)}`);
}

/**
 * The order of an idempotency key, for which it waits while a parallel submit is writing it. Where there is none yet,
 * throws `too_many` for whoever has too many unpaid orders, `replaced` aside: held ones, and those of the same
 * quarter of an hour that cost nothing. Parallel submits don't wait for each other here, so the limit may be
 * overstepped by as many as run at once.
 */
export async function lockFirstOrder(
  tx: Db,
  key: string,
  asked: { placedBy: string | null; replaced: string | null; now: Date },
): Promise<OrderRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const [found] = await tx
    .select({ first: orders, unpaid: unpaidOf(asked) })
    .from(sql`(values (1)) as asked`)
    .leftJoin(orders, eq(orders.idempotencyKey, key));
  if (found?.first) return found.first;
  const { count, frees } = found?.unpaid ?? { count: 0, frees: null };
  if (count < LIMITS.unpaidOrders.most || frees === null) return null;
  const retryAfter = Math.max(1, Math.ceil((Date.parse(frees) - asked.now.getTime()) / 1000));
  throw new AppError('too_many', { details: { retryAfter } });
}

function unpaidOf({
  placedBy,
  replaced,
  now,
}: {
  placedBy: string | null;
  replaced: string | null;
  now: Date;
}) {
  if (placedBy === null) return sql<null>`null`;
  const window = sql`interval '1 second' * ${LIMITS.unpaidOrders.perSeconds}::int`;
  return sql<{ count: number; frees: string | null }>`(
    select json_build_object('count', count(*), 'frees', min(o.created_at + ${window}))
    from orders o
    where o.placed_by = ${placedBy} and o.id is distinct from ${replaced}::uuid
      and (o.status = 'Held' or o.created_at > ${now.toISOString()}::timestamptz - ${window}))`;
}
