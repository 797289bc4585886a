import { z } from 'zod';
import { emailSchema, idSchema, moneyOut, moneySchema } from '#shared/schemas/common.ts';
import { cardSchema } from '#shared/schemas/payments.ts';

/** Makes the link by which anybody can pay what is open of an order; mails it where `email` is given. */
export const makePayLinkSchema = z.strictObject({ order: idSchema, email: emailSchema.optional() });
export type MakePayLink = z.infer<typeof makePayLinkSchema>;

export const payLinkSchema = z.object({ url: z.string(), amount: moneyOut, until: z.string() });
export type PayLink = z.infer<typeof payLinkSchema>;

/** The two parts of a link: `/pay/{order}?key=`. */
const link = { order: idSchema, key: z.string().min(1).max(100) };

export const openPayLinkSchema = z.strictObject(link);
export type OpenPayLink = z.infer<typeof openPayLinkSchema>;

/** Shows who has a link what there is to pay, and nothing else of the order. */
export const linkedOrderSchema = z.object({
  order: idSchema,
  orderNumber: z.int(),
  /** Nothing is to be paid any more. */
  paid: z.boolean(),
  /** To be paid now; `amountThen`: when the link was made. */
  amount: moneyOut,
  amountThen: moneyOut,
  until: z.string(),
  /** It was placed at the test gateway: no money moves. */
  test: z.boolean(),
});
export type LinkedOrder = z.infer<typeof linkedOrderSchema>;

export const payByLinkSchema = z.strictObject({
  ...link,
  card: cardSchema,
  idempotencyKey: z.uuid(),
  /** The amount that the payer saw. */
  total: moneySchema,
});
export type PayByLink = z.infer<typeof payByLinkSchema>;

export const paidByLinkSchema = z.object({
  status: z.enum(['paid', 'requires_action']),
  clientSecret: z.string().optional(),
});
export type PaidByLink = z.infer<typeof paidByLinkSchema>;
