import { sql } from 'drizzle-orm';
import { bulkInsert } from '#demo/bulk-insert.ts';
import type { Learned } from '#demo/orders/learned.ts';
import type { OrderRows } from '#demo/orders/order-rows.ts';
import type { CouponRow } from '#server/coupons/coupons.ts';
import { coupons, couponUses } from '#server/coupons/tables.ts';
import type { Db } from '#server/database/db.ts';
import { orderBundleItems, orderCarts, orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import {
  accountEntries,
  paymentAllocations,
  payments,
  refunds,
  storeCreditEntries,
} from '#server/payments/tables.ts';
import { receiptParts, receipts } from '#server/receipts/tables.ts';
import { returnLines, returns } from '#server/returns/tables.ts';
import { boughtTogether, learnedOrders } from '#server/suggestions/tables.ts';

/** Writes a year of orders; what is sold next gets the next number. */
export async function writeOrders(
  tx: Db,
  rows: OrderRows,
  used: readonly CouponRow[],
  learned: Learned,
): Promise<void> {
  await bulkInsert(tx, coupons, used);
  await bulkInsert(tx, orders, rows.orders);
  await bulkInsert(tx, orderCarts, rows.orderCarts);
  await bulkInsert(tx, orderLines, rows.orderLines);
  await bulkInsert(tx, orderBundleItems, rows.orderBundleItems);
  await bulkInsert(tx, orderEvents, rows.orderEvents);
  await bulkInsert(tx, payments, rows.payments);
  await bulkInsert(tx, paymentAllocations, rows.paymentAllocations);
  await bulkInsert(tx, refunds, rows.refunds);
  await bulkInsert(tx, receipts, rows.receipts);
  await bulkInsert(tx, receiptParts, rows.receiptParts);
  await bulkInsert(tx, accountEntries, rows.accountEntries);
  await bulkInsert(tx, storeCreditEntries, rows.storeCreditEntries);
  await bulkInsert(tx, couponUses, rows.couponUses);
  await bulkInsert(tx, returns, rows.returns);
  await bulkInsert(tx, returnLines, rows.returnLines);
  await bulkInsert(tx, boughtTogether, learned.together);
  await bulkInsert(tx, learnedOrders, learned.orders);
  const last = Math.max(...rows.orders.map(({ orderNumber }) => orderNumber ?? 0));
  await tx.execute(sql`select setval('order_numbers', ${last}::bigint)`);
}
