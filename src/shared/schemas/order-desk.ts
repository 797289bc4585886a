import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import { moneyOut, paging, text } from '#shared/schemas/common.ts';
import { listedOrderSchema } from '#shared/schemas/orders.ts';

/** Work queues of the order desk, in the order of their tabs (rule O17). */
export const ORDER_VIEWS = [
  ...(['toPick', 'picking', 'ready', 'toShip', 'openLines'] as const),
  ...(['unpaid', 'overLimit', 'alerts', 'all'] as const),
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];

/** Orders by what a column shows; `-` in front: the largest, the latest or Z first. */
export const DESK_SORTS = ['date', 'number', 'customer', 'total', 'due'] as const;
const sorts = DESK_SORTS.flatMap(sort => [sort, `-${sort}`] as const);
export type DeskSort = (typeof sorts)[number];

/** What a member of staff narrows the orders of a view by. Days are the shop's, amounts are of totals. */
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
  sort: z.enum(sorts).default('-date'),
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
  /** What staff are to look at; empty: nothing. */
  alert: z.string(),
});
export type DeskOrder = z.infer<typeof deskOrderSchema>;

export const orderDeskAnswerSchema = z.object({
  orders: z.array(deskOrderSchema),
  /** Of all that match, not of the page alone. */
  total: z.int(),
  sum: moneyOut,
  open: moneyOut,
});

export const deskCountsSchema = z.record(z.enum(ORDER_VIEWS), z.int());
export type DeskCounts = z.infer<typeof deskCountsSchema>;
