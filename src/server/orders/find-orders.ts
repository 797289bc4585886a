import { or, type SQL, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { contains, FOUND_ANYWHERE_FROM, hasWords, inSmallLetters } from '#server/database/like.ts';
import { matching } from '#server/orders/order-text.ts';
import { orders } from '#server/orders/tables.ts';
import { type Cents, MAX_MONEY_CENTS, toMoney } from '#shared/rules/money.ts';
import type { FoundOrder } from '#shared/schemas/staff-find.ts';

/**
 * Orders by number, PO, job, name, e-mail, product number, the company's name, or a total as somebody would say it:
 * `$1,430.84`, `$1430`. One or two letters begin a number, a word of the name or the company, or the PO: nearly all orders
 * have them somewhere.
 */
export function foundBy(search: string): SQL | undefined {
  const cents = centsIn(search);
  const isShort = search.length < FOUND_ANYWHERE_FROM;
  const company = isShort
    ? hasWords(inSmallLetters(sql`' ' || name`, search), search)
    : sql`name ilike ${contains(search)}`;
  return or(
    ...(isShort ? [numberBegins(search), begunBy(search)] : [matching(search)]),
    // An array: what is selected inside of an `or` keeps it from its indexes.
    sql`${orders.company} = any(array(select id from companies where ${company}))`,
    cents === null ? undefined : sql`${orders.total} = ${cents}::bigint`,
  );
}

function begunBy(search: string): SQL {
  const { name, businessName, poNumber } = orders;
  return hasWords(
    inSmallLetters(sql`' ' || ${name} || ' ' || ${businessName} || ' ' || ${poNumber}`, search),
    search,
  );
}

/** An amount needs its cents or its sign: other whole numbers are those of orders. */
function centsIn(search: string): Cents | null {
  const [, sign, whole, part] = /^(\$)?(\d{1,3}(?:,?\d{3})*)(\.\d{2})?$/.exec(search) ?? [];
  if (whole === undefined || !(sign || part)) return null;
  const cents = Math.round(Number(`${whole.replaceAll(',', '')}${part ?? ''}`) * 100);
  return cents > MAX_MONEY_CENTS ? null : (cents as Cents);
}

const MAX_NUMBER = 2_147_483_647;

/** Orders whose number begins with these digits, which an index of numbers finds as ranges: 43, 430 to 439 and so on. */
function numberBegins(search: string): SQL | undefined {
  const digits = /^#?([1-9]\d{0,8})$/.exec(search)?.[1];
  if (digits === undefined) return undefined;
  const ranges: SQL[] = [];
  for (let size = 1, from = Number(digits); from <= MAX_NUMBER; size *= 10, from *= 10) {
    const to = Math.min(from + size - 1, MAX_NUMBER);
    ranges.push(sql`${orders.orderNumber} between ${from}::int and ${to}::int`);
  }
  return or(...ranges);
}

/**
 * Finds the orders that somebody most likely means: the one of this number, those of this total, those whose number
 * begins so, and then whatever a search of the desk finds, the latest first.
 */
export async function findOrders(db: Db, search: string, limit: number): Promise<FoundOrder[]> {
  const cents = centsIn(search);
  const begun = numberBegins(search);
  // Follows the order of their index, which ends the search at the first that match.
  const latest = sql`order by ${orders.createdAt} desc nulls last, ${orders._id} limit ${limit}`;
  const parts = [
    begun &&
      sql`select id, 0 as rank from orders where ${orders.orderNumber} = ${search.replace('#', '')}::int`,
    cents !== null && sql`select id, 1 from orders where ${orders.total} = ${cents}::bigint ${latest}`,
    begun && sql`select id, 2 from orders where ${begun} order by ${orders.orderNumber} desc limit ${limit}`,
    sql`select id, 3 from orders where ${foundBy(search)} ${latest}`,
  ].filter(part => typeof part === 'object');
  const found = rows<Omit<FoundOrder, 'total'> & { cents: number }>(
    await db.execute(sql`
      select o.id::text as "_id", o.order_number as "orderNumber", o.name, o.total::float8 as cents, o.status,
        coalesce(c.name, o.business_name) as company, o.po_number as "poNumber"
      from (select id, min(rank) as rank from (${sql.join(
        parts.map(part => sql`(${part})`),
        sql` union all `,
      )}) as one(id, rank) group by id) as found
      join orders o on o.id = found.id left join companies c on c.id = o.company
      order by found.rank, o.created_at desc, o.id limit ${limit}`),
  );
  return found.map(({ cents: total, ...order }) => ({ ...order, total: toMoney(total) }));
}
