import { and, arrayContains, eq, inArray, ne, sql } from 'drizzle-orm';
import type { CartRow } from '#server/carts/carts.ts';
import { type NewLine, newLines, withLines, withLinesInstead, writeDifference } from '#server/carts/lines.ts';
import { readLines, showCart } from '#server/carts/show-carts.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { chance } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { DEFAULT_SHIPPING_METHOD, MAX_ORDER_NAME_LENGTH } from '#shared/constants.ts';
import type { CartState, ShippingMethod } from '#shared/enumerations.ts';
import { defaultShippingMethod, shippingMethodIssue } from '#shared/rules/payment.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { type CreateCart, MAX_CARTS, type SaveCart, type SavedCart } from '#shared/schemas/carts.ts';

/** Returns who keeps a cart, and whose prices it has. */
export const ownerOf = (user: Pick<SessionUser, '_id' | 'company'>): PricedCustomer => ({
  user: user._id,
  company: user.company,
});

/** Returns the same for a user by their `_id`. Throws `not_found`. */
export async function ownerById(db: Db, _id: string): Promise<PricedCustomer> {
  const [row] = await db.select().from(users).where(eq(users._id, _id));
  if (!row || row.deletedAt !== null) throw new AppError('not_found');
  return ownerOf(row);
}

/** Returns the owner of the cart that a call makes: the asker, or a user whom staff name (else `forbidden`). */
export async function ownerFor(
  db: Db,
  user: SessionUser,
  whose: string | undefined,
): Promise<PricedCustomer> {
  if (whose === undefined || whose === user._id) return ownerOf(user);
  if (!isStaff(user)) throw new AppError('forbidden');
  return ownerById(db, whose);
}

/** One's own cart. Throws `not_found` for another's as for none, `cart_ordered` for one that is an order by now. */
export async function reachCart(db: Db, _id: string, owner: PricedCustomer): Promise<CartRow> {
  const [cart] = await db.select().from(carts).where(ownCart(_id, owner));
  return reached(cart);
}

/** The same, and nobody else changes it or its lines until the end of the transaction. */
export async function lockCart(tx: Db, _id: string, owner: PricedCustomer): Promise<CartRow> {
  const [cart] = await tx.select().from(carts).where(ownCart(_id, owner)).for('no key update');
  return reached(cart);
}

/** Several, locked in the one order that all paths keep, in the order asked for. */
export async function lockCarts(tx: Db, ids: readonly string[], owner: PricedCustomer): Promise<CartRow[]> {
  const found = await tx
    .select()
    .from(carts)
    .where(and(inArray(carts._id, [...ids]), eq(carts.user, owner.user)))
    .orderBy(carts._id)
    .for('no key update');
  return ids.map(id => reached(found.find(cart => cart._id === id)));
}

export const ownCart = (_id: string, { user }: PricedCustomer) =>
  and(eq(carts._id, _id), eq(carts.user, user));

function reached(cart: CartRow | undefined): CartRow {
  if (!cart) throw new AppError('not_found');
  if (cart.state === 'ordered') throw new AppError('cart_ordered');
  return cart;
}

/** Refuses to change a cart that staff work on or have priced, and one that was ordered. */
export function refuseFixed({ state }: { state: CartState }): void {
  if (state !== 'saved') throw new AppError(state === 'ordered' ? 'cart_ordered' : 'cart_state');
}

/** Makes a saved cart. Throws `carts_full`, `line_gone`, or `invalid` for quantities that no line can hold. */
export async function createCart(db: Db, owner: PricedCustomer, input: CreateCart): Promise<SavedCart> {
  const { cart: asked, key, ...fields } = input;
  refuseFreight(fields);
  const { lines } = await newLines(db, asked, owner);
  const shippingMethod = fields.shippingMethod ?? (await preferredShipping(db, owner));
  const kept = { ...fields, shippingMethod, ...(key && { recentKeys: [key] }) };
  const made = await storeCart(db, owner, kept, lines);
  return showCart(db, made, owner);
}

async function preferredShipping(db: Db, { user }: PricedCustomer): Promise<ShippingMethod> {
  const [found] = await db
    .select({ user: { shippingMethod: users.shippingMethod }, company: companies })
    .from(users)
    .leftJoin(companies, eq(companies._id, users.company))
    .where(eq(users._id, user));
  return found ? defaultShippingMethod(found) : DEFAULT_SHIPPING_METHOD;
}

/** Saves a new cart of a user with room for one more, or returns the one that they made with this key before. */
export async function storeCart(
  db: Db,
  owner: PricedCustomer,
  fields: Partial<typeof carts.$inferInsert>,
  lines: readonly NewLine[],
): Promise<CartRow> {
  return retrying(db, async tx => {
    // Locked, so that as many at once don't come to more.
    await tx.select({ _id: users._id }).from(users).where(eq(users._id, owner.user)).for('no key update');
    const [key] = fields.recentKeys ?? [];
    const [first] = key ? await tx.select().from(carts).where(madeWith(key, owner)) : [];
    if (first) return first;
    const count = await tx.$count(carts, and(eq(carts.user, owner.user), ne(carts.state, 'ordered')));
    if (count >= MAX_CARTS) throw new AppError('carts_full');
    const [made] = await tx
      .insert(carts)
      .values({ ...fields, user: owner.user, company: owner.company })
      .returning();
    if (!made) throw new Error('the cart was not stored');
    if (lines.length > 0) await tx.insert(cartLines).values(withLines(made._id, [], lines));
    return made;
  });
}

const madeWith = (key: string, { user }: PricedCustomer) =>
  and(eq(carts.user, user), arrayContains(carts.recentKeys, [key]));

/**
 * Saves what is given of a cart (PATCH /orders). With a `version` only if the cart still has that one: else
 * `stale`, with the cart as it is in `details`.
 */
export async function saveCart(db: Db, owner: PricedCustomer, input: SaveCart): Promise<SavedCart> {
  const { _id, version, cart: asked, ...fields } = input;
  refuseFreight(fields);
  const put = asked && (await newLines(db, asked, owner));
  const saved = await retrying(db, async tx => {
    const cart = await lockCart(tx, _id, owner);
    if (version !== undefined && version !== cart.version) return { cart, isStale: true };
    // The customer's own papers say of it what they please; its name is what staff know it by.
    const { orderName = cart.orderName, poNumber: _, notes: __, ...fixed } = fields;
    if (put || orderName !== cart.orderName || Object.keys(fixed).length > 0) refuseFixed(cart);
    if (put) {
      const before = await readLines(tx, [_id]);
      await writeDifference(tx, before, withLinesInstead(_id, before, put.lines));
    }
    const [row] = await tx
      .update(carts)
      .set({ ...fields, version: sql`${carts.version} + 1` })
      .where(eq(carts._id, _id))
      .returning();
    return { cart: row ?? cart, isStale: false };
  });
  const shown = await showCart(db, saved.cart, owner);
  if (saved.isStale) throw new AppError('stale', { details: { cart: shown } });
  return shown;
}

// Freight comes with a quote alone (rule O10).
export function refuseFreight({ shippingMethod }: Pick<SaveCart, 'shippingMethod'>): void {
  const issue = shippingMethod && shippingMethodIssue(shippingMethod, { quoted: false });
  if (issue) throw new AppError('invalid', { issues: [issue] });
}

/** A copy of a cart, also of a bid or quote, without the quote; its lines remember the prices of the first. */
export async function duplicateCart(
  db: Db,
  owner: PricedCustomer,
  { _id, orderName }: { _id: string; orderName?: string | undefined },
): Promise<SavedCart> {
  const from = await reachCart(db, _id, owner);
  const lines = (await readLines(db, [_id])).map(line => ({
    ...line,
    _id: chance.uuidInOrder(),
    quotedPrice: null,
  }));
  const { poNumber, notes, couponCode, paymentType, useStoreCredit, deliveryDate } = from;
  const { shippingMethod, shippingAddress, shippingCity, shippingState, shippingZip } = from;
  const fields = {
    ...{ poNumber, notes, couponCode, paymentType, useStoreCredit, deliveryDate },
    ...{ shippingAddress, shippingCity, shippingState, shippingZip },
    ...(shippingMethod !== 'freight' && { shippingMethod }),
    orderName: orderName ?? copyName(from.orderName),
  };
  return showCart(db, await storeCart(db, owner, fields, lines), owner);
}

function copyName(name: string): string {
  const suffix = ' (copy)';
  // Half of a character is none that the database would keep.
  return name.slice(0, MAX_ORDER_NAME_LENGTH - suffix.length).replace(/\p{Cs}$/u, '') + suffix;
}

/** Removes one's own cart with its lines (DELETE /orders/{id}). */
export async function removeCart(db: Db, _id: string, owner: PricedCustomer): Promise<{ _id: string }> {
  const [removed] = await db
    .delete(carts)
    .where(and(ownCart(_id, owner), ne(carts.state, 'ordered')))
    .returning({ _id: carts._id });
  if (!removed) await reachCart(db, _id, owner);
  return { _id };
}
