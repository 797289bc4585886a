/**
 * `npx tsx bench/writer.ts --products 10000`: what readers feel of writes. Two processes of the shop on one Postgres;
 * one reader of filtered listings and one of deep pages, eight questions a second each, first alone, then beside one
 * product written a second, then beside a rebuild of all that searches read. Ends with 1 where the median or the 95th
 * percentile is more than half as long again, or an edit costs more than it must; `--keep` writes bench/results.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Db, openDatabase, rows } from '#server/database/db.ts';
import { migrate, ROOT } from '#server/database/migrate.ts';
import { rebuildSearch, touchProducts } from '#server/listing/touch-products.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';
import { filtered, listing } from './actions.ts';
import { randomFrom, writeCatalogue } from './catalogue.ts';
import { type Ask, connect, type Send } from './load.ts';
import { buildIfNeeded, comeToRest, POSTGRES_SETTINGS } from './place.ts';
import { processCpu, serverCpu, startShop } from './processes.ts';

const { values: asked } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
  },
});
const PRODUCTS = Number(asked.products);
const SECONDS = Number(asked.seconds);
const EVERY_MS = 125;
/** Allows so many times the waits without writes. */
const MAX_TIMES = 1.5;
/** Processor milliseconds of one product edited, in both processes and the database. */
const MAX_EDIT_MS = 30;
const INDEXED_MS = 15_000;

const random = randomFrom(17);
const deep = (): Ask =>
  listing({ limit: 50, page: 1 + Math.floor(random() * (PRODUCTS / 50)), sort: 'popularity' });
const READERS: Record<string, (n: number) => Ask> = {
  filtered: n => filtered[n % filtered.length] as Ask,
  deep: () => deep(),
};

interface Waits {
  p50: number;
  p95: number;
}

const server = await startPostgres({ fsync: true, settings: POSTGRES_SETTINGS });
const { pid: serverPid } = server;
if (serverPid === null) throw new Error('this bench needs a server of its own: unset TEST_DATABASE_URL');
await buildIfNeeded();
await server.execute('create database bench_writer');
const url = withDatabase(server.url, 'bench_writer');
const database = await openDatabase({ databaseUrl: url, dataDir: null });
await migrate(database);
await writeCatalogue(database.db, PRODUCTS);
await comeToRest(url);
// Chosen here: to find one of many at random costs the database more than to edit it.
const ids = rows<{ id: string }>(
  await database.db.execute(sql`select id::text as id from products order by id`),
).map(({ id }) => id);
const shops = [await startShop({ DATABASE_URL: url }), await startShop({ DATABASE_URL: url })];
const connections = shops.map(({ port }) => connect(port));
const cpu = () => shops.reduce((sum, { pid }) => sum + processCpu(pid), 0) + serverCpu(serverPid);
const found: Record<string, Record<string, Waits>> = {};
let editMs = 0;
try {
  for (const { send } of connections) await untilIndexed(send);
  const quiet = await stage('alone');
  const busy = await stage('one product written a second', async until => {
    for (let n = 0; performance.now() < until; n++) {
      const began = performance.now();
      await edit(database.db, n);
      await sleep(Math.max(0, 1000 - (performance.now() - began)));
    }
  });
  editMs = (busy - quiet) / SECONDS;
  console.log(`one product edited: ${editMs.toFixed(1)} ms of processor in all`);
  await stage('a rebuild', () => rebuildSearch(database.db));
} finally {
  for (const { close } of connections) close();
  for (const shop of shops) await shop.stop();
  await database.close();
  await server.stop();
}
const { alone = {}, ...others } = found;
const slow = Object.entries(others).flatMap(([name, waits]) =>
  Object.entries(waits).flatMap(([reader, { p50, p95 }]) => {
    const before = alone[reader] ?? { p50: 0, p95: 0 };
    const isSlow = p50 > MAX_TIMES * before.p50 || p95 > MAX_TIMES * before.p95;
    return isSlow ? [`${reader} beside ${name}`] : [];
  }),
);
for (const one of slow) console.log(`✗ ${one}`);
if (editMs > MAX_EDIT_MS) console.log(`✗ an edit: ${editMs.toFixed(1)} of ${MAX_EDIT_MS} ms`);
if (asked.keep) {
  const at = new Date().toISOString();
  const result = {
    at,
    products: PRODUCTS,
    processor: cpus()[0]?.model,
    node: process.version,
    found,
    editMs,
  };
  await mkdir(join(ROOT, 'bench/results'), { recursive: true });
  const file = join(ROOT, 'bench/results', `${at.slice(0, 10)}-writer-${PRODUCTS}.json`);
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
}
process.exit(slow.length > 0 || editMs > MAX_EDIT_MS ? 1 : 0);

/** Reads for so many seconds, or as long as the work beside takes if that is longer; answers what it cost. */
async function stage(name: string, beside?: (until: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  const before = cpu();
  let isOver = false;
  const work = (beside?.(until) ?? sleep(SECONDS * 1000)).finally(() => {
    isOver = true;
  });
  const waits = await Promise.all(
    Object.entries(READERS).map(async ([reader, ask], at) => {
      const { send } = connections[at % connections.length] ?? {};
      return [reader, await read(send, ask, () => isOver && performance.now() >= until)] as const;
    }),
  );
  await work;
  const spent = cpu() - before;
  found[name] = Object.fromEntries(waits);
  for (const [reader, { p50, p95 }] of waits)
    console.log(`${name}: ${reader} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  return spent;
}

async function read(send: Send | undefined, ask: (n: number) => Ask, isOver: () => boolean): Promise<Waits> {
  const waits: number[] = [];
  for (let n = 0; !isOver(); n++) {
    const began = performance.now();
    await send?.(ask(n));
    waits.push(performance.now() - began);
    await sleep(Math.max(0, EVERY_MS - (performance.now() - began)));
  }
  waits.sort((a, b) => a - b);
  return { p50: waits[Math.floor(waits.length / 2)] ?? 0, p95: waits[Math.floor(waits.length * 0.95)] ?? 0 };
}

/** Another title and price, as staff would write them. */
async function edit(db: Db, n: number): Promise<void> {
  const id = ids[Math.floor(random() * ids.length)] ?? '';
  await db.transaction(async tx => {
    await tx.execute(sql`update products set title = title || ${` ${n}`} where id = ${id}::uuid`);
    await tx.execute(sql`update variants set price = price + 1 where product_id = ${id}::uuid`);
    await touchProducts(tx, [id]);
  });
}

async function untilIndexed(send: Send): Promise<void> {
  const ask = listing({ limit: 1, page: 2, inStock: 'true', sort: 'popularity' });
  for (const until = performance.now() + INDEXED_MS; performance.now() < until; await sleep(500))
    await send(ask);
}
