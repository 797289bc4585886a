/**
 * `npm run simulate -- --seeds 1000 --from 1`: weeks of trade for each seed, with faults at every step, and a judge.
 * `--rush`: minutes in which many come at once, on a Postgres where their transactions meet.
 * `--seed 17 --trace` runs one and prints what happened; a seed that breaks a promise is made shorter first. Ends with 1
 * when a promise was broken, or nothing was ordered at all; `--until-broken`: at once.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_FAULTS } from '#server/simulation/faults.ts';
import { openRush, openWeeks } from '#server/simulation/ground.ts';
import { shorten } from '#server/simulation/shorten.ts';
import { VISITS } from '#server/simulation/visits.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    trace: { type: 'boolean', default: false },
    rush: { type: 'boolean', default: false },
    'until-broken': { type: 'boolean', default: false },
  },
});

for (const count of [values.seeds, values.from])
  if (!/^\d+$/.test(count)) throw new Error(`${count} is no number of seeds`);
const seeds = values.seed
  ? [values.seed]
  : Array.from({ length: Number(values.seeds) }, (_, n) => String(Number(values.from) + n));
const ground = await (values.rush ? openRush() : openWeeks());
const before = process.cpuUsage();
const sums = { orders: 0, deaths: 0, broken: 0 };
const struck = new Map<string, number>();
const acted = new Map<string, number>();
const addTo = (sum: Map<string, number>, more: ReadonlyMap<string, number>) => {
  for (const [name, times] of more) sum.set(name, (sum.get(name) ?? 0) + times);
};

for (const seed of seeds) {
  const found = await ground.run(seed);
  sums.orders += found.orders;
  sums.deaths += found.deaths;
  addTo(struck, found.struck);
  addTo(acted, found.acted);
  if (found.violations.length === 0) {
    if (values.seed && values.trace) console.log(found.log.join('\n'));
    continue;
  }
  sums.broken += 1;
  console.log(`✗ seed ${seed}`);
  for (const { promise, what } of found.violations) console.log(`    ${promise}: ${what}`);
  if (values.trace) console.log(await shorten(seed, found, ground.run));
  if (values['until-broken']) break;
}

/** Names the code that ran, so that runs of the same code over other seeds can be added up. */
function codeDigest(): string {
  const digest = createHash('sha256');
  const add = (path: string) => digest.update(path).update(readFileSync(path));
  for (const folder of ['src/server', 'src/shared', 'drizzle'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name);
      if (!/\.test\.ts$/.test(name) && statSync(path).isFile()) add(path);
    }
  for (const path of ['src/demo/dice.ts', 'package-lock.json']) add(path);
  return digest.digest('hex').slice(0, 12);
}

const { user, system } = process.cpuUsage(before);
const table = (sum: Map<string, number>) =>
  [...sum].sort(([, a], [, b]) => b - a).map(([name, times]) => `    ${String(times).padStart(7)}  ${name}`);
console.log(['things done', ...table(acted), 'faults', ...table(struck)].join('\n'));
const missing = ALL_FAULTS.filter(name => !struck.has(name));
const undone = Object.values(VISITS)
  .filter(({ weight }) => weight > 0 || values.rush)
  .flatMap(({ comesTo }) => comesTo)
  .filter(name => !acted.has(name));
for (const name of [...missing, ...new Set(undone)]) console.log(`    never  ${name}`);
console.log(
  `${seeds.length} seeds, ${sums.orders} orders, ${sums.deaths} processes died, ${sums.broken} seeds broke a promise; ` +
    `${((user + system) / 1000 / Math.max(1, sums.orders)).toFixed(0)} processor ms an order; code ${codeDigest()}`,
);
await ground.close();
// A pipe is given the rest of a long trace first.
process.stdout.write('', () => process.exit(sums.broken > 0 || sums.orders === 0 ? 1 : 0));
