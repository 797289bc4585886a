// Writes money's and sign-in's code wrongly, four hundred times, and holds that tests notice.
//   npx tsx scripts/mutate.ts                        the same seed as always; goes on where it was interrupted
//   npx tsx scripts/mutate.ts --seed 7 --count 100   others
//   npx tsx scripts/mutate.ts --files 40             asks more test files of each
//   npx tsx scripts/mutate.ts --only payments/settle only where that is a part of the path; --fresh forgets what is known
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runPlan } from './mutation/house.ts';
import { Known, testFiles } from './mutation/known.ts';
import { jobOf } from './mutation/plan.ts';
import { report } from './mutation/report.ts';
import { pick, readSources, type Site } from './mutation/sites.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261125' },
    count: { type: 'string', default: '400' },
    least: { type: 'string', default: '60' },
    files: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    fresh: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const [seed, count, least, maxFiles] = [values.seed, values.count, values.least, values.files].map(
  Number,
) as [number, number, number, number];

const folder = join(ROOT, '.mutants');
const sources = readSources(ROOT);
const house = { root: ROOT, folder, sources };
const sites = [...sources.values()].flatMap(source => source.sites);
const picked = pick(sites, { seed, count, least }).filter(({ file }) => file.includes(values.only));
console.log(`seed ${seed}: ${picked.length} of ${sites.length} mutants, up to ${maxFiles} test files each`);

/** How often a process may break at the same place before it is taken for what the place does. */
const MAX_TRIES = 2;

/** Finds out what each test reaches, but for files that have not changed since they were asked last. */
async function measure(known: Known): Promise<void> {
  const tries = new Map<string, number>();
  for (;;) {
    const files = known.unmeasured().filter(file => (tries.get(file) ?? 0) < MAX_TRIES);
    if (files.length === 0) return;
    console.log(`asking ${files.length} test files what they reach`);
    const { stuck } = await runPlan(house, { files, jobs: [] }, told => {
      if (told.at !== 'reach') return;
      known.addReach(told.reach);
      const failed = told.reach.failed.length;
      console.log(
        `  ${told.reach.file} ${told.reach.ms} ms${failed > 0 ? `, ${failed} fail and are left out` : ''}`,
      );
    });
    const file = stuck?.file ?? files[0] ?? '';
    tries.set(file, (tries.get(file) ?? 0) + 1);
  }
}

function planOf(known: Known, open: readonly Site[], without: ReadonlySet<string>) {
  const reaches = known.reaches();
  return open.map(site => {
    const sameFile = new Set(sources.get(site.file)?.sites.map(({ number }) => number));
    const job = jobOf(site, reaches, sameFile, maxFiles);
    return { ...job, runs: job.runs.filter(({ file }) => !without.has(`${site.id} ${file}`)) };
  });
}

/** Tries all mutants that nothing is known of, in as many processes as it takes, one after the other. */
async function attempt(known: Known): Promise<void> {
  const spoiled = new Set<string>();
  const without = new Set<string>();
  for (;;) {
    const open = picked.filter(site => !known.has(site));
    if (open.length === 0) return;
    const jobs = planOf(known, open, without);
    const { stuck } = await runPlan(
      house,
      { files: [], jobs: [...jobs.filter(job => !job.isFresh), ...jobs.filter(job => job.isFresh)] },
      told => {
        if (told.at === 'mutant') say(known, told.id, told.outcome, told.by, told.why, told.ms);
        if (told.at !== 'spoiled') return;
        const words = `${told.id} ${told.file}`;
        if (spoiled.has(words)) without.add(words);
        spoiled.add(words);
        console.log(`  right code failed in ${told.file}: going on in another process`);
      },
    );
    if (stuck?.job) say(known, stuck.job, 'timeout', stuck.file, 'it hung, or took the process with it', 0);
  }
}

function say(
  known: Known,
  id: string,
  outcome: 'killed' | 'survived' | 'timeout',
  by: string,
  why: string,
  ms: number,
) {
  const site = picked.find(one => one.id === id);
  if (!site) return;
  known.add(site, { outcome, by, why, ms });
  const done = picked.filter(one => known.has(one)).length;
  console.log(
    `${done}/${picked.length} ${outcome} ${site.file}:${site.line} ${site.from} → ${site.to} (${(ms / 1000).toFixed(1)} s) ${by}`,
  );
}

if (values.list) {
  for (const { file, line, kind, from, to } of picked)
    console.log(`${file}:${line} ${kind}: ${from} → ${to}`);
  process.exit(0);
}
const known = new Known({ ...house, seed, tests: testFiles(ROOT), isFresh: values.fresh });
await measure(known);
await attempt(known);
process.exit(report(picked, site => known.of(site), maxFiles) ? 0 : 1);
