import { z } from 'zod';
import { PERMISSION_LEVELS } from '#shared/enumerations.ts';
import { COMPANY_DESK_SORTS, CREDIT_STATES, PEOPLE_SORTS } from '#shared/office-lists.ts';
import { idSchema, moneyOut, paging, text } from '#shared/schemas/common.ts';
import { companySchema } from '#shared/schemas/companies.ts';
import { listedUsersSchema, userSchema } from '#shared/schemas/users.ts';

export const userDeskSchema = z.strictObject({
  search: text(120).optional(),
  permissionLevel: z.enum(PERMISSION_LEVELS).optional(),
  /** Whether they are of a company. */
  inCompany: z.boolean().optional(),
  sort: z.enum(PEOPLE_SORTS).default('name'),
  ...paging(25, 100),
});
export type UserDesk = z.infer<typeof userDeskSchema>;
/** Asks for all that match, whatever page is shown. */
export const userQuerySchema = userDeskSchema.omit({ page: true, limit: true });

/** An account as the list of staff has it. To an Employee a staff account has no more than name, address and level. */
const deskUserSchema = listedUsersSchema.shape.users.element.extend({
  orders: z.int(),
  lastOrderAt: z.string().nullable(),
  /** Null: not told. */
  emailConfirmed: z.boolean().nullable(),
  ...userSchema.pick({
    spendingLimit: true,
    shippingCity: true,
    shippingState: true,
    shippingZip: true,
    paymentType: true,
    shippingMethod: true,
  }).shape,
});
export type DeskUser = z.infer<typeof deskUserSchema>;
export const userDeskAnswerSchema = z.object({ users: z.array(deskUserSchema), total: z.int() });

/** One account, and the list that it was opened from. */
export const userBesideSchema = userDeskSchema.extend({ id: idSchema });
export type UserBeside = z.infer<typeof userBesideSchema>;

const neighbour = z.object({ _id: idSchema, name: z.string() }).nullable();
export const neighboursSchema = z.object({ before: neighbour, after: neighbour });
export type Neighbours = z.infer<typeof neighboursSchema>;

export const recordQuerySchema = z.object({ id: idSchema });

/** An account with all that staff see beside it. */
export const userRecordSchema = userSchema
  .omit({
    orders: true,
    products: true,
    variants: true,
    favorites: true,
    savedCarts: true,
    notify: true,
    avatar: true,
    special: true,
    associatedAccounts: true,
  })
  .extend({
    createdAt: z.string(),
    /** Is their company's where they have one. */
    storeCredit: moneyOut,
    /** Counts special prices: their own and their company's. */
    specialPrices: z.int(),
    /** It is a staff account and the reader no Admin: of it there is no more than name, address and level (rule A3). */
    isLimited: z.boolean(),
  });
export type UserRecord = z.infer<typeof userRecordSchema>;

export const companyDeskSchema = z.strictObject({
  search: text(120).optional(),
  credit: z.enum(CREDIT_STATES).optional(),
  taxExempt: z.boolean().optional(),
  sort: z.enum(COMPANY_DESK_SORTS).default('name'),
  ...paging(25, 100),
});
export type CompanyDesk = z.infer<typeof companyDeskSchema>;
export const companyQuerySchema = companyDeskSchema.omit({ page: true, limit: true });

const deskCompanySchema = companySchema
  .pick({
    ...{ _id: true, name: true, accountNumber: true, city: true, state: true, zip: true, salesman: true },
    ...{ email: true, phone: true, termsDays: true, poRequired: true },
    ...{ preferredPayment: true, preferredShipping: true },
  })
  .extend({
    createdAt: z.string(),
    creditLimit: moneyOut,
    /** Below 0: to their credit. */
    owed: moneyOut,
    members: z.int(),
    specialPrices: z.int(),
    /** The percentage off everything, null: none. */
    percentOff: z.number().nullable(),
    /** Counts the tiers of single vendors and categories. */
    moreTiers: z.int(),
    taxExempt: z.boolean(),
  });
export type DeskCompany = z.infer<typeof deskCompanySchema>;
export const companyDeskAnswerSchema = z.object({
  companies: z.array(deskCompanySchema),
  /** Counted, as the sums are, over all that match, not over the page alone. */
  total: z.int(),
  limits: moneyOut,
  owed: moneyOut,
  /** On the accounts of those that owe nothing. */
  inFavor: moneyOut,
});
export type CompanyDeskAnswer = z.infer<typeof companyDeskAnswerSchema>;

export const companyBesideSchema = companyDeskSchema.extend({ id: idSchema });
export type CompanyBeside = z.infer<typeof companyBesideSchema>;

/** A company with all that staff see beside it. */
export const companyRecordSchema = companySchema.omit({ products: true, orders: true }).extend({
  tiers: z.array(
    z.object({
      scope: z.string(),
      ref: z.string(),
      /** The vendor or category that `ref` names; '' for all. */
      name: z.string(),
      percent: z.number(),
    }),
  ),
  createdAt: z.string(),
  owed: moneyOut,
  storeCredit: moneyOut,
  specialPrices: z.int(),
});
export type CompanyRecord = z.infer<typeof companyRecordSchema>;
