import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { EXPLAINED } from '../../scripts/mutation/explained.ts';
import { jobOf, type Reach } from '../../scripts/mutation/plan.ts';
import { pick, readSources, shares, sitesIn, withMutants } from '../../scripts/mutation/sites.ts';

const sources = readSources(fileURLToPath(new URL('../..', import.meta.url)));
const all = [...sources.values()].flatMap(({ sites }) => sites);

const changes = (text: string) => sitesIn('a.ts', text, 'rules').map(({ from, to }) => `${from} → ${to}`);

it.each<[string, string[]]>([
  ['const x = a < b;', ['a < b → a <= b']],
  ['const x = a === b;', ['a === b → a !== b']],
  ['const x = a && b;', ['a && b → (a) || (b)']],
  ['const x = a ?? b;', ['a ?? b → a']],
  ['const x = a - (b - c);', ['a - (b - c) → a + ((b - c))', 'b - c → b + (c)']],
  ['const x = `a` + b;', []],
  ['x += a;', ['x += a → x -= a']],
  ['const x = !a;', ['!a → a']],
  ['const x = 7;', ['7 → 8']],
  ['const x = 60_000;', ['60_000 → 120000']],
  ['const x = true;', ['true → false']],
  ["const x = a === 'Held';", ["a === 'Held' → a !== 'Held'", "'Held' → ''"]],
  ["const x = typeof a === 'string';", ["typeof a === 'string' → typeof a !== 'string'"]],
  ['const x = a ? b : c;', ['a → true', 'a → false']],
  ['const x = list.some(f);', ['list.some(f) → list.every(f)']],
  ['const x = Math.min(a, b);', ['Math.min(a, b) → Math.max(a, b)']],
  ['function f() { g(); }', ['g(); → ']],
  ['async function f() { await g(a); }', ['await g(a); → ']],
  ['const x = sql`a >= b`;', ['sql`a >= b` → sql`a > b`']],
])('%s can be wrong in these ways', (text, expected) => {
  expect(changes(text)).toEqual(expected);
});

it('conditions of statements are dropped one by one, and turned round', () => {
  const text = "import { and, eq, lt } from 'drizzle-orm';\nconst x = and(eq(a, b), lt(c, d));";
  expect(changes(text)).toEqual([
    'and(eq(a, b), lt(c, d)) → and(lt(c, d))',
    'and(eq(a, b), lt(c, d)) → and(eq(a, b))',
    'eq(a, b) → ne(a, b)',
    'lt(c, d) → lte(c, d)',
  ]);
});

it('what is a type, a name, a message or a line of the log is left alone', () => {
  const text = [
    "import x from 'x';",
    'type A = 1 | true;',
    'const a: 3 | 4 = b as 3;',
    "const c = { 5: 'five' };",
    "function f() { log.warn('no'); throw new Error('no'); }",
    'start();',
  ];
  expect(changes(text.join('\n'))).toEqual([]);
});

/** Runs a function's body with one of its mutants, or with none. */
function run(body: string, change: string | null, given: object) {
  const text = `function f() { ${body} }`;
  const sites = sitesIn('a.ts', text, 'rules');
  const mutant = sites.find(({ from, to }) => `${from} → ${to}` === change);
  if (change !== null && !mutant) throw new Error(`there is no ${change}`);
  const asked = { ...given, globalThis: { __isMutant: (site: number) => site === mutant?.number } };
  const code = `${withMutants({ text, sites })}; return f();`;
  return new Function(...Object.keys(asked), code)(...Object.values(asked));
}

it.each<[string, string | null, unknown]>([
  ['return a < b ? a * 2 : b;', null, 4],
  ['return a < b ? a * 2 : b;', 'a < b → a <= b', 4],
  ['return a < b ? a * 2 : b;', 'a < b → false', 3],
  ['return a < b ? a * 2 : b;', 'a * 2 → a / (2)', 1],
  ['return a < b ? a * 2 : b;', '2 → 3', 6],
  ['return a - (b - a);', 'b - a → b + (a)', -3],
  ['let x = 1; if (a > b) x += 5; else x += 2; return x;', null, 3],
  ['let x = 1; if (a > b) x += 5; else x += 2; return x;', 'x += 2; → ', 1],
  ['let x = 1; if (a > b) x += 5; else x += 2; return x;', 'x += 2 → x -= 2', -1],
])('%s with %s', (body, change, answer) => {
  expect(run(body, change, { a: 2, b: 3 })).toBe(answer);
});

it('all mutants stand in each file at once, and it can be read', () => {
  for (const [file, source] of sources) expect(parseSync(file, withMutants(source)).errors, file).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

it('one seed picks the same again, another one others, and each area gets its share', () => {
  const first = pick(all, { seed: 1, count: 400, least: 60 });
  expect(pick(all, { seed: 1, count: 400, least: 60 })).toEqual(first);
  expect(pick(all, { seed: 2, count: 400, least: 60 })).not.toEqual(first);
  expect(first).toHaveLength(400);
  for (const share of shares(all, 400, 60).values()) expect(share).toBeGreaterThanOrEqual(60);
});

it('what is written into one file changes no pick of another', () => {
  const before = pick(all, { seed: 1, count: 400, least: 60 });
  const without = pick(
    all.filter(({ file }) => file !== 'src/server/auth/sessions.ts'),
    { seed: 1, count: 400, least: 60 },
  );
  const kept = new Set(without.map(({ id }) => id));
  expect(before.filter(({ id }) => !kept.has(id)).length).toBeLessThan(40);
});

it('explanations are of mutants that there are', () => {
  for (const { file, text, from, to } of EXPLAINED) {
    const found = all.filter(
      site => site.file === file && site.text === text && site.from === from && site.to === to,
    );
    expect(found, `${file}: ${from} → ${to}`).not.toEqual([]);
  }
});

describe('the tests that a mutant is asked of', () => {
  const site = sitesIn('src/server/orders/cost.ts', 'const x = a < b;', 'orders', 7)[0];
  if (!site) throw new Error('there is no such place');
  const reach = (file: string, sites: Record<string, number[]>, loading: number[] = []): Reach => ({
    ...{ file, print: '', ms: 0, between: [], loading, failed: [] },
    tests: Object.fromEntries(Object.entries(sites).map(([id, reached]) => [id, { ms: 1, sites: reached }])),
  });

  it('are those that reach it: of its own file first, then beside it, then what reaches the most of that file', () => {
    const reaches = [
      reach('src/server/carts/carts.test.ts', { a: [7] }),
      reach('src/server/team/team.test.ts', { a: [7, 8], b: [9] }),
      reach('src/server/orders/races.test.ts', { a: [7], b: [] }),
      reach('src/server/orders/cost.test.ts', { a: [8], b: [7] }),
      reach('src/server/users/users.test.ts', { a: [1] }),
    ];
    const { isFresh, runs } = jobOf(site, reaches, new Set([7, 8, 9]), 3);
    expect(isFresh).toBe(false);
    expect(runs.map(({ file, tests }) => [file.split('/').at(-1), tests])).toEqual([
      ['cost.test.ts', ['b']],
      ['races.test.ts', ['a']],
      ['team.test.ts', ['a']],
    ]);
  });

  it('are those that reach its file, with modules loaded anew, where it is read while they load', () => {
    const reaches = [reach('src/server/orders/cost.test.ts', { a: [8], b: [1] }, [7])];
    expect(jobOf(site, reaches, new Set([7, 8]), 3)).toMatchObject({
      isFresh: true,
      runs: [{ tests: ['a'] }],
    });
  });

  it('are none where nothing reaches it', () => {
    const reaches = [reach('src/server/orders/cost.test.ts', { a: [8] })];
    expect(jobOf(site, reaches, new Set([7, 8]), 3).runs).toEqual([]);
  });
});
