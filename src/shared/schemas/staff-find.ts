import { z } from 'zod';
import { ORDER_STATUSES } from '#shared/enumerations.ts';
import { idSchema, moneyOut, text } from '#shared/schemas/common.ts';

export const findSchema = z.strictObject({ text: text(120, 1) });

const foundOrderSchema = z.object({
  _id: idSchema,
  orderNumber: z.int(),
  name: z.string(),
  /** The name of the company; empty: none. */
  company: z.string(),
  poNumber: z.string(),
  status: z.enum(ORDER_STATUSES),
  total: moneyOut,
});
export type FoundOrder = z.infer<typeof foundOrderSchema>;

const foundPersonSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  /** Empty, too, where it is not for whoever asks to see. */
  phone: z.string(),
  company: z.string().nullable(),
});
export type FoundPerson = z.infer<typeof foundPersonSchema>;

const foundCompanySchema = z.object({
  _id: idSchema,
  name: z.string(),
  accountNumber: z.string().nullable(),
});
export type FoundCompany = z.infer<typeof foundCompanySchema>;

const foundProductSchema = z.object({
  _id: idSchema,
  title: z.string(),
  /** The number that was looked for, if it is one of its own, else its first. */
  productNum: z.string(),
});
export type FoundProduct = z.infer<typeof foundProductSchema>;

/** The likeliest of each kind, the first first. */
export const foundAnythingSchema = z.object({
  orders: z.array(foundOrderSchema),
  people: z.array(foundPersonSchema),
  companies: z.array(foundCompanySchema),
  products: z.array(foundProductSchema),
});
export type FoundAnything = z.infer<typeof foundAnythingSchema>;
