import { eq } from 'drizzle-orm';
import type { Dice } from '#demo/dice.ts';
import { sessions } from '#server/auth/tables.ts';
import type { Context, SessionUser } from '#server/context.ts';
import { coupons } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import type { AppError } from '#server/errors.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { products } from '#server/products/tables.ts';
import { appRouter } from '#server/router.ts';
import type { PriceTag, Told } from '#server/simulation/judge.ts';
import { Dead } from '#server/simulation/link.ts';
import {
  type House,
  type Place,
  type Process,
  refusalIn,
  surprisedBy,
} from '#server/simulation/processes.ts';
import { contextOf } from '#server/test/context.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { clock } from '#server/time-and-chance.ts';
import { createCallerFactory } from '#server/trpc.ts';
import { recordOpening } from '#server/variants/stock-moves.ts';
import { bundleItems, stockMoves, variants } from '#server/variants/tables.ts';
import { toCents } from '#shared/rules/money.ts';

const createCaller = createCallerFactory(appRouter);
type Shop = ReturnType<typeof createCaller>;

/** The people of a simulated shop, and the goods that it has. */
export interface Town {
  goods: readonly MadeVariant[];
  /** All prices that goods have had. */
  prices: PriceTag[];
  /** Its uses are limited in all. */
  coupon: string;
  /** Can be used once by each customer. */
  onceEach: string;
  /** The shop's phone number, and when it was looked up last (milliseconds since 1970). */
  phone: { now: string; since: number };
  company: string;
  primary: SessionUser;
  member: SessionUser;
  retail: SessionUser;
  employee: SessionUser;
  admin: SessionUser;
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
    if (!mayBeSilent(scene)) scene.place.onBroken('a call that is made again is answered', what);
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

/** One that is soon reached, and one that hardly is. */
const CREDIT_LIMITS = [700, 5000];

const KINDS = ['Knob', 'Pull', 'Hinge', 'Slide'];
const SET = 'SET-4';

/** Makes the goods that each town has: once, as to index them costs as much as a few orders. */
export async function makeGoods(db: Db): Promise<void> {
  const goods: MadeVariant[] = [];
  for (const [nth, kind] of KINDS.entries())
    goods.push(await makeVariant(db, { productNum: `${kind.toUpperCase()}-${nth}` }, titled(kind)));
  const set = { productNum: SET, price: usd(0), stock: 0, isBundle: true, bundleDiscountPer: 10 };
  const { variantId: bundle } = await makeVariant(db, set, titled('Pull'));
  const parts = goods.slice(0, 2);
  await db
    .insert(bundleItems)
    .values(parts.map(({ variantId }, position) => ({ bundle, variant: variantId, quantity: 1, position })));
  // Their stock begins with their town.
  await db.delete(stockMoves);
}

const titled = (type: string) => ({ title: `${type} of the town`, type });

/**
 * Makes what a shop of a seed has, besides its goods: few pieces of one of them, a coupon that is soon used up, a company
 * with credit, some store credit.
 */
export async function makeTown(db: Db, dice: Dice): Promise<Town> {
  const goods = await fillShelves(db, dice);
  const coupon = 'TOWN10';
  const onceEach = 'ONCE';
  await db.insert(coupons).values([
    { code: coupon, type: 0, value: 10, maxUses: dice.int(1, 4) },
    { code: onceEach, type: 0, value: 5, maxUsesPerCustomer: 1 },
  ]);
  const company = await makeCompany(db, {
    ...{
      name: 'Hollis Cabinets',
      accountNumber: 'T-1',
      creditLimit: usd(dice.pick(CREDIT_LIMITS)),
      taxExempt: true,
    },
  });
  const people = {
    primary: { name: 'Dana Hollis', email: 'dana@hollis.test', company },
    member: {
      name: 'Sam Ortiz',
      email: 'sam@hollis.test',
      company,
      role: 'Member' as const,
      spendingLimit: usd(90),
    },
    retail: { name: 'Rita Brown', email: 'rita@home.test' },
    employee: { name: 'Erin Counter', email: 'erin@shop.test', permissionLevel: 'Employee' as const },
    admin: { name: 'Ann Owner', email: 'ann@shop.test', permissionLevel: 'Admin' as const },
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
  await db.insert(storeCreditEntries).values([
    { user: made.retail._id, kind: 'granted', amount: usd(60) },
    { company, kind: 'granted', amount: usd(90) },
  ]);
  const prices = await readPrices(db);
  const phone = { now: '', since: clock.ms() };
  return { goods, prices, coupon, onceEach, phone, company, ...made, sessions: known };
}

/** Chooses how many pieces there are, at which prices. */
async function fillShelves(db: Db, dice: Dice): Promise<MadeVariant[]> {
  const goods = await db
    .select({ productId: products._id, variantId: variants._id, productNum: variants.productNum })
    .from(variants)
    .innerJoin(products, eq(products._id, variants.product_id))
    .orderBy(variants.productNum);
  // One of them, in half of the shops.
  const scarce = dice.int(0, 7);
  for (const [nth, { variantId, productNum }] of goods.entries()) {
    if (productNum === SET) continue;
    const stock = nth === scarce ? dice.int(4, 40) : dice.int(40, 400);
    const price = usd(dice.int(150, 4999) / 100);
    await db
      .update(variants)
      .set({ stock, price, backOrder: dice.chance(0.15) })
      .where(eq(variants._id, variantId));
    await db
      .update(bundleItems)
      .set({ quantity: dice.int(1, 2) })
      .where(eq(bundleItems.variant, variantId));
  }
  await recordOpening(
    db,
    goods.map(({ variantId }) => variantId),
  );
  return goods;
}

async function readPrices(db: Db): Promise<PriceTag[]> {
  const found = await db.select({ variantId: variants._id, price: variants.price }).from(variants);
  return found.map(({ variantId, price }) => ({ variantId, cents: toCents(price), from: clock.ms() }));
}
