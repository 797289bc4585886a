import { and, asc, desc, eq, exists, gt, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import { isBid } from '#server/carts/bids.ts';
import { ownerById } from '#server/carts/own-carts.ts';
import { readLines, showCart } from '#server/carts/show-carts.ts';
import { knownOf, type LineRow, showLines } from '#server/carts/show-lines.ts';
import { cartLines, carts } from '#server/carts/tables.ts';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { type Db, rows } from '#server/database/db.ts';
import { AppError } from '#server/errors.ts';
import { clock } from '#server/time-and-chance.ts';
import { users } from '#server/users/tables.ts';
import type { PricedCustomer } from '#server/variants/price-facts.ts';
import { variants } from '#server/variants/tables.ts';
import { waitingActs } from '#server/waiting-acts/tables.ts';
import { BID_VIEWS, type BidView } from '#shared/office-lists.ts';
import { countItems } from '#shared/rules/cart.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import { unitPrice } from '#shared/rules/pricing.ts';
import { lapsesBefore } from '#shared/rules/waiting-acts.ts';
import type { Bid, BidList, Bids, ListedBid } from '#shared/schemas/bids.ts';

/**
 * Lists the carts that were sent for prices: those that wait, the longest first; quotes, those that end next first; quotes
 * that are over, the latest first. Found by their name, their customer's and the company's.
 */
export async function listBids(db: Db, { view, search, page, limit }: BidList): Promise<Bids> {
  const now = clock.now().toISOString();
  const where = and(inView(view, now), search ? named(search) : undefined);
  const found = await db
    .select({
      ...{ _id: carts._id, orderName: carts.orderName, state: sql<ListedBid['state']>`${carts.state}` },
      ...{ user: carts.user, name: users.name, businessName: sql<string>`coalesce(${companies.name}, '')` },
      lineCount: ofLines(sql`count(*)`),
      itemCount: ofLines(sql`coalesce(sum(l.quantity), 0)`),
      ...{ bidNotes: carts.bidNotes, quotedUntil: carts.quotedUntil, updatedAt: carts.updatedAt },
      waits: sql<boolean>`${exists(db.select({ one: sql`1` }).from(waitingActs).where(isForCart(clock.now())))}`,
    })
    .from(carts)
    .innerJoin(users, eq(users._id, carts.user))
    .leftJoin(companies, eq(companies._id, users.company))
    .where(where)
    .orderBy(...SORTS[view])
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(carts)
    .innerJoin(users, eq(users._id, carts.user))
    .leftJoin(companies, eq(companies._id, users.company))
    .where(where);
  return { bids: found, total: all?.total ?? 0, counts: await countBids(db, now) };
}

const ofLines = (what: SQL) =>
  sql<number>`(select ${what}::int from ${cartLines} l where l.cart = ${carts._id})`;

function inView(view: BidView, now: string): SQL | undefined {
  if (view === 'bid') return eq(carts.state, 'bid');
  const isOver = view === 'over' ? lte(carts.quotedUntil, now) : gt(carts.quotedUntil, now);
  return and(eq(carts.state, 'quoted'), isOver);
}

const SORTS: Record<BidView, SQL[]> = {
  bid: [asc(carts.updatedAt), asc(carts._id)],
  quoted: [sql`${carts.quotedUntil} asc nulls last`, asc(carts._id)],
  over: [desc(carts.quotedUntil), desc(carts._id)],
};

function named(search: string): SQL | undefined {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return or(ilike(carts.orderName, like), ilike(users.name, like), ilike(companies.name, like));
}

async function countBids(db: Db, now: string): Promise<Bids['counts']> {
  const [found] = rows<Record<BidView, number>>(
    await db.execute(sql`
      select count(*) filter (where state = 'bid')::int as bid,
        count(*) filter (where state = 'quoted' and quoted_until > ${now})::int as quoted,
        count(*) filter (where state = 'quoted' and quoted_until <= ${now})::int as over
      from carts where state in ('bid', 'quoted')`),
  );
  return Object.fromEntries(BID_VIEWS.map(view => [view, found?.[view] ?? 0])) as Bids['counts'];
}

/** A bid or a quote with whose it is, for its owner and staff. Throws `not_found`. */
export async function bidFor(db: Db, user: SessionUser, _id: string): Promise<Omit<Bid, 'prices'>> {
  const bid = await readBid(db, _id);
  if (!isStaff(user) && bid.user !== user._id) throw new AppError('not_found');
  return bid;
}

/** Reads a bid or a quote with whose it is, and what its goods cost them today and the shop. Throws `not_found`. */
export async function readBid(db: Db, _id: string): Promise<Bid> {
  const [found] = await db
    .select({
      cart: carts,
      name: users.name,
      email: users.email,
      company: users.company,
      businessName: companies.name,
    })
    .from(carts)
    .innerJoin(users, eq(users._id, carts.user))
    .leftJoin(companies, eq(companies._id, users.company))
    .where(eq(carts._id, _id));
  if (!found || !isBid(found.cart)) throw new AppError('not_found');
  const owner = await ownerById(db, found.cart.user);
  const lines = await readLines(db, [_id]);
  const { cart, name, email, company, businessName } = found;
  return {
    ...(await showCart(db, cart, owner)),
    ...{ user: cart.user, name, email, company, businessName: businessName ?? '' },
    prices: await pricesOf(db, lines, owner),
    waits: await waitingQuote(db, cart),
  };
}

/**
 * Tells by variant what the lines of a cart cost its customer today, at the quantity of the whole cart, and the shop; of what
 * can't be sold just now as well, as it may be again while a quote holds.
 */
export async function pricesOf(
  db: Db,
  lines: readonly LineRow[],
  owner: PricedCustomer,
): Promise<Bid['prices']> {
  const plain = lines.map(line => ({ ...line, quotedPrice: null }));
  const known = await knownOf(db, lines, owner);
  const today = showLines(plain, known, clock.now()).cart;
  const ids = [...new Set(lines.map(({ variantId }) => variantId))];
  const costs = await db
    .select({ _id: variants._id, cost: variants.cost })
    .from(variants)
    .where(inArray(variants._id, ids));
  return today.flatMap(({ variantId, price, gone }, index) => {
    if (today.findIndex(one => one.variantId === variantId) < index) return [];
    const facts = gone ? known.facts.get(variantId) : undefined;
    const quantity = countItems(today.filter(one => one.variantId === variantId));
    const ours = facts ? unitPrice({ ...facts, ...known.terms, quantity }).price : price;
    const cost = costs.find(one => one._id === variantId)?.cost ?? null;
    const quoted = lines.find(one => one.variantId === variantId)?.quotedPrice ?? null;
    return [{ variantId, ours, cost, quoted }];
  });
}

/** Selects the quotes for a cart, as it stands now, that wait for an Admin. */
const isForCart = (now: Date) =>
  and(
    eq(waitingActs.cart, carts._id),
    eq(waitingActs.version, carts.version),
    eq(waitingActs.state, 'waiting'),
    gte(waitingActs.createdAt, lapsesBefore(now)),
  );

/** The quote for this cart that waits for an Admin, if there is one. */
async function waitingQuote(db: Db, { _id }: { _id: string }): Promise<Bid['waits']> {
  const [found] = await db
    .select({
      askedBy: sql<string>`coalesce(${users.name}, '')`,
      createdAt: waitingActs.createdAt,
    })
    .from(waitingActs)
    .innerJoin(carts, isForCart(clock.now()))
    .leftJoin(users, eq(users._id, waitingActs.askedBy))
    .where(eq(waitingActs.cart, _id));
  return found ?? null;
}
