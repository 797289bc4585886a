import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestServer, withDatabase } from '#server/test/postgres.ts';

/** Returns the folder that workers of one run share; `one-run.ts` removes it. */
export const sharedFolder = (runner: number): string => join(tmpdir(), `knurl-e2e-run-${runner}`);

/** The database that a shop on Postgres is copied from: the counterpart of the prepared folder `name`. */
export const templateOf = (runner: number, name: string): string =>
  `knurl_e2e_${runner}_${name.replaceAll('-', '_')}`;

/** The place where a shop keeps what it has. */
interface Place {
  DATA_DIR: string;
  DATABASE_URL?: string;
  SHOP_MODE?: 'demo';
}

/** A part of what a shop has when its journeys begin, put on top of the parts before it. */
export interface Layer {
  name: string;
  lay(place: Place): Promise<void>;
}

/** Puts layers, and an embedded database with them, into a folder. */
export async function stockFolder([...below]: Layer[], target: string): Promise<void> {
  const top = below.pop();
  if (!top) return;
  await copyPrepared(top.name, target, async folder => {
    await stockFolder(below, folder);
    await top.lay({ DATA_DIR: folder });
  });
}

/** Puts layers into a folder and a database of the run's Postgres, to be used as a template: its name. */
export async function stockTemplate(
  server: TestServer,
  [...below]: Layer[],
  target: string,
): Promise<string> {
  const top = below.pop();
  if (!top) return 'template1';
  const name = `${top.name}-on-postgres`;
  const template = templateOf(process.ppid, name);
  await copyPrepared(name, target, async folder => {
    const lower = await stockTemplate(server, below, folder);
    // One that could not be stocked may be left.
    await server.execute(`drop database if exists ${template}`);
    await server.execute(`create database ${template} template ${lower}`);
    await top.lay({ DATA_DIR: folder, ...onPostgres(server, template) });
  });
  return template;
}

export const onPostgres = (server: TestServer, database: string) =>
  ({ DATABASE_URL: withDatabase(server.url, database), SHOP_MODE: 'demo' }) as const;

/**
 * Copies the folder `name` to `target`. The first worker that asks for it makes it, the others wait: stocking every
 * shop anew would take a sixth of all the time.
 */
async function copyPrepared(
  name: string,
  target: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const shared = sharedFolder(process.ppid);
  mkdirSync(shared, { recursive: true });
  const [made, making] = [join(shared, name), join(shared, `${name}.making`)];
  while (!existsSync(made)) {
    if (!isFirst(making)) {
      await sleep(100);
      continue;
    }
    try {
      // Not when another worker was done in between.
      if (existsSync(made)) break;
      await make(making);
      renameSync(making, made);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  cpSync(made, target, { recursive: true });
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
