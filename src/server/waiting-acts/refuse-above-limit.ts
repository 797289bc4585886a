import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { notifyStaff } from '#server/notifications/notifications.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { givenBack } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import type { WaitingActKind } from '#shared/enumerations.ts';
import { needsAdmin } from '#shared/rules/employee-limits.ts';
import { formatMoney, type Money, toMoney } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';

/** An act that gives money back, as it was asked for. */
export interface Asked {
  kind: WaitingActKind;
  order: Pick<OrderRow, '_id' | 'orderNumber' | 'version'>;
  key: string;
  input: object;
  amount: Money;
  words: string;
}

/** An act that has to wait: whoever catches it stores it, once what began it is rolled back. */
export class MustWait extends Error {
  constructor(readonly asked: Asked) {
    super('an Admin has to approve it');
  }
}

/**
 * Throws `MustWait` where an Employee gives back more than they may, with what was given before (rule A13); an Admin may
 * give anything. Called under the order's lock, before anything is written.
 */
export async function refuseAboveLimit(tx: Db, staff: SessionUser, asked: Asked): Promise<void> {
  if (staff.permissionLevel === 'Admin' || asked.amount === 0) return;
  const [site] = await tx
    .select({
      timeZone: siteSettings.timeZone,
      employeeOrderLimit: siteSettings.employeeOrderLimit,
      employeeDayLimit: siteSettings.employeeDayLimit,
    })
    .from(siteSettings);
  if (!site || (site.employeeOrderLimit === null && site.employeeDayLimit === null)) return;
  const timeZone = site.timeZone ?? DEFAULT_TIME_ZONE;
  const midnight = sql`(${shopDate(clock.now(), timeZone)}::date)::timestamp at time zone ${timeZone}`;
  const alone = isNull(givenBack.approvedBy);
  const forOrder = await sumOf(tx, and(eq(givenBack.order, asked.order._id), alone));
  const today = await sumOf(
    tx,
    and(eq(givenBack.user, staff._id), gte(givenBack.createdAt, midnight), alone),
  );
  if (needsAdmin(asked.amount, { forOrder, today }, site)) throw new MustWait(asked);
}

async function sumOf(tx: Db, which: ReturnType<typeof and>): Promise<Money> {
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${givenBack.amount}), 0)::text` })
    .from(givenBack)
    .where(which);
  return toMoney(Number(row?.cents ?? 0));
}

/** Whom a row of `given_back` names; what an Admin does counts for nobody's limit. */
export const byOf = (staff: Pick<SessionUser, '_id' | 'permissionLevel'>) => ({
  user: staff._id,
  approvedBy: staff.permissionLevel === 'Admin' ? staff._id : null,
});

/** Does what may have to wait for an Admin; if it must, it is stored once, and `waits_for_admin` says so. */
export async function orWait<T>(db: Db, staff: SessionUser, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MustWait)) throw error;
    const { asked } = error;
    await db.transaction(async tx => {
      const { order, kind, input, key, amount, words } = asked;
      const values = { kind, input, key, amount, words, order: order._id, version: order.version };
      const [stored] = await tx
        .insert(waitingActs)
        .values({ ...values, askedBy: staff._id })
        .onConflictDoNothing()
        .returning();
      if (!stored) return;
      await recordOrderEvent(tx, order._id, staff, 'waits for an Admin', `${formatMoney(amount)}: ${words}`);
      await notifyStaff(tx, {
        type: 2,
        title: `Order ${order.orderNumber} waits for an Admin`,
        details: `${staff.name} wants to give ${formatMoney(amount)} back. ${words}`,
        link: `/admin/orders/${order._id}`,
      });
    });
    throw new AppError('waits_for_admin');
  }
}
