import { asc, sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/db.ts';
import { CATALOGUE } from '#server/search/facet-counts.ts';
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

export interface TagNames {
  categories: readonly string[];
  /** A subcategory belongs to its category; the category is made where it is missing. */
  subcategories: readonly { category: string; name: string }[];
  tags: readonly string[];
}

/**
 * The `_id`s of these names, making what is missing. Names are compared without regard to case; the first spelling
 * stays. Keys of the answer: `tagKey`.
 */
export async function ensureTags(tx: Db, names: TagNames): Promise<Map<string, string>> {
  const categories = [...names.categories, ...names.subcategories.map(one => one.category)];
  await insertTags(tx, 'Category', categories);
  await insertTags(tx, 'Tag', names.tags);
  await insertSubcategories(tx, names.subcategories);
  const found = rows<{ id: string; type: Tag['type']; name: string; category: string | null }>(
    await tx.execute(sql`
      select t.id::text as id, t.type, t.name, c.name as category from tags t left join tags c on c.id = t.category
      where (t.type = 'Category' and lower(t.name) = any(${lowered(categories)}))
        or (t.type = 'Tag' and lower(t.name) = any(${lowered(names.tags)}))
        or (t.type = 'Subcategory' and lower(t.name) = any(${lowered(names.subcategories.map(one => one.name))}))`),
  );
  return new Map(found.map(tag => [tagKey(tag.type, tag.name, tag.category), tag.id]));
}

/** How the answer of `ensureTags` names a tag. */
export function tagKey(type: Tag['type'], name: string, category: string | null = null): string {
  return [type, category ?? '', name].join('\n').toLowerCase();
}

const lowered = (list: readonly string[]) => sql`${sql.param(list.map(name => name.toLowerCase()))}::text[]`;

// In one order everywhere, so that two imports never wait for each other in a ring.
async function insertTags(tx: Db, type: 'Category' | 'Tag', names: readonly string[]): Promise<void> {
  const distinct = [...new Map(names.map(name => [name.toLowerCase(), name])).entries()].sort(byKey);
  if (distinct.length === 0) return;
  const missing = await tx.execute(sql`
    select w.name from unnest(${sql.param(distinct.map(([, name]) => name))}::text[]) with ordinality as w(name, place)
    where not exists (select from tags t where t.type = ${type} and lower(t.name) = lower(w.name)) order by place`);
  const values = rows<{ name: string }>(missing).map(({ name }) => ({ name, type }));
  if (values.length > 0) await tx.insert(tags).values(values).onConflictDoNothing();
}

async function insertSubcategories(tx: Db, wanted: TagNames['subcategories']): Promise<void> {
  const distinct = [
    ...new Map(wanted.map(one => [tagKey('Subcategory', one.name, one.category), one])).entries(),
  ].sort(byKey);
  if (distinct.length === 0) return;
  const missing = await tx.execute(sql`
    select w.name, c.id::text as category
    from unnest(${sql.param(distinct.map(([, one]) => one.name))}::text[],
      ${sql.param(distinct.map(([, one]) => one.category))}::text[]) with ordinality as w(name, category, place)
    join tags c on c.type = 'Category' and lower(c.name) = lower(w.category)
    where not exists (select from tags t where t.type = 'Subcategory' and t.category = c.id
      and lower(t.name) = lower(w.name)) order by place`);
  const values = rows<{ name: string; category: string }>(missing).map(one => ({
    ...one,
    type: 'Subcategory' as const,
  }));
  if (values.length > 0) await tx.insert(tags).values(values).onConflictDoNothing();
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
