import { z } from 'zod';
import { ORDER_STATUSES, PAYMENT_TYPES, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { MAX_PICKED_ORDERS, MAX_SHORT_LENGTH } from '#shared/office-lists.ts';
import { idSchema, moneyOut, text } from '#shared/schemas/common.ts';
import { MAX_LINES } from '#shared/schemas/line-input.ts';

/** An order that waits to be picked. */
const pickableOrderSchema = z.object({
  _id: idSchema,
  orderNumber: z.int(),
  status: z.enum(ORDER_STATUSES),
  name: z.string(),
  companyName: z.string().nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS),
  createdAt: z.string(),
  /** The company owes more than its limit now. */
  overLimit: z.boolean(),
  /** The one of the staff who picks it now. */
  picker: z.string().nullable(),
});
export type PickableOrder = z.infer<typeof pickableOrderSchema>;

/** Orders by their numbers; without any, the oldest that wait. */
export const pickListQuerySchema = z.object({
  orders: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(MAX_PICKED_ORDERS).optional(),
});
export type PickListQuery = z.infer<typeof pickListQuerySchema>;

/** Tells what several orders still take off the shelves, bin by bin. */
export const pickListSchema = z.object({
  orders: z.array(pickableOrderSchema),
  /** Counts all that wait, also those beyond the list. */
  total: z.int(),
  bins: z.array(
    z.object({
      /** Empty: it lies in none. */
      bin: z.string(),
      lines: z.array(
        z.object({
          variant: idSchema,
          productNum: z.string(),
          name: z.string(),
          pieces: z.int(),
          takers: z.array(z.object({ order: idSchema, pieces: z.int(), isPriceNamed: z.boolean() })),
        }),
      ),
    }),
  ),
});
export type PickList = z.infer<typeof pickListSchema>;

/** Pieces that were counted in one place of a list; `short`: why they are fewer than asked for. */
const pickCountSchema = z.strictObject({
  place: idSchema,
  picked: z.int().min(0).max(10_000_000),
  short: text(MAX_SHORT_LENGTH).default(''),
});
export type PickCount = z.infer<typeof pickCountSchema>;

/** One thing to be picked: a line, or a thing that a set holds. */
const pickPlaceSchema = z.object({
  /** The `_id` of the line, or of the thing in the set. */
  place: idSchema,
  bin: z.string(),
  productNum: z.string(),
  /** The customer's own number for it. */
  partNumber: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  /** Group, room, and the set that it is for. */
  details: z.array(z.string()),
  asked: z.int(),
  /** Pieces in the unit that is counted. */
  pieceSize: z.int(),
  /** Staff named the price of it, or of the set that it is for. */
  isPriceNamed: z.boolean(),
});
export type PickPlace = z.infer<typeof pickPlaceSchema>;

/** One order as it is picked. */
export const pickSheetSchema = z.object({
  order: z.object({
    ...pickableOrderSchema.omit({ createdAt: true, overLimit: true, picker: true }).shape,
    orderName: z.string(),
    poNumber: z.string(),
    notes: z.string(),
    paymentType: z.enum(PAYMENT_TYPES),
    /** Tells what is still to be paid. */
    open: moneyOut,
    ordered: z.int(),
    fulfilled: z.int(),
  }),
  /** Marks the order's state and lines; it is another one once they change. */
  list: z.string(),
  /** By bin. */
  places: z.array(pickPlaceSchema),
  /** Names whoever picks it now; of a canceled order, whoever looks at it and picked it when it was. */
  pick: z
    .object({
      /** Belongs to everything that is sent of this list. */
      key: idSchema,
      name: z.string(),
      isMine: z.boolean(),
      begunAt: z.string(),
      seenAt: z.string(),
      turn: z.int(),
      counts: z.array(pickCountSchema),
    })
    .nullable(),
  /** Units that lie at the counter: picked, neither handed over nor returned. */
  ready: z.int(),
  /** The times that something of it was handed over, the first one first, with the units of each. */
  handed: z.array(z.object({ to: z.string(), at: z.string(), units: z.int() })),
});
export type PickSheet = z.infer<typeof pickSheetSchema>;

export const pickSheetQuerySchema = z.object({ id: idSchema });

/** `takeOver`: the key of the one who picks it now, as it was seen. `evenOverLimit`: as `patchOrderSchema` has it. */
export const beginPickSchema = z.strictObject({
  id: idSchema,
  takeOver: idSchema.optional(),
  evenOverLimit: z.literal(true).optional(),
});
export type BeginPick = z.infer<typeof beginPickSchema>;

const ofList = { key: idSchema, list: z.string().min(1).max(100) };
const counts = z.array(pickCountSchema).max(MAX_LINES * 20);

/** Counts of the places that were ticked; `turn` rises from one to the next. */
export const tickSchema = z.strictObject({ ...ofList, turn: z.int().min(1).max(2_000_000_000), counts });
export type Tick = z.infer<typeof tickSchema>;
/** The list as it is now; a turn other than the one that was sent says that it was not taken. */
export const tickedSchema = z.object({ turn: z.int(), counts: z.array(pickCountSchema) });
export type Ticked = z.infer<typeof tickedSchema>;

export const lookSchema = z.object(ofList);
export type Look = z.infer<typeof lookSchema>;

/** The counts of every place. `ready`: its customer can come for it. */
export const finishPickSchema = z.strictObject({ ...ofList, counts, ready: z.boolean() });
export type FinishPick = z.infer<typeof finishPickSchema>;
export const finishedPickSchema = z.object({
  status: z.enum(ORDER_STATUSES),
  ordered: z.int(),
  fulfilled: z.int(),
  /** The order that has waited longest, of those that nobody picks. */
  next: z.object({ _id: idSchema, orderNumber: z.int() }).nullable(),
});
export type FinishedPick = z.infer<typeof finishedPickSchema>;

export const leavePickSchema = z.strictObject({ key: idSchema });

/** `key`: made by the one who sends it, so that a second one changes nothing. */
export const handOverSchema = z.strictObject({ _id: idSchema, key: idSchema, collectedBy: text(120, 1) });
export type HandOver = z.infer<typeof handOverSchema>;
export const handedOverSchema = z.object({
  status: z.enum(ORDER_STATUSES),
  ordered: z.int(),
  fulfilled: z.int(),
});
export type HandedOver = z.infer<typeof handedOverSchema>;
