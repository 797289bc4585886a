import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { diceFor } from '#demo/dice.ts';
import type { App } from '#server/context.ts';
import { type Database, openDatabase } from '#server/database/db.ts';
import { orders } from '#server/orders/tables.ts';
import { registerJobs } from '#server/register-jobs.ts';
import { layGround, makeFresh, openStill } from '#server/simulation/ground.ts';
import { COMMIT_FAULTS, type LinkFault, linkTo, STATEMENT_FAULTS } from '#server/simulation/link.ts';
import { holdWorld, type World } from '#server/simulation/world.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { type Kept, keep, lend } from '#server/test/kept-database.ts';
import { testParts } from '#server/test/parts.ts';
import { callerOf, guest, lineOf } from '#server/test/selling.ts';
import { expectStockExplained } from '#server/test/stock-sums.ts';
import { chance, clock } from '#server/time-and-chance.ts';

const MONDAY = new Date('2026-03-02T15:00:00Z');
const HOUR = 3_600_000;

/** Lets what is begun go on in the world until it has ended. */
async function within<T>(world: World, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  await world.run();
  return work;
}

describe('a world', () => {
  it('rings alarms at their instants, however far they lie apart, and gives time back when it ends', async () => {
    const before = Date.now();
    const world = holdWorld('alarms', MONDAY);
    const rung: string[] = [];
    const ring = (name: string) => rung.push(`${name} ${new Date().toISOString()}`);
    clock.setTimeout(ring, 40 * 24 * HOUR, 'late');
    setTimeout(ring, 1000, 'soon');
    clock.clearTimeout(clock.setTimeout(ring, 500, 'never'));
    const each = clock.setInterval(() => ring('each'), 15 * 24 * HOUR);
    void clock.sleep(2000).then(() => ring('slept'));
    await world.run(MONDAY.getTime() + 41 * 24 * HOUR);
    clock.clearInterval(each);
    expect(rung).toEqual([
      'soon 2026-03-02T15:00:01.000Z',
      'slept 2026-03-02T15:00:02.000Z',
      'each 2026-03-17T15:00:00.000Z',
      'each 2026-04-01T15:00:00.000Z',
      'late 2026-04-11T15:00:00.000Z',
    ]);
    expect(clock.elapsed()).toBe(41 * 24 * HOUR);
    world.end();
    expect(Date.now()).toBeGreaterThanOrEqual(before);
    expect(Date.now()).toBeLessThan(before + HOUR);
  });

  it('draws by its seed, ids in order of time among them', () => {
    const draw = (seed: string) => {
      const world = holdWorld(seed, MONDAY);
      const drawn = [
        chance.uuid(),
        chance.uuidInOrder(),
        chance.uuidInOrder(),
        chance.bytes(4).toString('hex'),
      ];
      world.end();
      return drawn;
    };
    expect(draw('one')).toEqual(draw('one'));
    expect(draw('one')).not.toEqual(draw('two'));
    const [, first = '', second = ''] = draw('one');
    expect(first < second).toBe(true);
  });

  it('has whoever is ready go on in an order of its seed', async () => {
    const orderOf = async (seed: string) => {
      const world = holdWorld(seed, MONDAY);
      const went: number[] = [];
      for (const nth of [1, 2, 3, 4, 5, 6]) void world.turn(`${nth}`).then(() => went.push(nth));
      await world.run();
      world.end();
      return went;
    };
    expect(await orderOf('a')).toEqual(await orderOf('a'));
    expect(await orderOf('a')).not.toEqual(await orderOf('b'));
  });
});

describe('a database that is opened in a world', () => {
  it('sets no alarm that rings for good', async () => {
    const world = holdWorld('opened', MONDAY);
    const database = await openDatabase({
      databaseUrl: null,
      dataDir: null,
      snapshot: inject('testSnapshot'),
    });
    try {
      await database.ping();
      await world.run();
      expect(clock.elapsed()).toBeLessThan(HOUR);
    } finally {
      world.end();
      await database.close();
    }
  });
});

let kept: Kept;
beforeAll(async () => {
  kept = await keep(await openStill(layGround));
});
afterAll(() => kept.database.close());

/** One knob of which there are ten, six guests at two processes who want two each, and faults on the way. */
async function sell(seed: string) {
  const { lent: shared, end } = lend(kept);
  const world = holdWorld(seed, MONDAY);
  const struck = new Map<LinkFault, number>();
  const dice = diceFor(`faults ${seed}`);
  let faultless = true;
  const befall = (what: 'statement' | 'commit') => {
    if (faultless || !dice.chance(what === 'commit' ? 1 / 12 : 1 / 80)) return null;
    const fault = dice.pick<LinkFault>(what === 'commit' ? COMMIT_FAULTS : STATEMENT_FAULTS);
    struck.set(fault, (struck.get(fault) ?? 0) + 1);
    return fault;
  };
  try {
    const knob = await makeVariant(shared.db, { price: usd(10), stock: 10 });
    const open = async (nth: number) => {
      const app = await testParts(linkTo(shared, world, `process ${nth}`, befall).database);
      registerJobs(app);
      await app.jobs.start({ work: false });
      return app;
    };
    const apps = [await within(world, open(1)), await within(world, open(2))];
    faultless = false;
    const told = Array<string>(6).fill('its process died');
    for (const nth of told.keys()) {
      void buy(apps[nth % 2] as App, knob, `10.0.0.${nth}`).then(what => {
        told[nth] = what;
      });
    }
    await world.run(MONDAY.getTime() + HOUR);
    return { placed: await ordersOf(shared), told, trace: world.trace(), struck };
  } finally {
    world.end();
    await end();
    await makeFresh(kept);
  }
}

/** Orders and pays as a browser does: what got no answer is asked again under the same key. */
async function buy(app: App, knob: MadeVariant, ip: string): Promise<string> {
  const shop = callerOf(app, null, ip);
  const cart = [lineOf(knob, 2)];
  const idempotencyKey = chance.uuid();
  for (let attempt = 1; attempt <= 20; attempt++) {
    try {
      const { total } = await shop.orders.getCost({ cart, shippingMethod: 'local' });
      const { _id, orderKey } = await shop.orders.submit({
        ...guest,
        ...{ cart, shippingMethod: 'local', total, idempotencyKey },
      });
      const card = { testOutcome: 'approve' as const };
      const { order } = await shop.payments.charge({ order: { _id, orderKey }, card });
      return order.status;
    } catch (error) {
      if ((error as { code?: string }).code === 'CONFLICT') return 'sold out';
      await clock.sleep(1000);
    }
  }
  return 'gave up';
}

/** All orders by their numbers, once the moves of stock explain what is left of it. */
async function ordersOf(shared: Database) {
  await expectStockExplained(shared.db);
  return shared.db
    .select({ status: orders.status, total: orders.total, paid: orders.paid })
    .from(orders)
    .orderBy(asc(orders.orderNumber));
}

describe('two processes on one database, and faults between them', () => {
  it('tell one story of one seed', async () => {
    const first = await sell('1');
    expect(await sell('1')).toEqual(first);
    expect((await sell('2')).trace).not.toBe(first.trace);
  });

  it('sell no piece twice, and tell nobody of an order that is not there', async () => {
    const struck = new Set<LinkFault>();
    for (const seed of ['3', '4', '7', '8', '9', '10', '11', '12']) {
      const { placed, told, struck: faults } = await sell(seed);
      for (const name of faults.keys()) struck.add(name);
      const bought = told.filter(what => what === 'Submitted').length;
      const paid = placed.filter(order => order.paid).length;
      expect(paid, `seed ${seed}`).toBeGreaterThanOrEqual(bought);
      expect(placed.length, `seed ${seed}`).toBeLessThanOrEqual(5);
      const ends = new Set(told);
      for (const end of ['Submitted', 'sold out', 'its process died']) ends.delete(end);
      expect([...ends], `seed ${seed}`).toEqual([]);
    }
    expect(struck.size).toBeGreaterThan(4);
  });
});
