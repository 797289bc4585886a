/**
 * `npm run bench`: what an action costs, in processor milliseconds of server and database. Starts a Postgres of its
 * own and the built product, asks it over HTTP, and writes bench/results and bench/README.md. Ends with 1 when a
 * figure is worse than it must be. `--quick` measures shortly and writes nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openDatabase, rows } from '#server/database/db.ts';
import { migrate, SNAPSHOT } from '#server/database/migrate.ts';
import { startPostgres, type TestServer, withDatabase } from '#server/test/postgres.ts';
import { actionsOn } from './actions.ts';
import { type Keeper, writeCarts } from './carts.ts';
import { readTargets, writeCatalogue } from './catalogue.ts';
import { type Effort, measurePlace, type Place, settle } from './measure.ts';
import { buildIfNeeded, comeToRest, POSTGRES_SETTINGS, yardstick } from './place.ts';
import { missed, type PlaceResult, type Result, saveResult, tableOf } from './report.ts';

const PLACES = [
  { name: 'postgres-10k', title: 'Postgres, 10,000 products', products: 10_000, embedded: false },
  { name: 'postgres-100k', title: 'Postgres, 100,000 products', products: 100_000, embedded: false },
  { name: 'pglite-10k', title: 'Embedded, 10,000 products', products: 10_000, embedded: true },
] as const;

const FULL: Effort = { starts: 7, seconds: 10, warmUpSeconds: 5, warmUpRuns: 1000 };
const QUICK: Effort = { starts: 3, seconds: 3, warmUpSeconds: 2, warmUpRuns: 300 };

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: PLACES.map(place => place.name).join(',') },
    actions: { type: 'string' },
    name: { type: 'string' },
  },
});

const effort = asked.quick ? QUICK : FULL;
await buildIfNeeded();

const isKept = asked.name !== undefined || !asked.quick;
const name = asked.name ?? 'full';
const places = PLACES.filter(place => asked.only.split(',').includes(place.name));
const loadBefore = loadavg();
const yardsticks = [yardstick()];
const server = places.some(place => !place.embedded)
  ? await startPostgres({ fsync: true, settings: POSTGRES_SETTINGS })
  : null;
const measured: PlaceResult[] = [];
let postgresVersion = '';
try {
  for (const place of places) {
    console.log(`\n${place.title}`);
    measured.push(place.embedded ? await onEmbedded(place) : await onPostgres(place, server));
    // A long run that is cut short keeps what it found.
    if (isKept) await saveResult(resultNow(), name, false);
  }
} finally {
  await server?.stop();
}

const result = resultNow();
console.log(`\n${tableOf(result)}`);
if (isKept) await saveResult(result, name, !asked.quick && !asked.actions);
const misses = missed(result);
for (const miss of misses) console.error(`✗ ${miss}`);
process.exit(misses.length > 0 ? 1 : 0);

function resultNow(): Result {
  return {
    at: new Date().toISOString(),
    command: `npm run bench${process.argv
      .slice(2)
      .map((part, index) => (index === 0 ? ` -- ${part}` : ` ${part}`))
      .join('')}`,
    commit: spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim() || null,
    machine: {
      processor: cpus()[0]?.model ?? '',
      processors: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      postgres: postgresVersion,
      loadBefore: loadBefore.map(one => Math.round(one * 100) / 100),
      yardstickMs: [...yardsticks, yardstick()],
      loadAfter: loadavg().map(one => Math.round(one * 100) / 100),
    },
    effort,
    places: measured,
  };
}

type PlaceAsked = (typeof PLACES)[number];

async function onPostgres(place: PlaceAsked, on: TestServer | null): Promise<PlaceResult> {
  if (on?.pid == null)
    throw new Error('the bench needs a Postgres server of its own: unset TEST_DATABASE_URL');
  const name = `bench_${place.products}`;
  await on.execute(`create database ${name}`);
  const url = withDatabase(on.url, name);
  const database = await openDatabase({ databaseUrl: url, dataDir: null });
  const chosen = await fill(database, place.products);
  await database.execute('select 1 as one');
  const [version] = rows<{ server_version: string }>(await database.db.execute('show server_version'));
  postgresVersion = version?.server_version ?? '';
  await database.close();
  await comeToRest(url);
  return measure(place, { variables: { DATABASE_URL: url }, postgres: { pid: on.pid, url } }, chosen);
}

async function onEmbedded(place: PlaceAsked): Promise<PlaceResult> {
  const folder = await mkdtemp(join(tmpdir(), 'knurl-bench-'));
  try {
    const database = await openDatabase({ databaseUrl: null, dataDir: folder, snapshot: SNAPSHOT });
    const chosen = await fill(database, place.products);
    await database.close();
    await settle({ DATA_DIR: folder });
    const clean = await openDatabase({ databaseUrl: null, dataDir: folder });
    await clean.db.execute('vacuum analyze');
    await clean.close();
    return await measure(place, { variables: { DATA_DIR: folder }, postgres: null }, chosen);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Chosen {
  targets: { product: string; variant: string }[];
  products: string[];
  keeper: Keeper;
}

async function fill(database: Database, products: number): Promise<Chosen> {
  const started = Date.now();
  await migrate(database);
  await writeCatalogue(database.db, products);
  const targets = await readTargets(database.db, 2000);
  console.log(`  written in ${Math.round((Date.now() - started) / 1000)} s`);
  const keeper = await writeCarts(database.db, targets);
  return { targets, products: [...new Set(targets.map(one => one.product))].slice(0, 500), keeper };
}

async function measure(
  place: PlaceAsked,
  where: Place,
  { targets, products, keeper }: Chosen,
): Promise<PlaceResult> {
  const wanted = asked.actions?.split(',');
  const actions = actionsOn(targets, products, keeper).filter(({ key }) => !wanted || wanted.includes(key));
  const { name, title } = place;
  return { name, title, embedded: place.embedded, ...(await measurePlace(where, actions, effort)) };
}
