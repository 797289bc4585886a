import { z } from 'zod';
import { describeComment, peopleOf } from '#server/comments/read-comments.ts';
import { nameUsers } from '#server/comments/user-names.ts';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { cutPage, mergeNewest, type Place } from '#server/database/keyset.ts';
import { type HistoryRow, historyReads } from '#server/orders/history-reads.ts';
import { reachOrder } from '#server/orders/read-order.ts';
import { CURSOR_PAGE_SIZE } from '#shared/schemas/cursor.ts';
import type { HistoryEntry, OrderHistory, OrderHistoryQuery } from '#shared/schemas/staff-history.ts';

type Names = ReadonlyMap<string, string>;

/** Keeps an entry until those whom it names are looked up. */
interface Found extends Place {
  people: readonly (string | null)[];
  tell: (names: Names) => HistoryEntry;
}

/** Tells staff everything that happened to an order, a page at a time (rule B2). Throws `not_found`. */
export async function readHistory(
  db: Db,
  by: SessionUser,
  { id, cursor: from }: OrderHistoryQuery,
): Promise<OrderHistory> {
  await reachOrder(db, { _id: id }, by);
  const asked = historyReads(db, by, { order: id, cursor: from, limit: CURSOR_PAGE_SIZE + 1 });
  const found = [
    (await asked.events).map(foundEvent),
    (await asked.emails).map(foundEmail),
    (await asked.payments).map(foundPayment),
    (await asked.refunds).map(foundRefund),
    (await asked.returns).map(foundReturn),
    (await asked.comments).map(foundComment),
  ];
  const { page, cursor } = cutPage(mergeNewest(found), CURSOR_PAGE_SIZE);
  const names = await nameUsers(
    db,
    page.flatMap(({ people }) => people),
  );
  return { entries: page.map(({ tell }) => tell(names)), cursor };
}

/** Names whoever did it; a guest by the email address that they left. */
const whoOf = (user: string | null, names: Names, email = ''): { who: string; user: string | null } => ({
  who: (user === null ? undefined : names.get(user)) || email || 'customer',
  user,
});

const SYSTEM = { who: 'system', user: null } as const;

function foundEvent({ micros, user, email, details, ...event }: HistoryRow<'events'>): Found {
  return {
    _id: event._id,
    micros,
    people: [user],
    tell: names => ({ kind: 'event', ...event, ...whoOf(user, names, email), changes: changesIn(details) }),
  };
}

const editedSchema = z.object({
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

/** Reads the fields of an edit; what else an event keeps is for nobody's screen. */
function changesIn(details: unknown) {
  const { data } = editedSchema.safeParse(details);
  if (!data) return [];
  const worded = (value: unknown) =>
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(data.after).map(([field, after]) => ({
    field,
    before: worded(data.before[field]),
    after: worded(after),
  }));
}

function foundEmail({ micros, ...email }: HistoryRow<'emails'>): Found {
  return { _id: email._id, micros, people: [], tell: () => ({ kind: 'email', ...email, ...SYSTEM }) };
}

function foundPayment({ micros, user, ...payment }: HistoryRow<'payments'>): Found {
  return {
    _id: payment._id,
    micros,
    people: [user],
    tell: names => ({ kind: 'payment', ...payment, ...whoOf(user, names) }),
  };
}

function foundRefund({ micros, ...refund }: HistoryRow<'refunds'>): Found {
  return { _id: refund._id, micros, people: [], tell: () => ({ kind: 'refund', ...refund, ...SYSTEM }) };
}

function foundReturn({ micros, user, ...back }: HistoryRow<'returns'>): Found {
  return {
    _id: back._id,
    micros,
    people: [user],
    tell: names => ({ kind: 'return', ...back, ...whoOf(user, names) }),
  };
}

function foundComment({ micros, ...row }: HistoryRow<'comments'>): Found {
  return {
    _id: row._id,
    micros,
    people: peopleOf(row),
    tell: names => {
      const { text, mentions, editedAt, editedBy, deletedAt, deletedBy } = describeComment(row, names);
      return {
        kind: 'comment',
        ...{ _id: row._id, at: row.createdAt, ...whoOf(row.by, names) },
        ...{ text, mentions, editedAt, editedBy, deletedAt, deletedBy },
      };
    },
  };
}
