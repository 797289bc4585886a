import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { type Db, rows } from '#server/database/db.ts';
import type { Checkout } from '#server/test/crash-clients.ts';
import {
  atRest,
  type Drill,
  killAgainAndAgain,
  prepare,
  seeded,
  variablesOf,
} from '#server/test/crash-drill.ts';
import { type Desk, type Done, workOn } from '#server/test/crash-staff.ts';
import { expectPromisesKept } from '#server/test/crash-verdict.ts';
import { makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { startFakeSmtp } from '#server/test/fake-smtp.ts';
import { startFakeStripe } from '#server/test/fake-stripe.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';

const STAFF = 5;

/**
 * Kills a server process again and again while staff give money back, change orders, take and lose receipts and sell over
 * the counter, with a payment service and a mail server that live on. Then all that the shop said it has done stands in
 * its books once, nothing else does, and the books agree with themselves and with what the others saw.
 */
export async function deskDrill(drill: Drill): Promise<readonly Done[]> {
  const [stripe, smtp] = [await startFakeStripe(), await startFakeSmtp()];
  try {
    const variables = variablesOf(drill, stripe, smtp);
    const made = await prepare(drill, furnish);
    const state = { done: [] as Done[], edited: new Map<string, number[]>(), checkouts: [] as Checkout[] };
    const random = seeded(drill.seed + 2);
    await killAgainAndAgain(drill, variables, {
      begin: shop => {
        const desk: Desk = { ...shop, ...made, ...state, random, stripe };
        return Promise.all(made.companies.map(company => workOn(desk, company)));
      },
      done: () => state.done.length,
    });
    await atRest(variables, async ({ db }) => {
      const said = saidBy(state.done);
      // A charge by a link that got no answer may have come in later, of which the judge knows more.
      const known = (one: string) => !one.startsWith('link ') || said.includes(one);
      expect((await booksOf(db)).filter(known)).toEqual(said);
      await expectStockExplained(db);
      await expectPromisesKept(db, { ...state, stripe, smtp });
    });
    return state.done;
  } finally {
    await Promise.all([stripe.close(), smtp.close()]);
  }
}

async function furnish(db: Db) {
  const goods = await Promise.all(
    [4.35, 5.35, 6.35, 7.35].map(price => makeVariant(db, { price: usd(price), stock: 20_000 })),
  );
  const companies = await Promise.all(
    Array.from({ length: STAFF }, () => makeCompany(db, { creditLimit: usd(1_000_000) })),
  );
  const clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const { key } = await createApiKey(db, clerk, {
    ...{ name: 'the desk', scopes: ['orders:read', 'orders:write'], onAccountUpTo: usd(5000) },
  });
  return { goods, companies, bearer: key };
}

const inOrder = (done: readonly string[]) => [...done].sort();

const saidBy = (done: readonly Done[]) =>
  inOrder(done.map(({ kind, key, cents }) => `${kind} ${key} ${cents}`));

/** The same as the books have it: whatever was done, in the words of who did it. */
async function booksOf(db: Db): Promise<string[]> {
  const found = rows<{ said: string }>(
    await db.execute(sql`
      select 'refund ' || substr(g.key, 10) || ' ' || sum(r.amount) as said from given_back g
        left join refunds r on r.idempotency_key like '%:goodwill:' || g.id and r.status = 'succeeded'
        where g.cause = 'goodwill' group by g.id
      union all select 'edit ' || key || ' ' || total_after from order_edits
      union all select 'link ' || "order" || ' ' || amount from payments
        where status = 'succeeded' and purpose = 'delayed' and settled_at is not null
          and exists (select from payment_allocations a where a.payment = payments.id)
      union all select 'receipt ' || key || ' ' || amount from receipts where method = 'check'
      union all select 'bounce ' || r.id || ' ' || r.amount from receipts r where r.bounced_at is not null
        and (select coalesce(sum(amount), 0) from receipt_parts where receipt = r.id) = 0
      union all select 'onAccount ' || key || ' 0' from account_uses
      union all select case when payment_type = 'Terms' then 'terms ' else 'sale ' end
          || split_part(idempotency_key, ':', 2) || ' '
          || coalesce((select total_before from order_edits e where e."order" = o.id order by created_at limit 1), total)
        from orders o where created_by is not null
          and (payment_type = 'Terms' or (status = 'Completed' and paid
            and exists (select from receipts r join receipt_parts p on p.receipt = r.id
              where p."order" = o.id and r.method = 'cash' and p.amount = o.total)))
      union all select 'return ' || r.id || ' ' || sum(p.amount) from returns r
        join given_back g on g.key = 'return:' || r.id join payouts p on p.given = g.id
        where r.status = 'Refunded' group by r.id`),
  );
  return inOrder(found.map(({ said }) => said));
}
