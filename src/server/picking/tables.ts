import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, now, oneOf } from '#server/database/columns.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';

/** Says how a pick ended, the last two by what became of its order; one that goes on has none of them. */
export const PICK_ENDS = ['finished', 'left', 'taken over', 'canceled', 'moved on'] as const;

/** An order in the hands of one of the staff, who counts what they take off the shelves (rule O18). */
export const picks = pgTable(
  'picks',
  {
    /** Is also the key of the list that they hold: what is sent of an older one changes nothing. */
    _id: id(),
    order: uuid()
      .notNull()
      .references(() => orders._id, { onDelete: 'cascade' }),
    by: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    begunAt: now(),
    /** When something of it last came. */
    seenAt: now(),
    /** The mark of the list that is counted by: of another one the counts tell nothing. */
    list: text().notNull(),
    /** The counts so far: pieces, and why they are fewer, by the `_id` of a line or of a thing in a set. */
    counts: jsonb().$type<Record<string, { picked: number; short: string }>>().notNull().default({}),
    /** The number of the last tick: one that comes twice, or late, has no higher one. */
    turn: integer().notNull().default(0),
    end: text().$type<(typeof PICK_ENDS)[number]>(),
    endedAt: instant(),
  },
  t => [
    /** Lets nobody pick what somebody else does. */
    uniqueIndex('picks_open').on(t.order).where(sql`${t.endedAt} is null`),
    index('picks_order').on(t.order, t.begunAt.desc()),
    index('picks_by').on(t.by),
    oneOf('picks_end', t.end, PICK_ENDS),
    check('picks_ended', sql`(${t.end} is null) = (${t.endedAt} is null)`),
    check('picks_turn', sql`${t.turn} >= 0`),
  ],
);
