import type { Dice } from '#demo/dice.ts';
import type { SessionUser } from '#server/context.ts';
import type { AppError } from '#server/errors.ts';
import { appRouter } from '#server/router.ts';
import type { Deed } from '#server/simulation/deeds.ts';
import type { Seen, Sent, Told } from '#server/simulation/judge.ts';
import { Dead } from '#server/simulation/link.ts';
import {
  type House,
  type Place,
  type Process,
  refusalIn,
  surprisedBy,
} from '#server/simulation/processes.ts';
import { type Call, MAY_REFUSE } from '#server/simulation/refusals.ts';
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
  /** The totals that edits of staff may have brought orders to, by their ids. */
  edited: Map<string, number[]>;
  /** Everything that somebody pressed a button for, by its key. */
  sent: Map<string, Sent>;
  /** Requests that a Primary approved, or tried to approve, and what they saw. */
  approved: Map<string, Seen[]>;
  /** Requests, and acts that wait for an Admin, of which somebody was told that they are declined, or taken back. */
  turnedDown: Set<string>;
  /** Acts that waited for an Admin, who said yes to them, or was about to. */
  allowed: Set<string>;
  /** All that staff did, and how it ended. */
  deeds: Deed[];
  /** Links by which anybody can pay an order. */
  links: { order: string; key: string }[];
  /** How often each kind of thing was done. */
  acted: Map<string, number>;
  /** A clerk is at customers' own prices: one at a time, so that the book of prices can follow. */
  isRepricing: boolean;
}

export function count({ acted }: Scene, what: string): void {
  acted.set(what, (acted.get(what) ?? 0) + 1);
}

/** Somebody who comes to the shop, and what they do there. Ends when they have left, with whatever it answers. */
export type Visit = (scene: Scene, dice: Dice) => Promise<unknown>;

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
/** Somebody else may be at the same thing; more in a row than that are no chance. */
const MAX_UNEXPLAINED = 2;

/** Calls the shop, on whichever process, again while no answer comes. Throws `Refused`. */
export type Ask = <T>(what: Call, call: (shop: Shop) => Promise<T>) => Promise<T>;

export function askAs(scene: Scene, dice: Dice, user: SessionUser | null, ip: string): Ask {
  const session = user ? (scene.town.sessions.get(user._id) ?? null) : null;
  return async (what, call) => {
    for (let [attempt, unexplained] = [1, 0]; attempt <= MAX_ATTEMPTS; attempt++) {
      const process = await scene.house.any(dice);
      const shop = createCaller(() => contextOf(process.app, { user, session, ip }));
      const answered = await answerOf(scene, process, what, () => call(shop));
      if ('answer' in answered) {
        count(scene, what);
        return answered.answer;
      }
      unexplained = answered.isExplained ? 0 : unexplained + 1;
      if (unexplained > MAX_UNEXPLAINED)
        scene.place.onBroken('a call is answered, unless something failed just then', what);
      await clock.sleep(dice.int(1, 20) * 1000);
    }
    throw new Refused('no answer');
  };
}

/** While nobody knows what became of a payment, its customers are told so. */
async function isPaymentInDoubt({ books }: Place): Promise<boolean> {
  const { rows } = await books.query(
    `select 1 from payments where status in ('starting', 'unknown') limit 1`,
  );
  return rows.length > 0;
}

/** Makes a call once. Without an answer to go by, or with none for now: whether a fault of that call explains it. */
async function answerOf<T>(
  scene: Scene,
  process: Process,
  what: Call,
  call: () => Promise<T>,
): Promise<{ answer: T } | { isExplained: boolean }> {
  const { place } = scene;
  const fault = place.faults.befall('call');
  if (fault) place.world.note(`${what}: ${fault}`);
  if (fault === 'call lost') return { isExplained: true };
  const before = process.strikes();
  const once = async () => ({ answer: await process.act(call) });
  try {
    const answered = fault === 'sent twice' ? await twice(scene, what, once) : await once();
    return fault === 'reply lost' ? { isExplained: true } : answered;
  } catch (error) {
    if (error instanceof Dead) return { isExplained: true };
    let refused: AppError | null = null;
    try {
      refused = refusalIn(error);
    } catch {
      surprisedBy(place, what, error);
    }
    const isStruck = process.strikes() > before;
    if (refused && !FOR_NOW.has(refused.reason)) throw refusedFor(scene, what, refused);
    return {
      isExplained: isStruck || (refused?.reason === 'gateway_unavailable' && (await isPaymentInDoubt(place))),
    };
  }
}

/** A call may be refused for few reasons alone; another one is a finding. */
function refusedFor(scene: Scene, what: Call, { reason, issues = [] }: AppError): Refused {
  const [first] = issues;
  const said = first ? `${reason} ${first.path.filter(part => typeof part === 'string').join('.')}` : reason;
  count(scene, `refused ${what}: ${said}`);
  const known: readonly string[] = MAY_REFUSE[what];
  if (!known.includes(said))
    scene.place.onBroken(
      'nobody is refused for a reason that they can’t meet',
      `${what}: ${said}, ${first?.message}`,
    );
  return new Refused(reason);
}

/** A double click: the page shows whichever answer is no refusal; neither may fail in a way that nobody knows. */
async function twice<T>({ place }: Scene, what: Call, once: () => Promise<T>): Promise<T> {
  const first = once();
  const second = once();
  const [one, other] = await Promise.allSettled([first, second]);
  for (const ended of [one, other])
    if (ended.status === 'rejected' && !(ended.reason instanceof Dead))
      surprisedBy(place, `${what}, twice`, ended.reason);
  if (one.status === 'fulfilled') return one.value;
  if (other.status === 'fulfilled') return other.value;
  throw one.reason;
}
