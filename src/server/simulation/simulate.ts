import type { PGlite } from '@electric-sql/pglite';
import { type Dice, diceFor } from '#demo/dice.ts';
import type { Database } from '#server/database/db.ts';
import { faultsOf } from '#server/simulation/faults.ts';
import { AT_REST, createJudge, type Judge, type Violation } from '#server/simulation/judge.ts';
import { VISITS } from '#server/simulation/people.ts';
import { deliverEvents } from '#server/simulation/postman.ts';
import { openHouse, type Place } from '#server/simulation/processes.ts';
import { count, makeTown, type Scene } from '#server/simulation/scene.ts';
import type { PostOffice } from '#server/simulation/wires.ts';
import { holdWorld, type World } from '#server/simulation/world.ts';
import { fakeStripeWithin } from '#server/test/fake-stripe.ts';

/** The things that came of a seed. */
export interface Outcome {
  seed: string;
  orders: number;
  /** How many visits the story has. */
  visits: number;
  deaths: number;
  acted: ReadonlyMap<string, number>;
  struck: ReadonlyMap<string, number>;
  violations: readonly Violation[];
  trace: string;
  /** All that was noted, in its order. */
  log: readonly string[];
}

/** Leaves something out: visits by their numbers, faults by kind or name (`ALL_FAULTS`). */
export interface Without {
  visits: ReadonlySet<number>;
  faults: ReadonlySet<string>;
}

export const NOTHING: Without = { visits: new Set(), faults: new Set() };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** So long after the last one came, time goes by as it does; then it jumps to the next. */
const LULL_MS = 60_000;
/** A plain week, and those in which the clocks change. */
const BEGINNINGS = ['2026-01-12T14:00:00Z', '2026-03-06T15:00:00Z', '2026-10-30T15:00:00Z'];

/** Runs weeks of trade of a seed on an empty, migrated database, with its faults, and judges them. */
export async function simulate(shared: Database, seed: string, without = NOTHING): Promise<Outcome> {
  const dice = diceFor(`story ${seed}`);
  const world = holdWorld(seed, new Date(dice.pick(BEGINNINGS)));
  const { $client: client } = shared.db as unknown as { $client: PGlite };
  const judge = createJudge(client);
  const faults = faultsOf(seed, without.faults);
  const office: PostOffice = new Map();
  const place: Place = {
    ...{ shared, world, faults, office, gateway: fakeStripeWithin() },
    hasMoved: judge.afterCommit,
    onSurprise: what => judge.add('nothing fails in an unknown way', what),
  };
  try {
    const town = await makeTown(shared.db, dice);
    const house = await openHouse(place, dice.int(1, 3));
    const scene: Scene = { place, house, town, told: [], acted: new Map() };
    void deliverEvents(scene, seed);
    const visits = await trade(scene, world, dice, { seed, without });
    faults.end();
    await comeToRest(world, client);
    await judge.atRest({ gateway: place.gateway, office, told: scene.told });
    const deaths = house.deaths();
    house.close();
    await world.run(world.now() + MINUTE);
    return outcome(scene, judge, { seed, visits, deaths, trace: world.trace(), log: world.log() });
  } finally {
    world.end();
  }
}

const outcome = (
  { told, acted, place }: Scene,
  { violations }: Judge,
  rest: Pick<Outcome, 'seed' | 'visits' | 'deaths' | 'trace' | 'log'>,
): Outcome => ({ ...rest, orders: told.length, acted, struck: place.faults.struck, violations });

/** Has one visit begin after the other, some while others are still there, some days later. Answers how many. */
async function trade(
  scene: Scene,
  world: World,
  dice: Dice,
  { seed, without }: { seed: string; without: Without },
): Promise<number> {
  const visits = Object.entries(VISITS);
  const bag = visits.flatMap(([name, { weight }]) => Array<string>(weight).fill(name));
  const many = dice.int(25, 60);
  let here = 0;
  for (let nth = 0; nth < many; nth++) {
    const name = dice.pick(bag);
    const gap = dice.pick([dice.int(0, 30_000), dice.int(0, 30_000), 3 * MINUTE, dice.int(0, 30) * HOUR]);
    const begins = world.now() + gap;
    await world.run(Math.min(begins, world.now() + LULL_MS));
    // Now and then night falls while somebody is still there.
    while (here > 0 && world.now() < begins && !dice.chance(0.03)) await world.run(world.now() + 20_000);
    world.skip(begins);
    if (without.visits.has(nth)) continue;
    world.note(`visit ${nth}: ${name}`);
    count(scene, name);
    here += 1;
    void VISITS[name]
      ?.visit(scene, diceFor(`visit ${nth} of ${seed}`), nth)
      .catch(error => scene.place.onSurprise(`${name}: ${error instanceof Error ? error.stack : error}`))
      .finally(() => {
        here -= 1;
      });
  }
  await world.run(world.now() + 5 * MINUTE);
  return many;
}

/** Everything goes well from here on: whatever is retried, swept up or runs out has days for it. */
async function comeToRest(world: World, client: Pick<PGlite, 'query'>): Promise<void> {
  for (const gap of [0, 0, 20 * MINUTE, HOUR, 6 * HOUR, 7 * HOUR, DAY, DAY, 2 * DAY, 3 * DAY]) {
    world.skip(world.now() + gap);
    await world.run(world.now() + 130_000);
    if (gap >= 7 * HOUR && (await waiting(client)) === 0) return;
  }
}

const WAITING = Object.values(AT_REST).map(broken => `(select count(*) from (${broken}) as t)`);

const waiting = async (client: Pick<PGlite, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ left: number }>(`select (${WAITING.join(' + ')})::int as left`);
  return rows[0]?.left ?? 0;
};
