import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Ground, openRush } from '#server/simulation/ground.ts';
import { startPostgres } from '#server/test/postgres.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openRush();
});
afterAll(() => ground.close());

/** The most transactions that were open at once. */
function mostOpen(log: readonly string[]): number {
  let [open, most] = [0, 0];
  for (const line of log) {
    if (line.endsWith(': begin')) most = Math.max(most, ++open);
    if (/: (?:commit|rollback)$/.test(line)) open -= 1;
  }
  return most;
}

it('has transactions meet on a Postgres, in the same order for the same seed, and breaks no promise', async () => {
  for (const seed of ['1', '2', '3']) {
    const first = await ground.run(seed);
    expect(first.violations, `npm run simulate -- --rush --seed ${seed} --trace`).toEqual([]);
    expect(mostOpen(first.log)).toBeGreaterThan(1);
    const again = await ground.run(seed);
    expect(again.log).toEqual(first.log);
  }
});

it('waits no longer for a deadlock on a server that somebody else started, and leaves nothing there', async () => {
  const server = await startPostgres();
  vi.stubEnv('TEST_DATABASE_URL', server.url);
  const found: unknown[] = [];
  const look = async (sql: string) => {
    const client = postgres(server.url, { max: 1 });
    const rows = await client.unsafe(sql);
    await client.end();
    return rows.map(({ name }) => name);
  };
  const databases = `select datname as name from pg_database where datname like 'knurl%'`;
  const before = await look(databases);
  try {
    const rush = await openRush();
    const nobody = { visits: new Set(Array.from({ length: 50 }, (_, nth) => nth)), faults: new Set<never>() };
    await rush.run('1', nobody, async books => {
      found.push(...(await books.query<object>('show deadlock_timeout')).rows.map(row => ({ ...row })));
    });
    await rush.close();
    expect(found).toEqual([{ deadlock_timeout: '1ms' }]);
    expect(await look(databases)).toEqual(before);
  } finally {
    vi.unstubAllEnvs();
    await server.stop();
  }
});
