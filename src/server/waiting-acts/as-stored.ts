import type { ZodType } from 'zod';
import { AppError } from '#server/errors.ts';

/**
 * Reads the input of an act as it was stored. Throws `stale` where it is none by today's schema: what was asked for under
 * another one can't be done any more.
 */
export function asStored<Input>(schema: ZodType<Input>, stored: unknown): Input {
  const { success, data, error } = schema.safeParse(stored);
  if (!success) throw new AppError('stale', { cause: error });
  return data;
}
