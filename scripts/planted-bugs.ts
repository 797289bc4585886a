/**
 * `npx tsx scripts/planted-bugs.ts --seeds 200`: plants one small wrong change after the other in a copy of the shop, and
 * tells within how many seeds the simulator finds it, and by which promise. `--only coupon` plants those with this in their
 * name, `--after 20 --to 30` the 21st up to the 30th. Ends with 1 when one was not found.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { PLANTED, type Planted } from './planted/bugs.ts';

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

/** Plants one and runs the simulator: the first seed that breaks a promise, and which; else what was amiss. */
async function find({ file, from, to, inRush }: Planted): Promise<Found | string> {
  const path = join(copy, 'src/server', file);
  const right = readFileSync(path, 'utf8');
  if (right.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
  writeFileSync(
    path,
    right.replace(from, () => to),
  );
  const node = ['--max-semi-space-size=64', '--import', 'tsx'];
  const asked = ['--seeds', values.seeds, '--until-broken', ...(inRush ? ['--rush'] : [])];
  try {
    const command = [...node, 'scripts/simulate.ts', ...asked];
    await run(process.execPath, command, { cwd: copy, maxBuffer: 64_000_000 });
    return 'not found';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const [, seed, promise] = /✗ seed (\d+)\n\s+([^:]+):/.exec(stdout) ?? [];
    return seed && promise ? { seed, promise } : `did not run: ${stderr.slice(-300)}`;
  } finally {
    writeFileSync(path, right);
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
