/**
 * `npm run pack -- folder`: lays what runs the shop into a folder of its own, the build and the few packages that can't
 * be part of it (docs/decisions/088-what-is-installed.md). `npm start` and the commands work there as they do here.
 */
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfNeeded, ROOT } from './stamp.mjs';

const PARTS = [
  'package.json',
  'package-lock.json',
  '.env.example',
  '.npmrc',
  'LICENSE',
  'README.md',
  'deploy',
  'dist',
  'docs',
  'drizzle',
  'scripts/command.mjs',
  'scripts/node-version.mjs',
  'scripts/stamp.mjs',
  'scripts/start.env',
  'scripts/start.mjs',
];

/** By which migrations are made, not applied: most of their folder. */
const NOT_TAKEN = /drizzle\/meta\/\d+_snapshot\.json$/;

function fail(why) {
  console.error(why);
  process.exit(1);
}

const [given] = process.argv.slice(2);
if (!given) fail('Which folder? npm run pack -- <folder>');
const folder = resolve(given);
if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty.`);

buildIfNeeded();
for (const part of PARTS)
  cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: path => !NOT_TAKEN.test(path) });
const { status } = spawnSync('npm', ['ci', '--omit=dev'], { cwd: folder, stdio: 'inherit' });
if (status !== 0) fail('The packages could not be installed; see above.');
console.log(`The shop is in ${folder}: start it there.`);
