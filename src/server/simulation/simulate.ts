import { type Dice, diceFor } from '#demo/dice.ts';
import { isRefundPending, settleAll, settleRefunds } from '#server/simulation/bank.ts';
import { type FaultKind, type FaultName, faultsOf, REPEAT_MAILS } from '#server/simulation/faults.ts';
import {
  type Books,
  createJudge,
  type Judge,
  type Violation,
  type Witnesses,
} from '#server/simulation/judge.ts';
import { deliverEvents } from '#server/simulation/postman.ts';
import { openHouse, type Place, type Stage } from '#server/simulation/processes.ts';
import { count, Refused, type Scene, untilMeeting, type Visit } from '#server/simulation/scene.ts';
import { makeTown } from '#server/simulation/town.ts';
import { type Coming, VISITS } from '#server/simulation/visits.ts';
import type { PostOffice } from '#server/simulation/wires.ts';
import { holdWorld, type World } from '#server/simulation/world.ts';
import { fakeStripeWithin } from '#server/test/fake-stripe.ts';
import { clock } from '#server/time-and-chance.ts';

/** The things that came of a seed. */
export interface Outcome {
  seed: string;
  orders: number;
  /** How many visits the story has. */
  visits: number;
  deaths: number;
  acted: ReadonlyMap<string, number>;
  struck: ReadonlyMap<string, number>;
  /** Charges that came when nobody could have waited for them any more. */
  tooLate: number;
  violations: readonly Violation[];
  trace: string;
  /** All that was noted, in its order. */
  log: readonly string[];
}

/** Leaves something out: visits by their numbers, faults by kind or name (`ALL_FAULTS`). */
export interface Without {
  visits: ReadonlySet<number>;
  faults: ReadonlySet<FaultName | FaultKind>;
}

/** Looks at what a story has left, once it was judged. */
export type Inspect = (books: Books, witnesses: Witnesses) => Promise<void>;

export const WHOLE: Without = { visits: new Set(), faults: new Set() };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long time runs on after a visit began; then it jumps to the next. */
const LULL_MS = 60_000;
/** A plain week, and those in which the clocks change. */
const BEGINNINGS = ['2026-01-12T14:00:00Z', '2026-03-06T15:00:00Z', '2026-10-30T15:00:00Z'];

/** How a story goes. */
export interface Pace {
  begins(dice: Dice): Date;
  /** How many visits there are. */
  visits: { fewest: number; most: number };
  /** The milliseconds between two visits. */
  gap(dice: Dice): number;
  /** Kinds of faults that never strike. */
  spares: readonly FaultKind[];
  /** The cents that an Employee may give back a day: one of them. */
  dayLimits: readonly number[];
  /** Visits that come first, one after the other: so that there is something to meet at. */
  past: readonly VisitName[];
  /** The share of the others that come in twos, and do the same at the same moment. */
  twins: number;
  /** How often a visit comes among all others. */
  weightOf(name: VisitName): number;
}

type VisitName = keyof typeof VISITS;

/** Some visits come one upon the other, some days later; whatever can fail fails. */
export const WEEKS: Pace = {
  begins: dice => new Date(dice.pick(BEGINNINGS)),
  visits: { fewest: 20, most: 44 },
  gap: dice => (dice.chance(0.85) ? dice.int(0, 40_000) : dice.pick([3 * MINUTE, dice.int(0, 30) * HOUR])),
  spares: [],
  dayLimits: [6000, 40_000],
  past: [],
  twins: 0,
  weightOf: name => VISITS[name].weight,
};

/** Whoever comes most of all in weeks would leave no room for those who meet. */
const MOST_IN_RUSH = 5;

/**
 * Many come at once, and nothing fails but people's calls, what the payment service tells, and refunds that stay pending:
 * their transactions meet. It begins on the next day, always at the same hour, as the database's own clock is the real one
 * and must not be ahead. For the same reason no promise that compares the database's times can be broken here.
 */
export const RUSH: Pace = {
  begins: () => new Date(Math.ceil(clock.ms() / DAY) * DAY + 15 * HOUR),
  visits: { fewest: 12, most: 24 },
  gap: dice => dice.int(0, 4000),
  // A crossing could not have a commit fail, nor a notice get lost.
  spares: ['statement', 'commit', 'gateway', 'mail', 'job', 'notice', 'clock'],
  // By the database's clock, which is the real one, all that was given was given the day before.
  dayLimits: [4_000_000],
  past: [
    ...(['a guest buys', 'a customer buys', 'a customer buys', 'staff sell', 'staff take money'] as const),
    ...(['staff work', 'a customer sends back', 'staff give back', 'staff use what is on account'] as const),
  ],
  twins: 0.4,
  weightOf: name => {
    const { weight, inRush = Math.min(weight, MOST_IN_RUSH) }: Coming = VISITS[name];
    return inRush;
  },
};

/** Runs a story of a seed on a stage where nothing is but goods and queues, with its faults, and judges it. */
export async function simulate(
  open: (world: World) => Stage | Promise<Stage>,
  seed: string,
  pace = WEEKS,
  without = WHOLE,
  inspect: Inspect = async () => undefined,
): Promise<Outcome> {
  const dice = diceFor(`story ${seed}`);
  const world = holdWorld(seed, pace.begins(dice));
  try {
    const stage = await open(world);
    const faults = faultsOf(seed, new Set([...pace.spares, ...without.faults]), world.lived);
    const office: PostOffice = { taken: new Map(), refused: new Set() };
    const gateway = fakeStripeWithin();
    const judge = createJudge(stage.books, { refunds: gateway.refunds });
    const tooLate = new Set<string>();
    const place: Place = {
      ...{ ...stage, world, faults, office, gateway, tooLate },
      hasMoved: judge.afterCommit,
      onSurprise: what => judge.add('nothing fails in an unknown way', what),
      onBroken: judge.add,
    };
    // Chance of the database's own, by which jobs are tried again; it would go on from the story before.
    await stage.books.query(`select setseed(${diceFor(`database ${seed}`).next()})`);
    const town = await makeTown(stage.shared.db, dice, pace.dayLimits);
    const house = await openHouse(place, dice.int(1, 3), dice);
    const nothingYet = {
      told: [],
      edited: new Map(),
      sent: new Map(),
      approved: new Map(),
      turnedDown: new Set<string>(),
      allowed: new Set<string>(),
      deeds: [],
      links: [],
    };
    const scene: Scene = { place, house, town, acted: new Map(), isRepricing: false, ...nothingYet };
    void deliverEvents(scene, seed);
    void settleRefunds(scene, seed);
    const visits = await trade(scene, dice, { seed, pace, without });
    faults.end();
    await letHang(scene, judge);
    settleAll(scene, seed);
    await comeToRest(world, stage, judge);
    const deaths = house.deaths();
    const isCalm = deaths === 0 && !faults.haveStruck(REPEAT_MAILS);
    const { told, edited, sent, approved, turnedDown, allowed, deeds } = scene;
    const witnesses = {
      ...{ gateway, tooLate, office: office.taken, refused: office.refused, isCalm },
      ...{ told, edited, sent, approved, turnedDown, allowed, deeds, prices: town.prices },
    };
    await judge.atRest(witnesses);
    await inspect(stage.books, witnesses);
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
): Outcome => ({
  ...{ ...rest, acted, violations, struck: place.faults.struck, tooLate: place.tooLate.size },
  orders: new Set(told.map(({ _id }) => _id)).size,
});

/** Has one visit begin after the other, some while others are still there, some days later. Answers how many. */
async function trade(
  scene: Scene,
  dice: Dice,
  { seed, pace, without }: { seed: string; pace: Pace; without: Without },
): Promise<number> {
  const { world } = scene.place;
  const names = Object.keys(VISITS) as VisitName[];
  const bag = names.flatMap(name => Array<typeof name>(pace.weightOf(name)).fill(name));
  // All is drawn before anything happens, so that a visit that is left out changes none of the others.
  const past = pace.past.map((name, own) => ({ name, gap: MINUTE, own }));
  const rest = Array.from({ length: dice.int(pace.visits.fewest, pace.visits.most) }, (_, nth) => {
    const visit = { name: dice.pick(bag), gap: pace.gap(dice) };
    // Twins throw the same dice.
    const own = past.length + nth;
    return pace.twins > 0 && dice.chance(pace.twins)
      ? [
          { ...visit, own },
          { ...visit, gap: 0, own },
        ]
      : { ...visit, own };
  });
  const plan = [...past, ...rest.flat()];
  let here = 0;
  for (const [nth, { name, gap, own }] of plan.entries()) {
    const begins = world.now() + untilMeeting(gap);
    await world.run(Math.min(begins, world.now() + LULL_MS));
    // Now and then night falls while somebody is still there.
    const night = diceFor(`night ${nth} of ${seed}`);
    while (here > 0 && world.now() < begins && !night.chance(0.03)) await world.run(world.now() + 20_000);
    world.skip(begins);
    if (without.visits.has(nth)) continue;
    world.note(`visit ${nth}: ${name}`);
    count(scene, name);
    here += 1;
    void untilRefused(VISITS[name].visit, scene, diceFor(`visit ${own} of ${seed}`))
      .catch(error => scene.place.onSurprise(`${name}: ${error instanceof Error ? error.stack : error}`))
      .finally(() => {
        here -= 1;
      });
  }
  await world.run(world.now() + 5 * MINUTE);
  return plan.length;
}

/** Has a visit go on until the shop says no, which is no fault of anybody. */
async function untilRefused(visit: Visit, scene: Scene, dice: Dice): Promise<void> {
  try {
    await visit(scene, dice);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.reason === 'no answer') count(scene, 'no answer');
  }
}

/** Long enough for each process to look for jobs twice. */
const ROUND_MS = 190_000;

/** Has time pass until whatever is pending yet is so for more than a day, of which staff are told. */
async function letHang(scene: Scene, judge: Judge): Promise<void> {
  const { world, passTime } = scene.place;
  // The second round has all that was late in the first.
  for (const gap of [0, 13 * HOUR, 13 * HOUR]) {
    if (!isRefundPending(scene)) return;
    world.skip(world.now() + gap);
    await passTime();
    await world.run(world.now() + ROUND_MS);
  }
  await judge.whilePending();
}

/** Everything goes well from here on: whatever is retried, swept up or runs out has days for it. */
async function comeToRest(world: World, { passTime }: Stage, judge: Judge): Promise<void> {
  for (const gap of [0, 7 * HOUR, 7 * HOUR, DAY, DAY, 2 * DAY, 3 * DAY]) {
    world.skip(world.now() + gap);
    await passTime();
    await world.run(world.now() + ROUND_MS);
    if (gap >= 7 * HOUR && (await judge.waiting()) === 0) return;
  }
}
