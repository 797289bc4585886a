import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, isOneOf, now, oneOf } from '#server/database/columns.ts';
import type { Printable } from '#server/documents/print-worker.ts';
import { EMAIL_STATUSES, UNSENT_EMAIL_STATUSES } from '#shared/enumerations.ts';

/**
 * A file of a mail: in base64, or as the words of a paper, which is printed as the mail is sent, each time the same. New
 * versions print the papers of older ones, too: their fields stay, and new ones may be missing.
 */
export type MailAttachment = { name: string; contentType: string } & (
  | { content: string }
  | { document: Printable }
);

/** Every mail, written in the transaction of the event that causes it and sent by a job afterwards. */
export const emails = pgTable(
  'emails',
  {
    _id: id(),
    template: text().notNull(),
    to: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    /** The address that an answer goes to, when not to the shop. */
    replyTo: text(),
    attachments: jsonb().$type<MailAttachment[]>().notNull().default([]),
    /** One event, one mail: `order-confirmation:{order}`. */
    dedupeKey: text().unique(),
    order: uuid(),
    user: uuid(),
    /** Went to an account that was of the staff then, whatever became of it. */
    toStaff: boolean().notNull().default(false),
    status: text().$type<(typeof EMAIL_STATUSES)[number]>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    messageId: text().notNull(),
    response: text(),
    createdAt: now(),
    sentAt: instant(),
    /** When its text and files were cleared away, as they are no longer kept; the row says that it was sent. */
    clearedAt: instant(),
  },
  t => [
    // In the order of the mailbox, which is this one backwards.
    index('emails_newest').on(t.createdAt, t._id).concurrently(),
    index('emails_of_status').on(t.status, t.createdAt, t._id).concurrently(),
    index('emails_of_template').on(t.template, t.createdAt, t._id).concurrently(),
    /** For what is looked for: `matching` (`mailbox.ts`) says exactly this. */
    index('emails_text').using('gin', sql`(${t.to} || E'\\n' || ${t.subject}) gin_trgm_ops`).concurrently(),
    index('emails_order').on(t.order),
    index('emails_unsent').on(t.status).where(isOneOf(t.status, UNSENT_EMAIL_STATUSES)),
    oneOf('emails_status', t.status, EMAIL_STATUSES),
    check('emails_attempts', sql`${t.attempts} >= 0`),
  ],
);

/**
 * The links of a mail that let somebody in, apart from its text, which holds a mark in the place of each: whoever reads
 * the mailbox does not get them. They go when the mail was sent.
 */
export const mailLinks = pgTable('mail_links', {
  email: uuid()
    .primaryKey()
    .references(() => emails._id, { onDelete: 'cascade' }),
  /** By their marks' numbers. */
  urls: text().array().notNull(),
});
