import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';
import { testDriver } from '#server/test/database.ts';
import { packShop } from '#server/test/packed.ts';

/** Npm and two thousand files take a while on a busy disk. */
const PATIENCE_MS = 300_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'knurl-npm-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string) => join(folder, name);

function npmRun(cwd: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>(resolve => {
    execFile(
      'npm',
      ['run', '--silent', ...args],
      { cwd, env: { PATH: process.env.PATH, HOME: folder, ...env } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

describe.runIf(testDriver === 'pglite')('a command by npm', () => {
  it('answers as it does without npm', async () => {
    const DATA_DIR = inFolder('none');
    expect(await npmRun(ROOT, ['jobs'], { DATA_DIR })).toEqual({
      code: 1,
      out: '',
      err: `There is no database in ${DATA_DIR}. DATA_DIR says where the shop keeps it.\n`,
    });
  });

  it.runIf(process.env.TEST_BUILT === 'yes')(
    'is taken from the build where nothing else is installed, with the variables that .env leads to',
    async () => {
      const place = inFolder('opt');
      await packShop(place);
      await writeFile(inFolder('knurl.env'), `DATA_DIR=${inFolder('data')}\n`);
      await symlink(inFolder('knurl.env'), join(place, '.env'));
      expect(await npmRun(place, ['db:migrate'])).toEqual({
        code: 0,
        out: 'The schema is up to date.\n',
        err: '',
      });
      expect(await npmRun(place, ['jobs'])).toMatchObject({ code: 0, err: '' });
      const backup = await npmRun(place, ['db:backup']);
      expect(backup).toMatchObject({
        code: 0,
        out: expect.stringContaining(inFolder('data/backups/')),
        err: '',
      });
    },
    PATIENCE_MS,
  );

  it('says so where there is no build and nothing to run the sources with', async () => {
    const place = inFolder('opt');
    for (const part of ['package.json', 'scripts'])
      cpSync(join(ROOT, part), join(place, part), { recursive: true });
    expect(await npmRun(place, ['jobs'])).toEqual({
      code: 1,
      out: '',
      err: 'The shop is not built: "npm ci && npm run build" does that.\n',
    });
  });
});
