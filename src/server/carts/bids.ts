import { and, eq, sql } from 'drizzle-orm';
import type { CartRow } from '#server/carts/carts.ts';
import { newLines } from '#server/carts/lines.ts';
import {
  lockCart,
  ownerById,
  ownerFor,
  ownerOf,
  reachCart,
  refuseFixed,
  storeCart,
} from '#server/carts/own-carts.ts';
import { showCart } from '#server/carts/show-carts.ts';
import type { LineRow } from '#server/carts/show-lines.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { quoteAnswered } from '#server/mail/templates/quote-answered.ts';
import { notifyCustomer, notifyStaffTogether, wantsMailOf } from '#server/notifications/notifications.ts';
import { shopRates } from '#server/site/rates.ts';
import { users } from '#server/users/tables.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { Money } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { longDate } from '#shared/rules/order-facts.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { AskAgain, QuoteCart, SaveAsBid, SavedCart } from '#shared/schemas/carts.ts';

/**
 * Sends a cart to staff for their prices: a saved one, or lines that become one. From then on it stays as it is.
 * `user`: whose cart it becomes, for staff. Throws `cart_state` for one that was sent already.
 */
export async function saveAsBid(db: Db, user: SessionUser, input: SaveAsBid): Promise<SavedCart> {
  const owner = await ownerFor(db, user, input.user);
  const bid = await retrying(db, async tx => {
    const cart = input._id ? await sendSaved(tx, input._id, owner, input) : await sendNew(tx, owner, input);
    await tellStaff(tx, cart, 'A customer is asking for prices.');
    return cart;
  });
  return showCart(db, bid, owner);
}

/**
 * Sends a quote back to staff for other prices, in its customer's words: those that were quoted hold no more. Throws
 * `cart_state` for a cart that is no quote.
 */
export async function askAgain(db: Db, user: SessionUser, { _id, notes }: AskAgain): Promise<SavedCart> {
  const owner = ownerOf(user);
  const bid = await retrying(db, async tx => {
    const cart = await lockCart(tx, _id, owner);
    if (cart.state !== 'quoted') throw new AppError('cart_state');
    const sent = await change(tx, cart, { state: 'bid', bidNotes: notes, ...NO_QUOTE });
    await tellStaff(tx, sent, 'A customer is asking for other prices.');
    return sent;
  });
  return showCart(db, bid, owner);
}

/** An earlier quote is over: it would come alive with an order that is given up. */
const NO_QUOTE = { quotedUntil: null, quotedShipping: null };

/** One for all bids of a customer, while it is unread. */
export async function tellStaff(tx: Db, { _id, user, orderName }: CartRow, details: string): Promise<void> {
  const waiting = await tx.$count(carts, and(eq(carts.user, user), eq(carts.state, 'bid')));
  const words = waiting > 1 ? `${details} ${waiting} bids of theirs wait.` : details;
  await notifyStaffTogether(
    tx,
    { type: 1, title: `Bid: ${orderName}`, details: words, link: `/admin/bids/${_id}` },
    sql`select '/admin/bids/' || id from carts where "user" = ${user}`,
  );
}

async function sendSaved(tx: Db, _id: string, owner: PricedCustomer, { notes }: SaveAsBid): Promise<CartRow> {
  const cart = await lockCart(tx, _id, owner);
  refuseFixed(cart);
  if ((await tx.$count(cartLines, eq(cartLines.cart, _id))) === 0)
    throw fieldError('_id', 'The cart is empty.');
  return change(tx, cart, { state: 'bid', bidNotes: notes, ...NO_QUOTE });
}

async function sendNew(tx: Db, owner: PricedCustomer, { orderName = '', cart = [], notes = '' }: SaveAsBid) {
  const { lines } = await newLines(tx, cart, owner);
  return storeCart(tx, owner, { orderName, state: 'bid', bidNotes: notes }, lines);
}

async function change(
  tx: Db,
  { _id }: CartRow,
  values: Partial<typeof carts.$inferInsert>,
): Promise<CartRow> {
  const [row] = await tx
    .update(carts)
    .set({ ...values, version: sql`${carts.version} + 1` })
    .where(eq(carts._id, _id))
    .returning();
  if (!row) throw new AppError('not_found');
  return row;
}

/** One's own cart; a bid or quote of anybody as staff. */
export async function readCart(db: Db, user: SessionUser, _id: string): Promise<SavedCart> {
  const own = ownerOf(user);
  if (!isStaff(user)) return showCart(db, await reachCart(db, _id, own), own);
  const [cart] = await db.select().from(carts).where(eq(carts._id, _id));
  const isOpen = cart && (cart.user === user._id ? cart.state !== 'ordered' : isBid(cart));
  if (!cart || !isOpen) throw new AppError('not_found');
  return showCart(db, cart, await ownerById(db, cart.user));
}

export const isBid = ({ state }: CartRow) => state === 'bid' || state === 'quoted';

/** A bid or a quote that nobody else changes until the end of the transaction. Throws `not_found`. */
export async function lockBid(tx: Db, _id: string): Promise<CartRow> {
  const [cart] = await tx.select().from(carts).where(eq(carts._id, _id)).for('no key update');
  if (!cart || !isBid(cart)) throw new AppError('not_found');
  return cart;
}

interface Answered {
  cart: CartRow;
  lines: readonly LineRow[];
  said: QuoteCart;
  ours: ReadonlyMap<string, Money>;
  /** Ends what the log says of it. */
  saying?: string;
}

/**
 * Writes staff's answer to a locked bid: prices that hold until a moment, one a variant in all rooms, freight, and words.
 * `lines`: all of the cart's; `ours`: what its customer would pay today, which holds as well where staff named none.
 */
export async function writeQuote(
  app: App,
  tx: Db,
  staff: SessionUser,
  { cart, lines, said, ours, saying = '' }: Answered,
): Promise<CartRow> {
  const { prices, quotedUntil, quotedShipping, quoteNotes } = said;
  for (const line of lines) {
    const named = prices.find(({ variantId }) => variantId === line.variantId);
    const quotedPrice = named?.price ?? ours.get(line.variantId) ?? null;
    await tx.update(cartLines).set({ quotedPrice }).where(eq(cartLines._id, line._id));
  }
  await tellOfQuote(app, tx, cart, { quotedUntil, quotedShipping, quoteNotes });
  await recordLog(tx, staff, {
    type: 'price',
    category: 'quote',
    name: cart.orderName,
    description: `Quoted ${prices.length} of ${lines.length} lines until ${quotedUntil}${saying}.`,
    subject: cart._id,
  });
  return change(tx, cart, { state: 'quoted', quotedUntil, quotedShipping, quoteNotes });
}

const UPDATED = 2;

/** Each answer by a mail of its own, unless the customer wants none of them. */
async function tellOfQuote(
  app: App,
  tx: Db,
  { _id, user, orderName, version }: CartRow,
  quote: Pick<QuoteCart, 'quotedUntil' | 'quotedShipping' | 'quoteNotes'>,
): Promise<void> {
  const { timeZone } = await shopRates(tx);
  const until = shopDate(new Date(quote.quotedUntil), timeZone);
  await notifyCustomer(tx, user, {
    type: UPDATED,
    title: `Your quote: ${orderName}`,
    details: `It is valid until ${longDate(until)}.`,
    link: `/checkout?cart=${_id}`,
  });
  const [buyer] = await tx.select().from(users).where(eq(users._id, user));
  if (!buyer || !(await wantsMailOf(tx, user, UPDATED))) return;
  const told = { ...quote, _id, orderName, name: buyer.name, until };
  await queueMail(tx, app, {
    ...quoteAnswered(told, await mailSite(app, tx)),
    template: 'quote-answered',
    to: buyer.email,
    user,
    dedupeKey: `quote-answered:${_id}:${version}`,
  });
}
