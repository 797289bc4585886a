import { z } from 'zod';
import { BID_VIEWS } from '#shared/office-lists.ts';
import { cartFields, cartName, savedCartSchema } from '#shared/schemas/carts.ts';
import { idSchema, moneyOut, paging, text } from '#shared/schemas/common.ts';
import { staffLinesSchema } from '#shared/schemas/create-order.ts';

/** Holds what staff typed for an order that they keep as a bid instead. With the same key again it is the same bid. */
export const holdAsBidSchema = z.strictObject({
  user: idSchema,
  key: z.uuid(),
  orderName: cartName,
  cart: staffLinesSchema,
  ...cartFields.partial().shape,
});
export type HoldAsBid = z.infer<typeof holdAsBidSchema>;

export const bidListSchema = z.object({
  view: z.enum(BID_VIEWS).default('bid'),
  search: text(120).optional(),
  ...paging(25, 100),
});
export type BidList = z.infer<typeof bidListSchema>;

/** A cart that was sent for prices, without its lines. */
const listedBidSchema = z.object({
  _id: idSchema,
  orderName: z.string(),
  state: z.enum(['bid', 'quoted']),
  user: idSchema,
  /** Its customer's and their company's. */
  name: z.string(),
  businessName: z.string(),
  lineCount: z.int(),
  itemCount: z.int(),
  bidNotes: z.string(),
  quotedUntil: z.string().nullable(),
  updatedAt: z.string(),
  /** A quote for it waits for an Admin. */
  waits: z.boolean(),
});
export type ListedBid = z.infer<typeof listedBidSchema>;

/** `counts`: how many there are in each view, whatever is searched for. */
export const bidsSchema = z.object({
  bids: z.array(listedBidSchema),
  total: z.int(),
  counts: z.record(z.enum(BID_VIEWS), z.int()),
});
export type Bids = z.infer<typeof bidsSchema>;

/** A bid with what staff need to price it. */
export const bidSchema = savedCartSchema.extend({
  user: idSchema,
  name: z.string(),
  email: z.string(),
  company: idSchema.nullable(),
  businessName: z.string(),
  /** By variant. */
  prices: z.array(
    z.object({
      variantId: idSchema,
      /** The price of a unit today for this customer, at the quantity of the whole cart. */
      ours: moneyOut,
      cost: moneyOut.nullable(),
      /** As it was quoted, also where that is over; null: it was not. */
      quoted: moneyOut.nullable(),
    }),
  ),
  /** The quote that an Employee asked for, while it waits for an Admin. */
  waits: z.object({ askedBy: z.string(), createdAt: z.string() }).nullable(),
});
export type Bid = z.infer<typeof bidSchema>;
