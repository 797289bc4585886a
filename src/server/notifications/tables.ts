import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { id, now, updatedNow } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';

/** Has a type from 0 to 11 (rule N5). */
export const notifications = pgTable(
  'notifications',
  {
    _id: id(),
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    type: smallint().notNull(),
    title: text().notNull(),
    details: text().notNull().default(''),
    link: text(),
    read: boolean().notNull().default(false),
    createdAt: now(),
  },
  t => [
    index('notifications_user').on(t.user, t.createdAt.desc()),
    check('notifications_type', sql`${t.type} between 0 and 11`),
  ],
);

export const notificationTemplates = pgTable(
  'notification_templates',
  {
    _id: id(),
    type: smallint().notNull().unique('notification_templates_one_per_type'),
    title: text().notNull(),
    details: text().notNull().default(''),
    link: text(),
    enabled: boolean().notNull().default(true),
    updatedAt: updatedNow(),
  },
  t => [check('notification_templates_type', sql`${t.type} between 0 and 11`)],
);
