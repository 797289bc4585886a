import { and, eq, sql } from 'drizzle-orm';
import { groupBy } from '#demo/catalogue/relations.ts';
import type { DemoClock } from '#demo/clock.ts';
import type { DemoShop } from '#demo/demo-shop.ts';
import { type Bank, dayParts } from '#demo/office/day-parts.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { DemoUser } from '#demo/people/people.ts';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { MailError } from '#server/integrations/smtp.ts';
import { sendQueuedMail } from '#server/mail/mail.ts';
import { emails } from '#server/mail/tables.ts';
import { chance } from '#server/time-and-chance.ts';

export type DemoOrder = OrderRows['orders'][number];
export type DemoLine = OrderRows['orderLines'][number];

/** A day in the office, as it goes on while the demo shop is filled. */
export interface Day {
  app: App;
  tx: Db;
  time: DemoClock;
  rows: OrderRows;
  bank: Bank;
  admin: SessionUser;
  employee: SessionUser;
  /** Two more of the staff. */
  bea: SessionUser;
  hugo: SessionUser;
  /** Finds so many orders, the newest first, that nothing of the day has taken yet: fewer where there are no more. */
  take(count: number, fits: (order: DemoOrder, lines: readonly DemoLine[]) => boolean): DemoOrder[];
  /** Does something that is then said to have happened at an instant, and hands over the mails of it. */
  at(when: string, work: () => Promise<unknown>): Promise<void>;
}

export function openDay(tx: Db, { people, orders: rows }: DemoShop, time: DemoClock, publicUrl: string): Day {
  const bank: Bank = new Map();
  const app = dayParts(tx, publicUrl, bank);
  const lines = groupBy(rows.orderLines, ({ order }) => order);
  const taken = new Set<string>();
  const [admin, employee, bea, hugo] = people.staff.map(signedIn);
  if (!admin || !employee || !bea || !hugo) throw new Error('the demo shop is short of staff');
  return {
    ...{ app, tx, time, rows, bank, admin, employee, bea, hugo },
    take(count, fits) {
      const found = rows.orders
        .filter(order => !taken.has(order._id) && fits(order, lines.get(order._id) ?? []))
        .slice(-count)
        .reverse();
      for (const { _id } of found) taken.add(_id);
      return found;
    },
    async at(when, work) {
      const from = chance.uuidInOrder();
      await work();
      await handOverMails(app);
      await moveBack(tx, when, from, chance.uuidInOrder());
    },
  };
}

/** Reads a user of the demo shop as their session has them. */
export const signedIn = ({ _id, email, name, permissionLevel, role, company }: DemoUser): SessionUser => ({
  ...{
    _id,
    email,
    name,
    permissionLevel: permissionLevel ?? 'Retail',
    role: role ?? null,
    company: company ?? null,
  },
  ...{ registeredFully: true, special: false },
});

async function handOverMails(app: App): Promise<void> {
  const waiting = await app.db
    .select({ _id: emails._id })
    .from(emails)
    .where(and(eq(emails.status, 'queued'), eq(emails.attempts, 0)))
    .orderBy(emails._id);
  for (const { _id } of waiting) {
    await sendQueuedMail(app, _id).catch(error => {
      // It waits for another attempt.
      if (!(error instanceof MailError)) throw error;
    });
  }
}

/** Dates what was made between two marks, which are `_id`s as the shop makes them: each is behind those before it. */
async function moveBack(tx: Db, when: string, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    with made as (select ${when}::timestamptz as at, ${from}::uuid as a, ${to}::uuid as z),
      events as (update order_events set date = at from made where id between a and z),
      entries as (update log_entries set date = at from made where id between a and z),
      notes as (update notifications set created_at = at from made where created_at = now()),
      words as (update comments set created_at = at from made where id between a and z),
      mails as (
        update emails set created_at = at, sent_at = case when status = 'captured' then at end
        from made where id between a and z),
      backs as (update returns set created_at = at, updated_at = at from made where id between a and z),
      reversed as (update refunds set created_at = at, settled_at = at from made where id between a and z),
      disputed as (update disputes set created_at = at, updated_at = at from made where id between a and z)
    update picks set begun_at = least(begun_at, at), seen_at = least(seen_at, at),
      ended_at = case when ended_at >= now() then at else ended_at end
    from made where seen_at >= now() or ended_at >= now()`);
}
