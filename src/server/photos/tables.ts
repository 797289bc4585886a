import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, now } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';

/** A picture kept once by its content; `path` is the base of its finished sizes. */
export const photos = pgTable(
  'photos',
  {
    _id: id(),
    hash: text().notNull().unique(),
    path: text().notNull(),
    kind: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: integer().notNull(),
    alt: text().notNull().default(''),
    uploadedBy: uuid().references(() => users._id, { onDelete: 'set null' }),
    createdAt: now(),
  },
  t => [
    index('photos_kind').on(t.kind, t.createdAt.desc()),
    check('photos_size', sql`${t.width} > 0 and ${t.height} > 0 and ${t.bytes} > 0`),
  ],
);

/** The processes that run, and where each of them keeps its pictures. */
export const pictureHolders = pgTable('picture_holders', {
  _id: id(),
  host: text().notNull(),
  folder: text().notNull(),
  /** Tells another SECRET_KEY from this one's, and nothing of it; null: a version that didn't write it. */
  secretMark: text(),
  seenAt: instant().notNull(),
});
