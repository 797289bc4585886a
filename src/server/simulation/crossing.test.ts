import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ground, openRush } from '#server/simulation/ground.ts';

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
