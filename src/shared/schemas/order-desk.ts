import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { DESK_SORTS, ORDER_VIEWS } from '#shared/office-lists.ts';
import { isMoney } from '#shared/rules/money.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import { idSchema, moneyOut, paging, prose, text } from '#shared/schemas/common.ts';
import { listedOrderSchema, orderSchema } from '#shared/schemas/orders.ts';

/** Whole cents: the database holds no part of one, and a list that is asked for it would fail. */
export const amountBound = z
  .number()
  .min(0)
  .max(10_000_000)
  .refine(isMoney, 'is not an amount with at most two decimals');

/** Narrows the orders of a view. Days are the shop's, amounts are of totals. */
export const orderDeskSchema = z.object({
  view: z.enum(ORDER_VIEWS).default('all'),
  search: text(120).optional(),
  status: z.array(z.enum(ORDER_STATUSES)).min(1).max(ORDER_STATUSES.length).optional(),
  paymentType: z.enum(PAYMENT_TYPES).optional(),
  shippingMethod: z.enum(SHIPPING_METHODS).optional(),
  paid: z.boolean().optional(),
  from: isoDate.optional(),
  to: isoDate.optional(),
  atLeast: amountBound.optional(),
  atMost: amountBound.optional(),
  sort: z.enum(DESK_SORTS).default('-date'),
  ...paging(25, 100),
});
export type OrderDesk = z.infer<typeof orderDeskSchema>;

/** Asks for all of a view, whatever page is shown. */
export const deskQuerySchema = orderDeskSchema.omit({ page: true, limit: true });
export type DeskQuery = z.infer<typeof deskQuerySchema>;

/** All that match, as they are sorted, up to a limit. */
export const deskIdsSchema = z.object({
  orders: z.array(z.object({ _id: idSchema, status: z.enum(ORDER_STATUSES) })),
});
export type DeskIds = z.infer<typeof deskIdsSchema>;

/** An order as the desk lists it. */
const deskOrderSchema = listedOrderSchema.omit({ lineCount: true }).extend({
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

/** One order, and the list of the desk that it was opened from. */
export const deskBesideSchema = orderDeskSchema.extend({ id: idSchema });
export type DeskBeside = z.infer<typeof deskBesideSchema>;

const neighbour = z.object({ _id: idSchema, orderNumber: z.int() }).nullable();
export const deskNeighboursSchema = z.object({ before: neighbour, after: neighbour });
export type DeskNeighbours = z.infer<typeof deskNeighboursSchema>;

/** An order with all that staff see beside it. */
export const orderRecordSchema = orderSchema.extend({
  companyName: z.string().nullable(),
  /** The one of the staff who made the order for its customer. */
  madeBy: z.string().nullable(),
  /** The company owes more than its limit now, and the goods have not left. */
  overLimit: z.boolean(),
  /** A refund to a card did not get through at some time: the look at its refunds tells what of it is still owed. */
  hasFailedRefund: z.boolean(),
  /** Its lines can be changed now by whoever asks. */
  mayEdit: z.boolean(),
  /** It can be canceled now. */
  mayCancel: z.boolean(),
  /** Something of it can still be sent back. */
  mayReturn: z.boolean(),
  /** It can be deleted now by whoever asks: an Admin, of what the books don't name. */
  mayDelete: z.boolean(),
  /**
   * Stock now, less what this order took, by the variants of its lines; null: drop-shipped. What is no longer in the
   * catalogue is not named.
   */
  stockNow: z.record(idSchema, z.int().nullable()),
  /** Lists what staff are told to look at. */
  alerts: z.array(z.string()),
  /** Money that staff have still to hand out or send, which counts as refunded already; `alert`: the line that asks for it. */
  handOuts: z.array(z.object({ alert: z.string(), way: z.enum(['cash', 'check']), amount: moneyOut })),
});
export type OrderRecord = z.infer<typeof orderRecordSchema>;

export const orderRecordQuerySchema = z.object({ id: idSchema });
/** `alert`: the line to be dismissed, as it was read. */
export const dismissAlertSchema = z.strictObject({
  _id: idSchema,
  alert: z.string().max(1000),
  note: prose(500, 1),
});
export type DismissAlert = z.infer<typeof dismissAlertSchema>;
