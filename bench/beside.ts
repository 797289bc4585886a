/**
 * Measures this version beside another one, both built, on one Postgres server: short loads by turns, so that a machine
 * whose speed changes from minute to minute still tells which is dearer.
 *   npx tsx bench/beside.ts ../before [a,b,c,d,e,f,g] [rounds]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '#server/database/migrate.ts';
import { startPostgres, type TestServer, withDatabase } from '#server/test/postgres.ts';
import { actionsOn, type Measured } from './actions.ts';
import { type Action, load } from './load.ts';
import { settle, untilIdle } from './measure.ts';
import { buildIfNeeded, POSTGRES_SETTINGS } from './place.ts';
import { processCpu, type Shop, serverCpu, startShop } from './processes.ts';

const PRODUCTS = 10_000;
const WARM_UP = { connections: 10, seconds: 4, leastRuns: 400 };
const ROUND = { connections: 10, seconds: 1.5 };

const [, , other, keys = 'a,b,c,d,e,f', rounds = '10'] = process.argv;
if (!other) throw new Error('Usage: npx tsx bench/beside.ts <checkout> [actions] [rounds]');

interface Side {
  name: 'before' | 'now';
  shop: Shop;
  actions: readonly Measured[];
  /** Processor milliseconds of one run in each round. */
  spent: { server: number; database: number }[];
}

/** Counts on over all loads, so that none asks what another one asked. */
let turn = 0;

await buildIfNeeded();
const server = await startPostgres({ fsync: true, settings: POSTGRES_SETTINGS });
const sides: Side[] = [];
try {
  sides.push(await open('before', resolve(other)));
  sides.push(await open('now', ROOT));
  for (const key of keys.split(',')) await compare(key, sides);
} finally {
  for (const { shop } of sides) await shop.stop();
  await server.stop();
}

/** A shop with the catalogue as its own version writes it, after what each does on its first day. */
async function open(name: Side['name'], root: string): Promise<Side> {
  await server.execute(`create database ${name}`);
  const url = withDatabase(server.url, name);
  const { targets, products, keeper } = fill(root, url);
  await settle({ DATABASE_URL: url }, root);
  return {
    name,
    shop: await startShop({ DATABASE_URL: url }, root),
    actions: actionsOn(targets, products, keeper),
    spent: [],
  };
}

/** By a script in the other checkout, which alone knows its tables. */
function fill(root: string, url: string) {
  const script = join(root, 'bench/fill-beside.ts');
  const answer = join(root, 'bench/fill-beside.json');
  const database = existsSync(join(root, 'src/server/database/db.ts')) ? 'database/' : '';
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
import { openDatabase } from '#server/${database}db.ts';
import { migrate } from '#server/${database}migrate.ts';
import { writeCarts } from './carts.ts';
import { readTargets, writeCatalogue } from './catalogue.ts';
const database = await openDatabase({ databaseUrl: process.argv[2] ?? '', dataDir: null });
await migrate(database);
await writeCatalogue(database.db, ${PRODUCTS});
const targets = await readTargets(database.db, 2000);
const keeper = await writeCarts(database.db, targets);
await database.db.execute('vacuum analyze');
await database.close();
const products = [...new Set(targets.map(one => one.product))].slice(0, 500);
writeFileSync(process.argv[3] ?? '', JSON.stringify({ targets, keeper, products }));
`,
  );
  try {
    const { status } = spawnSync('npx', ['tsx', script, url, answer], { cwd: root, stdio: 'inherit' });
    if (status !== 0) throw new Error(`${root} was not filled`);
    return JSON.parse(readFileSync(answer, 'utf8'));
  } finally {
    rmSync(script, { force: true });
    rmSync(answer, { force: true });
  }
}

async function compare(key: string, sides: readonly Side[]): Promise<void> {
  for (const side of sides) {
    side.spent = [];
    await load(side.shop.port, actionOf(side, key), { ...WARM_UP, first: turn });
    turn += 100_000;
  }
  for (let round = 0; round < Number(rounds); round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await measure(side, key, server);
  const [before, now] = sides.map(({ spent }) => spent.map(one => one.server + one.database));
  const more = (before ?? []).map((spent, round) => ((now?.[round] ?? 0) / spent - 1) * 100);
  const parts = sides.map(
    ({ name, spent }) =>
      `${name} ${median(spent.map(one => one.server)).toFixed(2)} + ${median(spent.map(one => one.database)).toFixed(2)}`,
  );
  console.log(`${key.padEnd(6)} ${parts.join(', ')} ms: ${median(more).toFixed(1)} % more`);
}

async function measure(side: Side, key: string, { pid }: TestServer): Promise<void> {
  if (pid === null) throw new Error('a Postgres server of its own is needed: unset TEST_DATABASE_URL');
  const { shop, spent } = side;
  await untilIdle(shop);
  const before = { server: processCpu(shop.pid), database: serverCpu(pid) };
  const { runs } = await load(shop.port, actionOf(side, key), { ...ROUND, first: turn });
  turn += runs;
  await untilIdle(shop);
  spent.push({
    server: (processCpu(shop.pid) - before.server) / runs,
    database: (serverCpu(pid) - before.database) / runs,
  });
}

function actionOf({ actions }: Side, key: string): Action {
  const found = actions.find(action => action.key === key);
  if (!found) throw new Error(`there is no action ${key}`);
  return found.action;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
}
