import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#server/database/migrate.ts';

/** Reads the logo as pages do: from the build where there is one. */
export function shopLogo(): string {
  const built = join(ROOT, 'dist/client/logo.svg');
  return readFileSync(existsSync(built) ? built : join(ROOT, 'src/client/public/logo.svg'), 'utf8');
}
