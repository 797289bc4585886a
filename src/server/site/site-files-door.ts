import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '#server/context.ts';
import { sitemapIndex, sitemapPart } from '#server/products/sitemap.ts';

const MAX_PARTS = 10_000;

/** Personal pages, calls, and listings that are the same goods once more: filtered, searched, or scrolled. */
const KEPT_OUT = [
  '/admin',
  '/api/',
  '/checkout',
  '/confirm-email',
  '/dev/',
  '/invitation',
  '/orders/',
  '/quick-order',
  '/search',
  '/set-password',
  '/trpc/',
  '/user',
  ...[
    'options',
    'minPrice',
    'maxPrice',
    'vendor',
    'inStock',
    'outOfStock',
    'holes',
    'sort',
    'view',
    'pindex',
  ].map(name => `/*?*${name}=`),
];

/** What crawlers ask for: robots.txt and the sitemap. */
export function mountSiteFiles(
  app: FastifyInstance,
  { env, db, cache }: Pick<App, 'env' | 'db' | 'cache'>,
): void {
  const data = { config: { data: true } };
  app.get('/robots.txt', data, async (_request, reply) =>
    send(
      reply,
      'text/plain',
      [
        'User-agent: *',
        ...KEPT_OUT.map(path => `Disallow: ${path}`),
        '',
        `Sitemap: ${env.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
    ),
  );
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
