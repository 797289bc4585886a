import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';

const PAGE = readFileSync(join(ROOT, 'docs/rules.md'), 'utf8');
const RULES = [...PAGE.matchAll(/^- \*\*([A-Z]\d+)\*\* /gm)].map(([, rule = '']) => rule);

/** Cites one rule, or several: "rule P3", "rules P3, P4 and T1"; a comment may break between the words. */
const CITED = /\brules? ([A-Z]\d+(?:(?:, | and )[A-Z]\d+)*)\b/g;
const citedIn = (text: string): string[] =>
  [...text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ').matchAll(CITED)].flatMap(([, list = '']) =>
    list.split(/, | and /),
  );

/** Cites a paper that is not in the repository. */
const ELSEWHERE = /(?:^|\s)(?:\/\/|\/\*|\*).*(?:§|\bdecisions: )/;

const SOURCES = ['src', 'e2e', 'scripts', 'bench'].flatMap(folder =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(tsx?|mjs|css)$/.test(name))
    .map(name => ({ path: join(folder, name), text: readFileSync(join(ROOT, folder, name), 'utf8') })),
);

test('every rule that is cited stands in docs/rules.md, which cites no other either', () => {
  const cited = SOURCES.flatMap(({ path, text }) => citedIn(text).map(rule => `${path}: ${rule}`));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(one => !RULES.includes(one.split(': ')[1] ?? ''))).toEqual([]);
  const named = [...PAGE.matchAll(/\b[A-Z]\d+\b/g)].map(([rule]) => rule);
  expect(named.filter(rule => !RULES.includes(rule))).toEqual([]);
});

test('no two rules have one number', () => {
  expect(RULES).toEqual([...new Set(RULES)]);
});

test('no comment cites a paper that is not here, as by a "spec §"', () => {
  const elsewhere = SOURCES.flatMap(({ path, text }) =>
    text.split('\n').flatMap(line => (ELSEWHERE.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );
  expect(elsewhere).toEqual([]);
});

test('citations are found as they are written', () => {
  const comment = ' * Rounds (rule\n * P6), as\n// rules P3, P4 and T1 say; no rule says more.';
  expect(citedIn(comment)).toEqual(['P6', 'P3', 'P4', 'T1']);
});
