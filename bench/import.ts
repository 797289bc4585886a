/**
 * `npx tsx bench/import.ts`: how long the import command takes for 10,000 variants in Shopify's format, into an empty
 * shop on Postgres and on the embedded database: seconds, and processor seconds of everything that works on it.
 * Needs a build. Keeps bench/results/<date>-import.json.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ROOT } from '#server/database/migrate.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';
import { COLLECTIONS, FINISHES, pick, randomFrom, SHAPES, STYLES, VENDORS } from './catalogue.ts';
import { endedCpu, serverCpu } from './processes.ts';

const PRODUCTS = 2500;
const VARIANTS_EACH = 4;
const COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Qty',
  'Variant Price',
] as const;

const COMMAND = join(ROOT, 'dist/server/commands.js');
if (!existsSync(COMMAND)) {
  console.error('Run npm run build first.');
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'knurl-import-'));
const file = join(folder, 'catalogue.csv');
await writeFile(file, catalogue());
const server = await startPostgres({ fsync: true });
const { pid } = server;
if (pid === null) throw new Error('unset TEST_DATABASE_URL: the bench needs a Postgres server of its own');
const results = [];
try {
  await server.execute('create database imported');
  const url = withDatabase(server.url, 'imported');
  results.push(await time('Postgres', { DATABASE_URL: url }, () => serverCpu(pid)));
  results.push(await time('Embedded', { DATA_DIR: join(folder, 'data') }, () => 0));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
const at = new Date().toISOString();
const machine = { processor: cpus()[0]?.model ?? '', processors: cpus().length, loadAfter: loadavg() };
await mkdir(join(ROOT, 'bench/results'), { recursive: true });
await writeFile(
  join(ROOT, `bench/results/${at.slice(0, 10)}-import.json`),
  `${JSON.stringify({ at, variants: PRODUCTS * VARIANTS_EACH, machine, results }, null, 2)}\n`,
);

/** Migrates first, so that the import alone is timed. */
async function time(place: string, variables: Record<string, string>, databaseCpu: () => number) {
  await command(variables, 'migrate');
  const [before, started] = [databaseCpu() + endedCpu(), performance.now()];
  await command(variables, 'import', file);
  const seconds = (performance.now() - started) / 1000;
  const cpuSeconds = (databaseCpu() + endedCpu() - before) / 1000;
  console.log(`${place}: ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor`);
  return { place, seconds, cpuSeconds };
}

function command(variables: Record<string, string>, ...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', SHOP_MODE: 'demo', ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', code => (code === 0 ? resolve() : reject(new Error(`${args[0]} ended with ${code}`))));
  });
}

function catalogue(): string {
  const random = randomFrom(3);
  const lines = Array.from({ length: PRODUCTS }, (_, n) => {
    const [shape, category, type] = pick(random, SHAPES);
    const collection = pick(random, COLLECTIONS);
    const title = `${collection} ${pick(random, STYLES)} ${shape} ${10_000 + n}`;
    const handle = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const shared = [
      title,
      `<p>The ${title} is finished by hand.</p>`,
      pick(random, VENDORS),
      type,
      `${category}, ${collection}`,
      'TRUE',
      'Finish',
    ];
    return Array.from({ length: VARIANTS_EACH }, (_, position) => [
      handle,
      // Shopify says what belongs to the product in its first row alone.
      ...(position === 0 ? shared : shared.map(() => '')),
      FINISHES[position]?.[0] ?? '',
      `${collection.slice(0, 2).toUpperCase()}${10_000 + n}-${position}`,
      '120',
      '500',
      (2 + Math.round(random() * 4000) / 100).toFixed(2),
    ]);
  }).flat();
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [COLUMNS, ...lines].map(line => line.map(cell).join(',')).join('\n');
}
