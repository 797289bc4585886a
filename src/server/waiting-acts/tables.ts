import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money, now, oneOf } from '#server/database/columns.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import {
  WAITING_ACTS,
  WAITING_STATES,
  WAITS_FOR,
  type WaitingActKind,
  type WaitingState,
  type WaitsFor,
} from '#shared/enumerations.ts';
import type { EditAnswer } from '#shared/schemas/edit-order.ts';

/** A line of a change as it was priced when it was asked for; acts of a version before don't tell the last two. */
export type JudgedLine = EditAnswer['lines'][number] & {
  /** Staff named its price, by this change or before. */
  isNamed?: boolean;
  /** It is of a coupon, and no line that was asked for: how many its order has before the change and after it. */
  gift?: { name: string; productNum: string; was: number; quantity: number };
};

/**
 * An act of an Employee above what they may give back, or below the prices that they may name, as they asked for it, until an
 * Admin has decided.
 */
export const waitingActs = pgTable(
  'waiting_acts',
  {
    _id: id(),
    kind: text().$type<WaitingActKind>().notNull(),
    /** Null: an order that is not placed yet, a quote, or store credit for no order in particular. */
    order: uuid().references(() => orders._id, { onDelete: 'cascade' }),
    /** The one that a quote is for; it may be gone: then the act lapses, and whoever asked for it is told. */
    cart: uuid(),
    /** The call's input, which is carried out as it stands. */
    input: jsonb().notNull(),
    /** The act's: asked for again, it is the same. */
    key: uuid().notNull(),
    /** The amount that it gives back or takes off, and what it is about. */
    amount: money().notNull(),
    words: text().notNull(),
    why: text().$type<WaitsFor>().notNull().default('limit'),
    /** How far above its company's limit it was asked to go; null: not at all, and it may not. */
    aboveCredit: money(),
    /** The lines of a change as they were priced when it was asked for: what was judged; null: it has none. */
    lines: jsonb().$type<JudgedLine[]>(),
    /** Is the order's or the cart's as it was asked for: it lapses when somebody changes that. */
    version: integer(),
    state: text().$type<WaitingState>().notNull().default('waiting'),
    askedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    decidedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** Is told to whoever asked for it. */
    declineReason: text().notNull().default(''),
    createdAt: now(),
  },
  t => [
    index('waiting_acts_waiting').on(t.createdAt).where(sql`${t.state} = 'waiting'`),
    uniqueIndex('waiting_acts_key').on(t.key).where(sql`${t.state} = 'waiting'`),
    index('waiting_acts_order').on(t.order),
    index('waiting_acts_cart').on(t.cart).where(sql`${t.state} = 'waiting'`).concurrently(),
    oneOf('waiting_acts_kind', t.kind, WAITING_ACTS),
    oneOf('waiting_acts_state', t.state, WAITING_STATES),
    check(
      'waiting_acts_of',
      sql`(${t.kind} in ('grant', 'order', 'quote')) = (${t.order} is null) and (${t.kind} = 'quote') = (${t.cart} is not null) and (${t.order} is null and ${t.cart} is null) = (${t.version} is null)`,
    ),
    oneOf('waiting_acts_why', t.why, WAITS_FOR),
    check('waiting_acts_amount', sql`${t.amount} > 0`),
  ],
);
