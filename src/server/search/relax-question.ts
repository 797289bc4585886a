import { sql } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import { type Db, rows } from '#server/database/db.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import { hitsNow } from '#server/listing/indexed-text.ts';
import { foundByText } from '#server/search/find-by-text.ts';
import type { Part } from '#server/search/read-question.ts';
import type { SearchText } from '#server/search/text.ts';

/**
 * The question with what can be had of it: where no product has all, it is put together anew, the weightiest part
 * first, each as far as a product has it with the others (sizes by their nearest name), and the rest is left out.
 */
export function relaxed(db: Db, cache: Cache, text: SearchText): Promise<SearchText> {
  return cache.get(CATALOGUE, `relaxed ${text.needle}`, async () => {
    let kept: SearchText = { ...text, parts: [] };
    const leftOut: string[] = [];
    const byWeight = [...text.parts].sort((a, b) => b.weight - a.weight);
    for (const part of byWeight) {
      const found = await firstThatFinds(db, cache, kept, part);
      if (found) kept = found;
      else leftOut.push(part.said);
    }
    // Words of which nothing is left are not looked for letter by letter either.
    return { ...kept, leftOut, ...(kept.parts.length === 0 && { needle: '' }) };
  });
}

/** The question as it is answered: as it stands where something has all of it, else with what can be had. */
export async function settled(db: Db, cache: Cache, text: SearchText): Promise<SearchText> {
  return (await finds(db, cache, text)) ? text : relaxed(db, cache, text);
}

async function firstThatFinds(
  db: Db,
  cache: Cache,
  kept: SearchText,
  part: Part,
): Promise<SearchText | null> {
  const ways = part.sizes.length > 1 ? part.sizes.map(sizes => ({ ...part, sizes: [sizes] })) : [part];
  for (const way of ways) {
    const tried = { ...kept, parts: [...kept.parts, way] };
    if (await finds(db, cache, tried)) return tried;
  }
  return null;
}

async function finds(db: Db, cache: Cache, text: SearchText): Promise<boolean> {
  const hits = await hitsNow(db, cache, text);
  if (hits) return hits.products.length > 0;
  const [found] = rows<{ any: boolean }>(
    await db.execute(sql`select exists (select from ${foundByText(text)} where s.published) as any`),
  );
  return found?.any ?? false;
}
