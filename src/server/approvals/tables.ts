import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, money, now, oneOf } from '#server/database/columns.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import { APPROVAL_STATES, type ApprovalState } from '#shared/enumerations.ts';
import type { Checkout } from '#shared/schemas/checkout.ts';

/** An order of a Member above their limit, as they submitted it, until a Primary has decided. Its goods are saved carts. */
export const approvals = pgTable(
  'approvals',
  {
    _id: id(),
    company: uuid()
      .notNull()
      .references(() => companies._id, { onDelete: 'cascade' }),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    state: text().$type<ApprovalState>().notNull().default('waiting'),
    /** From the client, with the user before it: asked again, it is the first request. */
    idempotencyKey: text().notNull().unique(),
    /** SHA-256 of what was asked: the same key with other contents is refused. Null: asked before this was kept. */
    requestHash: text(),
    cartIds: uuid().array().notNull(),
    checkout: jsonb()
      .$type<Omit<Checkout, 'cart' | 'cartIds' | 'cartVersions' | 'idempotencyKey' | 'total'>>()
      .notNull(),
    /** The total that the Member saw; once it is approved, up to how much. */
    total: money().notNull(),
    /** The company's store credit that goes with it, once it is approved: up to how much, where it is paid by card. */
    storeCredit: money().notNull().default(sql`0`),
    decidedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** The Primary's words to it. */
    answer: text().notNull().default(''),
    order: uuid().references(() => orders._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('approvals_company').on(t.company, t.createdAt.desc()),
    index('approvals_user').on(t.user),
    oneOf('approvals_state', t.state, APPROVAL_STATES),
    check('approvals_decided', sql`(${t.state} in ('waiting', 'withdrawn')) = (${t.decidedAt} is null)`),
    check('approvals_total', sql`${t.total} >= 0`),
  ],
);
