import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { callerOf } from '#server/http/fair-share.ts';
import { visitorAddress } from '#server/http/visitor-address.ts';
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
  const costly = { config: { data: true, costly: true } };
  // Whoever they are signed in as gets nothing else: their address alone counts.
  const turn = (request: FastifyRequest, reply: FastifyReply) =>
    app.fairShare.turn(callerOf(null, visitorAddress(request, env)), reply);
  app.get('/sitemap.xml', costly, async (request, reply) => {
    await turn(request, reply);
    return send(reply, 'application/xml', await sitemapIndex(db, env.publicUrl));
  });
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d+).xml', costly, async (request, reply) => {
    await turn(request, reply);
    const part = Number(request.params.part);
    const written = part < MAX_PARTS ? await sitemapPart(db, cache, env.publicUrl, part) : null;
    return written === null ? reply.callNotFound() : send(reply, 'application/xml', written);
  });
}

function send(reply: FastifyReply, type: string, text: string) {
  return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text);
}
