import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { type Asker, holdAsker } from '#server/auth/hold-asker.ts';
import { makeToken } from '#server/auth/tokens.ts';
import { ownCart, ownerOf, reachCart } from '#server/carts/own-carts.ts';
import { readLines } from '#server/carts/show-carts.ts';
import { knownOf, showLines } from '#server/carts/show-lines.ts';
import { carts } from '#server/carts/tables.ts';
import type { Db } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import type { SharedCart } from '#shared/schemas/carts.ts';

interface ShareLink {
  token: string;
  path: string;
}

/**
 * The link by which anybody may look at a cart's lines and copy them; the same until it is taken back. Kept as it is:
 * it opens nothing that its owner has not given away.
 */
export async function shareCart(db: Db, asker: Asker, _id: string): Promise<ShareLink> {
  const owner = ownerOf(asker.user);
  const { shareToken: token } = await db.transaction(async tx => {
    await holdAsker(tx, asker);
    await tx
      .update(carts)
      .set({ shareToken: makeToken(), updatedAt: sql`${carts.updatedAt}` })
      .where(and(ownCart(_id, owner), ne(carts.state, 'ordered'), isNull(carts.shareToken)));
    return reachCart(tx, _id, owner);
  });
  if (!token) throw new Error('the cart was not shared');
  return { token, path: `/shared-cart/${token}` };
}

/** Takes the link back: it leads nowhere from now on. */
export async function unshareCart(db: Db, owner: PricedCustomer, _id: string): Promise<void> {
  await reachCart(db, _id, owner);
  await db
    .update(carts)
    .set({ shareToken: null, updatedAt: sql`${carts.updatedAt}` })
    .where(ownCart(_id, owner));
}

/** Takes all links of somebody's carts back; answers how many. */
export async function unshareCartsOf(tx: Db, user: string): Promise<number> {
  const taken = await tx
    .update(carts)
    .set({ shareToken: null, updatedAt: sql`${carts.updatedAt}` })
    .where(and(eq(carts.user, user), isNotNull(carts.shareToken)))
    .returning({ _id: carts._id });
  return taken.length;
}

/** Returns what a link shows, at the prices of whoever looks; a quote is its owner's alone. Throws `not_found`. */
export async function sharedCart(db: Db, token: string, viewer: PricedCustomer | null): Promise<SharedCart> {
  const [cart] = await db
    .select({ _id: carts._id })
    .from(carts)
    .where(and(eq(carts.shareToken, token), ne(carts.state, 'ordered')));
  if (!cart) throw new AppError('not_found');
  const lines = (await readLines(db, [cart._id])).map(line => ({ ...line, quotedPrice: null, room: '' }));
  return showLines(lines, await knownOf(db, lines, viewer), clock.now());
}
