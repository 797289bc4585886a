import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { ROOT } from '#server/database/migrate.ts';
import { answersFiles } from '#server/http/overload.ts';
import { isPictureKey } from '#server/photos/picture-files.ts';

/** Pictures that were brought (`/photos/`, named by their content) and those that come with the shop (`/art/`). */
export async function servePictures(
  app: FastifyInstance,
  { pictures }: Pick<App, 'pictures'>,
): Promise<void> {
  answersFiles(app);
  const built = join(ROOT, 'dist/client/art');
  await app.register(fastifyStatic, {
    root: existsSync(built) ? built : join(ROOT, 'src/client/public/art'),
    prefix: '/art/',
    maxAge: '7d',
  });
  app.get<{ Params: { '*': string } }>('/photos/*', async (request, reply) => {
    const key = request.params['*'];
    if (!isPictureKey(key)) return reply.callNotFound();
    const file = await pictures.read(key);
    if (!file) return reply.callNotFound();
    // Named by its content: what has this address never changes.
    const tag = `"${key}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      // A file that somebody brought is a picture, whatever a browser would make of it.
      .header('content-security-policy', "default-src 'none'")
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === tag) {
      file.content.destroy();
      return reply.code(304).send();
    }
    return reply.header('content-length', file.bytes).type('image/webp').send(file.content);
  });
}
