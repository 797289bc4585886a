import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';
import { DENSITIES, type Density, type ListScreen } from '#shared/office-lists.ts';

/** Keeps how staff look at a list of the back office: one's own, or shared with all of them (rule B3). */
export const savedViews = pgTable(
  'saved_views',
  {
    _id: id(),
    /** A list by its name; its schema alone says which there are, so that a new list needs no migration. */
    screen: text().$type<ListScreen>().notNull(),
    name: text().notNull(),
    /** Data of the list's own schema, by which it is read again: fields that are gone by then are left out. */
    query: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Ids of columns; empty: those that the list shows by itself. */
    columns: text().array().notNull().default(sql`'{}'`),
    density: text().$type<Density>().notNull().default('comfortable'),
    shared: boolean().notNull().default(false),
    by: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    /** The place of its tab among all of the list, whoever sees them. */
    position: integer().notNull(),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    index('saved_views_screen').on(t.screen, t.position, t._id),
    uniqueIndex('saved_views_name').on(t.by, t.screen, sql`lower(${t.name})`),
    oneOf('saved_views_density', t.density, DENSITIES),
    check('saved_views_named', sql`${t.name} <> ''`),
  ],
);
