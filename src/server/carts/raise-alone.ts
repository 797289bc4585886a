import { sql } from 'drizzle-orm';
import type { NewLine } from '#server/carts/lines.ts';
import type { LineRow } from '#server/carts/show-lines.ts';
import { type Db, pgError, rows } from '#server/database/db.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { MAX_QUANTITY } from '#shared/constants.ts';
import { MAX_LINES } from '#shared/schemas/line-input.ts';

/**
 * From here on a cart is locked before a line is put in. So many that are put in at once, each not seeing the others,
 * are more than there are connections.
 */
const NEARLY_FULL = MAX_LINES - 200;
/** Keys that a cart remembers. */
export const MAX_KEYS = 32;

interface Raise {
  _id: string;
  owner: PricedCustomer;
  line: NewLine;
  key: string | undefined;
}

/**
 * Puts one line into a cart in one statement, as that is what shoppers do most. Null, and nothing written, where there
 * is anything to say or to look at: no such cart, a key that was seen, a cart that is nearly full.
 */
export async function raiseAlone(
  db: Db,
  { _id, owner, line, key = undefined }: Raise,
): Promise<{ version: number; lines: LineRow[] } | null> {
  const { variantId, variantGroup, quantity, room } = line;
  // JSON of a line is dollars, as everything is outside of columns of money.
  const steps = JSON.stringify(line.priceSteps);
  const seen = sql`${key ?? null}::uuid`;
  try {
    const written = rows<LineRow & { version: number }>(
      await db.execute(sql`
        with held as (
          select count(*) as lines, coalesce(sum(quantity) filter (where variant_id = ${variantId}::uuid), 0) as units,
            coalesce(max(position), -1) + 1 as next
          from cart_lines where cart = ${_id}::uuid),
        changed as (
          update carts set version = version + 1, updated_at = now(),
            recent_keys = case when ${seen} is null then recent_keys
              else (${seen} || recent_keys)[1:${sql.raw(String(MAX_KEYS))}] end
          from held
          where id = ${_id}::uuid and "user" = ${owner.user}::uuid and state = 'saved'
            and (${seen} is null or ${seen} <> all(recent_keys))
            and held.lines < ${NEARLY_FULL} and held.units + ${quantity} <= ${MAX_QUANTITY}
          returning id, version, held.next),
        written as (
          insert into cart_lines as l
            (id, cart, product_id, variant_id, variant_group, quantity, room, price_steps, position)
          select ${line._id}::uuid, changed.id, ${line.productId}::uuid, ${variantId}::uuid, ${variantGroup},
            ${quantity}, ${room}, ${steps}::jsonb, coalesce(${line.position}::int, changed.next)
          from changed
          on conflict (cart, variant_id, variant_group, room)
          do update set quantity = l.quantity + excluded.quantity, price_steps = excluded.price_steps
          returning *),
        shown as (
          select * from written
          union all
          select * from cart_lines o where o.cart = ${_id}::uuid and o.variant_id = ${variantId}::uuid
            and o.id not in (select id from written))
        select changed.version, s.id::text as "_id", s.cart::text as cart, s.product_id::text as "productId",
          s.variant_id::text as "variantId", s.variant_group as "variantGroup", s.quantity, s.room,
          null as "quotedPrice", s.price_steps as "priceSteps", s.position
        from changed, shown s order by s.position, s.id`),
    );
    const [first] = written;
    return first ? { version: first.version, lines: written } : null;
  } catch (error) {
    // Two who together come to more than a line may hold.
    if (pgError(error)?.constraint === 'cart_lines_quantity') return null;
    throw error;
  }
}
