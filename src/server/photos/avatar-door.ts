import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS, limit } from '#server/auth/rate-limits.ts';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { PictureError } from '#server/integrations/remote-pictures.ts';
import { keepPicture } from '#server/photos/photos.ts';
import { users } from '#server/users/tables.ts';
import { canUpload } from '#shared/rules/permissions.ts';

export const AVATAR_PATH = '/api/v1/photos/avatar';
const MOST_MEGABYTES = 5;
const MOST_BYTES = MOST_MEGABYTES * 1024 * 1024;
/** What a form puts around its file. */
const FRAME_BYTES = 16 * 1024;

/** A user's own picture, as the file of a form (multipart): the one upload that customers have (spec §6). */
export async function mountAvatars(scope: FastifyInstance, parts: App): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES + FRAME_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
  scope.post(
    AVATAR_PATH,
    {
      config: { data: true },
      bodyLimit: MOST_BYTES + FRAME_BYTES,
      // Who may not send one is told before a megabyte is read.
      onRequest: async request => {
        const type = request.headers['content-type'] ?? '';
        if (!/^multipart\/form-data\b/i.test(type)) throw new AppError('wrong_type');
      },
    },
    async (request, reply) => {
      const { user, db } = await createContext(parts, request, reply, { via: 'rest' });
      if (!user) throw new AppError('signed_out');
      if (!canUpload(user, 'avatar')) throw new AppError('forbidden');
      await limit(db, `avatar:${user._id}`, LIMITS.avatar);
      const original = await fileOf(request);
      const { path } = await keepPicture(parts, original, { kind: 'avatar', uploadedBy: user._id }).catch(
        error => {
          throw error instanceof PictureError ? fieldError('file', wordsOf(error)) : error;
        },
      );
      await db.update(users).set({ avatar: path }).where(eq(users._id, user._id));
      return reply.header('cache-control', 'no-store').send({ path });
    },
  );
}

// The details of a decoder are for nobody who uploads.
const wordsOf = ({ message }: PictureError) =>
  message.startsWith('could not be decoded') ? 'could not be read as a picture' : message;

async function fileOf({ body, headers }: FastifyRequest): Promise<Buffer> {
  const form = await new Response(body as Buffer<ArrayBuffer>, {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(cause => {
      throw new AppError('malformed', { cause });
    });
  const file = form.get('file');
  if (!file || typeof file === 'string' || file.size === 0) throw fieldError('file', 'is required');
  if (file.size > MOST_BYTES) throw fieldError('file', `is larger than ${MOST_MEGABYTES} MB`);
  return Buffer.from(await file.arrayBuffer());
}
