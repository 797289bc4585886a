import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { ROOT } from '#server/migrate.ts';
import { answersFiles } from '#server/overload.ts';
import { pictureFolder } from '#server/photos/picture-folder.ts';

const PICTURE = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\/(160|400|800)\.webp$/;

/** Pictures that were brought (`/photos/`, named by their content) and those that come with the shop (`/art/`). */
export async function servePictures(app: FastifyInstance, { env }: Pick<App, 'env'>): Promise<void> {
  answersFiles(app);
  const built = join(ROOT, 'dist/client/art');
  await app.register(fastifyStatic, {
    root: existsSync(built) ? built : join(ROOT, 'src/client/public/art'),
    prefix: '/art/',
    maxAge: '7d',
  });
  const brought = pictureFolder(env.dataDir);
  app.get<{ Params: { '*': string } }>('/photos/*', (request, reply) => {
    const path = request.params['*'];
    if (!PICTURE.test(path)) return reply.callNotFound();
    // What somebody brought is a picture, whatever a browser would make of it.
    reply.header('content-security-policy', "default-src 'none'").header('x-content-type-options', 'nosniff');
    return reply.sendFile(path, brought, { immutable: true, maxAge: '365d' });
  });
}
