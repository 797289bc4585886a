import { and, eq, inArray, ne, notInArray, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { readComments } from '#server/comments/read-comments.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { isBehind, microsOf, newestFirst } from '#server/database/keyset.ts';
import { mailsReadableBy } from '#server/mail/mailbox.ts';
import { emails } from '#server/mail/tables.ts';
import { orderEvents } from '#server/orders/tables.ts';
import { payments, refunds } from '#server/payments/tables.ts';
import { returns } from '#server/returns/tables.ts';
import { OPEN_REFUND_STATUSES } from '#shared/enumerations.ts';

/** Says which part of a history is asked for: of which order, behind which place, and how much of each kind. */
interface HistoryPart {
  order: string;
  cursor: string | undefined;
  limit: number;
}

/**
 * Asks for each kind by itself, so that each goes by its own index on the order. Nothing is read until it is awaited. Each
 * thing is told once, when it happened: that a return was asked for by the return, its steps by events; a refund by itself
 * while it is on its way, and by an event once it has ended; a card's payment always by itself, which knows who paid.
 */
export function historyReads(db: Db, by: SessionUser, { order, cursor, limit }: HistoryPart) {
  const within = (of: PgColumn, date: PgColumn, _id: PgColumn, also?: SQL) =>
    and(eq(of, order), isBehind(date, _id, cursor), also);
  return {
    events: db
      .select({
        ...{ _id: orderEvents._id, at: orderEvents.date, micros: microsOf(orderEvents.date) },
        ...{ user: orderEvents.user, email: orderEvents.userEmail, name: orderEvents.name },
        ...{ description: orderEvents.description, details: orderEvents.details },
      })
      .from(orderEvents)
      .where(within(orderEvents.order, orderEvents.date, orderEvents._id, NOT_TOLD_OTHERWISE))
      .orderBy(...newestFirst(orderEvents.date, orderEvents._id))
      .limit(limit),
    emails: db
      .select({
        ...{ _id: emails._id, at: emails.createdAt, micros: microsOf(emails.createdAt) },
        ...{ template: emails.template, to: emails.to, subject: emails.subject },
        ...{ status: emails.status, sentAt: emails.sentAt },
      })
      .from(emails)
      .where(within(emails.order, emails.createdAt, emails._id, mailsReadableBy(db, by)))
      .orderBy(...newestFirst(emails.createdAt, emails._id))
      .limit(limit),
    payments: db
      .select({
        ...{ _id: payments._id, at: payments.createdAt, micros: microsOf(payments.createdAt) },
        ...{ user: payments.user, amount: payments.amount, status: payments.status },
        ...{ method: payments.method, provider: payments.provider },
        ...{ declineReason: payments.declineReason, settledAt: payments.settledAt },
      })
      .from(payments)
      .where(within(payments.order, payments.createdAt, payments._id))
      .orderBy(...newestFirst(payments.createdAt, payments._id))
      .limit(limit),
    refunds: db
      .select({
        ...{ _id: refunds._id, at: refunds.createdAt, micros: microsOf(refunds.createdAt) },
        ...{ amount: refunds.amount, status: refunds.status, reason: refunds.reason },
        ...{ payment: refunds.payment, settledAt: refunds.settledAt },
      })
      .from(refunds)
      .where(
        within(refunds.order, refunds.createdAt, refunds._id, inArray(refunds.status, OPEN_REFUND_STATUSES)),
      )
      .orderBy(...newestFirst(refunds.createdAt, refunds._id))
      .limit(limit),
    returns: db
      .select({
        ...{ _id: returns._id, at: returns.createdAt, micros: microsOf(returns.createdAt) },
        ...{ user: returns.user, status: returns.status, notes: returns.notes },
        ...{ refund: returns.refund, refundTo: returns.refundTo, storeCredit: returns.storeCredit },
      })
      .from(returns)
      .where(within(returns.order, returns.createdAt, returns._id))
      .orderBy(...newestFirst(returns.createdAt, returns._id))
      .limit(limit),
    comments: readComments(db, { kind: 'order', subject: order, cursor }, limit),
  };
}

/** Leaves out what returns and a card's payments tell by themselves. By hand money is taken by one of the staff. */
const NOT_TOLD_OTHERWISE = and(
  notInArray(orderEvents.name, ['return requested', 'card declined']),
  or(ne(orderEvents.name, 'paid'), ne(orderEvents.userEmail, 'system')),
);

type HistoryReads = ReturnType<typeof historyReads>;
/** A row that one of them finds. */
export type HistoryRow<Kind extends keyof HistoryReads> = Awaited<HistoryReads[Kind]>[number];
