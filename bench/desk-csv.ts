/**
 * `npx tsx bench/desk-csv.ts`: 100,000 orders as a CSV file. On Postgres: by how much the shop grows while it is sent, and
 * how much longer a page of the desk takes meanwhile; on the embedded database: how long a portion keeps everybody else
 * waiting. Ends with 1 when one of them is worse than it must be. `--only postgres`, or `embedded`.
 */
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { analyzeTables, openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { PORTION, readPortion } from '#server/orders/desk-file.ts';
import { DESK_SORTS } from '#shared/office-lists.ts';
import { withFilledShop } from './alone.ts';
import { writeDeskOrders } from './desk-orders.ts';
import { connect } from './load.ts';
import { yardstick } from './place.ts';
import { memoryOf } from './processes.ts';
import { REFERENCE_MS } from './report.ts';

const { values: asked } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const ORDERS = 100_000;
const MUST = { growthMb: 50, slower: 2, portionMs: 50 };
const LISTING = `/trpc/orders.desk?${new URLSearchParams({ input: JSON.stringify({ view: 'all' }) })}`;
/** So often a page is asked for while the file is sent, and by itself. */
const LISTING_EVERY_MS = 20;

const before = yardstick();
const held = [
  ...(asked.only === 'embedded' ? [] : await onPostgres()),
  ...(asked.only === 'postgres' ? [] : await onEmbedded()),
];
console.log(`yardstick ${before} and ${yardstick()} ms, ${REFERENCE_MS} where musts were measured`);
process.exit(held.every(Boolean) ? 0 : 1);

function tell(what: string, found: number, must: number, unit: string): boolean {
  console.log(`${found > must ? '✗' : '✓'} ${what}  **${found.toFixed(1)} ${unit}**  must ${must} ${unit}`);
  return found <= must;
}

function onPostgres(): Promise<boolean[]> {
  return withFilledShop({ name: 'bench_desk_csv', write: writeDeskOrders }, async ({ shop, written }) => {
    const path = '/admin/orders.csv?columns=number,customer,date,status,payment,delivery,units,total';
    // The first one warms up, and makes the heap what a day makes it.
    await download(shop.port, path, written);
    const alone = await listingP95(shop.port, written, sleep(10_000));
    const start = memoryOf(shop.pid);
    let most = start;
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(shop.pid));
    }, 20);
    const began = performance.now();
    const sent = download(shop.port, path, written);
    const beside = await listingP95(shop.port, written, sent);
    clearInterval(watch);
    const { lines, bytes } = await sent;
    const seconds = (performance.now() - began) / 1000;
    console.log(`  ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
    console.log(`  listing p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside it`);
    return [
      lines === ORDERS + 1,
      tell('Growth', most - start, MUST.growthMb, 'MB'),
      tell('A listing waits', beside / alone, MUST.slower, 'times as long'),
    ];
  });
}

/** Counts what comes, and keeps none of it. */
function download(port: number, path: string, key: string): Promise<{ lines: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` };
    request({ host: '127.0.0.1', port, path, headers }, answer => {
      let [lines, bytes] = [0, 0];
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        for (const byte of chunk) if (byte === 10) lines++;
      });
      answer.once('error', reject);
      answer.once('end', () => resolve({ lines, bytes }));
    })
      .once('error', reject)
      .end();
  });
}

/** Asks for a page of the desk again and again until the work is done. */
async function listingP95(port: number, key: string, work: Promise<unknown>): Promise<number> {
  const { send, close } = connect(port);
  const waits: number[] = [];
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const started = performance.now();
    await send({ method: 'GET', path: LISTING, headers: { authorization: `Bearer ${key}` } });
    waits.push(performance.now() - started);
    await sleep(LISTING_EVERY_MS);
  }
  await end;
  close();
  waits.sort((a, b) => a - b);
  return waits[Math.floor(waits.length * 0.95)] ?? 0;
}

async function onEmbedded(): Promise<boolean[]> {
  const database = await openDatabase({ databaseUrl: null, dataDir: null });
  const { db } = database;
  await migrate(database);
  await writeDeskOrders(db);
  await analyzeTables(db);
  const found: boolean[] = [];
  for (const sort of DESK_SORTS) {
    const waits: number[] = [];
    let after: Parameters<typeof readPortion>[2]['after'] = null;
    for (let rows = 0; ; ) {
      const started = performance.now();
      const portion = await readPortion(db, undefined, { sort, after, timeZone: 'America/New_York' });
      waits.push(performance.now() - started);
      rows += portion.length;
      const last = portion.at(-1);
      if (!last || portion.length < PORTION) {
        found.push(rows === ORDERS);
        break;
      }
      after = { key: last.key, _id: last._id };
    }
    waits.sort((a, b) => a - b);
    found.push(
      tell(
        `A portion of ${PORTION} by ${sort}, p99`,
        waits[Math.floor(waits.length * 0.99)] ?? 0,
        MUST.portionMs,
        'ms',
      ),
    );
  }
  await database.close();
  return found;
}
