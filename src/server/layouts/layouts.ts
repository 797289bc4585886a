import { asc, eq } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { layouts } from '#server/layouts/tables.ts';
import { loadSafeHtml } from '#server/safe-html.ts';
import type { Layout } from '#shared/schemas/layouts.ts';

/** The cache's name for layouts. */
export const LAYOUTS = 'layouts';

/** Published layouts of a page and of a template, where given, in their order. Sanitised when saved and when shown. */
export async function listLayouts(
  db: Db,
  cache: Cache,
  asked: { page?: string; template?: Layout['template'] },
): Promise<Layout[]> {
  const published = await cache.get(LAYOUTS, 'published', async () => {
    const found = await db
      .select()
      .from(layouts)
      .where(eq(layouts.publish, true))
      .orderBy(asc(layouts.page), asc(layouts.template), asc(layouts.position), asc(layouts._id));
    if (found.length === 0) return [];
    const safeHtml = await loadSafeHtml();
    return found.map(layout => ({ ...layout, content: safeHtml(layout.content) }));
  });
  return published.filter(
    layout =>
      (asked.page === undefined || layout.page === asked.page) &&
      (asked.template === undefined || layout.template === asked.template),
  );
}
