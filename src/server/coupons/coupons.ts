import { and, eq, inArray, sql } from 'drizzle-orm';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import { users } from '#server/users/tables.ts';
import { priceFacts } from '#server/variants/price-facts.ts';
import { COUPON_TYPES, couponStanding, isSecret, toldCoupon } from '#shared/rules/coupons.ts';
import type { CouponAnswer } from '#shared/schemas/coupons.ts';

export type CouponRow = typeof coupons.$inferSelect;

/** The person that a coupon's uses are counted for: an account, and whoever orders with an e-mail address of theirs. */
export interface CouponCustomer {
  user: string | null;
  /** In lower case: the order's, and the account's own. */
  emails: string[];
  /** An order that is given up for the one that the coupon is for: its use counts no more. */
  givesUp?: string | undefined;
}

export function couponCustomer(
  user: { _id: string; email: string } | null,
  orderEmail?: string,
): CouponCustomer {
  const emails = [orderEmail, user?.email].flatMap(email => email?.trim().toLowerCase() || []);
  return { user: user?._id ?? null, emails: [...new Set(emails)] };
}

export interface FoundCoupon {
  coupon: CouponRow | null;
  usesInAll: number;
  usesByCustomer: number;
}

/**
 * A coupon by its code (whatever its case) with its live uses; one that nobody may learn of is as good as none, also in
 * what is asked of the database. In the transaction of an order the coupon is locked
 * before, so that its limits hold however many submit at once.
 */
export async function findCoupon(
  db: Db,
  code: string,
  customer: CouponCustomer,
  now: Date,
): Promise<FoundCoupon> {
  const wanted = eq(sql`lower(${coupons.code})`, code.trim().toLowerCase());
  const [coupon] = code === '' ? [] : await db.select().from(coupons).where(wanted);
  if (!coupon || isSecret(coupon, now)) return { coupon: null, usesInAll: 0, usesByCustomer: 0 };
  const usesByCustomer = coupon.maxUsesPerCustomer === null ? 0 : await countUses(db, coupon._id, customer);
  const { givesUp } = customer;
  const given = givesUp ? await db.$count(couponUses, usedBy(coupon._id, givesUp)) : 0;
  return { coupon, usesInAll: coupon.uses - given, usesByCustomer };
}

const usedBy = (coupon: string, order: string) =>
  and(eq(couponUses.coupon, coupon), eq(couponUses.order, order));

/** Counts uses; a guest's are found by the account that has their address, whatever address it wrote on its orders. */
async function countUses(db: Db, coupon: string, { user, emails, givesUp }: CouponCustomer): Promise<number> {
  if (user === null && emails.length === 0) return 0;
  const addresses = sql`${sql.param(emails)}::text[]`;
  return db.$count(
    couponUses,
    sql`${couponUses.coupon} = ${coupon} and ${couponUses.order} is distinct from ${givesUp ?? null}::uuid
      and (${couponUses.email} = any(${addresses})
      or ${couponUses.user} = ${user}::uuid
      or ${couponUses.user} in (select ${users._id} from ${users} where lower(${users.email}) = any(${addresses}) and ${users.deletedAt} is null))`,
  );
}

/** Locks coupons by their codes, in the order of their `_id`, for an order that uses or gives back some of them. */
export async function lockCoupons(tx: Db, codes: readonly string[]): Promise<CouponRow[]> {
  const wanted = codes.map(code => code.trim().toLowerCase()).filter(Boolean);
  if (wanted.length === 0) return [];
  return tx
    .select()
    .from(coupons)
    .where(inArray(sql`lower(${coupons.code})`, wanted))
    .orderBy(coupons._id)
    .for('no key update');
}

/** The variant that a type 8 coupon gives. */
export function givenVariant(coupon: Pick<CouponRow, 'type' | 'appliesTo'>): string | null {
  const isVariant = coupon.type === COUPON_TYPES.freeProduct && UUID.test(coupon.appliesTo);
  return isVariant ? coupon.appliesTo : null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Counts an order's use of a coupon; the coupon is locked and was found usable. */
export async function spendCoupon(
  tx: Db,
  coupon: CouponRow,
  order: { _id: string; user: string | null; email: string },
): Promise<void> {
  const { _id, user, email } = order;
  await tx.insert(couponUses).values({ order: _id, coupon: coupon._id, user, email: email.toLowerCase() });
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(eq(coupons._id, coupon._id));
}

/** Gives the use of a canceled order back, once. */
export async function returnCouponUse(tx: Db, order: string): Promise<void> {
  const [use] = await tx.delete(couponUses).where(eq(couponUses.order, order)).returning();
  if (!use) return;
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons._id, use.coupon));
}

/**
 * Tells whether an order's coupon took its shipping off, which stays with the shop when goods come back (`goodsDiscount` has
 * the rest of a line's discount).
 */
export async function tookOffShipping(tx: Db, order: string): Promise<boolean> {
  const uses = await tx
    .select({ type: coupons.type })
    .from(couponUses)
    .innerJoin(coupons, eq(coupons._id, couponUses.coupon))
    .where(eq(couponUses.order, order));
  return uses.some(({ type }) => type === COUPON_TYPES.freeShipping);
}

/** Tells whether a code can be used at all, before looking at a cart (rule T3). */
export async function verifyCoupon(
  db: Db,
  code: string,
  customer: CouponCustomer,
  now: Date,
): Promise<CouponAnswer> {
  const { coupon, ...uses } = await findCoupon(db, code, customer, now);
  const couponStatus = couponStanding(coupon, { now, ...uses });
  const usable = couponStatus === 'success' ? coupon : null;
  return {
    couponStatus,
    ...toldCoupon(code, coupon, couponStatus),
    product: usable?.type === COUPON_TYPES.freeProduct ? await freeProduct(db, usable) : null,
  };
}

/** The product that a type 8 coupon gives; null when it can't be sold. */
async function freeProduct(db: Db, coupon: CouponRow): Promise<CouponAnswer['product']> {
  const given = givenVariant(coupon);
  if (!given) return null;
  const { facts } = await priceFacts(db, [given], null);
  const found = facts.get(given);
  return found?.available ? found : null;
}
