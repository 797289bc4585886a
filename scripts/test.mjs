#!/usr/bin/env node
// Everything that has to hold before a change may land, in one command.
//   npm test             lint, types, unit and server tests on both databases, the product in a browser, Node 24
//   npm run check        lint, types, unit and server tests on the embedded database
//   npm run test:outage  processes behind nginx and PgBouncer under load, while one blow after the other falls
//   npm run test:long    property and model tests at full length, the process killed in the middle of checkouts, each database
//                        on the Node that `npm test` leaves out, 1,100 simulated stories of trade, and 400 mutants of
//                        what moves money or lets people in
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findChromium } from './chromium.mjs';

const results = mkdtempSync(join(tmpdir(), 'knurl-results-'));
const counted = { passed: 0, failed: [] };

function run(command, args, env = {}) {
  const started = Date.now();
  console.log(`\n▶ ${[command, ...args].join(' ')}`);
  return new Promise(resolve => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', error => {
      console.error(error.message);
      resolve(false);
    });
    child.on('exit', code => {
      console.log(
        `${code === 0 ? '✓' : '✗'} ${command} ${args[0] ?? ''} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
      );
      resolve(code === 0);
    });
  });
}

const bin = name => join('node_modules', '.bin', name);

async function vitest(name, projects, { node = [process.execPath], env = {}, files = [] } = {}) {
  const file = join(results, `${name}.json`);
  const [command, ...first] = node;
  const ok = await run(
    command,
    [
      ...first,
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...projects.flatMap(project => ['--project', project]),
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    env,
  );
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    counted.passed += numPassedTests;
    for (const { name: path, status, message, assertionResults } of testResults) {
      const failed = assertionResults.filter(test => test.status === 'failed');
      for (const test of failed)
        counted.failed.push(said(name, path, test.fullName, test.failureMessages[0]));
      if (status === 'failed' && failed.length === 0) counted.failed.push(said(name, path, '', message));
    }
  } catch {
    counted.failed.push(`${name} left no results`);
  }
  return ok;
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** A failure in a few lines, so that the end of a long log says what to mend. */
function said(project, path, title, message = '') {
  const plain = stripVTControlCharacters(message).trim().split('\n').slice(0, 8).join('\n    ');
  return `${[project, path && relative('.', path), title].filter(Boolean).join(' › ')}\n    ${plain}`;
}

async function browser() {
  const chromium = await findChromium();
  const file = join(results, 'e2e.json');
  const ok = await run(bin('playwright'), ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  try {
    const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8'));
    counted.passed += stats.expected;
    for (const { message } of errors) counted.failed.push(said('browser', '', '', message));
    for (const { title, file: path, tests } of suites.flatMap(specsOf)) {
      for (const { status, projectName, results: tries } of tests) {
        if (status !== 'expected' && status !== 'skipped')
          counted.failed.push(said(projectName, path, title, tries[0]?.error?.message));
      }
    }
  } catch {
    counted.failed.push('the browser left no results');
  }
  return ok;
}

/** Processes that tests start are those of the build. */
const BUILT = { TEST_BUILT: 'yes' };
const NODE_24 = ['npx', '-y', '-p', 'node@24', 'node'];

const LONG = { TEST_LONG: '1' };
/** The server's tests that take more cases the longer they may run. */
const LONG_FILES = [
  'cart-model.test',
  'figures-equal.test',
  'hoarding.test',
  'offered-filters.test',
  'ways-on.test',
];

/** Takes minutes, and is answered otherwise by Postgres, or by Postgres alone. */
const LONG_ON_POSTGRES = ['ledgers.long.test', 'rewrite-beside-orders.long.test'];

const lint = () => run(bin('biome'), ['ci', '--error-on-warnings', '.']);
const types = () => run(bin('tsc'), ['--noEmit']);
const build = () => run(process.execPath, ['scripts/build.mjs']);
function runOnNode24(...args) {
  const [command, ...first] = NODE_24;
  return run(command, [...first, ...args]);
}

/** Two that fetch it at once would be in each other's way. */
const fetchNode24 = () => runOnNode24('--version');
const postgresOnNode24 = () =>
  vitest('postgres-node-24', ['rules', 'server-postgres', 'server-pgbouncer'], { node: NODE_24, env: BUILT });
const startOnNode24 = () => runOnNode24('scripts/start-once.mjs');

/** Runs steps at once: one that is busy on one processor leaves another to the others. */
const sideBySide = async (...steps) => (await Promise.all(steps.map(step => step()))).every(Boolean);

const simulate = (...how) => run('npm', ['run', '--silent', 'simulate', '--', ...how]);

const EMBEDDED = ['rules', 'client', 'server', 'simulation'];

const STEPS = {
  check: {
    'lint, types': () => sideBySide(lint, types),
    tests: () => vitest('check', EMBEDDED),
  },
  // Each database on one of the two Nodes: what depends on both has not been seen, and is a matter of the long run.
  all: {
    'lint, types, build': () => sideBySide(lint, types, build),
    sizes: () => run(process.execPath, ['scripts/sizes.mjs']),
    'embedded database': () => vitest('embedded', EMBEDDED, { env: BUILT }),
    browser,
    'fetching Node 24': fetchNode24,
    'Postgres, PgBouncer, Node 24': () => sideBySide(startOnNode24, postgresOnNode24),
  },
  outage: {
    build,
    outage: () =>
      vitest('outage', ['server-postgres'], {
        env: { ...BUILT, TEST_OUTAGE: 'full' },
        files: ['orders/outage.test'],
      }),
  },
  long: {
    build,
    long: () => vitest('long', ['rules', 'long'], { env: { ...BUILT, ...LONG } }),
    'long, Postgres': () =>
      vitest('long-postgres', ['long-postgres'], { env: { ...BUILT, ...LONG }, files: LONG_ON_POSTGRES }),
    'long, server': () =>
      vitest('long-server', ['server', 'server-postgres'], { env: LONG, files: LONG_FILES }),
    Postgres: () => vitest('postgres', ['server-postgres', 'server-pgbouncer'], { env: BUILT }),
    'embedded database, Node 24': () =>
      vitest('embedded-node-24', ['server', 'simulation'], { node: NODE_24, env: BUILT }),
    'weeks of trade': () => simulate('--seeds', '1000', '--from', '101'),
    'rushes of trade': () => simulate('--rush', '--seeds', '100'),
    mutants: () => run(bin('tsx'), ['scripts/mutate.ts'], BUILT),
  },
};

/** Processor seconds of all that was started and has ended, which is what a step costs on whatever machine; null: unknown. */
function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return null;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

const which = ['check', 'long', 'outage'].find(name => process.argv.includes(`--${name}`)) ?? 'all';
const figures = [];
let failedSteps = 0;
try {
  for (const [name, step] of Object.entries(STEPS[which])) {
    const [since, before] = [Date.now(), processorSeconds()];
    if (!(await step())) failedSteps += 1;
    const spent = before === null ? 'unknown' : (processorSeconds() - before).toFixed(0);
    figures.push(
      `${name.padEnd(30)}${((Date.now() - since) / 1000).toFixed(0).padStart(6)} s${spent.padStart(8)} s`,
    );
  }
} finally {
  rmSync(results, { recursive: true, force: true });
}
console.log(`\n${''.padEnd(30)}    time  processor\n${figures.join('\n')}`);
if (failedSteps > 0) console.log(`\n${failedSteps} of ${figures.length} steps failed`);
for (const failure of counted.failed) console.log(`\n✗ ${failure}`);
console.log(`\n${counted.passed} passed, ${counted.failed.length} failed`);
process.exit(failedSteps > 0 || counted.failed.length > 0 ? 1 : 0);
