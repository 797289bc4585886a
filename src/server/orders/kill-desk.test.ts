import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDataFolder, testDriver } from '#server/test/database.ts';
import { deskDrill } from '#server/test/desk-drill.ts';

// On Postgres the long run has it (kill-desk.long.test.ts).
describe.runIf(testDriver === 'pglite')('a process that is killed', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'knurl-kill-desk-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('while staff give back, change orders and take money does each act wholly and once', async () => {
    await fillDataFolder(dataDir);
    const seed = Date.now() % 1_000_000;
    const done = await deskDrill({ databaseUrl: null, dataDir, kills: 2, seed });
    expect(done.length, `seed ${seed}`).toBeGreaterThan(0);
  }, 240_000);
});
