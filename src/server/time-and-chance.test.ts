import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '#server/database/migrate.ts';

const SECOND_DOORS = [
  "import { randomBytes } from 'node:crypto';",
  "import { createHash, randomUUID as anId } from 'node:crypto';",
  "import { setTimeout as sleep } from 'node:timers/promises';",
  "import { performance as watch } from 'node:perf_hooks';",
  "import { v4 } from 'uuid';",
  "import { v5, v7 as uuidv7 } from 'uuid';",
  'export const instant = new Date();',
  'export const ms = Date.now();',
  'export const read = Date.now;',
  'export const elapsed = performance.now();',
  'export const dice = Math.random();',
  'export const id = crypto.randomUUID();',
  'export const signal = AbortSignal.timeout(5);',
  'export const timer = setTimeout(() => {}, 5);',
  'export const pulse = setInterval(() => {}, 5);',
  'export const turn = setImmediate(() => {});',
];

const HARMLESS = [
  "import { createHash } from 'node:crypto';",
  "import { v5 } from 'uuid';",
  'export const midnight = new Date(0);',
  "export const parsed = Date.parse('2026-01-01');",
  'export const floor = Math.floor(1.5);',
];

let copy: string;

/** A repository with the shop's lint rules and nothing else. */
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'knurl-lint-'));
  for (const path of ['biome.json', 'scripts/lint'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

/** Lines of a file of this name that lint refuses for the clock they read. */
function refused(path: string, lines: string[]): string[] {
  mkdirSync(join(copy, path, '..'), { recursive: true });
  writeFileSync(join(copy, path), lines.join('\n'));
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', path],
    { cwd: copy, encoding: 'utf8' },
  );
  const said = [...stdout.matchAll(/title=(?:plugin|lint\/style\/noRestrictedGlobals),[^\n]*?line=(\d+)/g)];
  return [...new Set(said.map(([, line]) => lines[Number(line) - 1] ?? ''))];
}

test('lint refuses a second door to time and chance, on the server and in the rules', () => {
  for (const path of ['src/server/orders/other.ts', 'src/demo/other.ts', 'src/shared/rules/other.ts']) {
    const lines = SECOND_DOORS.flatMap((line, index) => [line, HARMLESS[index] ?? '']);
    expect(refused(path, lines).sort(), path).toEqual([...SECOND_DOORS].sort());
  }
});

test('tests and the door itself may', () => {
  for (const path of ['src/server/orders/other.test.ts', 'src/server/time-and-chance.ts'])
    expect(refused(path, SECOND_DOORS), path).toEqual([]);
});
