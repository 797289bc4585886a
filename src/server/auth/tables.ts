import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, instant, money, now, oneOf } from '#server/database/columns.ts';
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
    /** Names the Admin who goes on as this user (rule A4). */
    impersonator: uuid().references(() => users._id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    createdAt: now(),
    /** When the person behind it signed in, if that was before it began; null: as it began. */
    signedInAt: instant(),
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

/** The askers for another address of an account. */
export const EMAIL_CHANGE_ASKERS = ['owner', 'Employee', 'Admin'] as const;
export const EMAIL_CHANGE_STATES = ['waiting', 'done', 'withdrawn', 'refused', 'undone'] as const;

/** Changes of an account's address: those that wait for an answer, and what became of the others. */
export const emailChanges = pgTable(
  'email_changes',
  {
    _id: id(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    /** The addresses as they stood when it was asked for. */
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    askedAs: text().$type<(typeof EMAIL_CHANGE_ASKERS)[number]>().notNull(),
    askedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    reason: text().notNull().default(''),
    /** Whether the old address or an Admin has to agree, besides the new one. */
    needsConsent: boolean().notNull().default(false),
    state: text().$type<(typeof EMAIL_CHANGE_STATES)[number]>().notNull().default('waiting'),
    newConfirmedAt: instant(),
    oldConfirmedAt: instant(),
    /** The Admin who said yes or no, also to an objection. */
    decidedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    decidedAt: instant(),
    /** When the old address objected to what an Admin had made or approved. */
    objectedAt: instant(),
    createdAt: now(),
    doneAt: instant(),
  },
  t => [
    uniqueIndex('email_changes_waiting').on(t.user).where(sql`${t.state} = 'waiting'`),
    index('email_changes_user').on(t.user, t.createdAt.desc()),
    index('email_changes_given_up').on(sql`lower(${t.oldEmail})`).where(sql`${t.state} = 'done'`),
    oneOf('email_changes_asked_as', t.askedAs, EMAIL_CHANGE_ASKERS),
    oneOf('email_changes_state', t.state, EMAIL_CHANGE_STATES),
    check('email_changes_done', sql`${t.state} not in ('done', 'undone') or ${t.doneAt} is not null`),
  ],
);

/** Purposes of one-time links. Each that opens an account has its rows in the table of `ways-in.ts`. */
export const TOKEN_PURPOSES = [
  'reset-password',
  'confirm-email',
  'agree-email',
  'undo-email',
  'first-admin',
] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/** One-time links, by the SHA-256 of what they carry. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    hash: text().primaryKey(),
    purpose: text().$type<TokenPurpose>().notNull(),
    user: uuid().references(() => users._id, { onDelete: 'cascade' }),
    /** The address that it went to. */
    email: text().notNull().default(''),
    /** The change of address that it answers; null: it is about the account's own address. */
    change: uuid().references(() => emailChanges._id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    createdAt: now(),
  },
  t => [
    oneOf('one_time_tokens_purpose', t.purpose, TOKEN_PURPOSES),
    index('one_time_tokens_user').on(t.user),
    index('one_time_tokens_change').on(t.change),
  ],
);
