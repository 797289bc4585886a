import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashDrill } from '#server/test/crash-drill.ts';
import { fillDataFolder, testDriver } from '#server/test/database.ts';
import { spawnShop, startShop } from '#server/test/shop-process.ts';

// On Postgres the long run has it (kill.long.test.ts).
describe.runIf(testDriver === 'pglite')('a process that is killed', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'knurl-kill-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('in the middle of checkouts loses and doubles nothing', async () => {
    await fillDataFolder(dataDir);
    const seed = Date.now() % 1_000_000;
    const { checkouts } = await crashDrill({
      databaseUrl: null,
      dataDir,
      kills: 2,
      seed,
    });
    expect(checkouts.filter(({ paid }) => paid).length, `seed ${seed}`).toBeGreaterThan(0);
  }, 180_000);

  it('and one that runs leave no room for a second on the same folder', async () => {
    const first = await startShop({ DATA_DIR: dataDir });
    const second = spawnShop({ DATA_DIR: dataDir });
    expect(await second.ended).toEqual([1, null]);
    expect(second.output()).toMatch(/is in use by process \d+/);
    expect(second.output()).not.toContain('    at ');
    const webhook = await fetch(`${first.url}/webhooks/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([webhook.status, await webhook.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
    expect(await first.end('SIGTERM')).toEqual([0, null]);
  }, 120_000);
});
