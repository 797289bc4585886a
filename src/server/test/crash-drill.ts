import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { App } from '#server/context.ts';
import { openDatabase, rows } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { parseEnv } from '#server/env.ts';
import { createLogger } from '#server/logging.ts';
import { closeParts, openParts } from '#server/open-parts.ts';
import { expireHolds } from '#server/orders/cancel-order.ts';
import { reconcileOpenPayments } from '#server/payments/charge.ts';
import { type Checkout, type Street, shopOn } from '#server/test/crash-clients.ts';
import { expectSoundBooks } from '#server/test/crash-verdict.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { type FakeSmtp, startFakeSmtp } from '#server/test/fake-smtp.ts';
import { type FakeStripe, startFakeStripe } from '#server/test/fake-stripe.ts';
import { type ShopProcess, spawnShop, startShop } from '#server/test/shop-process.ts';

export interface Drill {
  databaseUrl: string | null;
  dataDir: string;
  kills: number;
  /** Decides the moments of the kills and what clients do. */
  seed: number;
}

const CLIENTS = 8;
const STOCKS = [60, 300, 5000, 5000, 5000, 5000];

/**
 * Kills a server process again and again while clients check out, with a payment service and a mail server that
 * live on, then lets the shop come to rest and holds its books against what clients, payment and mail service saw.
 */
export async function crashDrill(drill: Drill): Promise<{ checkouts: Checkout[] }> {
  const stripe = await startFakeStripe();
  const smtp = await startFakeSmtp();
  try {
    const variables = variablesOf(drill, stripe, smtp);
    const goods = await stock(drill);
    const checkouts = await killWhileSelling(drill, variables, stripe, goods);
    const parts = await openParts(
      parseEnv({ ...variables, JOBS: 'off' }, () => 'k'.repeat(64)),
      createLogger('silent'),
    );
    try {
      await comeToRest(parts);
      await expectSoundBooks(parts.db, {
        checkouts,
        goods,
        stocks: STOCKS,
        stripe,
        smtp,
        kills: drill.kills,
      });
    } finally {
      await closeParts(parts, 0);
    }
    return { checkouts };
  } finally {
    await Promise.all([stripe.close(), smtp.close()]);
  }
}

function variablesOf({ databaseUrl, dataDir }: Drill, stripe: FakeStripe, smtp: FakeSmtp) {
  return {
    SHOP_MODE: 'demo',
    DEMO_DATA: 'off',
    TRUST_PROXY: '1',
    DATA_DIR: dataDir,
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...servicesOf(stripe, smtp),
  };
}

/** The variables by which a shop pays and mails through these. */
export function servicesOf({ options }: FakeStripe, smtp: FakeSmtp) {
  return {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: options.secretKey,
    STRIPE_PUBLISHABLE_KEY: options.publishableKey,
    STRIPE_WEBHOOK_SECRET: options.webhookSecret,
    STRIPE_API_BASE: options.apiBase,
    MAIL: 'smtp',
    SMTP_URL: smtp.url(),
    MAIL_FROM: 'Knurl <shop@knurl.example>',
  };
}

async function stock({ databaseUrl, dataDir }: Drill): Promise<MadeVariant[]> {
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await migrate(database);
    const goods: MadeVariant[] = [];
    for (const [n, stock] of STOCKS.entries()) {
      goods.push(await makeVariant(database.db, { price: usd(4.35 + n), stock }));
    }
    return goods;
  } finally {
    await database.close();
  }
}

async function killWhileSelling(
  drill: Drill,
  variables: Record<string, string>,
  stripe: FakeStripe,
  goods: MadeVariant[],
): Promise<Checkout[]> {
  const random = seeded(drill.seed);
  let process: ShopProcess = await startShop(variables);
  let isOver = false;
  const checkouts: Checkout[] = [];
  const street: Street = {
    url: () => process.url,
    random: seeded(drill.seed + 1),
    stripe,
    goods,
    checkouts,
    over: () => isOver,
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, () => shopOn(street)));
  // A client that finds fault ends the drill with it at once.
  const fault = clients.then(() => Promise.reject(new Error('the clients went home too early')));
  fault.catch(() => undefined);
  try {
    for (let kill = 1; kill <= drill.kills; kill++) {
      const before = countPaid(checkouts);
      await Promise.race([fault, sleep(50 + random() * 1450)]);
      // Most lives see a payment, however slow the machine is: who waits for one in vain is a client that finds fault.
      const isLong = random() < 0.75;
      while (isLong && countPaid(checkouts) === before) await Promise.race([fault, sleep(100 * random())]);
      await process.end();
      if (kill % 8 === 0) await killWhileStarting(variables, random);
      process = await startShop(variables);
    }
    await sleep(1000);
    isOver = true;
    await clients;
    expect(await process.end('SIGTERM')).toEqual([0, null]);
  } finally {
    isOver = true;
    await process.end();
  }
  return checkouts;
}

const countPaid = (checkouts: readonly Checkout[]) => checkouts.filter(({ paid }) => paid).length;

async function killWhileStarting(variables: Record<string, string>, random: () => number) {
  const { child, ended } = spawnShop(variables);
  await sleep(100 + random() * 1500);
  child.kill('SIGKILL');
  await ended;
}

/** Does at once what the jobs of a shop do within the next quarter of an hour. */
export async function comeToRest(parts: App): Promise<void> {
  const { db, jobs } = parts;
  await db.execute(sql`update payments set updated_at = updated_at - interval '10 minutes'`);
  // Jobs that died with their process would be given back when their time is up.
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`);
  for (let round = 0; round < 3; round++) {
    await reconcileOpenPayments(parts);
    await jobs.drain();
    await expireHolds(parts, new Date(Date.now() + 16 * 60_000));
    await jobs.drain({ delayed: true });
  }
  const [open] = rows<{ held: number; payments: number; refunds: number; mails: number }>(
    await db.execute(sql`select
      (select count(*)::int from orders where status = 'Held') as held,
      (select count(*)::int from payments where status in ('starting', 'unknown', 'requires_action')) as payments,
      (select count(*)::int from refunds where status in ('starting', 'unknown')) as refunds,
      (select count(*)::int from emails where status = 'queued') as mails`),
  );
  expect(open).toEqual({ held: 0, payments: 0, refunds: 0, mails: 0 });
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
