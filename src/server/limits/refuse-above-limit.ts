import { and, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { NAMED_PRICES, TO_THEMSELVES } from '#server/limits/act-words.ts';
import { tellLapsed, tellReplaced } from '#server/limits/tell-asker.ts';
import { notifyAdmins } from '#server/notifications/notifications.ts';
import { hashOfContents } from '#server/orders/hash-contents.ts';
import { recordOrderEvent } from '#server/orders/order-events.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { givenBack } from '#server/payments/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { type JudgedLine, waitingActs } from '#server/waiting-acts/tables.ts';
import { DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import type { WaitingActKind, WaitsFor } from '#shared/enumerations.ts';
import { isOwnAccount, mostAlone, takesOffTooMuch } from '#shared/rules/employee-limits.ts';
import {
  formatMoney,
  type Money,
  multiplyMoney,
  subtractMoney,
  sumMoney,
  toMoney,
  ZERO,
} from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { hasLapsed, lapsesBefore, MAX_WAITING_OF_ONE } from '#shared/rules/waiting-acts.ts';

/** An act that gives money back, or names low prices, as it was asked for. */
export interface Asked {
  kind: WaitingActKind;
  /** Null: an order that is not placed yet, a quote, or store credit for no order in particular. */
  order: Pick<OrderRow, '_id' | 'orderNumber' | 'version'> | null;
  /** The one that a quote is for. */
  cart?: { _id: string; version: number };
  /** Has what it gives, or takes off; null: nobody with an account does. */
  account: { user: string | null; company: string | null; email?: string } | null;
  key: string;
  input: object;
  amount: Money;
  words: string;
  why: WaitsFor;
  /** How far above its company's limit it goes. */
  aboveCredit?: Money | null;
  /** The lines of a change, as they are priced. */
  lines?: JudgedLine[];
}

/** An act that has to wait: whoever catches it stores it, once what began it is rolled back. */
export class MustWait extends Error {
  constructor(readonly asked: Asked) {
    super('an Admin has to approve it');
  }
}

/** Tells whether what asks would have to wait; for previews, which ask and store nothing. */
export async function wouldWait(ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask();
    return false;
  } catch (error) {
    if (error instanceof MustWait) return true;
    throw error;
  }
}

/**
 * Throws `MustWait` where an Employee gives back more than they may, with what was given before (rule A13), or gives
 * anything to themselves (A15); an Admin may give anything. Called before anything is written, under the lock of the order,
 * or of whom it is given to: several acts of one Employee wait here for one another, so that each sees what the others gave.
 */
export async function refuseAboveLimit(tx: Db, staff: SessionUser, act: Omit<Asked, 'why'>): Promise<void> {
  const asked: Asked = { ...act, why: 'limit' };
  if (staff.permissionLevel === 'Admin' || asked.amount === 0) return;
  if (isOwnAccount(staff, asked.account))
    throw new MustWait({ ...asked, words: `${asked.words}, ${TO_THEMSELVES}` });
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`given back by ${staff._id}`}, 0))`);
  const most = await leftAlone(tx, staff, asked);
  if (most !== null && asked.amount > most) throw new MustWait(asked);
}

/**
 * Tells how much somebody of the staff may give to an account, for an order or for none, without an Admin as things are now;
 * null: any amount.
 */
export async function mayGiveAlone(
  db: Db,
  staff: SessionUser,
  { order, account }: Pick<Asked, 'order' | 'account'>,
): Promise<Money | null> {
  if (staff.permissionLevel === 'Admin') return null;
  return isOwnAccount(staff, account) ? ZERO : leftAlone(db, staff, { order });
}

async function leftAlone(
  tx: Db,
  staff: SessionUser,
  { order }: { order: Pick<OrderRow, '_id'> | null },
): Promise<Money | null> {
  const [site] = await tx
    .select({
      timeZone: siteSettings.timeZone,
      employeeOrderLimit: siteSettings.employeeOrderLimit,
      employeeDayLimit: siteSettings.employeeDayLimit,
    })
    .from(siteSettings);
  if (!site) return null;
  const timeZone = site.timeZone ?? DEFAULT_TIME_ZONE;
  const midnight = sql`(${shopDate(clock.now(), timeZone)}::date)::timestamp at time zone ${timeZone}`;
  // A cancel gives back what was paid, whoever asks for it.
  const alone = and(isNull(givenBack.approvedBy), ne(givenBack.cause, 'cancel'));
  const forOrder = order ? await sumOf(tx, and(eq(givenBack.order, order._id), alone)) : ZERO;
  const today = await sumOf(
    tx,
    and(eq(givenBack.user, staff._id), gte(givenBack.createdAt, midnight), alone),
  );
  return mostAlone({ forOrder, today }, site);
}

/**
 * Throws `MustWait` where an Employee names a price further below what the customer would pay than they may (rule A14), or
 * any below it where they are the customer (A15).
 * `lines`: those whose price staff named, with the one that it would be.
 */
export async function refuseLowPrices(
  tx: Db,
  staff: SessionUser,
  lines: readonly { price: Money; ours: Money; quantity: number }[],
  asked: Omit<Asked, 'amount' | 'why'>,
): Promise<void> {
  if (staff.permissionLevel === 'Admin' || lines.length === 0) return;
  const isOwn = isOwnAccount(staff, asked.account);
  const [site] = await tx.select({ percent: siteSettings.employeePriceLimit }).from(siteSettings);
  if (!takesOffTooMuch(lines, isOwn ? 0 : (site?.percent ?? null))) return;
  const off = lines.map(({ price, ours, quantity }) =>
    price < ours ? multiplyMoney(subtractMoney(ours, price), quantity) : ZERO,
  );
  const words = [asked.words, isOwn && TO_THEMSELVES, asked.order && NAMED_PRICES].filter(Boolean).join(', ');
  throw new MustWait({ ...asked, words, amount: sumMoney(off), why: 'prices' });
}

async function sumOf(tx: Db, which: ReturnType<typeof and>): Promise<Money> {
  const [row] = await tx
    .select({ cents: sql<string>`coalesce(sum(${givenBack.amount}), 0)::text` })
    .from(givenBack)
    .where(which);
  return toMoney(Number(row?.cents ?? 0));
}

/** Their key is that of the cart or the return, whoever asks for it; any other is the act's own. */
const OF_ONE_THING: readonly WaitingActKind[] = ['quote', 'return'];

/** Titles of those that are of no order. */
const TITLES: Record<WaitingActKind, string> = {
  refund: 'A refund waits for an Admin',
  edit: 'A change waits for an Admin',
  return: 'A return waits for an Admin',
  grant: 'Store credit waits for an Admin',
  order: 'A new order waits for an Admin',
  quote: 'A quote waits for an Admin',
};

/**
 * Does what may have to wait for an Admin; if it must, it is stored, and `waits_for_admin` says so. Asked for again it is
 * stored once; asked for otherwise under the same key, it is another act, and the one before lapses: its asker is told.
 * Whoever leaves many waiting is told `too_many` instead.
 */
export async function orWait<T>(db: Db, staff: SessionUser, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MustWait)) throw error;
    const { asked } = error;
    await db.transaction(async tx => {
      const { order, cart, kind, input, key, amount, words, why, aboveCredit, lines } = asked;
      const of = order
        ? { order: order._id, version: order.version }
        : cart && { cart: cart._id, version: cart.version };
      const values = { kind, input, key, amount, words, why, aboveCredit, lines, ...of };
      // Two at once would not see one another, and the later is the one that stays.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`waits as ${key}`}, 0))`);
      const isOfKey = and(eq(waitingActs.key, key), eq(waitingActs.state, 'waiting'));
      const [before] = await tx.select().from(waitingActs).where(isOfKey).for('update');
      const isTheirs =
        !before || (before.kind === kind && (OF_ONE_THING.includes(kind) || before.askedBy === staff._id));
      if (!isTheirs) throw new AppError('key_reused');
      const isSame = before && hashOfContents(before.input as object) === hashOfContents(input);
      // A return may say the same of an order that changed since: nobody could say yes to the first any more.
      const isOfOther = before && before.version !== ((order ?? cart)?.version ?? null);
      const isOver = before && (hasLapsed(before, clock.now()) || (isSame && isOfOther));
      if (isSame && !isOver) return;
      // An Admin may have the other before them: what they say yes to must not become this.
      if (before) {
        await tx.update(waitingActs).set({ state: 'lapsed' }).where(isOfKey);
        await (isOver ? tellLapsed(tx, before) : tellReplaced(tx, before, staff));
      }
      await refuseMany(tx, staff);
      const [stored] = await tx
        .insert(waitingActs)
        .values({ ...values, askedBy: staff._id })
        .onConflictDoNothing()
        .returning();
      if (!stored) return;
      if (order)
        await recordOrderEvent(
          tx,
          order._id,
          staff,
          'waits for an Admin',
          `${formatMoney(amount)}: ${words}`,
        );
      await notifyAdmins(tx, {
        type: 2,
        title: order ? `Order ${order.orderNumber} waits for an Admin` : TITLES[kind],
        details: `${staff.name}: ${words}`,
        link: '/admin',
      });
    });
    throw new AppError('waits_for_admin');
  }
}

/**
 * Lets what somebody asked for under a key lapse as they do something under it, in its transaction and before other locks:
 * there is no order by whose change it would. If that has to wait as well, nothing of this is kept.
 */
export async function takePlaceOf(
  tx: Db,
  staff: SessionUser,
  { kind, key, input }: Pick<Asked, 'kind' | 'key' | 'input'>,
): Promise<void> {
  const isTheirs = and(
    ...[eq(waitingActs.key, key), eq(waitingActs.kind, kind), eq(waitingActs.askedBy, staff._id)],
    eq(waitingActs.state, 'waiting'),
  );
  const [before] = await tx.update(waitingActs).set({ state: 'lapsed' }).where(isTheirs).returning();
  // The very act is done now, as it needs nobody's word any more.
  if (!before || hashOfContents(before.input as object) === hashOfContents(input)) return;
  await (hasLapsed(before, clock.now()) ? tellLapsed(tx, before) : tellReplaced(tx, before, staff));
}

/** Throws `too_many` where so many acts of one Employee wait that nobody would look at another. */
async function refuseMany(tx: Db, { _id }: SessionUser): Promise<void> {
  const waiting = await tx.$count(
    waitingActs,
    and(
      eq(waitingActs.askedBy, _id),
      eq(waitingActs.state, 'waiting'),
      gte(waitingActs.createdAt, lapsesBefore(clock.now())),
    ),
  );
  if (waiting < MAX_WAITING_OF_ONE) return;
  const message = `${MAX_WAITING_OF_ONE} of yours wait for an Admin already. Please ask for no more until some are decided.`;
  throw new AppError('too_many', { message });
}
