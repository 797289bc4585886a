import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What workers of one run share; `one-run.ts` removes it. */
export const sharedFolder = (runner: number): string => join(tmpdir(), `knurl-e2e-run-${runner}`);

/** The database that a shop on Postgres is copied from: the counterpart of the prepared folder `name`. */
export const templateOf = (runner: number, name: string): string =>
  `knurl_e2e_${runner}_${name.replaceAll('-', '_')}`;

/**
 * Copies the folder `name` to `target`. The first worker that asks for it makes it, the others wait: importing a
 * catalogue for every start of a shop would take a sixth of all the time.
 */
export async function copyPrepared(
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
