import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, openGround } from '#server/simulation/ground.ts';
import { ALWAYS, AT_REST, BY_WAYS } from '#server/simulation/judge.ts';
import { PLANTED } from '../../../scripts/planted/faults.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

describe('a promise', () => {
  const told = readFileSync('docs/promises.md', 'utf8').toLowerCase();

  it.each(Object.keys({ ...ALWAYS, ...BY_WAYS, ...AT_REST }))('is told to people: %s', name => {
    expect(told).toContain(`- ${name.toLowerCase()}.`);
  });
});

describe('a planted fault', () => {
  it.each(PLANTED.map(one => [one.name, one] as const))(
    'can still be planted: %s',
    (_, { file, from, to }) => {
      expect(readFileSync(`src/server/${file}`, 'utf8').split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
    },
  );
});

describe('weeks of trade', () => {
  it('are the same for the same seed, whatever ran before', async () => {
    const first = await ground.run('9');
    await ground.run('4');
    const again = await ground.run('9');
    expect(again.log).toEqual(first.log);
    expect(again.trace).toBe(first.trace);
    expect((await ground.run('10')).trace).not.toBe(first.trace);
  });
});
