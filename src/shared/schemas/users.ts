import { z } from 'zod';
import { COMPANY_ROLES, PAYMENT_TYPES, PERMISSION_LEVELS, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { billingAddressOut, idSchema, moneyOut, shippingAddressOut } from '#shared/schemas/common.ts';

/** A user as he sees himself (spec §3). Lists hold `_id`s or the little that a screen's frame needs of them. */
export const userSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  permissionLevel: z.enum(PERMISSION_LEVELS),
  role: z.enum(COMPANY_ROLES).nullable(),
  company: idSchema.nullable(),
  companyName: z.string().nullable(),
  spendingLimit: moneyOut.nullable(),
  ...shippingAddressOut,
  ...billingAddressOut,
  paymentType: z.enum(PAYMENT_TYPES).nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  registeredFully: z.boolean(),
  avatar: z.string().nullable(),
  /** One of the two accounts of spec §6. */
  special: z.boolean(),
  version: z.int(),
  /** The latest hundred (spec §9), newest first. */
  orders: z.array(idSchema),
  /** The products of `variants`. */
  products: z.array(idSchema),
  /** His own special prices and those of his company. */
  variants: z.array(z.object({ variant: idSchema, price: moneyOut })),
  tiers: z.array(z.object({ scope: z.string(), ref: z.string(), percent: z.number() })),
  /** Variants, the latest first. */
  favorites: z.array(idSchema),
  savedCarts: z.array(z.object({ _id: idSchema, orderName: z.string(), state: z.string() })),
  /** Other people's accounts that may buy for his company. */
  associatedAccounts: z.array(z.object({ _id: idSchema, email: z.string(), name: z.string() })),
});
export type User = z.infer<typeof userSchema>;
