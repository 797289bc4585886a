import { describe, expect, it } from 'vitest';
import { LINK_FAULTS } from '#server/simulation/link.ts';
import { type Outcome, simulate } from '#server/simulation/simulate.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';

async function run(seed: string): Promise<Outcome> {
  const shared = await testDatabase();
  try {
    return await simulate(shared, seed);
  } finally {
    await closeTestDatabase(shared);
  }
}

describe('weeks of trade', () => {
  it('are the same for the same seed, whatever ran before', async () => {
    const first = await run('9');
    await run('4');
    const again = await run('9');
    expect(again.log).toEqual(first.log);
    expect(again.trace).toBe(first.trace);
    expect((await run('10')).trace).not.toBe(first.trace);
  });

  it('break no promise, whatever strikes', async () => {
    const struck = new Set<string>();
    let orders = 0;
    for (const seed of ['1', '2', '3', '5', '6', '7']) {
      const found = await run(seed);
      expect(found.violations, `npm run simulate -- --seed ${seed} --trace`).toEqual([]);
      for (const name of found.struck.keys()) struck.add(name);
      orders += found.orders;
    }
    expect(orders).toBeGreaterThan(40);
    expect(struck.size).toBeGreaterThan(LINK_FAULTS.length);
  });
});
