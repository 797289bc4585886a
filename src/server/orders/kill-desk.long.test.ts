import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskDrill } from '#server/test/desk-drill.ts';
import { startPostgres, type TestServer, withDatabase } from '#server/test/postgres.ts';

/** KILL_SEED, which stands in the tests' names, repeats a run; KILLS shortens it (in per cent). */
const seed = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);
const kills = (all: number) => Math.ceil((all * Number(process.env.KILLS ?? 100)) / 100);

describe('a process that is killed while staff give back, change orders and take money does each act once', () => {
  let dataDir: string;
  let server: TestServer;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'knurl-kill-desk-'));
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function drill(databaseUrl: string | null, times: number): Promise<void> {
    const done = await deskDrill({ databaseUrl, dataDir, kills: times, seed });
    // Three lives of four wait for an act; else the kills met an idle shop.
    expect(done.length).toBeGreaterThan(times / 2);
  }

  it(`twenty times on the embedded database (KILL_SEED=${seed})`, () => drill(null, kills(20)));

  it(`twenty times on Postgres (KILL_SEED=${seed})`, async () => {
    const name = `knurl_kill_desk_${process.pid}`;
    await server.execute(`create database ${name}`);
    await drill(withDatabase(server.url, name), kills(20));
    await server.execute(`drop database ${name} with (force)`);
  });
});
