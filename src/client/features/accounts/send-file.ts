import { TRPCClientError } from '@trpc/client';
import type { ErrorBody } from '#shared/errors.ts';

/** Sends a form with a file to its door; fails like every other call, so that it is told of like them. */
export async function sendFile<Answer>(path: string, form: FormData): Promise<Answer> {
  const answer = await fetch(`/api/v1${path}`, { method: 'POST', body: form });
  if (answer.ok) return (await answer.json()) as Answer;
  // A proxy in front of the shop may answer in its own words.
  const failure = (await answer.json().catch(() => null)) as ErrorBody | null;
  throw Object.assign(new TRPCClientError(failure?.message ?? answer.statusText), {
    data: { ...failure, httpStatus: answer.status },
  });
}
