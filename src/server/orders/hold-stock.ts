import { eq } from 'drizzle-orm';
import type { SessionUser } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { carryOn } from '#server/orders/cancel-order.ts';
import type { PricedOrder } from '#server/orders/figures.ts';
import type { OrderRow } from '#server/orders/read-order.ts';
import { bidsOf, type Divisible, largestRest } from '#server/orders/rest-of-order.ts';
import { orders } from '#server/orders/tables.ts';
import { heldOrdersOf, type Unpaid } from '#server/orders/unpaid-orders.ts';
import type { ShopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { decideHold, type Hold, type HoldRefusal, holdAtCharge } from '#shared/rules/holds.ts';
import { formatMoney } from '#shared/rules/money.ts';
import { stockDemand } from '#shared/rules/stock.ts';
import type { SaveAsBid } from '#shared/schemas/carts.ts';
import type { Checkout, HoldLimit } from '#shared/schemas/checkout.ts';

interface Asked {
  user: SessionUser | null;
  input: Pick<Checkout, 'orderName'>;
  /** Null: of who is free of the limits. */
  unpaid: Unpaid | null;
  /** The network address that it is counted for. */
  placedBy: string | null;
  /** The order that this one replaces, canceled by now, as it was before. */
  held: OrderRow | null;
  rates: Pick<ShopRates, 'heldLimit'>;
  now: Date;
}

/**
 * How long an order may hold its goods until a card pays it. Throws `hold_limit`, with what may be held in `details`,
 * and how much of the order that is. The order that it replaces has ended unpaid unless that hold goes on with this
 * one: else whoever holds everything would only need to replace it by what costs nothing, or from elsewhere.
 */
export async function holdOf(
  tx: Db,
  order: Divisible,
  { user, input, unpaid, placedBy, held, rates, now }: Asked,
): Promise<Hold> {
  const { priced } = order;
  const decide = ({ cart, total }: PricedOrder) =>
    decideHold({
      draws: cart.flatMap(stockDemand),
      total,
      heldLimit: rates.heldLimit,
      parties: unpaid?.parties ?? [],
      isProven: unpaid?.isProven ?? false,
      replaced: held && standingHold(held),
      now,
    });
  const decided = decide(priced);
  if ('hold' in decided) {
    if (held && goesOn(held, { user, placedBy, now })) await carryOn(tx, held);
    return decided.hold;
  }
  const left = new Map(decided.refusal.pieces.map(({ variant, mayHold }) => [variant, mayHold]));
  const rest = decided.refusal.orders ? null : largestRest(order, left, part => 'hold' in decide(part));
  const bids = bidsOf(order, { user, orderName: input.orderName, now });
  const details = limitOf(priced, decided.refusal, waysOf(user, bids));
  const about = { ...(rest && { rest }), unpaid: await heldOrdersOf(tx, user), bids };
  const issues = details.lines.map(({ line, mayHold }) => ({
    path: ['cart', line, 'quantity'],
    message: mayHold > 0 ? `at most ${mayHold} can be held` : 'can’t be held right now',
  }));
  throw new AppError('hold_limit', { message: wordsOf(details), issues, details, about });
}

/** Whether an order's hold still stands, and counts for the same address and account with the one that replaces it. */
const goesOn = (
  { heldUntil, placedBy, user }: OrderRow,
  next: Pick<Asked, 'user' | 'placedBy' | 'now'>,
): boolean =>
  Date.parse(heldUntil ?? '') > next.now.getTime() &&
  (placedBy === null || placedBy === next.placedBy) &&
  (user === null || user === next.user?._id);

/** Begins the hold of a locked order anew with a charge, where it is a brief one; answers until when it holds. */
export async function holdAnew(tx: Db, order: OrderRow): Promise<string | null> {
  const before = standingHold(order);
  const after = before && holdAtCharge(before, clock.now());
  if (!after || after === before) return order.heldUntil;
  const { heldUntil, charges } = after;
  await tx.update(orders).set({ heldUntil, holdCharges: charges }).where(eq(orders._id, order._id));
  return heldUntil;
}

const standingHold = ({ hold, heldUntil, holdCharges }: OrderRow): Hold | null =>
  heldUntil === null ? null : { kind: hold ?? 'plain', heldUntil, charges: holdCharges };

const waysOf = (user: SessionUser | null, bids: readonly SaveAsBid[] | null): HoldLimit['ways'] => [
  ...(user ? [] : (['sign-in'] as const)),
  'call',
  // Carts that were sent already are not sent again.
  ...(bids?.length === 0 ? [] : (['bid'] as const)),
];

function limitOf(priced: PricedOrder, refusal: HoldRefusal, ways: HoldLimit['ways']): HoldLimit {
  const left = new Map(refusal.pieces.map(({ variant, mayHold }) => [variant, mayHold]));
  const lines = priced.cart.flatMap((one, line) => {
    const { productId, variantId, productNum, name, quantity } = one;
    const remaining = stockDemand(one).flatMap(({ variant, pieces }) => {
      const mayHold = left.get(variant);
      return mayHold === undefined ? [] : [Math.floor((mayHold * quantity) / pieces)];
    });
    if (remaining.length === 0) return [];
    const mayHold = Math.min(quantity, ...remaining);
    return [{ line, productId, variantId, productNum, name, quantity, mayHold }];
  });
  const { total, orders: held, isBound } = refusal;
  return {
    isBound,
    lines,
    ...(total && { total }),
    ...(held && { orders: held }),
    ways,
  };
}

function wordsOf({ isBound, lines, total, orders: held, ways }: HoldLimit): string {
  const [first] = lines;
  const most = held
    ? `You have ${held.held} unpaid orders; pay or cancel one of them first.`
    : first
      ? `At most ${first.mayHold} of ${first.name} can be held for you.`
      : total
        ? `Goods worth at most ${formatMoney(total.mayHold)} can be held for you.`
        : '';
  const why = isBound
    ? 'Earlier orders from here were not paid, so large ones are no longer held without a payment today.'
    : 'Another large order from you is still waiting for payment.';
  const signIn = ways.includes('sign-in') ? 'sign in to an account that has bought here, ' : '';
  const last = ways.includes('bid') ? 'call us, or send the cart as a bid' : 'or call us';
  return `${why} ${most} Order less, ${signIn}${last}.`;
}
