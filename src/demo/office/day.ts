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
      await work();
      await handOverMails(app);
      await moveBack(tx, when);
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

/** Moves what the functions of the shop have just dated: in one transaction all of it bears the instant at which that began. */
async function moveBack(tx: Db, when: string): Promise<void> {
  await tx.execute(sql`
    with it as (select ${when}::timestamptz as happened),
      events as (update order_events set date = happened from it where date = now()),
      entries as (update log_entries set date = happened from it where date = now()),
      notes as (update notifications set created_at = happened from it where created_at = now()),
      words as (update comments set created_at = happened from it where created_at = now()),
      mails as (
        update emails set created_at = happened, sent_at = case when status = 'captured' then happened end
        from it where created_at = now()),
      backs as (update returns set created_at = happened, updated_at = happened from it where created_at = now()),
      reversed as (update refunds set created_at = happened, settled_at = happened from it where created_at = now()),
      disputed as (update disputes set created_at = happened, updated_at = happened from it where created_at = now())
    update picks set begun_at = least(begun_at, happened), seen_at = least(seen_at, happened),
      ended_at = case when ended_at >= now() then happened else ended_at end
    from it where seen_at >= now() or ended_at >= now()`);
}
