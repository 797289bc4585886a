import { z } from 'zod';
import { AT_WILL_WAYS } from '#shared/enumerations.ts';
import { idSchema, moneySchema, prose, quantitySchema, text } from '#shared/schemas/common.ts';

/** Gives money of an order back at will: of some units, of its shipping, or an amount. */
export const makeRefundSchema = z
  .strictObject({
    order: idSchema,
    version: z.int().min(1),
    /** Units of its lines, which stay with the customer: they are worth what a return of them would be. */
    lines: z
      .array(z.strictObject({ _id: idSchema, quantity: quantitySchema }))
      .min(1)
      .max(500)
      .optional(),
    /** The part of its shipping. */
    shipping: moneySchema.optional(),
    amount: moneySchema.optional(),
    way: z.enum(AT_WILL_WAYS),
    /** The number of the check that is written, or what a transfer is marked with. */
    number: text(60).default(''),
    reason: prose(500, 1),
    /** Gives by hand what was paid by card: an Admin, once the payment service has refused it. */
    key: z.uuid(),
  })
  .refine(
    ({ lines, shipping, amount }) =>
      (amount === undefined) === (lines !== undefined || shipping !== undefined),
    {
      path: ['amount'],
      message: 'needs an amount, or lines and shipping',
    },
  );
export type MakeRefund = z.infer<typeof makeRefundSchema>;
