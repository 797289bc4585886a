import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { App } from '#server/context.ts';
import { createContext } from '#server/create-context.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { mountUpload } from '#server/http/uploads.ts';
import { PictureError } from '#server/integrations/remote-pictures.ts';
import { keepPicture } from '#server/photos/photos.ts';
import { users } from '#server/users/tables.ts';
import { canUpload } from '#shared/rules/permissions.ts';

export const AVATAR_PATH = '/api/v1/photos/avatar';
export const AVATAR_SCOPE = 'company:write';

/** Takes a user's own picture: the one picture that customers may bring (rule A10). */
export function mountAvatars(scope: FastifyInstance, parts: App): void {
  mountUpload(scope, AVATAR_PATH, {
    mostMegabytes: 5,
    sender: async (request, reply) => {
      const { user, db } = await createContext(parts, request, reply, { via: 'rest', scope: AVATAR_SCOPE });
      if (!user) throw new AppError('signed_out');
      if (!canUpload(user, 'avatar')) throw new AppError('forbidden');
      await limit(db, `avatar:${user._id}`, LIMITS.avatar);
      return user;
    },
    receive: async (user, { content }) => {
      const { path } = await keepPicture(parts, content, { kind: 'avatar', uploadedBy: user._id }).catch(
        error => {
          throw error instanceof PictureError ? fieldError('file', wordsOf(error)) : error;
        },
      );
      await parts.db.update(users).set({ avatar: path }).where(eq(users._id, user._id));
      return { path };
    },
  });
}

// The details of a decoder are for nobody who uploads.
const wordsOf = ({ message }: PictureError) =>
  message.startsWith('could not be decoded') ? 'could not be read as a picture' : message;
