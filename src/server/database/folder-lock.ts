import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { chance, clock } from '#server/time-and-chance.ts';

/** A reason that the operator can act on; shown without a stack. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}

/** For the log of every start. */
export const EMBEDDED_NOTICE =
  'The database is embedded: what was acknowledged survives a kill of the process, not a power cut. Set DATABASE_URL for more.';

export interface FolderLock {
  release(): Promise<void>;
}

/** Another process has the folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

interface Holder {
  pid: number;
  host: string;
  boot: string | null;
  /** Start of the process in ticks since boot: tells a later process with the same pid apart. */
  started: string | null;
}

const HEARTBEAT_MS = 5_000;
const SILENT_AFTER_MS = 20_000;

/**
 * PGlite lets two processes open one folder and loses rows without a word, so the folder has a lock of ours:
 * a file that names its holder, made with O_EXCL. One whose holder is dead is taken over.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'database.lock');
  const own = JSON.stringify({ ...self(), token: chance.uuid() });
  if (!(await create(file, own))) {
    await takeOver(file, own, dataDir);
  }
  // It keeps the process up, which at a start saves half a second: as soon as nothing does, Node waits until V8 has
  // optimized the database's WebAssembly.
  const heartbeat = clock.setInterval(
    () => void utimes(file, clock.now(), clock.now()).catch(() => undefined),
    HEARTBEAT_MS,
  );
  return {
    release: async () => {
      clock.clearInterval(heartbeat);
      if ((await read(file)) === own) await rm(file, { force: true });
    },
  };
}

async function takeOver(file: string, own: string, dataDir: string): Promise<void> {
  const text = await read(file);
  const holder = parse(text);
  if (holder && (await isAlive(holder, file))) {
    throw new FolderInUseError(
      `The data folder ${dataDir} is in use by process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  if ((await read(file)) === text) await rm(file, { force: true });
  const created = await create(file, own);
  // Two that found the same dead holder may each have removed the other's file: who is left in it has the folder.
  await clock.sleep(100);
  if (!created || (await read(file)) !== own) {
    throw new FolderInUseError(`The data folder ${dataDir} was taken by another process just now.`);
  }
}

async function create(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function read(file: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const text = await readFile(file, 'utf8').catch(() => '');
    // Empty: its maker has not written yet, or died before it could.
    if (text !== '' || attempt === 5 || !existsSync(file)) return text;
    await clock.sleep(100);
  }
}

function parse(text: string): Holder | null {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder, file: string): Promise<boolean> {
  if (holder.host !== hostname()) {
    // A process of another machine or container can't be asked; it shows its life by the file's time.
    const { mtimeMs } = await stat(file);
    return clock.ms() - mtimeMs < SILENT_AFTER_MS;
  }
  const here = self();
  if (holder.boot !== here.boot) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startOf(holder.pid) === holder.started;
}

function self(): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    boot: procFile('/proc/sys/kernel/random/boot_id'),
    started: startOf(process.pid),
  };
}

/** When a process began, in ticks since the machine did; null when there is none, or no /proc. */
export function startOf(pid: number): string | null {
  // Field 22, counted from behind the name, which may itself hold spaces and brackets.
  return (
    procFile(`/proc/${pid}/stat`)
      ?.replace(/^.*\)\s/s, '')
      .split(' ')[19] ?? null
  );
}

/** Null where there is no /proc. */
function procFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
