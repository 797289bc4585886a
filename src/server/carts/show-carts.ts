import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { CartRow } from '#server/carts/carts.ts';
import { knownOf, type LineRow, showLines } from '#server/carts/show-lines.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import type { Db } from '#server/database/db.ts';
import { isQuoted } from '#server/orders/figures.ts';
import { clock } from '#server/time-and-chance.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { CartName, SavedCart } from '#shared/schemas/carts.ts';

/** Lists a user's saved carts, bids and quotes, the latest changed first; ordered ones are gone from it (rule O1). */
export async function listCarts(db: Db, customer: PricedCustomer): Promise<SavedCart[]> {
  const found = await db.select().from(carts).where(kept(customer)).orderBy(desc(carts.updatedAt));
  return showCarts(db, found, customer);
}

/** The same without lines and prices; one statement. */
export async function nameCarts(db: Db, customer: PricedCustomer): Promise<CartName[]> {
  return db
    .select({
      _id: carts._id,
      orderName: carts.orderName,
      state: carts.state,
      lineCount: sql<number>`count(${cartLines._id})::int`,
      itemCount: sql<number>`coalesce(sum(${cartLines.quantity}), 0)::int`,
      version: carts.version,
      updatedAt: carts.updatedAt,
    })
    .from(carts)
    .leftJoin(cartLines, eq(cartLines.cart, carts._id))
    .where(kept(customer))
    .groupBy(carts._id)
    .orderBy(desc(carts.updatedAt));
}

const kept = ({ user }: PricedCustomer) => and(eq(carts.user, user), ne(carts.state, 'ordered'));

/** Saved carts with their lines at today's prices, in the order given. Three statements, however many carts. */
export async function showCarts(
  db: Db,
  found: readonly CartRow[],
  customer: PricedCustomer,
): Promise<SavedCart[]> {
  const lines = await readLines(
    db,
    found.map(cart => cart._id),
  );
  const known = await knownOf(db, lines, customer);
  const now = clock.now();
  return found.map(cart => {
    const own = lines.filter(line => line.cart === cart._id);
    const shown = showLines(withQuote(cart, own, now), known, now);
    return { ...cart, ...shown, shared: cart.shareToken !== null };
  });
}

/** One saved cart; see `showCarts`. */
export async function showCart(db: Db, cart: CartRow, customer: PricedCustomer): Promise<SavedCart> {
  const [shown] = await showCarts(db, [cart], customer);
  if (!shown) throw new Error('a cart was not shown');
  return shown;
}

/** Lines of carts in the order in which they were put in. */
export async function readLines(db: Db, cartIds: readonly string[]): Promise<LineRow[]> {
  if (cartIds.length === 0) return [];
  return db
    .select()
    .from(cartLines)
    .where(inArray(cartLines.cart, [...cartIds]))
    .orderBy(asc(cartLines.position), asc(cartLines._id));
}

/** A quote's prices stand until its end; after that they are the catalogue's. */
function withQuote(cart: CartRow, lines: LineRow[], now: Date): LineRow[] {
  if (cart.state === 'quoted' && isQuoted(cart, now)) return lines;
  return lines.map(line => ({ ...line, quotedPrice: null }));
}
