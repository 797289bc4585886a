import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '#server/database/migrate.ts';

/** The unit in which the kernel counts processor time, on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Processor milliseconds of a process so far; of its children that ended too where `ended` is asked for. */
function cpuOf(pid: number, ended: boolean): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold blanks, so fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return (user + system + (ended ? endedUser + endedSystem : 0)) * MS_PER_TICK;
}

/** Processor milliseconds of a process alone. */
export const processCpu = (pid: number): number => cpuOf(pid, false);

/** Returns the processor milliseconds of all processes that this one started and that ended. */
export const endedCpu = (): number => cpuOf(process.pid, true) - cpuOf(process.pid, false);

/** Adds up those of a Postgres server, of all its processes, and of ended ones, parallel workers among them. */
export function serverCpu(pid: number): number {
  let sum = cpuOf(pid, true);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid)
        sum += cpuOf(Number(name), true);
    } catch {
      // Ended meanwhile; it counts among its parent's ended ones from now on.
    }
  }
  return sum;
}

/** Megabytes that a process holds in memory now. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

export interface Shop {
  pid: number;
  port: number;
  /** Milliseconds from the start of the process to its first answer out of the database. */
  startMs: number;
  /** Megabytes, a second after that answer. */
  startMb: number;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 60_000;

/** Starts the built product as its own process, as `npm start` does once it is built; `root`: that of another checkout. */
export async function startShop(variables: Record<string, string>, root = ROOT): Promise<Shop> {
  const began = performance.now();
  const child = spawn(process.execPath, [...flags(root), join(root, 'dist/server/main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SHOP_MODE: 'demo',
      DEMO_DATA: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
      SECRET_KEY: 'bench'.repeat(8),
      ...variables,
    },
    // The log is written as ever; a pipe that nobody needs is drained.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await portOf(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('the product did not start');
  while (!(await answers(port))) {
    if (performance.now() - began > START_LIMIT_MS) throw new Error('the product does not answer');
    await sleep(5);
  }
  const startMs = performance.now() - began;
  await sleep(1000);
  return {
    pid,
    port,
    startMs,
    startMb: memoryOf(pid),
    stop: async () => {
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

// Equal to those of `npm start`. BENCH_NODE_FLAGS=--cpu-prof writes a profile of every server that this run starts.
function flags(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const own = scripts.start.split(' ').filter(part => part.startsWith('--'));
  return [...own, ...(process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)];
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    let found = false;
    child.stdout?.on('data', chunk => {
      if (found) return;
      printed += chunk;
      const [, port] = /open at https?:\/\/[^:\s]+:(\d+)/.exec(printed) ?? [];
      if (!port) return;
      found = true;
      resolve(Number(port));
    });
    child.once('exit', code =>
      reject(new Error(`the product ended with code ${code} before it was open:\n${printed}`)),
    );
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    get({ host: '127.0.0.1', port, path: '/api/v1/products?limit=1' }, response => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}
