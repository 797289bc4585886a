import { performance } from 'node:perf_hooks';
import { type Db, openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { startPostgres, withDatabase } from '#server/test/postgres.ts';
import { type Ask, connect, type Send } from './load.ts';
import { buildIfNeeded, comeToRest, POSTGRES_SETTINGS } from './place.ts';
import { processCpu, type Shop, serverCpu, startShop } from './processes.ts';

/** Questions of one kind: the first half warms up, the second is measured. */
export interface Kind {
  name: string;
  /** Milliseconds that 99 of 100 may take at most. */
  must: number;
  asks: readonly Ask[];
}

export interface FoundAlone {
  name: string;
  must: number;
  p50: number;
  p99: number;
  /** Processor milliseconds of one question, server and database. */
  serverMs: number;
  databaseMs: number;
}

/** How long somebody waits who is alone, on one connection. `slowest`: so many questions are shown. */
async function measureAlone(
  { name, must, asks }: Kind,
  send: Send,
  { runs, pids, slowest }: { runs: number; pids: { shop: number; database: number }; slowest: number },
): Promise<FoundAlone> {
  for (const ask of asks.slice(0, runs)) await send(ask);
  const cpu = () => ({ server: processCpu(pids.shop), database: serverCpu(pids.database) });
  const before = cpu();
  const waits: { ms: number; ask: Ask }[] = [];
  for (const ask of asks.slice(runs)) {
    const started = performance.now();
    await send(ask);
    waits.push({ ms: performance.now() - started, ask });
  }
  const after = cpu();
  waits.sort((a, b) => a.ms - b.ms);
  for (const { ms, ask } of waits.slice(waits.length - slowest).reverse())
    console.log(`    ${ms.toFixed(1)} ms  ${decodeURIComponent(ask.path).slice(0, 160)}`);
  const at = (share: number) => waits[Math.floor(waits.length * share)]?.ms ?? 0;
  return {
    name,
    must,
    p50: at(0.5),
    p99: at(0.99),
    serverMs: (after.server - before.server) / waits.length,
    databaseMs: (after.database - before.database) / waits.length,
  };
}

interface Filled<Written> {
  /** Names its database. */
  name: string;
  write: (db: Db) => Promise<Written>;
  kindsOf: (written: Written) => readonly Kind[];
  /** Waits until the shop is as it is to be measured. */
  untilReady?: (send: Send) => Promise<void>;
  runs: number;
  slowest: number;
}

/** Asks all kinds of questions of a built shop on a Postgres of its own, filled first, and prints what each took. */
export async function measureShopAlone<Written>({
  name,
  write,
  kindsOf,
  untilReady,
  ...how
}: Filled<Written>): Promise<FoundAlone[]> {
  return withFilledShop({ name, write }, async ({ shop, database, written }) => {
    const found: FoundAlone[] = [];
    const { send, close } = connect(shop.port);
    try {
      await untilReady?.(send);
      for (const kind of kindsOf(written)) {
        const one = await measureAlone(kind, send, { ...how, pids: { shop: shop.pid, database } });
        found.push(one);
        console.log(`${one.p99 > one.must ? '✗' : '✓'} ${rowOf(one).join('  ')}`);
      }
    } finally {
      close();
    }
    return found;
  });
}

/** Opens a built shop on a Postgres of its own, filled first, for as long as the work takes. `database`: its process. */
export async function withFilledShop<Written, Found>(
  { name, write }: Pick<Filled<Written>, 'name' | 'write'>,
  work: (open: { shop: Shop; database: number; written: Written }) => Promise<Found>,
): Promise<Found> {
  const server = await startPostgres({ fsync: true, settings: POSTGRES_SETTINGS });
  try {
    if (server.pid === null) throw new Error('this bench needs a server of its own: unset TEST_DATABASE_URL');
    await buildIfNeeded();
    await server.execute(`create database ${name}`);
    const url = withDatabase(server.url, name);
    const filled = await openDatabase({ databaseUrl: url, dataDir: null });
    await migrate(filled);
    const written = await write(filled.db);
    await filled.close();
    await comeToRest(url);
    const shop = await startShop({ DATABASE_URL: url });
    try {
      return await work({ shop, database: server.pid, written });
    } finally {
      await shop.stop();
    }
  } finally {
    await server.stop();
  }
}

function rowOf({ name, must, p50, p99, serverMs, databaseMs }: FoundAlone): string[] {
  const processor = `${(serverMs + databaseMs).toFixed(1)} (${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)})`;
  return [name, `${must} ms`, `**${p99.toFixed(1)} ms**`, `${p50.toFixed(1)} ms`, processor];
}

export function tableAlone(found: readonly FoundAlone[]): string {
  return [
    ['Question', 'p99 must', 'p99', 'p50', 'processor ms'],
    ['---', '---', '---', '---', '---'],
    ...found.map(rowOf),
  ]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');
}
