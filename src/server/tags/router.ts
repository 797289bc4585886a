import { z } from 'zod';
import { listCategories, listTags } from '#server/tags/tags.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { categorySchema, tagQuerySchema, tagSchema } from '#shared/schemas/tags.ts';

export const tagsRouter = router({
  list: publicProcedure
    .meta(
      rest('GET', '/tags', {
        summary: 'Categories, subcategories and tags',
        does: 'All of them, or those of one `type`; a subcategory names its category.',
      }),
    )
    .input(tagQuerySchema)
    .output(out(z.array(tagSchema)))
    .query(async ({ ctx, input }) => {
      const all = await listTags(ctx.db, ctx.app.cache);
      return input.type ? all.filter(tag => tag.type === input.type) : all;
    }),

  categories: publicProcedure
    .meta(
      rest('GET', '/tags/categories', {
        summary: 'Categories with their subcategories',
        does: 'Every category in its order, with the subcategories that it has.',
      }),
    )
    .input(z.object({}))
    .output(out(z.array(categorySchema)))
    .query(({ ctx }) => listCategories(ctx.db, ctx.app.cache)),
});
