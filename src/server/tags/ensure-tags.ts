import { sql } from 'drizzle-orm';
import { type Db, rows } from '#server/database/db.ts';
import { tags } from '#server/tags/tables.ts';
import type { TagType } from '#shared/enumerations.ts';

export interface WantedTag {
  type: TagType;
  name: string;
  /** A subcategory's category, by its name. */
  category?: string;
}

export const tagKey = ({ type, name, category = '' }: WantedTag): string =>
  JSON.stringify([type, name.toLowerCase(), category.toLowerCase()]);

/** Makes the tags that are missing, categories before what stands in them; answers `_id`s by `tagKey`. */
export async function ensureTags(tx: Db, wanted: readonly WantedTag[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const categories = wanted.flatMap(tag =>
    tag.category ? [{ type: 'Category' as const, name: tag.category }] : [],
  );
  await ensureLevel(tx, [...wanted.filter(tag => tag.type !== 'Subcategory'), ...categories], ids);
  await ensureLevel(
    tx,
    wanted.filter(tag => tag.type === 'Subcategory'),
    ids,
  );
  return ids;
}

async function ensureLevel(tx: Db, wanted: readonly WantedTag[], ids: Map<string, string>): Promise<void> {
  const distinct = [...new Map(wanted.map(tag => [tagKey(tag), tag])).entries()].sort();
  if (distinct.length === 0) return;
  await readTags(
    tx,
    distinct.map(([, tag]) => tag.name.toLowerCase()),
    ids,
  );
  const missing = distinct.filter(([key]) => !ids.has(key)).map(([, tag]) => tag);
  if (missing.length === 0) return;
  await tx
    .insert(tags)
    .values(missing.map(tag => ({ type: tag.type, name: tag.name, category: categoryOf(tag, ids) })))
    .onConflictDoNothing();
  await readTags(
    tx,
    missing.map(tag => tag.name.toLowerCase()),
    ids,
  );
}

function categoryOf({ category }: WantedTag, ids: Map<string, string>): string | null {
  return category === undefined ? null : (ids.get(tagKey({ type: 'Category', name: category })) ?? null);
}

async function readTags(tx: Db, names: string[], ids: Map<string, string>): Promise<void> {
  const found = rows<{ id: string; type: TagType; name: string; category: string | null }>(
    await tx.execute(sql`
      select t.id::text as id, t.type, t.name, c.name as category
      from tags t left join tags c on c.id = t.category
      where lower(t.name) = any(${sql.param(names)}::text[])`),
  );
  for (const { id, category, ...tag } of found)
    ids.set(tagKey({ ...tag, ...(category && { category }) }), id);
}
