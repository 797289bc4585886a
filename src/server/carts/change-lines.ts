import { eq, sql } from 'drizzle-orm';
import type { CartRow } from '#server/carts/carts.ts';
import {
  newLines,
  putIn,
  refuseFull,
  refuseTooMany,
  withLines,
  writeDifference,
} from '#server/carts/lines.ts';
import { lockCart, lockCarts, refuseFixed } from '#server/carts/own-carts.ts';
import { MAX_KEYS, raiseAlone } from '#server/carts/raise-alone.ts';
import { readLines, showCarts } from '#server/carts/show-carts.ts';
import { type Known, knownOf, type LineRow, showLines } from '#server/carts/show-lines.ts';
import { carts } from '#server/carts/tables.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { priceSteps } from '#shared/rules/pricing.ts';
import type { AddToCart, ChangedCart, ChangeLines, MoveLines, SavedCart } from '#shared/schemas/carts.ts';

/** Lines of a cart after a change, and the cart as it was before. */
interface Change {
  cart: CartRow;
  after: LineRow[];
}

/**
 * Puts lines into a cart. Changes are told as operations, never as the whole cart: whoever else changes it at the
 * same time loses nothing. One with a `key` that the cart has seen adds nothing.
 */
export async function addToCart(
  db: Db,
  owner: PricedCustomer,
  { _id, lines: asked, key }: AddToCart,
): Promise<ChangedCart> {
  const { lines, known } = await newLines(db, asked, owner, 'lines');
  const touched = [...new Set(lines.map(line => line.variantId))];
  const [only] = lines;
  const raised = lines.length === 1 && only ? await raiseAlone(db, { _id, owner, line: only, key }) : null;
  if (raised) return changed(_id, raised.version, raised.lines, touched, known);
  const { cart, after } = await changeLocked(
    db,
    _id,
    owner,
    (before, { recentKeys }) => (key && recentKeys.includes(key) ? before : withLines(_id, before, lines)),
    key,
  );
  return changed(_id, cart.version, ofVariants(after, touched), touched, known);
}

/** Sets quantities and rooms of lines by their `_id`; of two who set one at the same time, the later has it. */
export async function changeCartLines(
  db: Db,
  owner: PricedCustomer,
  { _id, lines: asked }: ChangeLines,
): Promise<ChangedCart> {
  const touched = new Set<string>();
  const { cart, after } = await changeLocked(db, _id, owner, before =>
    asked.reduce((lines, change) => {
      const line = lines.find(one => one._id === change._id);
      if (!line) return lines;
      touched.add(line.variantId);
      return changeLine(lines, line, change);
    }, before),
  );
  return shownChange(db, owner, cart, after, [...touched]);
}

function changeLine(
  lines: LineRow[],
  line: LineRow,
  {
    quantity = line.quantity,
    room = line.room,
  }: { quantity?: number | undefined; room?: string | undefined },
): LineRow[] {
  if (quantity === line.quantity && room === line.room) return lines;
  const next = { ...line, quantity, room };
  if (room === line.room) return lines.map(one => (one === line ? next : one));
  return putIn(
    lines.filter(one => one !== line),
    next,
  );
}

/** Takes lines out; those that are gone already are no failure. */
export async function removeCartLines(
  db: Db,
  owner: PricedCustomer,
  { _id, lines: ids }: { _id: string; lines: string[] },
): Promise<ChangedCart> {
  const touched = new Set<string>();
  const { cart, after } = await changeLocked(db, _id, owner, before =>
    before.filter(line => {
      if (!ids.includes(line._id)) return true;
      touched.add(line.variantId);
      return false;
    }),
  );
  return shownChange(db, owner, cart, after, [...touched]);
}

/** Puts whole lines of one cart into another; what the other has of the same variant and room is raised. */
export async function moveCartLines(
  db: Db,
  owner: PricedCustomer,
  { from, to, lines: ids, room }: MoveLines,
): Promise<{ from: SavedCart; to: SavedCart }> {
  if (from === to) throw fieldError('to', 'is the cart that the lines are already in');
  const rows = await retrying(db, async tx => {
    const locked = await lockCarts(tx, [from, to], owner);
    for (const cart of locked) refuseFixed(cart);
    const lines = await readLines(tx, [from, to]);
    const moved = lines.filter(line => line.cart === from && ids.includes(line._id));
    if (moved.length === 0) return locked;
    const into = lines.filter(line => line.cart === to);
    const arrived = withLines(
      to,
      into,
      moved.map(line => ({ ...line, room: room ?? line.room, position: null })),
    );
    refuseTooMany(arrived, 'lines');
    refuseFull(arrived);
    await writeDifference(tx, [...into, ...moved], arrived);
    return [await bump(tx, from), await bump(tx, to)];
  });
  const [shownFrom, shownTo] = await showCarts(db, rows, owner);
  if (!shownFrom || !shownTo) throw new Error('carts were not shown');
  return { from: shownFrom, to: shownTo };
}

/** Takes today's prices as those that the lines were put in at, so that the cart no longer tells of a change. */
export async function acceptPrices(db: Db, owner: PricedCustomer, _id: string): Promise<CartRow> {
  const { cart } = await changeLocked(db, _id, owner, async (before, _, tx) => {
    const { facts, terms } = await knownOf(tx, before, owner);
    return before.map(line => {
      const known = facts.get(line.variantId);
      if (!known) return line;
      return { ...line, priceSteps: priceSteps({ ...known, ...terms }) };
    });
  });
  return cart;
}

/** Changes the lines of one's cart while nobody else can; nothing is written where nothing changes. */
async function changeLocked(
  db: Db,
  _id: string,
  owner: PricedCustomer,
  change: (before: LineRow[], cart: CartRow, tx: Db) => LineRow[] | Promise<LineRow[]>,
  key?: string | undefined,
): Promise<Change> {
  return retrying(db, async tx => {
    const cart = await lockCart(tx, _id, owner);
    refuseFixed(cart);
    const before = await readLines(tx, [_id]);
    const after = await change(before, cart, tx);
    if (after === before || isSame(before, after)) return { cart, after: before };
    refuseTooMany(after, 'lines');
    if (after.length > before.length) refuseFull(after);
    await writeDifference(tx, before, after);
    return { cart: await bump(tx, _id, key), after };
  });
}

const isSame = (before: readonly LineRow[], after: readonly LineRow[]) =>
  before.length === after.length && before.every((line, index) => line === after[index]);

/** A change of a cart's lines is one of the cart. */
async function bump(tx: Db, _id: string, key?: string | undefined): Promise<CartRow> {
  const [row] = await tx
    .update(carts)
    .set({
      version: sql`${carts.version} + 1`,
      ...(key && {
        recentKeys: sql`(array[${key}::uuid] || ${carts.recentKeys})[1:${sql.raw(String(MAX_KEYS))}]`,
      }),
    })
    .where(eq(carts._id, _id))
    .returning();
  if (!row) throw new Error('the cart is gone in spite of its lock');
  return row;
}

const ofVariants = (lines: readonly LineRow[], touched: readonly string[]) =>
  lines.filter(line => touched.includes(line.variantId));

async function shownChange(
  db: Db,
  owner: PricedCustomer,
  cart: CartRow,
  after: readonly LineRow[],
  touched: string[],
): Promise<ChangedCart> {
  const lines = ofVariants(after, touched);
  return changed(cart._id, cart.version, lines, touched, await knownOf(db, lines, owner));
}

function changed(
  _id: string,
  version: number,
  lines: readonly LineRow[],
  touched: string[],
  known: Known,
): ChangedCart {
  return { _id, version, touched, lines: showLines(lines, known, clock.now()).cart };
}
