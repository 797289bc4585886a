import { z } from 'zod';
import { savedCartSchema } from '#shared/schemas/carts.ts';
import { editAnswerSchema } from '#shared/schemas/edit-order.ts';
import { figuresSchema } from '#shared/schemas/orders.ts';
import { receiptSchema } from '#shared/schemas/receipts.ts';
import { returnWorthSchema } from '#shared/schemas/returns.ts';

/** A stored row for the staff who edit it. */
const row = z.record(z.string(), z.unknown());

/**
 * Lists what refusals bring along, by name. No call's output schema looks at a refusal, so that this one keeps to
 * itself what a record holds besides, such as what the shop itself pays.
 */
const schema = z
  .object({
    figures: figuresSchema,
    edit: editAnswerSchema,
    worth: returnWorthSchema,
    receipt: receiptSchema,
    cart: savedCartSchema,
    product: row,
    variant: row,
    version: z.number(),
    certificate: z.string().nullable(),
    order: z.object({
      _id: z.string(),
      orderNumber: z.number().optional(),
      status: z.string().optional(),
      heldUntil: z.string().nullable().optional(),
    }),
    return: z.object({ _id: z.string(), status: z.string() }),
    /** Names whoever picks the order now, or did last. */
    pick: z.object({ end: z.string().nullable(), name: z.string(), since: z.string() }),
    state: z.string(),
    mayCancel: z.boolean(),
    retryAfter: z.number(),
    most: z.number(),
    email: z.string(),
    scope: z.string(),
    expiresAt: z.string(),
    upTo: z.number().nullable(),
    missing: z.number(),
    spendingLimit: z.number().nullable(),
    total: z.union([z.number(), z.object({ asked: z.number(), mayHold: z.number() })]),
    isBound: z.boolean(),
    lines: z.array(
      z.object({
        ...{ line: z.number(), quantity: z.number(), mayHold: z.number() },
        ...{ productId: z.string(), variantId: z.string(), productNum: z.string(), name: z.string() },
      }),
    ),
    orders: z.object({ held: z.number(), most: z.number() }),
    ways: z.array(z.string()),
  })
  .partial();

export type RefusalDetails = z.input<typeof schema>;

/** Makes of a refusal's details what may be told. */
export const toldDetails = (details: RefusalDetails): RefusalDetails => schema.parse(details);
