import type { couponUses } from '#server/coupons/tables.ts';
import type { orderBundleItems, orderCarts, orderEvents, orderLines, orders } from '#server/orders/tables.ts';
import type {
  accountEntries,
  paymentAllocations,
  payments,
  refunds,
  storeCreditEntries,
} from '#server/payments/tables.ts';
import type { receiptParts, receipts } from '#server/receipts/tables.ts';
import type { returnLines, returns } from '#server/returns/tables.ts';

/** Rows of a year of orders, by table. */
export interface OrderRows {
  orders: (typeof orders.$inferInsert & { _id: string })[];
  orderCarts: (typeof orderCarts.$inferInsert)[];
  orderLines: (typeof orderLines.$inferInsert)[];
  orderBundleItems: (typeof orderBundleItems.$inferInsert)[];
  orderEvents: (typeof orderEvents.$inferInsert)[];
  payments: (typeof payments.$inferInsert)[];
  paymentAllocations: (typeof paymentAllocations.$inferInsert)[];
  refunds: (typeof refunds.$inferInsert)[];
  receipts: (typeof receipts.$inferInsert)[];
  receiptParts: (typeof receiptParts.$inferInsert)[];
  accountEntries: (typeof accountEntries.$inferInsert)[];
  storeCreditEntries: (typeof storeCreditEntries.$inferInsert)[];
  couponUses: (typeof couponUses.$inferInsert)[];
  returns: (typeof returns.$inferInsert)[];
  returnLines: (typeof returnLines.$inferInsert)[];
}

export const noRows = (): OrderRows => ({
  orders: [],
  orderCarts: [],
  orderLines: [],
  orderBundleItems: [],
  orderEvents: [],
  payments: [],
  paymentAllocations: [],
  refunds: [],
  receipts: [],
  receiptParts: [],
  accountEntries: [],
  storeCreditEntries: [],
  couponUses: [],
  returns: [],
  returnLines: [],
});
