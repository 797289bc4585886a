import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AS_OTHERS_SAW } from '#server/simulation/as-others-saw.ts';
import { type Ground, openWeeks } from '#server/simulation/ground.ts';
import { ALWAYS, AT_REST, type PromiseName } from '#server/simulation/promises.ts';
import { IN_TOWN } from '#server/simulation/town-promises.ts';
import { PLANTED } from '../../../scripts/planted/bugs.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openWeeks();
});
afterAll(() => ground.close());

it('tells people each promise, and none that nobody looks at', () => {
  const told = readFileSync('docs/promises.md', 'utf8').matchAll(/^- (.*)\.$/gm);
  const names = [...Object.keys({ ...ALWAYS, ...IN_TOWN, ...AT_REST }), ...AS_OTHERS_SAW];
  const written = names.map(name => name.charAt(0).toUpperCase() + name.slice(1));
  expect([...told].map(([, name]) => name).sort()).toEqual(written.sort());
});

/** Promises that no planted bug breaks, and why. */
const UNPLANTED: Partial<Record<PromiseName, string>> = {};

describe('a planted bug', () => {
  it('breaks each promise, unless there is a reason why none can', () => {
    const broken = new Set(PLANTED.flatMap(({ breaks }) => breaks));
    const names = Object.keys({ ...ALWAYS, ...IN_TOWN, ...AT_REST, ...UNPLANTED }) as PromiseName[];
    const unbroken = [...names, ...AS_OTHERS_SAW].filter(name => !broken.has(name));
    expect([...new Set(unbroken)].sort()).toEqual(Object.keys(UNPLANTED).sort());
  });

  it.each(PLANTED.map(one => [one.name, one] as const))(
    'can still be planted: %s',
    (_, { file, from, to }) => {
      expect(readFileSync(`src/server/${file}`, 'utf8').split(from)).toHaveLength(2);
      expect(to).not.toBe(from);
    },
  );
});

describe('weeks of trade', () => {
  it('keep the plan of all other visits when one is left out', async () => {
    const visitsOf = ({ log }: { log: readonly string[] }) =>
      log.map(line => line.replace(/^\S+ /, '')).filter(line => line.startsWith('visit '));
    const whole = await ground.run('9');
    const less = await ground.run('9', { visits: new Set([3]), faults: new Set() });
    expect(visitsOf(less)).toEqual(visitsOf(whole).filter(line => !line.startsWith('visit 3:')));
    expect(visitsOf(less)).not.toEqual(visitsOf(whole));
  });

  it('are the same for the same seed, whatever ran before', async () => {
    const first = await ground.run('9');
    await ground.run('4');
    const again = await ground.run('9');
    expect(again.log).toEqual(first.log);
    expect(again.trace).toBe(first.trace);
    expect((await ground.run('10')).trace).not.toBe(first.trace);
  });
});
