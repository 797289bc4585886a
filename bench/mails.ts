import { sql } from 'drizzle-orm';
import type { Db } from '#server/database/db.ts';
import { makeUser } from '#server/test/factories.ts';

/** Written at once within the time that a statement may take, on a busy machine too. */
const PORTION = 50_000;

/**
 * Writes three mails about each order, of the size that mails have once they are packed, and some to the staff. `count`:
 * other than 300,000.
 */
export async function writeMails(db: Db, count = 300_000): Promise<void> {
  for (let n = 0; n < 20; n++) {
    await makeUser(db, { permissionLevel: n ? 'Employee' : 'Admin', email: `staff${n}@shop.test` });
  }
  for (let from = 0; from < count; from += PORTION) {
    await db.execute(sql`
      insert into emails (id, template, "to", subject, html, text, message_id, "order", "user", to_staff, status, created_at)
      select bench_id('mail' || n),
        case when n % 500 = 0 then 'second-factor' when n % 3 = 0 then 'order-confirmation'
          when n % 3 = 1 then 'invoice' else 'order-shipped' end,
        case when n % 300 = 0 then 'staff' || n % 20 || '@shop.test' else 'person' || n / 3 % 20000 || '@shop.test' end,
        case when n % 3 = 0 then 'Your order ' else 'Invoice ' end || 10000 + n / 3 || ' from Knurl',
        (select string_agg(md5(n || 'h' || p), '') from generate_series(1, 40) p),
        (select string_agg(md5(n || 't' || p), '') from generate_series(1, 10) p),
        '<' || n || '@bench>', bench_id('order' || n / 3),
        case when n % 300 <> 0 then bench_id('user' || n / 3 % 20000) end, n % 300 = 0,
        case when n % 2000 = 0 then 'failed' else 'sent' end, now() - (${count}::int - n) * interval '100 seconds'
      from generate_series(${from}::int, ${Math.min(from + PORTION, count) - 1}::int) n`);
  }
}
