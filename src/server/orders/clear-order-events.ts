import { sql } from 'drizzle-orm';
import type { ClearNext } from '#server/database/clear-rows.ts';
import type { OrderEventName } from '#shared/rules/order-events.ts';

/** Events that tell how an order was handled. Every other one is of the books, also one that nobody has thought of here. */
const HANDLING: readonly OrderEventName[] = [
  ...(['tracking', 'mailed', 'alert dismissed'] as const),
  ...(['picking begun', 'picking taken over', 'picking left', 'picked'] as const),
];

/**
 * Removes events of orders that are over: those of handling from before `handling`, the others from before `books`,
 * and of an order that still owes something none of these.
 */
export const clearOrderEvents = ({ handling, books }: { handling: Date; books: Date }): ClearNext => {
  const isHandling = sql`e.name = any(${sql.param([...HANDLING])}::text[])`;
  return (after, size) => sql`
    with portion as (
      select id, status in ('Completed', 'Canceled') as is_over, paid or status = 'Canceled' as is_settled
      from orders where id > ${after}::uuid order by id limit ${size}::int),
    cleared as (
      delete from order_events e using portion p
      where e."order" = p.id and p.is_over and (
        (${isHandling} and e.date < ${handling.toISOString()}::timestamptz)
        or (not ${isHandling} and p.is_settled and e.date < ${books.toISOString()}::timestamptz))
      returning 1)
    select (select count(*)::int from cleared) as cleared,
      (select id::text from portion order by id desc limit 1) as next`;
};
