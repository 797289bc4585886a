import { TRPCClientError } from '@trpc/client';
import type { ErrorBody } from '#shared/errors.ts';

/** Sends a picture; fails like every other call, so that it is told of like them. */
export async function uploadAvatar(file: File): Promise<void> {
  const body = new FormData();
  body.set('file', file);
  const answer = await fetch('/api/v1/photos/avatar', { method: 'POST', body });
  if (answer.ok) return;
  const failure = (await answer.json()) as ErrorBody;
  throw Object.assign(new TRPCClientError(failure.message), {
    data: { ...failure, httpStatus: answer.status },
  });
}
