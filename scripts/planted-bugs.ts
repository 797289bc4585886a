/**
 * `npx tsx scripts/planted-bugs.ts --seeds 200`: plants one small wrong change after the other in a copy of the shop, and
 * tells within how many seeds the simulator finds that it breaks one of the promises that it names. `--only coupon` plants those with this in their
 * name, `--after 20 --to 30` the 21st up to the 30th. Ends with 1 when one was not found.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PLANTED } from './planted/bugs.ts';
import type { Planted } from './planted/planted.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    after: { type: 'string', default: '0' },
    to: { type: 'string' },
  },
});

const run = promisify(execFile);
const copy = mkdtempSync(join(tmpdir(), 'knurl-planted-'));
for (const name of ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json', 'drizzle'])
  cpSync(name, join(copy, name), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));

interface Found {
  seed: string;
  promise: string;
}

/** Plants one and runs the simulator until it breaks one of its promises; else says what was amiss. */
async function find({ file, from, to, breaks, inRush }: Planted): Promise<Found | string> {
  const path = join(copy, 'src/server', file);
  const right = readFileSync(path, 'utf8');
  if (right.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
  writeFileSync(
    path,
    right.replace(from, () => to),
  );
  const others = new Set<string>();
  try {
    for (let next = 1; next <= Number(values.seeds); ) {
      const { seed, broken, amiss } = await runFrom(next, inRush ?? false);
      if (amiss) return amiss;
      if (!seed) break;
      const promise = breaks.find(one => broken.includes(one));
      if (promise) return { seed, promise };
      for (const one of broken) others.add(one);
      next = Number(seed) + 1;
    }
    return ['not found', ...others].join('; but: ');
  } finally {
    writeFileSync(path, right);
  }
}

/** The first seed from one on that breaks promises, and which; null: none does. */
async function runFrom(
  first: number,
  inRush: boolean,
): Promise<{ seed: string | null; broken: string[]; amiss?: string }> {
  const node = ['--max-semi-space-size=64', '--import', 'tsx'];
  const left = Number(values.seeds) - first + 1;
  const asked = [
    '--from',
    String(first),
    '--seeds',
    String(left),
    '--until-broken',
    ...(inRush ? ['--rush'] : []),
  ];
  try {
    await run(process.execPath, [...node, 'scripts/simulate.ts', ...asked], {
      cwd: copy,
      maxBuffer: 64_000_000,
    });
    return { seed: null, broken: [] };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const [, seed = null, found = ''] = /✗ seed (\d+)\n((?: {4}.*\n)*)/.exec(stdout) ?? [];
    const broken = [...found.matchAll(/^ {4}([^:\n]+): /gm)].map(([, name = '']) => name);
    return seed ? { seed, broken } : { seed, broken, amiss: `did not run: ${stderr.slice(-300)}` };
  }
}

const chosen = PLANTED.slice(Number(values.after), Number(values.to ?? PLANTED.length));
let missed = 0;
try {
  for (const planted of chosen.filter(({ name }) => name.includes(values.only))) {
    const found = await find(planted);
    const isFound = typeof found === 'object';
    if (!isFound) missed += 1;
    const how = isFound ? `seed ${found.seed}: ${found.promise}` : found;
    console.log(`${isFound ? '✓' : '✗'} ${planted.name}\n    ${how}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exit(missed > 0 ? 1 : 0);
