/**
 * `npm run jobs` and the shop's other commands: from the build where it is of these very sources, or where only what a
 * running shop needs is installed; else from the sources.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt, ROOT } from './stamp.mjs';

const BUILT = join(ROOT, 'dist/server/commands.js');
const args = process.argv.slice(2);
const tsx = findTsx();

if (existsSync(BUILT) && (tsx === null || isBuilt())) {
  process.argv = [process.execPath, BUILT, ...args];
  await import(pathToFileURL(BUILT).href);
} else if (tsx) {
  const source = join(ROOT, 'src/server/commands.ts');
  const { status } = spawnSync(process.execPath, ['--import', tsx, source, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error('The shop is not built: "npm ci && npm run build" does that.');
  process.exitCode = 1;
}

function findTsx() {
  try {
    return import.meta.resolve('tsx');
  } catch {
    return null;
  }
}
