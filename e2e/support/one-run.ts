import { existsSync, readdirSync, rmSync } from 'node:fs';
import { startPostgres } from '#server/test/postgres.ts';
import { sharedFolder, templateOf } from './prepared.ts';

/** Before the first journey of a run: the Postgres of all its shops. After the last: nothing is left of them. */
export default async function oneRun(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  return async () => {
    const shared = sharedFolder(process.pid);
    for (const name of existsSync(shared) ? readdirSync(shared) : [])
      await server.execute(`drop database if exists ${templateOf(process.pid, name)} with (force)`);
    await server.stop();
    rmSync(shared, { recursive: true, force: true });
  };
}
