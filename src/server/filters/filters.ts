import { asc } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { Db } from '#server/database/db.ts';
import { filterTemplates, filterValues } from '#server/filters/tables.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import type { FilterTemplate } from '#shared/schemas/filters.ts';

/** The filter groups in their order, with their values. */
export function listFilters(db: Db, cache: Cache): Promise<FilterTemplate[]> {
  return cache.get(CATALOGUE, 'filters', async () => {
    const templates = await db
      .select()
      .from(filterTemplates)
      .orderBy(asc(filterTemplates.order), asc(filterTemplates.name));
    const values = await db
      .select()
      .from(filterValues)
      .orderBy(asc(filterValues.position), asc(filterValues.label));
    return templates.map(template => ({
      ...template,
      filters: values.filter(value => value.template === template._id),
    }));
  });
}
