import { asc } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import { tags } from '#server/tags/tables.ts';
import type { Category, Tag } from '#shared/schemas/tags.ts';

/** All tags, categories first, each kind in the order that staff gave it. */
export function listTags(db: Db, cache: Cache): Promise<Tag[]> {
  return cache.get(CATALOGUE, 'tags', () =>
    db.select().from(tags).orderBy(asc(tags.type), asc(tags.position), asc(tags.name)),
  );
}

/** The category tree that shoppers browse. */
export async function listCategories(db: Db, cache: Cache): Promise<Category[]> {
  const all = await listTags(db, cache);
  return all
    .filter(tag => tag.type === 'Category')
    .map(category => ({ category, subcategories: all.filter(tag => tag.category === category._id) }));
}
