import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { DESK_SORTS, ORDER_VIEWS } from '#shared/office-lists.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import { moneyOut, paging, text } from '#shared/schemas/common.ts';
import { listedOrderSchema } from '#shared/schemas/orders.ts';

/** Narrows the orders of a view. Days are the shop's, amounts are of totals. */
export const orderDeskSchema = z.object({
  view: z.enum(ORDER_VIEWS).default('all'),
  search: text(120).optional(),
  status: z.array(z.enum(ORDER_STATUSES)).max(ORDER_STATUSES.length).optional(),
  paymentType: z.enum(PAYMENT_TYPES).optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).optional(),
  paid: z.boolean().optional(),
  from: isoDate.optional(),
  to: isoDate.optional(),
  atLeast: z.number().min(0).max(10_000_000).optional(),
  atMost: z.number().min(0).max(10_000_000).optional(),
  sort: z.enum(DESK_SORTS).default('-date'),
  ...paging(25, 100),
});
export type OrderDesk = z.infer<typeof orderDeskSchema>;

/** An order as the desk lists it. */
export const deskOrderSchema = listedOrderSchema.extend({
  companyName: z.string().nullable(),
  /** Units that are not fulfilled yet. */
  openCount: z.int(),
  /** The company owes more than its limit now. */
  overLimit: z.boolean(),
  /** Tells staff what to look at; empty: nothing. */
  alert: z.string(),
});
export type DeskOrder = z.infer<typeof deskOrderSchema>;

export const orderDeskAnswerSchema = z.object({
  orders: z.array(deskOrderSchema),
  /** Counted, as the sums are, over all that match, not over the page alone. */
  total: z.int(),
  sum: moneyOut,
  open: moneyOut,
});

export const deskCountsSchema = z.record(z.enum(ORDER_VIEWS), z.int());
export type DeskCounts = z.infer<typeof deskCountsSchema>;
