import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, now, oneOf } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';
import { COMMENT_KINDS, type CommentKind } from '#shared/rules/comments.ts';

/** Keeps what staff tell each other about a record; a removed one keeps its place and loses its text (rule B1). */
export const comments = pgTable(
  'comments',
  {
    _id: id(),
    kind: text().$type<CommentKind>().notNull(),
    /** An order, a user or a company, without a foreign key: it is of the table that `kind` names. */
    subject: uuid().notNull(),
    by: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'restrict' }),
    text: text().notNull(),
    mentions: uuid().array().notNull().default(sql`'{}'`),
    /** One comment, however often it was asked for: by whom, under which key, with which words. */
    onceKey: text().unique(),
    createdAt: now(),
    editedAt: instant(),
    /** An Admin may write in another's place, which must not pass for that person's own words. */
    editedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    deletedAt: instant(),
    deletedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
  },
  t => [
    index('comments_subject').on(t.subject, t.kind, t.createdAt, t._id),
    oneOf('comments_kind', t.kind, COMMENT_KINDS),
    check('comments_text', sql`(${t.deletedAt} is null) = (${t.text} <> '')`),
  ],
);
