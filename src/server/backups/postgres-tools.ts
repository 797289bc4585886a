import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '#server/command-error.ts';
import { partsOf } from '#server/database/database-address.ts';
import { openDatabase } from '#server/database/db.ts';
import { FolderError } from '#server/database/folder-lock.ts';
import { OF_PROCESSES } from '#server/database/move.ts';

/** A Postgres is saved by its own tool, into a file of its own format. */
export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  const left = [...OF_PROCESSES].map(table => `--exclude-table-data=public.${table}`);
  await postgresTool('pg_dump', databaseUrl, ['--format=custom', '--no-owner', ...left, `--file=${file}`]);
}

/** Only into an empty database: what is there is never overwritten. Throws a `CommandError`. */
export async function refuseFilled(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: null });
  try {
    const { rows } = await database.execute(
      `select 1 from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit $1`,
      [1],
    );
    if (rows.length > 0)
      throw new CommandError('The database is not empty: create a new one for the backup.');
  } finally {
    await database.close();
  }
}

export async function restorePostgres(databaseUrl: string, dump: Readable): Promise<void> {
  const name = partsOf(databaseUrl).url.pathname.slice(1);
  const args = ['--no-owner', '--single-transaction', `--dbname=${name}`];
  await postgresTool('pg_restore', databaseUrl, args, dump);
}

async function postgresTool(
  tool: string,
  databaseUrl: string,
  args: string[],
  input?: Readable,
): Promise<void> {
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
  const child = spawn(tool, args, {
    env: { ...process.env, ...connection },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-MAX_SAID);
  });
  // A tool that ends early says why by itself.
  const fed = input ? pipeline(input, child.stdin).catch(() => undefined) : void child.stdin.end();
  const [code] = await once(child, 'close').catch(error => {
    throw error.code === 'ENOENT'
      ? new FolderError(`${tool} was not found: install the Postgres client programs.`)
      : error;
  });
  await fed;
  if (code !== 0) throw new FolderError(`${tool} failed: ${said.trim()}`);
}

const MAX_SAID = 4000;
