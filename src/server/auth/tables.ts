import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money, now } from '#server/columns.ts';
import { users } from '#server/users/tables.ts';
import type { KeyScope } from '#shared/enumerations.ts';

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

/** Keys for third-party scripts, with their user's rights within their scopes; shown once, kept as SHA-256. */
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
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    scopes: text().array().$type<KeyScope[]>().notNull().default(sql`'{}'`),
    /** The most that one order on account may come to; null: none. */
    onAccountUpTo: money(),
    /** From before scopes came: it has all rights of its user until it ends. */
    fromBefore: boolean().notNull().default(false),
    toldOfScopesAt: instant(),
    toldOfEndAt: instant(),
  },
  t => [
    index('api_keys_user').on(t.user),
    check('api_keys_scopes', sql`${t.fromBefore} = (cardinality(${t.scopes}) = 0)`),
    check('api_keys_on_account', sql`${t.onAccountUpTo} >= 0`),
  ],
);

/** A second factor (TOTP) of who signs in. Until it was confirmed by a code it counts for nothing. */
export const secondFactors = pgTable('second_factors', {
  user: uuid()
    .primaryKey()
    .references(() => users._id, { onDelete: 'cascade' }),
  /** Sealed (`sealed-secrets.ts`). */
  secret: text().notNull(),
  confirmedAt: instant(),
  /** The time step of the last code that was taken: no code works twice, nor one from before it. */
  lastStep: integer().notNull().default(0),
  createdAt: now(),
});

/** One-time codes in the place of a second factor that is lost, by their SHA-256. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    hash: text().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    usedAt: instant(),
  },
  t => [index('recovery_codes_user').on(t.user)],
);

/** Sign-ins that wait for their second step, by the SHA-256 of what stands in the visitor's cookie. */
export const waitingSignIns = pgTable(
  'waiting_sign_ins',
  {
    hash: text().primaryKey(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  t => [index('waiting_sign_ins_user').on(t.user), index('waiting_sign_ins_expires').on(t.expiresAt)],
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
