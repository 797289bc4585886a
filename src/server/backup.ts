import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { partsOf } from '#server/database-address.ts';
import { type Database, openDatabase } from '#server/db.ts';
import { FolderError } from '#server/folder-lock.ts';
import { NotEmptyError } from '#server/move.ts';

const run = promisify(execFile);

/** Writes a copy of the embedded database into `DATA_DIR/backups`, keeps the newest `keep`, returns its path. */
export async function backUpFolder(database: Database, dataDir: string, keep: number): Promise<string> {
  if (!database.embedded) throw new Error('only the embedded database is backed up by the shop');
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `knurl-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  const raw = `${file}.raw.tar`;
  const partial = `${file}.partial`;
  try {
    // Compressed outside of PGlite, which would stand still for ten times as long.
    await database.embedded.dump(raw);
    await pipeline(
      createReadStream(raw),
      createGzip(),
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    await rename(partial, file);
  } finally {
    await Promise.all([raw, partial].map(path => rm(path, { force: true })));
  }
  const files = (await readdir(folder)).filter(name => /^knurl-.*\.tar\.gz$/.test(name)).sort();
  for (const name of files.slice(0, Math.max(0, files.length - keep))) await rm(join(folder, name));
  return file;
}

/** Puts a backup in the place of the embedded database; returns where the replaced one lies now, if there was one. */
export async function restoreBackup(dataDir: string, file: string): Promise<string | null> {
  if (!existsSync(file)) throw new FolderError(`There is no file ${file}.`);
  if (!(await isDump(file)))
    throw new FolderError(`${file} is not a backup, or only a part of one. Nothing was changed.`);
  const { restoreFolder } = await import('#server/embedded.ts');
  return restoreFolder(dataDir, file);
}

const BLOCK = 512;

/** Reads an archive to its end: PGlite takes whatever it is given, and ends the process when that is no archive. */
async function isDump(file: string): Promise<boolean> {
  let rest = Buffer.alloc(0);
  let skip = 0;
  let hasVersion = false;
  try {
    const source = createReadStream(file);
    for await (const chunk of file.endsWith('.gz') ? source.pipe(createGunzip()) : source) {
      rest = Buffer.concat([rest, chunk as Buffer]);
      for (;;) {
        const passed = Math.min(skip, rest.length);
        skip -= passed;
        rest = rest.subarray(passed);
        if (skip > 0 || rest.length < BLOCK) break;
        const header = rest.subarray(0, BLOCK);
        rest = rest.subarray(BLOCK);
        // Two empty blocks end an archive.
        if (header.every(byte => byte === 0)) continue;
        if (header.toString('latin1', 257, 262) !== 'ustar') return false;
        hasVersion ||= /(^|\/)PG_VERSION\0/.test(header.toString('latin1', 0, 101));
        const size = Number.parseInt(header.toString('latin1', 124, 136), 8) || 0;
        skip = Math.ceil(size / BLOCK) * BLOCK;
      }
    }
  } catch {
    return false;
  }
  return hasVersion && skip === 0 && rest.length === 0;
}

/** A Postgres is saved by its own tool, into a file of its own format. */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  await postgresTool('pg_dump', databaseUrl, ['--format=custom', '--no-owner', `--file=${file}`]);
}

/** Only into an empty database: what is there is never overwritten. */
export async function restorePostgres(databaseUrl: string, file: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: null });
  try {
    const { rows } = await database.execute(
      `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit $1`,
      [1],
    );
    if (rows.length > 0)
      throw new NotEmptyError('The database is not empty: create a new one for the backup.');
  } finally {
    await database.close();
  }
  const name = partsOf(databaseUrl).url.pathname.slice(1);
  await postgresTool('pg_restore', databaseUrl, [
    '--no-owner',
    '--single-transaction',
    `--dbname=${name}`,
    file,
  ]);
}

async function postgresTool(tool: string, databaseUrl: string, args: string[]): Promise<void> {
  const { url, hosts, ports } = partsOf(databaseUrl);
  const session = url.searchParams.get('target_session_attrs');
  // By the environment, because other users of the machine can read a command line.
  const connection = {
    PGHOST: url.searchParams.get('host') ?? hosts,
    PGPORT: ports,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
    ...(session !== null && { PGTARGETSESSIONATTRS: session }),
    ...(url.searchParams.has('sslmode') && { PGSSLMODE: url.searchParams.get('sslmode') ?? '' }),
  };
  try {
    await run(tool, args, { env: { ...process.env, ...connection } });
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    throw new FolderError(
      code === 'ENOENT'
        ? `${tool} was not found: install the client programs of Postgres.`
        : `${tool} failed: ${stderr?.trim() ?? String(error)}`,
    );
  }
}
