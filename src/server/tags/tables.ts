import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { TAG_TYPES, type TagType } from '#shared/enumerations.ts';

export const tags = pgTable(
  'tags',
  {
    _id: id(),
    /** Small key for the search tables. */
    key: integer().generatedAlwaysAsIdentity().unique(),
    name: text().notNull(),
    type: text().$type<TagType>().notNull().default('Tag'),
    /** A subcategory's category. */
    category: uuid().references((): AnyPgColumn => tags._id, { onDelete: 'cascade' }),
    image: text(),
    position: integer().notNull().default(0),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('tags_name').on(
      t.type,
      sql`lower(${t.name})`,
      sql`coalesce(${t.category}, '00000000-0000-0000-0000-000000000000'::uuid)`,
    ),
    index('tags_category').on(t.category),
    oneOf('tags_type', t.type, TAG_TYPES),
    check('tags_name_present', sql`${t.name} <> ''`),
    check('tags_category_of_subcategory', sql`(${t.type} = 'Subcategory') = (${t.category} is not null)`),
  ],
);
