import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugin } from 'vite';
import { startVitest } from 'vitest/node';
import { embedded } from '../../vitest.config.ts';
import type { Plan, Told } from './plan.ts';
import { type Source, withMutants } from './sites.ts';

/** Before a file is taken to hang, it gets so many times what it took on the right code, and this on top (ms). */
const PATIENCE = { times: 8, more: 60_000 };

/** Puts all mutants into the code as it is loaded. No file is written: whoever works on them sees nothing of it. */
function mutants(root: string, sources: ReadonlyMap<string, Source>): Plugin {
  const codes = new Map([...sources].map(([file, source]) => [join(root, file), source]));
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(_, id) {
      const source = codes.get(id);
      return source ? { code: withMutants(source), map: null } : null;
    },
  };
}

export interface House {
  root: string;
  folder: string;
  sources: ReadonlyMap<string, Source>;
}

/** How a process that ran tests ended: with nothing left undone, or in the file that it hung or broke in. */
export interface Ended {
  stuck: { job: string | null; file: string } | null;
}

/** Runs one process by a plan, and ends it where it hangs. Hands on what it tells as it comes. */
export async function runPlan(
  house: House,
  plan: Pick<Plan, 'files' | 'jobs'>,
  hear: (told: Told) => void,
): Promise<Ended> {
  mkdirSync(house.folder, { recursive: true });
  const told = join(house.folder, 'told.jsonl');
  const path = join(house.folder, 'plan.json');
  rmSync(told, { force: true });
  writeFileSync(path, JSON.stringify({ root: house.root, told, ...plan } satisfies Plan));
  const watched = watch(told, hear);
  const vitest = await startVitest(
    'test',
    [],
    {
      ...embedded,
      config: false,
      root: house.root,
      name: 'mutants',
      include: ['scripts/mutation/driven.ts'],
      runner: join(house.root, 'scripts/mutation/runner.ts'),
      env: { ...embedded.env, MUTATION_PLAN: path },
      pool: 'forks',
      maxWorkers: 1,
      watch: false,
      silent: true,
      update: 'none',
      reporters: [{}],
    },
    { configFile: false, plugins: [mutants(house.root, house.sources)] },
  );
  await vitest.close();
  process.exitCode = 0;
  const ended = await watched.end();
  // Another try would end in the same way.
  if (!ended.hasBegun) throw new Error('the process that tries mutants did not begin: see the log above');
  return { stuck: ended.now };
}

/** Reads what is told twice a second, and kills the process that tells nothing for too long. */
function watch(path: string, hear: (told: Told) => void) {
  let read = 0;
  let pid = 0;
  let now: { job: string | null; file: string } | null = null;
  let until = Number.POSITIVE_INFINITY;
  let isOver = false;
  const take = () => {
    const text = existsSync(path) && statSync(path).size > read ? readFileSync(path, 'utf8').slice(read) : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    read += whole.length;
    for (const line of whole.split('\n').filter(Boolean)) {
      const told: Told = JSON.parse(line);
      if (told.at === 'started') pid = told.pid;
      now = told.at === 'file' ? { job: told.job, file: told.file } : null;
      until =
        told.at === 'file' ? Date.now() + told.ms * PATIENCE.times + PATIENCE.more : Number.POSITIVE_INFINITY;
      hear(told);
    }
  };
  // A process in an endless loop doesn't notice that its parent is gone.
  const interrupt = () => {
    if (pid > 0) process.kill(pid, 'SIGKILL');
    process.exit(1);
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const watching = (async () => {
    while (!isOver) {
      take();
      if (Date.now() > until && pid > 0) {
        until = Number.POSITIVE_INFINITY;
        process.kill(pid, 'SIGKILL');
      }
      await sleep(500);
    }
    take();
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      return { now, hasBegun: pid > 0 };
    },
  };
}
