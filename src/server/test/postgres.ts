import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { startOf } from '#server/database/folder-lock.ts';
import { findPrograms } from '#server/test/installed.ts';

const run = promisify(execFile);

export interface TestServer {
  url: string;
  /** Ours to stop, as opposed to the one that TEST_DATABASE_URL names. */
  isPrivate: boolean;
  /** The server's own process; null where it isn't ours. */
  pid: number | null;
  execute(statement: string): Promise<void>;
  /** Stops it as an operator would (`fast`) or at once (`immediate`), starts it again, and answers when it is open. */
  restart(how: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

const FOLDER = 'knurl-postgres-';

/**
 * The Postgres of TEST_DATABASE_URL, else a private one in a temporary folder, which a later run would clear away.
 * `settings`: further lines of its configuration.
 */
export async function startPostgres({
  fsync = false,
  settings = [],
}: {
  fsync?: boolean;
  settings?: readonly string[];
} = {}): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given)
    return {
      url: given,
      isPrivate: false,
      pid: null,
      execute: on(given),
      restart: () => Promise.reject(new Error('The server of TEST_DATABASE_URL is not ours to restart.')),
      stop: async () => undefined,
    };
  await clearAway();
  const { bin, folder, data, port, identity } = await prepare(fsync, settings);
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', data], { ...identity, cwd: folder, stdio: 'ignore' });
  let server = start();
  const url = `postgres://knurl@127.0.0.1:${port}/postgres`;
  await untilReady(url, () => server.exitCode !== null);
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const gone = new Promise(resolve => server.once('exit', resolve));
    server.kill(signal);
    await gone;
  };
  return {
    url,
    isPrivate: true,
    get pid() {
      return server.pid ?? null;
    },
    execute: on(url),
    restart: async how => {
      await end(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      server = start();
      await untilReady(url, () => server.exitCode !== null);
    },
    stop: async () => {
      await end('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A data folder with its configuration, owned by whom Postgres may run as. */
async function prepare(fsync: boolean, settings: readonly string[]) {
  const bin = await findBinaries();
  const user = process.getuid?.() === 0 ? await findUser() : null;
  const folder = await mkdtemp(join(tmpdir(), FOLDER));
  await writeFile(join(folder, 'starter'), `${process.pid} ${startOf(process.pid)}`);
  const data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  if (user) for (const path of [folder, data]) await chown(path, user.uid, user.gid);
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  await run(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'knurl',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
      '--no-instructions',
    ],
    { ...identity, cwd: folder },
  );
  const port = await freePort();
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${folder}'`,
      'max_connections = 200',
      'shared_buffers = 64MB',
      ...(fsync ? [] : ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off']),
      ...settings,
      '',
    ].join('\n'),
  );
  return { bin, folder, data, port, identity };
}

export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

function on(url: string): (statement: string) => Promise<void> {
  return async statement => {
    const client = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      await client.unsafe(statement);
    } finally {
      await client.end();
    }
  };
}

/** Stops and removes servers whose run was killed before it could: their starter no longer lives. */
async function clearAway(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const folder = join(tmpdir(), name);
    const [starter, start] = words(join(folder, 'starter'));
    if (!starter || startOf(Number(starter)) === start) continue;
    const [server] = words(join(folder, 'data', 'postmaster.pid'));
    if (server && commandOf(Number(server)).includes(folder)) {
      process.kill(Number(server), 'SIGQUIT');
      for (let attempt = 0; attempt < 50 && isRunning(Number(server)); attempt++) await sleep(100);
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function words(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\s+/);
  } catch {
    return [];
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function findBinaries(): Promise<string> {
  const found = await findPrograms({ programs: ['initdb', 'postgres'], folders, install: 'postgresql' });
  if (found) return found;
  throw new Error('The tests need a Postgres server: install postgresql, or name one in TEST_DATABASE_URL.');
}

function folders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map(version => join(debian, version, 'bin'));
}

/** Postgres and PgBouncer refuse to run as root. */
export async function findUser(): Promise<{ uid: number; gid: number }> {
  for (const name of ['postgres', 'nobody']) {
    const entry = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(line => line.split(':'))
      .find(fields => fields[0] === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error('The tests start Postgres, which needs a user other than root: add one named postgres.');
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function untilReady(url: string, hasExited: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (hasExited()) break;
    try {
      await on(url)('select 1');
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('The private Postgres of the tests did not start.');
}
