import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { openDatabase } from '#server/database/db.ts';
import { migrate } from '#server/database/migrate.ts';
import { parseEnv } from '#server/env.ts';
import { createLogger } from '#server/logging.ts';
import { closeParts, openParts } from '#server/open-parts.ts';
import type { Checkout } from '#server/test/crash-clients.ts';
import { comeToRest } from '#server/test/crash-drill.ts';
import { expectSoundBooks } from '#server/test/crash-verdict.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { type Blow, buildHouse, type House } from '#server/test/outage-house.ts';
import { guest, lineOf } from '#server/test/selling.ts';
import type { Figures, Order } from '#shared/schemas/orders.ts';

export interface OutageDrill {
  processes: number;
  blows: readonly Blow[];
  /** Orders a second; `half`: just under half of the most that all are answered at. */
  rate: number | 'half';
  /** Before each blow and after the last (s). */
  calm: number;
  /** An order that a blow met on its way counts as begun in it. */
  isLenient?: boolean;
}

/** One order as its customer saw it. */
interface Attempt {
  begun: number;
  ended: number;
  /** Statuses of the answers to submit and charge; 0: no answer. */
  statuses: number[];
}

interface Report {
  rate: number;
  /** Orders begun outside each blow and the ten seconds after its end, and those that were answered. */
  outside: number;
  answered: number;
  /** All orders, and those that the shop said are paid. */
  begun: number;
  paid: number;
  refused: string[];
}

/** For who watches: this takes minutes. */
const tell = (line: string) => void process.stdout.write(`  ${line}\n`);

const AFTERMATH_MS = 10_000;
const STOCK = 1_000_000;
const RAMP = [4, 8, 12, 16, 20, 25, 30, 35, 40, 50, 65, 80];
const RAMP_MS = 6_000;
/** An order that waits longer stands in a line that grows: a while later such a load is refused. */
const KEEPS_UP_MS = 2_000;

/** Sells while blow after blow falls, then lets the shop come to rest and holds its books against what all saw. */
export async function outageDrill(drill: OutageDrill): Promise<Report> {
  const house = await buildHouse(drill.processes);
  try {
    const street = await openStreet(house);
    const rate = drill.rate === 'half' ? (await findHighest(street)) * 0.48 : drill.rate;
    const attempts: Attempt[] = [];
    const selling = sell(street, rate, attempts);
    const windows: { from: number; to: number }[] = [];
    for (const blow of drill.blows) {
      await sleep(drill.calm * 1000);
      const from = Date.now();
      await blow.strike(house);
      windows.push({ from, to: Date.now() + AFTERMATH_MS });
      tell(`${blow.name}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
      await sleep(AFTERMATH_MS);
    }
    await sleep(drill.calm * 1000);
    await selling.stop();
    expect(await Promise.all(house.shops.map((_, place) => house.end(place, 'SIGTERM')))).toEqual(
      house.shops.map(() => [0, null]),
    );
    expect(house.endedByThemselves).toEqual([]);
    await judge(house, street);
    const said = report(rate, attempts, windows, drill.isLenient ?? false);
    tell(JSON.stringify(said));
    return said;
  } finally {
    await house.tearDown();
  }
}

interface Street {
  house: House;
  goods: MadeVariant[];
  carts: { cart: ReturnType<typeof lineOf>[]; total: number }[];
  checkouts: Checkout[];
}

async function openStreet(house: House): Promise<Street> {
  const goods: MadeVariant[] = [];
  const database = await openDatabase({ databaseUrl: house.databaseUrl, dataDir: null });
  try {
    await migrate(database);
    for (let n = 0; n < 6; n++)
      goods.push(await makeVariant(database.db, { price: usd(4.35 + n), stock: STOCK }));
  } finally {
    await database.close();
  }
  const carts = goods.map((good, n) => [lineOf(good, 1 + (n % 3)), lineOf(goods[(n + 1) % 6] ?? good, 2)]);
  const priced = await Promise.all(
    carts.map(async cart => {
      const { status, body } = await ask(house.url, 'PATCH', '/orders/getCost', {
        cart,
        shippingMethod: 'ground',
      });
      if (status !== 200) throw new Error(`getCost answered ${JSON.stringify(body)}`);
      return { cart, total: (body as unknown as Figures).total };
    }),
  );
  return { house, goods, carts: priced, checkouts: [] };
}

/** The most orders a second that the processes keep up with, answering every one; in steps. */
async function findHighest(street: Street): Promise<number> {
  let highest = 0;
  for (const rate of RAMP) {
    const attempts: Attempt[] = [];
    const selling = sell(street, rate, attempts);
    await sleep(RAMP_MS);
    await selling.stop();
    if (!attempts.every(attempt => isAnswered(attempt) && attempt.ended - attempt.begun < KEEPS_UP_MS)) break;
    highest = rate;
  }
  tell(`every order is answered up to ${highest} a second`);
  if (highest === 0) throw new Error('not even the lowest load is answered');
  return highest;
}

/** Begins orders at a steady pace, however long the answers take. */
function sell(street: Street, rate: number, attempts: Attempt[]) {
  const open = new Set<Promise<void>>();
  const since = Date.now();
  let begun = 0;
  const timer = setInterval(() => {
    for (; begun < ((Date.now() - since) / 1000) * rate; begun++) {
      const order = placeOrder(street, begun)
        .then(attempt => void attempts.push(attempt))
        .finally(() => open.delete(order));
      open.add(order);
    }
  }, 10);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

async function placeOrder({ house, carts, checkouts }: Street, n: number): Promise<Attempt> {
  const begun = Date.now();
  const { cart, total } = carts[n % carts.length] ?? { cart: [], total: 0 };
  const checkout: Checkout = { key: randomUUID(), order: null, paid: false };
  checkouts.push(checkout);
  const placed = await ask(house.url, 'POST', '/orders', {
    ...guest,
    cart,
    total,
    idempotencyKey: checkout.key,
  });
  if (placed.status !== 200) return { begun, ended: Date.now(), statuses: [placed.status] };
  checkout.order = placed.body as unknown as Order;
  const { _id, orderKey } = checkout.order;
  const card = { confirmationToken: house.stripe.confirmationToken('approve') };
  const charged = await ask(house.url, 'POST', '/creditCard/charge', { order: { _id, orderKey }, card });
  checkout.paid = charged.status === 200;
  return { begun, ended: Date.now(), statuses: [placed.status, charged.status] };
}

let asked = 0;

async function ask(url: string, method: string, path: string, body: object) {
  // From everywhere: one address alone may not begin so many orders.
  asked += 1;
  const from = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      signal: AbortSignal.timeout(45_000),
      headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: response.ok ? JSON.parse(text) : text };
  } catch {
    return { status: 0, body: 'no answer' };
  }
}

const isAnswered = ({ statuses }: Attempt) =>
  statuses.length === 2 && statuses.every(status => status === 200);

async function judge(house: House, { checkouts, goods }: Street): Promise<void> {
  const parts = await openParts(
    parseEnv({ ...house.variables, JOBS: 'off' }, () => 'k'.repeat(64)),
    createLogger('silent'),
  );
  try {
    await comeToRest(parts);
    await expectSoundBooks(parts.db, {
      checkouts,
      goods,
      stocks: goods.map(() => STOCK),
      stripe: house.stripe,
      smtp: house.smtp,
      // Each end of a process or of a connection may send one mail of each running job again.
      kills: 10,
    });
  } finally {
    await closeParts(parts, 0);
  }
}

/** When an order was begun, beside the blow that ended last before it. */
function describeMoment(
  begun: number,
  ended: number,
  windows: readonly { from: number; to: number }[],
): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  const last = windows.findLastIndex(({ from }) => from <= begun);
  const next = windows[last + 1];
  const before = windows[last];
  return [
    before && `${seconds(begun - before.to + AFTERMATH_MS)} s after the end of blow ${last + 1}`,
    next && `${seconds(next.from - begun)} s before blow ${last + 2}`,
    `answered after ${seconds(ended - begun)} s`,
  ]
    .filter(Boolean)
    .join(', ');
}

function report(
  rate: number,
  attempts: readonly Attempt[],
  windows: readonly { from: number; to: number }[],
  isLenient: boolean,
): Report {
  const isOutside = ({ begun, ended }: Attempt) =>
    windows.every(({ from, to }) => begun > to || (isLenient ? ended : begun) < from);
  const outside = attempts.filter(isOutside);
  const refused = outside
    .filter(attempt => !isAnswered(attempt))
    .map(({ begun, ended, statuses }) => `${statuses.join(', ')} (${describeMoment(begun, ended, windows)})`);
  return {
    rate,
    outside: outside.length,
    answered: outside.length - refused.length,
    begun: attempts.length,
    paid: attempts.filter(isAnswered).length,
    refused,
  };
}
