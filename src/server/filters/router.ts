import { z } from 'zod';
import { listFilters } from '#server/filters/filters.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { filterTemplateSchema } from '#shared/schemas/filters.ts';

export const filtersRouter = router({
  list: publicProcedure
    .meta(
      rest('GET', '/filters', {
        summary: 'Filter groups of the listing',
        does: 'The groups that a listing is filtered by, in their order, with their values and colours.',
      }),
    )
    .input(z.object({}))
    .output(out(z.array(filterTemplateSchema)))
    .query(({ ctx }) => listFilters(ctx.db, ctx.app.cache)),
});
