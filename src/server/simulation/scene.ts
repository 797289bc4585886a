import type { Dice } from '#demo/dice.ts';
import { sessions } from '#server/auth/tables.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import type { AppError } from '#server/errors.ts';
import { appRouter } from '#server/router.ts';
import type { Told } from '#server/simulation/judge.ts';
import { Dead } from '#server/simulation/link.ts';
import { type House, type Place, type Process, refusalIn } from '#server/simulation/processes.ts';
import { contextOf } from '#server/test/context.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { clock } from '#server/time-and-chance.ts';
import { createCallerFactory } from '#server/trpc.ts';

const createCaller = createCallerFactory(appRouter);
type Shop = ReturnType<typeof createCaller>;

/** The people of a simulated shop, and the goods that it has. */
export interface Town {
  goods: readonly MadeVariant[];
  coupon: string;
  company: string;
  primary: SessionUser;
  member: SessionUser;
  retail: SessionUser;
  employee: SessionUser;
  sessions: ReadonlyMap<string, Context['session']>;
}

/** Everything that people of a simulation act on. */
export interface Scene {
  place: Place;
  house: House;
  town: Town;
  told: Told[];
  /** How often each kind of thing was done. */
  acted: Map<string, number>;
}

export function count({ acted }: Scene, what: string): void {
  acted.set(what, (acted.get(what) ?? 0) + 1);
}

/** The shop said no: with a reason that its customers know. */
export class Refused extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Refusals that may be over in a while. */
const FOR_NOW = new Set(['busy', 'unavailable', 'gateway_unavailable', 'too_many']);
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
    throw new Refused('no answer');
  };
}

/** Makes a call once. Null: no answer to go by, or none for now. */
async function answerOf<T>(
  { place }: Scene,
  { death }: Process,
  what: string,
  call: () => Promise<T>,
): Promise<{ answer: T } | null> {
  const fault = place.faults.befall('call');
  if (fault) place.world.note(`${what}: ${fault}`);
  if (fault === 'call lost') return null;
  const once = async () => ({ answer: await Promise.race([call(), death]) });
  try {
    const answered = fault === 'sent twice' ? await twice(once) : await once();
    return fault === 'reply lost' ? null : answered;
  } catch (error) {
    if (error instanceof Dead) return null;
    let refused: AppError | null = null;
    try {
      refused = refusalIn(error);
    } catch {
      place.onSurprise(`${what}: ${error instanceof Error ? error.stack : error}`);
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

export const CREDIT_LIMIT = 900;

/** Makes what a shop of a seed has: few pieces of some goods, a coupon that is soon used up, a company with credit. */
export async function makeTown(db: Db, dice: Dice): Promise<Town> {
  const goods: MadeVariant[] = [];
  for (const [nth, kind] of ['Knob', 'Pull', 'Hinge', 'Slide'].entries()) {
    const title = `${kind} of the town`;
    const stock = dice.int(4, 60);
    const price = usd(dice.int(150, 4999) / 100);
    const variant = {
      productNum: `${kind.toUpperCase()}-${nth}`,
      price,
      stock,
      backOrder: dice.chance(0.15),
    };
    goods.push(await makeVariant(db, variant, { title, type: kind }));
  }
  const coupon = 'TOWN10';
  await db.insert(coupons).values({ code: coupon, type: 0, value: 10, maxUses: dice.int(1, 4) });
  const company = await makeCompany(db, {
    ...{ name: 'Hollis Cabinets', accountNumber: 'T-1', creditLimit: usd(CREDIT_LIMIT), taxExempt: true },
  });
  const people = {
    primary: { name: 'Dana Hollis', email: 'dana@hollis.test', company },
    member: {
      name: 'Sam Ortiz',
      email: 'sam@hollis.test',
      company,
      role: 'Member' as const,
      spendingLimit: usd(400),
    },
    retail: { name: 'Rita Brown', email: 'rita@home.test' },
    employee: { name: 'Erin Counter', email: 'erin@shop.test', permissionLevel: 'Employee' as const },
  };
  const made = {} as Record<keyof typeof people, SessionUser>;
  const known = new Map<string, Context['session']>();
  for (const [name, person] of Object.entries(people)) {
    const user = await makeUser(db, { ...person, emailConfirmedAt: clock.now().toISOString() });
    const hash = `session of ${person.email}`;
    const expiresAt = new Date(clock.ms() + 90 * 86_400_000).toISOString();
    await db.insert(sessions).values({ hash, user: user._id, expiresAt });
    known.set(user._id, { hash, impersonatorId: null });
    made[name as keyof typeof people] = user;
  }
  return { goods, coupon, company, ...made, sessions: known };
}
