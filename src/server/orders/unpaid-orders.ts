import { createHmac } from 'node:crypto';
import { and, desc, eq, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { App, SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { addressKey, LIMITS } from '#server/http/rate-limits.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { orders } from '#server/orders/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { ENDED_HOLDS_MS, MAX_ENDED_HOLDS } from '#shared/constants.ts';
import type { HoldKind, PaymentType } from '#shared/enumerations.ts';
import type { HeldBy } from '#shared/rules/holds.ts';
import { addMoney, toMoney, ZERO } from '#shared/rules/money.ts';
import { isStaff } from '#shared/rules/permissions.ts';

/** Those for whom an order is counted while it takes goods off the shelf without a payment. */
export interface Placer {
  /** The network address, under the shop's secret. */
  address: string;
  /** `_id`s of the account and its company. */
  user: string | null;
  company: string | null;
}

/** Everything that a placer holds without a payment, as it stands under a lock of their own. */
export interface Unpaid {
  /** The address, then the account. */
  parties: (HeldBy & { unpaid: number; frees: number })[];
  /** The account or its company has paid an order, and let no two holds go since yesterday. */
  isProven: boolean;
}

/**
 * Tells who places an order that a card is to pay. Null: staff, and orders that a company answers for, which are not
 * counted. An address is personal data: only its keyed hash is stored, for a day at most.
 */
export function placerOf(
  app: App,
  user: SessionUser | null,
  ip: string,
  { paymentType }: { paymentType: PaymentType },
): Placer | null {
  if (paymentType !== 'credit-card' || isStaff(user)) return null;
  const address = createHmac('sha256', app.env.secretKey)
    .update(`placed by ${addressKey(ip)}`)
    .digest('base64url');
  return { address, user: user?._id ?? null, company: user?.company ?? null };
}

/** An order among those that count for a placer. */
interface CountedOrder {
  /** Whether it is of this address; of this account; of its company. */
  here: boolean;
  own: boolean;
  ours: boolean;
  /** Is, or was, an order of who is not free of the limits. */
  counts: boolean;
  held: boolean;
  hold: HoldKind | null;
  cents: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  endedAt: number | null;
  pieces: { variant: string; pieces: number }[] | null;
}

/**
 * The order of an idempotency key, for which it waits while a parallel submit is writing it; else what its placer holds
 * without a payment, `replaced` aside. Orders of one address, and of one account, wait for each other from here on until
 * their transaction ends, so that none of them is missed.
 */
export async function lockFirstOrder(
  tx: Db,
  key: string,
  asked: { placer: Placer | null; replaced: string | null; now: Date },
): Promise<{ first: OrderRow | null; unpaid: Unpaid | null }> {
  const { placer } = asked;
  const names = [
    key,
    ...(placer ? [`held from ${placer.address}`] : []),
    ...(placer?.user ? [`held by ${placer.user}`] : []),
  ];
  const locks = names.map(name => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  await tx.execute(sql`select ${sql.join(locks, sql`, `)}`);
  const [found] = await tx
    .select({
      first: orders,
      counted: placer ? countedFor(placer, asked) : sql<null>`null`,
      hasPaid: placer?.user ? hasPaid(placer) : sql<boolean>`false`,
    })
    .from(sql`(values (1)) as asked`)
    .leftJoin(orders, eq(orders.idempotencyKey, key));
  if (!found || found.first || !placer) return { first: found?.first ?? null, unpaid: null };
  return { first: null, unpaid: unpaidOf(placer, found.counted ?? [], found.hasPaid, asked.now) };
}

/** Throws `too_many` for whoever has too many unpaid orders: held ones, and those that cost nothing of the same quarter of an hour. */
export async function refuseTooManyUnpaid(
  tx: Db,
  { parties }: Unpaid,
  { user, now }: { user: SessionUser | null; now: Date },
): Promise<void> {
  for (const { unpaid, frees } of parties) {
    if (unpaid < LIMITS.unpaidOrders.most) continue;
    const retryAfter = Math.max(1, Math.ceil((frees - now.getTime()) / 1000));
    const about = { unpaid: await heldOrdersOf(tx, user) };
    throw new AppError('too_many', { details: { retryAfter }, about });
  }
}

/** The newest of an account's own orders that wait for their payment; a guest is told of none. */
export async function heldOrdersOf(
  tx: Db,
  user: SessionUser | null,
): Promise<{ _id: string; orderNumber: number }[]> {
  if (!user) return [];
  return tx
    .select({ _id: orders._id, orderNumber: orders.orderNumber })
    .from(orders)
    .where(and(eq(orders.user, user._id), eq(orders.status, 'Held')))
    .orderBy(desc(orders.orderNumber))
    .limit(1);
}

/** Forgets where orders were placed once that is no longer counted. */
export async function forgetAddresses(db: Db, now = clock.now()): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const isOver = or(
    lt(orders.holdEndedAt, before(ENDED_HOLDS_MS)),
    and(ne(orders.status, 'Canceled'), lt(orders.createdAt, before(WINDOW_MS))),
  );
  await db
    .update(orders)
    .set({ placedBy: null })
    .where(and(isNotNull(orders.placedBy), ne(orders.status, 'Held'), isOver));
}

const WINDOW_MS = LIMITS.unpaidOrders.perSeconds * 1000;

const millis = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** No hold is as old as two days; that keeps the look at an account's orders short. */
function countedFor(
  { address, user, company }: Placer,
  { replaced, now }: { replaced: string | null; now: Date },
) {
  const since = (ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  const recent = sql`o.created_at > ${since(2 * ENDED_HOLDS_MS)} and (o.placed_by is not null or o.hold_ended_at > ${since(ENDED_HOLDS_MS)})`;
  const is = (column: SQL, _id: string | null) =>
    _id ? sql`${column} is not distinct from ${_id}::uuid` : sql`false`;
  const which = [
    sql`o.placed_by = ${address}`,
    ...(user ? [sql`o."user" = ${user}::uuid and ${recent}`] : []),
    ...(company ? [sql`o.company = ${company}::uuid and ${recent}`] : []),
  ];
  return sql<CountedOrder[] | null>`(
    select json_agg(json_build_object(
      'here', coalesce(o.placed_by = ${address}, false), 'own', ${is(sql`o."user"`, user)},
      'ours', ${is(sql`o.company`, company)}, 'counts', o.placed_by is not null,
      'held', o.status = 'Held', 'hold', o.hold, 'cents', o.total, 'createdAt', ${millis(sql`o.created_at`)},
      'endedAt', ${millis(sql`o.hold_ended_at`)}, 'pieces', case when o.status = 'Held' then (
        select json_agg(json_build_object('variant', t.variant, 'pieces', t.pieces)) from (
          select l.variant_id as variant, l.stock_taken as pieces from order_lines l
          where l."order" = o.id and l.stock_taken > 0
          union all select i.variant, i.stock_taken from order_bundle_items i join order_lines l on l.id = i.line
          where l."order" = o.id and i.stock_taken > 0) t) end))
    from orders o where o.id is distinct from ${replaced}::uuid and (${sql.join(which, sql` or `)}))`;
}

/** Paid with money, and not given back: an order that cost nothing proves nobody. */
function hasPaid({ user, company }: Placer) {
  const paid = sql`o.paid and o.amount_paid > 0 and o.amount_refunded = 0`;
  const byUser = sql`exists (select from orders o where o."user" = ${user}::uuid and ${paid})`;
  if (company === null) return sql<boolean>`${byUser}`;
  return sql<boolean>`(${byUser} or exists (select from orders o where o.company = ${company}::uuid and ${paid}))`;
}

const ABOVE: readonly (HoldKind | null)[] = ['brief', 'trusted'];

function unpaidOf({ user }: Placer, counted: readonly CountedOrder[], paid: boolean, now: Date): Unpaid {
  const dayAgo = now.getTime() - ENDED_HOLDS_MS;
  const hasEnded = ({ endedAt }: CountedOrder) => endedAt !== null && endedAt > dayAgo;
  const party = (orders: readonly CountedOrder[]) => {
    const held = orders.filter(order => order.held && order.counts);
    const pieces = new Map<string, number>();
    for (const one of held.flatMap(order => order.pieces ?? [])) {
      pieces.set(one.variant, (pieces.get(one.variant) ?? 0) + one.pieces);
    }
    const isFresh = ({ createdAt }: CountedOrder) => createdAt > now.getTime() - WINDOW_MS;
    const unpaid = orders.filter(
      order => order.counts && (order.held || (order.endedAt === null && isFresh(order))),
    );
    return {
      pieces,
      total: held.reduce((sum, { cents }) => addMoney(sum, toMoney(cents)), ZERO),
      orders: held.length,
      brief: held.filter(({ hold }) => hold === 'brief').length,
      ended: orders.filter(order => ABOVE.includes(order.hold) && hasEnded(order)).length,
      unpaid: unpaid.length,
      frees: Math.min(...unpaid.map(({ createdAt }) => createdAt + WINDOW_MS)),
    };
  };
  const ofAccount = counted.filter(({ own }) => own);
  return {
    parties: [party(counted.filter(({ here }) => here)), ...(user ? [party(ofAccount)] : [])],
    isProven:
      paid && counted.filter(order => (order.own || order.ours) && hasEnded(order)).length < MAX_ENDED_HOLDS,
  };
}
