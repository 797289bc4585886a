import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

/** Tells what the build is made of, in two lines: one of all its sources' contents, one of their sizes and dates. */
export function sourcesStamp() {
  const files = SOURCES.flatMap(filesBelow);
  return `${contentsOf(files)}\n${datesOf(files)}`;
}

/**
 * Whether dist/ was made from exactly these sources. Reading them all would cost each start a tenth of a second, so
 * that those whose sizes and dates are the build's are taken to be the same.
 */
export function isBuilt() {
  if (!existsSync(STAMP)) return false;
  // A folder that `npm run pack` has made holds no sources that could be newer.
  if (!existsSync(join(ROOT, 'src'))) return true;
  const [contents, dates] = readFileSync(STAMP, 'utf8').split('\n');
  const files = SOURCES.flatMap(filesBelow);
  return dates === datesOf(files) || contents === contentsOf(files);
}

/** Builds where the sources are newer than the build; ends the process where that fails. */
export function buildIfNeeded() {
  if (isBuilt()) return;
  console.log('Building the shop, this takes a moment …');
  // In a process of its own, whose memory the server does not inherit.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], {
    stdio: 'inherit',
    env,
  });
  if (status === 0) return;
  console.error('The build failed; see above.');
  process.exit(1);
}

function contentsOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function datesOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file}\0${size} ${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map(entry => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
    .sort();
}
