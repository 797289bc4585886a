import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#server/database/migrate.ts';

/** Changes with every build; browsers that remember another one are asked to refresh (rule N8). */
export const SITE_VERSION: string = readVersion();

function readVersion(): string {
  const stamp = join(ROOT, 'dist', 'stamp');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').trim().slice(0, 16) : 'development';
}
