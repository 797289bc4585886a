import { pricesOf } from '#server/carts/bid-desk.ts';
import { lockBid, writeQuote } from '#server/carts/bids.ts';
import type { CartRow } from '#server/carts/carts.ts';
import { ownerById } from '#server/carts/own-carts.ts';
import { readLines, showCart } from '#server/carts/show-carts.ts';
import type { LineRow } from '#server/carts/show-lines.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError, fieldError } from '#server/errors.ts';
import { byAsker, NAMED_PRICES } from '#server/limits/act-words.ts';
import { orWait, refuseLowPrices } from '#server/limits/refuse-above-limit.ts';
import { refuseExcessiveTotal } from '#server/orders/figures.ts';
import { refuseOwnAccount } from '#server/refuse-own-account.ts';
import { shopRates } from '#server/site/rates.ts';
import { clock } from '#server/time-and-chance.ts';
import { refuseStale } from '#server/versioned.ts';
import { type Money, toCents } from '#shared/rules/money.ts';
import { shopDate } from '#shared/rules/open-hours.ts';
import { promiseIssue } from '#shared/rules/order-dates.ts';
import type { QuoteCart, SavedCart } from '#shared/schemas/carts.ts';

/**
 * Answers a bid with prices that hold until a moment (rule O25). A quote can be given anew; a cart that is neither bid nor
 * quote is `not_found`, one that is another than they saw `stale`. With prices that an Employee may not name it waits
 * (rule A14), and nobody but an Admin prices a cart of their own or of their company (`forbidden`; A15).
 */
export async function quoteCart(app: App, staff: SessionUser, input: QuoteCart): Promise<SavedCart> {
  const quoted = await orWait(app.db, staff, () => retrying(app.db, tx => quoteIn(app, tx, staff, input)));
  return showCart(app.db, quoted, await ownerById(app.db, quoted.user));
}

/**
 * The same in the transaction of whoever decides it. Throws `stale` as well for a cart that is ordered or removed by now,
 * and for prices that would hold until a moment that has passed: neither comes back. `asker`: the name of who asked for it.
 */
export async function quoteAsAsked(
  app: App,
  tx: Db,
  admin: SessionUser,
  input: QuoteCart,
  asker: string,
): Promise<void> {
  try {
    await quoteIn(app, tx, admin, input, byAsker(asker));
  } catch (error) {
    const isOver =
      error instanceof AppError &&
      (error.reason === 'not_found' || error.issues?.some(({ path }) => path[0] === 'quotedUntil'));
    throw isOver ? new AppError('stale', { cause: error }) : error;
  }
}

async function quoteIn(app: App, tx: Db, staff: SessionUser, said: QuoteCart, saying = ''): Promise<CartRow> {
  const { _id, version, prices, quotedUntil } = said;
  if (Date.parse(quotedUntil) <= clock.ms()) throw fieldError('quotedUntil', 'is in the past');
  const { timeZone } = await shopRates(tx);
  const issue = promiseIssue(shopDate(new Date(quotedUntil), timeZone), shopDate(clock.now(), timeZone));
  if (issue) throw fieldError('quotedUntil', issue);
  const cart = await lockBid(tx, _id);
  const owner = await ownerById(tx, cart.user);
  refuseOwnAccount(staff, owner, 'Somebody else has to price a cart of your own or of your company.');
  const lines = await readLines(tx, [_id]);
  const known = await pricesOf(tx, lines, owner);
  const ours = new Map(known.map(one => [one.variantId, one.ours]));
  // Sent again, as nobody heard of the first.
  if (cart.version === version + 1 && isQuotedSo(cart, lines, { said, ours })) return cart;
  refuseStale(cart, version);
  for (const [index, { variantId }] of prices.entries()) {
    if (!lines.some(line => line.variantId === variantId))
      throw fieldError(['prices', index, 'variantId'], 'is not in this cart');
  }
  // A price that was left blank is named by nobody, though it holds as well.
  const named = prices.map(({ variantId, price }) => ({
    ...{ price, ours: ours.get(variantId) ?? price },
    quantity: lines.reduce((sum, line) => sum + (line.variantId === variantId ? line.quantity : 0), 0),
  }));
  refuseExcessiveQuote(named);
  await refuseLowPrices(tx, staff, named, {
    ...{ kind: 'quote', order: null, cart, account: owner, input: said },
    // One that waits for a cart: another takes its place, whoever asks for it.
    key: _id,
    words: `A quote for ${cart.orderName || 'a cart without a name'}, ${NAMED_PRICES}`,
  });
  return writeQuote(app, tx, staff, { cart, lines, said, ours, saying });
}

/** Throws `invalid` beside the price that brings the most, where a cart comes to more than can be sold at once. */
function refuseExcessiveQuote(named: readonly { price: Money; ours: Money; quantity: number }[]): void {
  const worth = named.map(({ price, quantity }) => toCents(price) * quantity);
  const dearest = worth.indexOf(Math.max(...worth));
  refuseExcessiveTotal(
    named.map(one => ({ ...one, overridePrice: one.ours })),
    ['prices', dearest, 'price'],
  );
}

/** Tells whether a cart was answered with these very prices. */
function isQuotedSo(
  { state, quotedUntil, quotedShipping, quoteNotes }: CartRow,
  lines: readonly LineRow[],
  { said, ours }: { said: QuoteCart; ours: ReadonlyMap<string, Money> },
): boolean {
  const named = new Map(said.prices.map(({ variantId, price }) => [variantId, price]));
  return (
    state === 'quoted' &&
    quotedUntil !== null &&
    Date.parse(quotedUntil) === Date.parse(said.quotedUntil) &&
    quotedShipping === said.quotedShipping &&
    quoteNotes === said.quoteNotes &&
    lines.every(
      ({ variantId, quotedPrice }) => quotedPrice === (named.get(variantId) ?? ours.get(variantId) ?? null),
    )
  );
}
