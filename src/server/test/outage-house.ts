import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import connect from 'postgres';
import { servicesOf } from '#server/test/crash-drill.ts';
import { startFakeSmtp } from '#server/test/fake-smtp.ts';
import { startFakeStripe } from '#server/test/fake-stripe.ts';
import { startNginx } from '#server/test/nginx.ts';
import { startPgbouncer } from '#server/test/pgbouncer.ts';
import { freePort, startPostgres, withDatabase } from '#server/test/postgres.ts';
import { type Spawned, spawnShop } from '#server/test/shop-process.ts';
import { Way } from '#server/test/way.ts';

const DATABASE = 'knurl_outage';
const OPEN_WITHIN_MS = 60_000;

export type House = Awaited<ReturnType<typeof buildHouse>>;

/** Shop processes behind nginx, before PgBouncer and a Postgres of their own, with a gateway and a mail server. */
export async function buildHouse(processes: number) {
  const stripe = await startFakeStripe();
  const smtp = await startFakeSmtp();
  // Other tests take back what a crash of the server would lose; here it crashes.
  const postgres = await startPostgres({ settings: ['synchronous_commit = on'] });
  await postgres.execute(`create database ${DATABASE}`);
  const databaseUrl = withDatabase(postgres.url, DATABASE);
  const pooler = await startPgbouncer(databaseUrl);
  const listening = new Way(new URL(databaseUrl));
  const dataDir = await mkdtemp(join(tmpdir(), 'knurl-outage-'));
  const variables = {
    DATABASE_URL: pooler.url,
    LISTEN_URL: await listening.open(),
    DATA_DIR: dataDir,
    SHOP_MODE: 'demo',
    DEMO_DATA: 'off',
    // nginx, and before it the clients, who say where they come from.
    TRUST_PROXY: '2',
    ...servicesOf(stripe, smtp),
  };
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const shops: Spawned[] = [];
  const expected = new Set<Spawned>();
  const ended: string[] = [];

  /** Starts the process at this place and waits until it is ready for orders. */
  const open = async (place: number) => {
    const shop = spawnShop({ ...variables, PORT: String(ports[place]) });
    shops[place] = shop;
    void shop.ended.then(([code, signal]) => {
      if (!expected.has(shop))
        ended.push(`process ${place} ended by itself: ${code ?? signal}\n${shop.output()}`);
    });
    for (const since = Date.now(); ; await sleep(50)) {
      const ready = await fetch(`http://127.0.0.1:${ports[place]}/readyz`).catch(() => null);
      if (ready?.status === 200) return;
      if (Date.now() - since > OPEN_WITHIN_MS) throw new Error(`a process did not open: ${shop.output()}`);
    }
  };

  const end = async (place: number, signal: NodeJS.Signals) => {
    const shop = at(shops, place);
    expected.add(shop);
    shop.child.kill(signal);
    return shop.ended;
  };

  for (const place of ports.keys()) await open(place);
  const proxy = await startNginx(ports);
  return {
    url: proxy.url,
    databaseUrl,
    variables,
    stripe,
    smtp,
    postgres,
    listening,
    shops,
    /** Names the processes that nobody ended. */
    endedByThemselves: ended,
    open,
    end,
    tearDown: async () => {
      await Promise.all(shops.map((_, place) => end(place, 'SIGKILL')));
      await proxy.stop();
      await pooler.stop();
      await listening.close('gone');
      await postgres.stop();
      await Promise.all([stripe.close(), smtp.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Blow {
  name: string;
  /** Deals it and answers when it is over; throws when it did not happen. */
  strike(house: House): Promise<void>;
}

export const killOne = (place: number): Blow => ({
  name: `process ${place} is killed, and started again`,
  strike: async house => {
    const [, signal] = await house.end(place, 'SIGKILL');
    if (signal !== 'SIGKILL') throw new Error('the process was not killed');
    await sleep(1_000);
    await house.open(place);
  },
});

export const restartPostgres = (how: 'fast' | 'immediate'): Blow => ({
  name: `Postgres is restarted (${how})`,
  strike: async ({ postgres }) => {
    const before = postgres.pid;
    await postgres.restart(how);
    if (postgres.pid === before) throw new Error('Postgres was not restarted');
  },
});

export const freezeOne = (place: number, seconds: number): Blow => ({
  name: `process ${place} is frozen for ${seconds} s`,
  strike: async ({ shops }) => {
    const { child } = at(shops, place);
    child.kill('SIGSTOP');
    await sleep(seconds * 500);
    const state = /\) (\w)/.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))?.[1];
    await sleep(seconds * 500);
    child.kill('SIGCONT');
    if (state !== 'T') throw new Error('the process was not frozen');
  },
});

/** Over when every process listens on another connection than before. */
export const cutListening = (seconds: number): Blow => ({
  name: `what listens hears nothing for ${seconds} s`,
  strike: async house => {
    const before = await listeners(house);
    await house.listening.close('silent');
    await sleep(seconds * 1000);
    await house.listening.open();
    for (const since = Date.now(); ; await sleep(200)) {
      const now = await listeners(house);
      if (now.length >= house.shops.length && !now.some(pid => before.includes(pid))) return;
      if (Date.now() - since > OPEN_WITHIN_MS) throw new Error(`nobody listens anew: ${before} ${now}`);
    }
  },
});

async function listeners({ databaseUrl }: House): Promise<number[]> {
  const client = connect(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    const found = await client`select pid from pg_stat_activity where application_name = 'knurl listen'`;
    return found.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}

function at<T>(list: readonly T[], place: number): T {
  const one = list[place];
  if (one === undefined) throw new Error(`there is none at ${place}`);
  return one;
}
