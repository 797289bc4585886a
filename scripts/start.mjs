/**
 * `npm start`: builds when the sources are newer than the build, then runs the server in this very process. With the
 * bounds that package.json and start.env set, V8 tidies its memory in time: unbounded it lets twice as much lie about.
 * The rest of what package.json sets is for a quick start (docs/decisions/011-a-start.md).
 */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded, ROOT } from './stamp.mjs';

const startedBy = process.ppid;
process.env.NODE_ENV = 'production';
process.chdir(ROOT);

buildIfNeeded();
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
