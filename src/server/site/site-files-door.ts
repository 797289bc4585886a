import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '#server/context.ts';
import { sitemapIndex, sitemapPart } from '#server/products/sitemap.ts';

const MAX_PARTS = 10_000;

const CALLS = ['/api/', '/trpc/'];

/** `keptOut`: patterns of addresses of pages that are not for crawlers. */
export function mountRobots(
  app: FastifyInstance,
  { publicUrl, keptOut }: { publicUrl: string; keptOut: () => Promise<readonly string[]> },
): void {
  app.get('/robots.txt', { config: { data: true } }, async (_request, reply) =>
    send(
      reply,
      'text/plain',
      [
        'User-agent: *',
        ...[...(await keptOut()), ...CALLS].map(path => `Disallow: ${path}`),
        '',
        `Sitemap: ${publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );
}

/** Serves the sitemap, by which crawlers find all pages. */
export function mountSitemap(
  app: FastifyInstance,
  { env, db, cache }: Pick<App, 'env' | 'db' | 'cache'>,
): void {
  const data = { config: { data: true } };
  app.get('/sitemap.xml', data, async (_request, reply) =>
    send(reply, 'application/xml', await sitemapIndex(db, env.publicUrl)),
  );
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d+).xml', data, async (request, reply) => {
    const part = Number(request.params.part);
    const written = part < MAX_PARTS ? await sitemapPart(db, cache, env.publicUrl, part) : null;
    return written === null ? reply.callNotFound() : send(reply, 'application/xml', written);
  });
}

function send(reply: FastifyReply, type: string, text: string) {
  return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text);
}
