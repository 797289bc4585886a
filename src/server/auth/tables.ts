import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, now } from '#server/columns.ts';
import { users } from '#server/users/tables.ts';

/** Sessions by the SHA-256 of their id: the id itself stands only in the visitor's cookie. */
export const sessions = pgTable(
  'sessions',
  {
    hash: text().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    /** The admin who logged in as this user (spec §6 Login-as). */
    impersonator: uuid().references(() => users._id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    createdAt: now(),
    userAgent: text().notNull().default(''),
    ip: text().notNull().default(''),
  },
  t => [index('sessions_user').on(t.user), index('sessions_expires').on(t.expiresAt)],
);

/** Keys for third-party scripts, with their user's rights; shown once, kept as SHA-256. */
export const apiKeys = pgTable(
  'api_keys',
  {
    _id: id(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    name: text().notNull(),
    prefix: text().notNull(),
    hash: text().notNull().unique(),
    createdAt: now(),
    lastUsedAt: instant(),
    expiresAt: instant(),
    revokedAt: instant(),
  },
  t => [index('api_keys_user').on(t.user)],
);

/** One-time links: reset of a password (24 hours), confirmation of an e-mail, the first admin's set-up. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    purpose: text().$type<'reset-password' | 'confirm-email' | 'first-admin'>().notNull(),
    user: uuid().references(() => users._id, { onDelete: 'cascade' }),
    email: text().notNull().default(''),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: now(),
  },
  t => [
    check('one_time_tokens_purpose', sql`${t.purpose} in ('reset-password', 'confirm-email', 'first-admin')`),
    index('one_time_tokens_user').on(t.user),
  ],
);

/** Counters of attempts by key and window; in the database so that restarts and processes share them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  t => [check('rate_limits_count', sql`${t.count} >= 0`), index('rate_limits_resets').on(t.resetsAt)],
);
