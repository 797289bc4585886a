import { eq, sql } from 'drizzle-orm';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import type { Db } from '#server/db.ts';
import { priceFacts } from '#server/variants/price-facts.ts';
import { COUPON_TYPES, couponStanding } from '#shared/rules/coupons.ts';
import type { CouponAnswer } from '#shared/schemas/coupons.ts';

export type CouponRow = typeof coupons.$inferSelect;

/** Who a coupon's uses are counted for: a user's `_id`, or a guest's e-mail in lower case. */
export function couponCustomer(user: { _id: string } | null, email: string | undefined): string {
  return user?._id ?? (email ?? '').trim().toLowerCase();
}

export interface FoundCoupon {
  coupon: CouponRow | null;
  usesInAll: number;
  usesByCustomer: number;
}

/**
 * A coupon by its code (whatever its case) with its live uses. `lock`: for the transaction of an order, so that its
 * limits hold however many submit at once.
 */
export async function findCoupon(
  db: Db,
  code: string,
  customer: string,
  { lock = false } = {},
): Promise<FoundCoupon> {
  const wanted = eq(sql`lower(${coupons.code})`, code.trim().toLowerCase());
  const query = db.select().from(coupons).where(wanted);
  const [coupon] = lock ? await query.for('no key update') : await query;
  if (!coupon) return { coupon: null, usesInAll: 0, usesByCustomer: 0 };
  const usesByCustomer =
    coupon.maxUsesPerCustomer === null || customer === ''
      ? 0
      : await db.$count(
          couponUses,
          sql`${couponUses.coupon} = ${coupon._id} and ${couponUses.customer} = ${customer}`,
        );
  return { coupon, usesInAll: coupon.uses, usesByCustomer };
}

/** Counts an order's use of a coupon; the coupon is locked and was found usable. */
export async function spendCoupon(tx: Db, coupon: CouponRow, order: string, customer: string): Promise<void> {
  await tx.insert(couponUses).values({ order, coupon: coupon._id, customer });
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

/** Whether a code can be used at all, before looking at a cart (spec §5: a coupon must verify before use). */
export async function verifyCoupon(db: Db, code: string, customer: string, now: Date): Promise<CouponAnswer> {
  const { coupon, ...uses } = await findCoupon(db, code, customer);
  const couponStatus = couponStanding(coupon, { now, ...uses });
  const usable = couponStatus === 'success' ? coupon : null;
  return {
    couponStatus,
    couponType: usable?.type ?? null,
    couponCode: coupon?.code ?? code,
    product: usable?.type === COUPON_TYPES.freeProduct ? await freeProduct(db, usable) : null,
  };
}

/** The product that a type 8 coupon gives; null when it can't be sold. */
async function freeProduct(db: Db, coupon: CouponRow): Promise<CouponAnswer['product']> {
  const { facts } = await priceFacts(db, [coupon.appliesTo], null);
  const found = facts.get(coupon.appliesTo);
  return found?.available ? found : null;
}
