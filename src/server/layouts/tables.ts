import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, oneOf, updatedNow } from '#server/database/columns.ts';
import { LAYOUT_TEMPLATES, type LayoutTemplate } from '#shared/enumerations.ts';

/** Keeps pieces of pages that staff write: banners, announcements, whole pages (rule S5). */
export const layouts = pgTable(
  'layouts',
  {
    _id: id(),
    template: text().$type<LayoutTemplate>().notNull(),
    title: text().notNull(),
    subtitle: text().notNull().default(''),
    /** Sanitised HTML. */
    content: text().notNull().default(''),
    imgPath: text(),
    /** A route object as text, or a URL. */
    link: text(),
    page: text().notNull().default(''),
    position: integer().notNull().default(0),
    publish: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    updatedAt: updatedNow(),
  },
  t => [
    index('layouts_page').on(t.page, t.template, t.position),
    oneOf('layouts_template', t.template, LAYOUT_TEMPLATES),
  ],
);
