import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money, now, oneOf } from '#server/columns.ts';
import { companies } from '#server/companies/tables.ts';
import { orders } from '#server/orders/tables.ts';
import { users } from '#server/users/tables.ts';
import { APPROVAL_STATES, type ApprovalState, COMPANY_ROLES } from '#shared/enumerations.ts';
import type { Checkout } from '#shared/schemas/orders.ts';

/** Who was asked to join a company; its link is kept as SHA-256. One that is withdrawn is deleted. */
export const invitations = pgTable(
  'invitations',
  {
    _id: id(),
    company: uuid()
      .notNull()
      .references(() => companies._id, { onDelete: 'cascade' }),
    invitedBy: uuid().references(() => users._id, { onDelete: 'cascade' }),
    email: text().notNull(),
    role: text().$type<(typeof COMPANY_ROLES)[number]>().notNull().default('Member'),
    /** What a Member may spend on one order; null: no limit. */
    spendingLimit: money(),
    hash: text().notNull().unique(),
    expiresAt: instant().notNull(),
    acceptedAt: instant(),
    createdAt: now(),
  },
  t => [
    index('invitations_company').on(t.company),
    uniqueIndex('invitations_open').on(t.company, sql`lower(${t.email})`).where(sql`${t.acceptedAt} is null`),
    oneOf('invitations_role', t.role, COMPANY_ROLES),
  ],
);

/** An order of a Member above his limit, as he submitted it, until a Primary has decided. Its goods are saved carts. */
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
    cartIds: uuid().array().notNull(),
    checkout: jsonb()
      .$type<Omit<Checkout, 'cart' | 'cartIds' | 'cartVersions' | 'idempotencyKey' | 'total'>>()
      .notNull(),
    /** As the Member saw it; once it is approved, up to how much. */
    total: money().notNull(),
    decidedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** What the Primary said to it. */
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
