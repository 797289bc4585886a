import { z } from 'zod';
import { WAITING_ACTS, WAITING_STATES } from '#shared/enumerations.ts';
import { idSchema, moneyOut } from '#shared/schemas/common.ts';

export const waitingActSchema = z.object({
  _id: idSchema,
  kind: z.enum(WAITING_ACTS),
  /** Null: store credit for no order in particular. */
  order: idSchema.nullable(),
  orderNumber: z.int().nullable(),
  amount: moneyOut,
  words: z.string(),
  state: z.enum(WAITING_STATES),
  askedBy: z.string(),
  createdAt: z.string(),
});
export type WaitingAct = z.infer<typeof waitingActSchema>;

export const decideActSchema = z.strictObject({ _id: idSchema, approve: z.boolean() });
