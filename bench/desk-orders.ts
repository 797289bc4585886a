import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { Db } from '#server/database/db.ts';
import { makeUser } from '#server/test/factories.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

/** Gives the id of what was written: `user` 0 to 19,999, `company` 0 to 1,999, `order`, `mail`. As `bench_id` makes it. */
export function idOf(kind: 'user' | 'company' | 'order' | 'mail', n: number): string {
  const hex = createHash('md5').update(`${kind}${n}`).digest('hex');
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`],
    hex.slice(20),
  ].join('-');
}

/**
 * Fills a database with years of trade: 100,000 orders of three lines, of them some thousand open, 20,000 people and
 * 2,000 companies whose accounts they stand on. Answers the key of a member of staff. `count`: other than 100,000 orders.
 */
export async function writeDeskOrders(db: Db, count = 100_000): Promise<string> {
  await db.execute(sql`
    create function bench_id(name text) returns uuid language sql immutable as
    $$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$`);
  await db.execute(sql`
    insert into companies (id, name, folded_name, credit_limit)
    select bench_id('company' || n), 'Cabinet Shop ' || n, 'cabinet shop ' || n, 1000000 + n * 1000
    from generate_series(0, 1999) n`);
  await db.execute(sql`
    insert into users (id, name, email, permission_level, role, company, registered_fully)
    select bench_id('user' || n), 'Person ' || n, 'person' || n || '@shop.test',
      case when n < 6000 then 'Commercial' else 'Retail' end, case when n < 6000 then 'Primary' end,
      case when n < 6000 then bench_id('company' || n % 2000) end, true
    from generate_series(0, 19999) n`);
  await db.execute(sql`
    insert into orders (id, order_key, idempotency_key, request_hash, "user", company, status, order_name, payment_type,
      shipping_method, name, email, business_name, date, delivery_date, due_date, po_number, lines_text, created_at,
      sub_total, discount, shipping, tax, tax_rate, store_credit, total, amount_paid, alert)
    select bench_id('order' || n), md5('key' || n), 'bench' || n, '', bench_id('user' || n % 20000),
      case when is_terms then bench_id('company' || n % 2000) end, status, 'Job ' || n % 977,
      case when is_terms then 'Terms' else 'credit-card' end, case when n % 3 = 0 then 'local' else 'ground' end,
      'Person ' || n % 20000, 'person' || n % 20000 || '@shop.test', 'Cabinet Shop ' || n % 2000, at::date, at::date + 2,
      case when is_terms then at::date + 30 end, 'PO-' || n,
      'avalon bar pull ' || n % 900 || E'\nhp-' || n % 8000 || E'-bn\n\nround knob\nrk-' || n * 13 % 8000, at,
      total, 0, 0, 0, 0, 0, total, case when status = 'Canceled' or is_terms and age < 4000 then 0 else total end,
      case when n % 5000 = 0 then 'charged after its hold' else '' end
    from (select n, age, n % 3 = 1 as is_terms, 100 + n * 7 % 90000 as total,
        now() - age * interval '5 minutes' as at,
        case when age < 399 then 'Submitted' when age < 699 then 'Processing' when age < 999 then 'Ready'
          when n % 50 = 0 then 'Canceled' when n % 3 = 0 then 'Completed' else 'Shipped' end as status
      from (select n, ${count}::int - 1 - n as age from generate_series(0, ${count}::int - 1) n) as numbered) as made`);
  await db.execute(sql`
    insert into order_lines (id, "order", position, product_id, variant_id, name, product_num, quantity, fulfilled, price,
      original_price, item_shipping, item_tax, item_discount, item_credit)
    select bench_id('line' || o.id || p), o.id, p, o.id, o.id, 'Avalon bar pull', 'HP-' || p, 10,
      case when o.status = 'Submitted' or o.status = 'Processing' and o.order_number % 2 = 0 then 0
        when o.order_number % 200 = 0 then 6 else 10 end, 100, 100, 0, 0, 0, 0
    from orders o, generate_series(0, 2) p`);
  await db.execute(sql`
    insert into account_entries (id, company, "order", kind, amount, created_at)
    select bench_id('charge' || id), company, id, 'charge', total, created_at from orders where company is not null
    union all select bench_id('payment' || id), company, id, 'payment', -amount_paid, created_at
    from orders where company is not null and amount_paid > 0`);
  const clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const { key } = await createApiKey(db, clerk, { name: 'bench', scopes: [...KEY_SCOPES] });
  return key;
}
