/**
 * `npm start`: builds when the sources are newer than the build, then runs the server in this very process. With the
 * bounds that package.json and start.env set, V8 tidies its memory in time: unbounded it lets twice as much lie about.
 * The rest of what package.json sets is for a quick start (docs/decisions/011-a-start.md).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt, ROOT } from './stamp.mjs';

const startedBy = process.ppid;
process.env.NODE_ENV = 'production';
process.chdir(ROOT);

if (!isBuilt()) {
  console.log('Building the shop, this takes a moment …');
  // In a process of its own, whose memory the server does not inherit.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], {
    stdio: 'inherit',
    env,
  });
  if (status !== 0) {
    console.error('The build failed; see above.');
    process.exit(1);
  }
}

endWithNpm();
await import(pathToFileURL(join(ROOT, 'dist/server/main.js')).href);

/**
 * npm runs a script in a shell, which does not hand SIGTERM on: whoever stops npm would leave the shop running, without
 * a master and on the port that the next start needs.
 */
function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const watch = setInterval(() => {
    if (process.ppid === startedBy) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
