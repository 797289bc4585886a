import { CommandError } from '#server/command-error.ts';
import { forbiddenBy, pgError } from '#server/database/db.ts';
import { FolderError, FolderInUseError } from '#server/database/folder-lock.ts';
import { type Env, EnvError } from '#server/env.ts';

const PLAIN = [CommandError, EnvError, FolderError, FolderInUseError];

/**
 * Tells the person at the keyboard why a start or a command ended; null where only the error itself says. `env`: null
 * before it was read.
 */
export async function inPlainWords(
  error: unknown,
  env: Pick<Env, 'databaseUrl' | 'listenUrl' | 'dataDir'> | null,
): Promise<string | null> {
  if (PLAIN.some(kind => error instanceof kind)) return (error as Error).message;
  const forbidden = env?.databaseUrl ? forbiddenBy(error) : null;
  // Migrations go by the one, all else by the other.
  if (forbidden)
    return new EnvError([`${env?.listenUrl ? 'LISTEN_URL or ' : ''}DATABASE_URL: ${forbidden}`]).message;
  const { code } = error as NodeJS.ErrnoException;
  if (env?.databaseUrl !== null || !(pgError(error) || code === 'ENOSPC' || code === 'EDQUOT')) return null;
  // The embedded Postgres has no words of its own for a disk that filled up under it. It is loaded where it is used.
  const { whyUnwritable } = await import('#server/database/embedded.ts');
  return (await whyUnwritable(env.dataDir))?.message ?? null;
}
