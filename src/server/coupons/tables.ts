import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, money, now, updatedNow } from '#server/database/columns.ts';

/** Has a type from 0 to 8 (rule T2). `value` is a percentage for types 0, 3, 4, 5, 7; dollars for 1 and 6. */
export const coupons = pgTable(
  'coupons',
  {
    _id: id(),
    code: text().notNull(),
    type: smallint().notNull(),
    value: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    /** A category's or product's `_id`, a vendor's name, a variant's `_id` for type 8. */
    appliesTo: text().notNull().default(''),
    buyQuantity: integer(),
    minSubTotal: money().notNull().default(sql`0`),
    starts: instant(),
    ends: instant(),
    maxUses: integer(),
    maxUsesPerCustomer: integer(),
    /** Live orders that bear the code; moved by conditional updates inside the order's transaction. */
    uses: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('coupons_code').on(sql`lower(${t.code})`),
    check('coupons_code_present', sql`${t.code} <> ''`),
    check('coupons_type', sql`${t.type} between 0 and 8`),
    check('coupons_value', sql`${t.value} >= 0 and (${t.type} not in (0, 3, 4, 5, 7) or ${t.value} <= 100)`),
    check('coupons_uses', sql`${t.uses} >= 0 and (${t.maxUses} is null or ${t.uses} <= ${t.maxUses})`),
    check(
      'coupons_buy_quantity',
      sql`(${t.type} = 7) = (${t.buyQuantity} is not null) and coalesce(${t.buyQuantity}, 1) >= 1`,
    ),
    check('coupons_min_sub_total', sql`${t.minSubTotal} >= 0`),
    check('coupons_period', sql`${t.starts} is null or ${t.ends} is null or ${t.starts} < ${t.ends}`),
  ],
);

/** One row an order that used a coupon; gone when the order is canceled. */
export const couponUses = pgTable(
  'coupon_uses',
  {
    order: uuid().primaryKey(),
    coupon: uuid()
      .notNull()
      .references(() => coupons._id, { onDelete: 'cascade' }),
    /** Null: a guest's. */
    user: uuid(),
    /** The address on the order, in lower case. */
    email: text().notNull(),
    createdAt: now(),
  },
  t => [index('coupon_uses_user').on(t.coupon, t.user), index('coupon_uses_email').on(t.coupon, t.email)],
);
