import type { Dice } from '#demo/dice.ts';
import type { SessionUser } from '#server/context.ts';
import type { AppError } from '#server/errors.ts';
import { appRouter } from '#server/router.ts';
import type { Told } from '#server/simulation/judge.ts';
import { Dead } from '#server/simulation/link.ts';
import {
  type House,
  type Place,
  type Process,
  refusalIn,
  surprisedBy,
} from '#server/simulation/processes.ts';
import type { Town } from '#server/simulation/town.ts';
import { contextOf } from '#server/test/context.ts';
import { clock } from '#server/time-and-chance.ts';
import { createCallerFactory } from '#server/trpc.ts';
import type { ErrorReason } from '#shared/errors.ts';

const createCaller = createCallerFactory(appRouter);
type Shop = ReturnType<typeof createCaller>;

/** Everything that people of a simulation act on. */
export interface Scene {
  place: Place;
  house: House;
  town: Town;
  told: Told[];
  /** Requests that a Primary approved, or tried to approve, and the cents that they saw. */
  approved: Map<string, number[]>;
  /** How often each kind of thing was done. */
  acted: Map<string, number>;
  /** A clerk is at customers' own prices: one at a time, so that the book of prices can follow. */
  isRepricing: boolean;
}

export function count({ acted }: Scene, what: string): void {
  acted.set(what, (acted.get(what) ?? 0) + 1);
}

/** Somebody who comes to the shop, and what they do there. Ends when they have left. */
export type Visit = (scene: Scene, dice: Dice) => Promise<void>;

/** People come and act at few instants, so that they meet: a transaction takes a millisecond, a visit minutes. */
const MEETS_MS = 5000;

/** The milliseconds until the next instant at which people meet, from so many on. */
export const untilMeeting = (ms: number) => {
  const at = clock.ms() + ms;
  return Math.ceil(at / MEETS_MS) * MEETS_MS - clock.ms();
};

/** Waits for so long, and until the next meeting. */
export const rest = (dice: Dice, seconds: number) => clock.sleep(untilMeeting(dice.int(0, seconds * 1000)));

/** The shop said no: with a reason that its customers know. */
export class Refused extends Error {
  constructor(readonly reason: ErrorReason | 'no answer') {
    super(reason);
  }
}

/** Refusals that may be over in a while. */
const FOR_NOW = new Set<ErrorReason>(['busy', 'unavailable', 'gateway_unavailable']);
const MAX_ATTEMPTS = 12;

/** Calls the shop, on whichever process, again while no answer comes. Throws `Refused`. */
export type Ask = <T>(what: string, call: (shop: Shop) => Promise<T>) => Promise<T>;

export function askAs(scene: Scene, dice: Dice, user: SessionUser | null, ip: string): Ask {
  const session = user ? (scene.town.sessions.get(user._id) ?? null) : null;
  return async (what, call) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const process = await scene.house.any(dice);
      const shop = createCaller(() => contextOf(process.app, { user, session, ip }));
      const answered = await answerOf(scene, process, what, () => call(shop));
      if (answered) {
        count(scene, what);
        return answered.answer;
      }
      await clock.sleep(dice.int(1, 20) * 1000);
    }
    if (!mayBeSilent(scene))
      scene.place.onBroken('a call that is made again is answered, unless a service failed', what);
    throw new Refused('no answer');
  };
}

/** While nobody knows what became of a payment, its customer may be told so for minutes. */
const mayBeSilent = ({ place }: Scene) => place.faults.haveStruck(['gateway', 'statement', 'commit']);

/** Makes a call once. Null: no answer to go by, or none for now. */
async function answerOf<T>(
  { place }: Scene,
  process: Process,
  what: string,
  call: () => Promise<T>,
): Promise<{ answer: T } | null> {
  const fault = place.faults.befall('call');
  if (fault) place.world.note(`${what}: ${fault}`);
  if (fault === 'call lost') return null;
  const once = async () => ({ answer: await process.act(call) });
  try {
    const answered = fault === 'sent twice' ? await twice(once) : await once();
    return fault === 'reply lost' ? null : answered;
  } catch (error) {
    if (error instanceof Dead) return null;
    let refused: AppError | null = null;
    try {
      refused = refusalIn(error);
    } catch {
      surprisedBy(place, what, error);
    }
    if (refused && !FOR_NOW.has(refused.reason)) throw new Refused(refused.reason);
    return null;
  }
}

/** A double click: the page shows whichever answer is no refusal. */
async function twice<T>(once: () => Promise<T>): Promise<T> {
  const first = once();
  const second = once();
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === 'fulfilled') return one.value;
  if (other.status === 'fulfilled') return other.value;
  throw one.reason;
}
