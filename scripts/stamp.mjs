import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const STAMP = join(ROOT, 'dist/stamp');

const SOURCES = [
  'src',
  'drizzle',
  'scripts/build.mjs',
  'vite.config.ts',
  'vite.server.config.ts',
  'package.json',
  'package-lock.json',
];
const NOT_BUILT = /\.test\.tsx?$/;

/** Changes whenever anything does that the build is made of. */
export function sourcesStamp() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(filesBelow))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

/** Whether dist/ was made from exactly these sources. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sourcesStamp();
}

function filesBelow(path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
    .sort();
}
