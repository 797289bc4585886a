import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, money, now, oneOf } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';
import { COMPANY_ROLES } from '#shared/enumerations.ts';

/** Those who were asked to join a company; the link is kept as SHA-256. An invitation that is withdrawn is deleted. */
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
    /** The most that a Member may spend on one order; null: no limit. */
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
