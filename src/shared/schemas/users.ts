import { z } from 'zod';
import { ADMIN_PAGE_SIZE } from '#shared/constants.ts';
import { COMPANY_ROLES, PAYMENT_TYPES, PERMISSION_LEVELS, SHIPPING_METHODS } from '#shared/enumerations.ts';
import { PEOPLE_SORTS } from '#shared/office-lists.ts';
import { emailFault, phoneFault, zipFault } from '#shared/rules/us-address.ts';
import {
  billingAddressOut,
  idSchema,
  moneyOut,
  paging,
  shippingAddressOut,
  text,
} from '#shared/schemas/common.ts';
import { orBlank, preferredMethod, priceTierSchema, stateField } from '#shared/schemas/companies.ts';

/** Describes a user to themselves. Lists hold `_id`s, or the little that a screen's frame needs of them. */
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
  /** A confirmed address leads back in, and finds orders that a guest made with it. */
  emailConfirmed: z.boolean(),
  /** The address that waits to take its place. */
  pendingEmail: z.string().nullable(),
  /** Somebody who came by Google or by an invitation may have none yet. */
  hasPassword: z.boolean(),
  /** Which notifications come by mail as well; what is not named does. */
  notify: z.record(z.string(), z.boolean()),
  /** Is one of the two special accounts (rule A2). */
  special: z.boolean(),
  version: z.int(),
  /** Holds the latest hundred (rule A12), newest first. */
  orders: z.array(idSchema),
  /** The products of `variants`. */
  products: z.array(idSchema),
  /** The user's own special prices and those of their company. */
  variants: z.array(z.object({ variant: idSchema, price: moneyOut })),
  tiers: z.array(z.object({ scope: z.string(), ref: z.string(), percent: z.number() })),
  /** Variants, the latest first. */
  favorites: z.array(idSchema),
  savedCarts: z.array(z.object({ _id: idSchema, orderName: z.string(), state: z.string() })),
  /** Other people's accounts that may buy for the user's company. */
  associatedAccounts: z.array(z.object({ _id: idSchema, email: z.string(), name: z.string() })),
});
export type User = z.infer<typeof userSchema>;

/** Holds by type which notifications come by mail as well; one that is not named does. */
const notifySchema = z.partialRecord(
  z.enum(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11']),
  z.boolean(),
);

const NEEDS_EMAIL = 'User must have an email.';

const userEmailSchema = z
  .string({ error: ({ input }) => (input === undefined || input === null ? NEEDS_EMAIL : undefined) })
  .max(254)
  .overwrite(value => value.trim())
  .pipe(z.email({ error: ({ input }) => (input === '' ? NEEDS_EMAIL : emailFault(String(input))) }));

/** The profile that a user fills in. */
const profileFields = {
  name: text(120, 1),
  phone: orBlank(40, phoneFault),
  shippingAddress: text(200),
  shippingCity: text(120),
  shippingState: stateField,
  shippingZip: orBlank(20, zipFault),
  billingAddress: text(200),
  billingCity: text(120),
  billingState: stateField,
  billingZip: orBlank(20, zipFault),
  paymentType: z.enum(PAYMENT_TYPES).nullable(),
  shippingMethod: preferredMethod,
  notify: notifySchema,
  /** With it only while the account still has that one, else 409 `stale`. */
  version: z.int().min(1),
};

/** Is taken and dropped (rule A12): a caller may send back the user that they got, and none of it changes. */
const dropped = z.unknown().optional();

/** PUT /users. Everything but the address may be left out, and then stays. */
export const updateProfileSchema = z
  .strictObject(profileFields)
  .partial()
  .extend({
    email: userEmailSchema,
    /** Asked for with another address, unless the sign-in is as fresh as ten minutes. */
    currentPassword: z.string().max(512).optional(),
    company: dropped,
    orders: dropped,
    products: dropped,
    variants: dropped,
    tiers: dropped,
  });
export type UpdateProfile = z.infer<typeof updateProfileSchema>;

/** PATCH /users. Company and role are said by the company's own calls. */
export const adminUpdateSchema = z
  .strictObject({
    ...profileFields,
    permissionLevel: z.enum(PERMISSION_LEVELS),
    registeredFully: z.boolean(),
  })
  .partial()
  .extend({
    _id: idSchema,
    email: userEmailSchema,
    /** Why the address is to be another one: whoever has to agree reads it. */
    reason: text(500).optional(),
    orders: dropped,
    variants: dropped,
    tiers: dropped,
    favorites: dropped,
    savedCarts: dropped,
  });
export type AdminUpdate = z.infer<typeof adminUpdateSchema>;

export const userByIdSchema = z.object({ id: idSchema });
export const removeUserByIdSchema = z.object({ id: idSchema });
export const saveUserTiersSchema = z.strictObject({
  _id: idSchema,
  tiers: z.array(priceTierSchema).max(100),
});

export const userListSchema = z.object({
  search: text(120).optional(),
  permissionLevel: z.enum(PERMISSION_LEVELS).optional(),
  company: idSchema.optional(),
  sort: z.enum(PEOPLE_SORTS).default('name'),
  ...paging(ADMIN_PAGE_SIZE),
});
export type UserList = z.infer<typeof userListSchema>;

export const listedUsersSchema = z.object({
  users: z.array(
    userSchema
      .pick({
        _id: true,
        name: true,
        email: true,
        phone: true,
        permissionLevel: true,
        role: true,
        company: true,
        companyName: true,
        registeredFully: true,
      })
      .extend({ createdAt: z.string() }),
  ),
  total: z.int(),
});

export const simpleUserListSchema = z.object({ permissionLevel: z.enum(PERMISSION_LEVELS).optional() });
export const simpleUsersSchema = z.array(
  z.object({ _id: idSchema, name: z.string(), email: z.string(), company: idSchema.nullable() }),
);
