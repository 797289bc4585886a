/**
 * `npx tsx bench/list-files.ts`: lists of staff as CSV files, with 100,000 orders, 20,000 people, 2,000 companies and
 * mails. On Postgres: by how much the shop grows while one is sent, and how much longer a page of the desk takes
 * meanwhile; on the embedded database: how long a portion keeps everybody else waiting. Ends with 1 when one of them is
 * worse than it must be. `--only postgres`, or `embedded`.
 */
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { companyFile } from '#server/companies/company-file.ts';
import type { SessionUser } from '#server/context.ts';
import { analyzeTables, type Db, openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { mailboxFile } from '#server/mail/mailbox-file.ts';
import { orderFile } from '#server/orders/order-file.ts';
import { makeUser } from '#server/test/factories.ts';
import { userFile } from '#server/users/user-file.ts';
import {
  COMPANY_DESK_SORTS,
  DESK_SORTS,
  LIST_COLUMNS,
  LIST_SCREENS,
  type ListScreen,
  PEOPLE_SORTS,
} from '#shared/office-lists.ts';
import {
  companyFileSchema,
  mailboxFileSchema,
  orderFileSchema,
  userFileSchema,
} from '#shared/schemas/list-files.ts';
import { withFilledShop } from './alone.ts';
import { writeDeskOrders } from './desk-orders.ts';
import { connect } from './load.ts';
import { writeMails } from './mails.ts';
import { yardstick } from './place.ts';
import { memoryOf } from './processes.ts';
import { REFERENCE_MS } from './report.ts';

const { values: asked } = parseArgs({ options: { only: { type: 'string', default: '' } } });

/** Rows at least: those of the staff come on top. */
const ROWS: Record<ListScreen, number> = {
  orders: 100_000,
  users: 20_000,
  companies: 2000,
  mailbox: 298_000,
};
/** As many mails as the embedded database holds in memory on a small machine. */
const EMBEDDED_MAILS = 60_000;
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
  const write = async (db: Db) => {
    const key = await writeDeskOrders(db);
    await writeMails(db);
    return key;
  };
  return withFilledShop({ name: 'bench_list_files', write }, async ({ shop, written }) => {
    const held: boolean[] = [];
    for (const list of LIST_SCREENS) held.push(...(await measureFile(list, shop, written)));
    return held;
  });
}

async function measureFile(list: ListScreen, shop: { port: number; pid: number }, key: string) {
  const path = `/admin/${list}.csv?columns=${LIST_COLUMNS[list].join(',')}`;
  // The first one warms up, and makes the heap what a day makes it.
  await download(shop.port, path, key);
  const alone = await listingP95(shop.port, key, sleep(10_000));
  const start = memoryOf(shop.pid);
  let most = start;
  const watch = setInterval(() => {
    most = Math.max(most, memoryOf(shop.pid));
  }, 20);
  const began = performance.now();
  const sent = download(shop.port, path, key);
  const beside = await listingP95(shop.port, key, sent);
  clearInterval(watch);
  const { lines, bytes } = await sent;
  const seconds = (performance.now() - began) / 1000;
  console.log(`${list}: ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
  console.log(`  listing p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside it`);
  return [
    lines > ROWS[list],
    tell(`Growth by ${list}`, most - start, MUST.growthMb, 'MB'),
    tell(`A listing waits beside ${list}`, beside / alone, MUST.slower, 'times as long'),
  ];
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
  await writeMails(db, EMBEDDED_MAILS);
  await analyzeTables(db);
  const clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const found: boolean[] = [];
  for (const [name, file] of filesOf(db, clerk)) found.push(await measurePortions(name, file));
  await database.close();
  return found;
}

/** Lists a file for each way to sort, and for what a portion looks for among many rows. */
function filesOf(db: Db, clerk: SessionUser): [name: string, file: AsyncGenerator<string>][] {
  const columnsOf = (list: ListScreen) => ({ columns: LIST_COLUMNS[list] });
  const orders = (said: object) => orderFile(db, orderFileSchema.parse({ ...columnsOf('orders'), ...said }));
  const users = (said: object) =>
    userFile(db, clerk, userFileSchema.parse({ ...columnsOf('users'), ...said }));
  const companies = (said: object) =>
    companyFile(db, companyFileSchema.parse({ ...columnsOf('companies'), ...said }));
  const mails = (said: object) =>
    mailboxFile(db, clerk, mailboxFileSchema.parse({ ...columnsOf('mailbox'), ...said }));
  const by = <Sort extends string>(
    name: string,
    sorts: readonly Sort[],
    file: (said: object) => AsyncGenerator<string>,
  ) => sorts.map(sort => [`${name} by ${sort}`, file({ sort })] as [string, AsyncGenerator<string>]);
  return [
    ...by('Orders', DESK_SORTS, orders),
    ...by('Users', PEOPLE_SORTS, users),
    ['Users: a common word', users({ search: 'person' })],
    ['Users: two letters', users({ search: 'pe' })],
    ...by('Companies', COMPANY_DESK_SORTS, companies),
    ['Companies over their limit', companies({ credit: 'over' })],
    ['Mails', mails({})],
    ['Mails: sent', mails({ status: 'sent' })],
    ['Mails: a common word', mails({ search: 'knurl' })],
    ['Mails: rather common', mails({ search: 'person7' })],
    ['Mails: two letters', mails({ search: 'yo' })],
  ];
}

/** Takes what a portion needs until it is written: all of it keeps others waiting. */
async function measurePortions(name: string, file: AsyncGenerator<string>): Promise<boolean> {
  const waits: number[] = [];
  for (;;) {
    const started = performance.now();
    const { done } = await file.next();
    waits.push(performance.now() - started);
    if (done) break;
  }
  waits.sort((a, b) => a - b);
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0;
  return tell(`A portion of ${name}, p99 of ${waits.length}`, p99, MUST.portionMs, 'ms');
}
