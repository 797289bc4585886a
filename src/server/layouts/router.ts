import { z } from 'zod';
import { listLayouts } from '#server/layouts/layouts.ts';
import { out, publicProcedure, rest, router } from '#server/trpc.ts';
import { isSpecial } from '#shared/rules/permissions.ts';
import { layoutQuerySchema, layoutSchema } from '#shared/schemas/layouts.ts';

export const layoutsRouter = router({
  list: publicProcedure
    .meta(
      rest('GET', '/layouts', {
        summary: 'Banners, announcements and pages that staff wrote',
        does: 'Published texts and pictures by page and template. Those of the template Information are told to the two special accounts alone.',
      }),
    )
    .input(layoutQuerySchema)
    .output(out(z.array(layoutSchema)))
    .query(async ({ ctx, input }) => {
      const found = await listLayouts(ctx.db, ctx.app.cache, input);
      return isSpecial(ctx.user) ? found : found.filter(({ template }) => template !== 'Information');
    }),
});
