import { z } from 'zod';
import { ADMIN_PAGE_SIZE, COMPANY_VARIANT_BATCH, SEARCH_SUGGESTIONS_LIMIT } from '#shared/constants.ts';
import {
  COMPANY_ROLES,
  PAYMENT_TYPES,
  PRICE_SOURCES,
  SHIPPING_METHODS,
  TIER_SCOPES,
} from '#shared/enumerations.ts';
import { phoneFault, stateCode, zipFault } from '#shared/rules/us-address.ts';
import { emailSchema, idSchema, moneyOut, moneySchema, paging, q, text } from '#shared/schemas/common.ts';

const place = {
  address: text(200).optional(),
  city: text(120).optional(),
  state: text(60).optional(),
  zip: text(20).optional(),
};

/** "Acme  Hardware" and "Acme Hardware" are one name. */
export const companyNameSchema = text(160, 1).overwrite(name => name.replace(/\s+/g, ' '));

/** The company part of the trade sign-up. Credit, exemption and special prices only staff give. */
export const newCompanySchema = z.strictObject({
  name: companyNameSchema,
  email: z.union([z.literal(''), z.email('is not an e-mail address').max(254)]).optional(),
  phone: text(40).optional(),
  ...place,
  taxId: text(40).optional(),
});

/** Percent off the base price of everything, of a vendor (its name) or of a category (its `_id`). */
export const priceTierSchema = z
  .strictObject({
    scope: z.enum(TIER_SCOPES),
    ref: text(160).default(''),
    percent: z.number().min(0).max(100).multipleOf(0.01, 'has more than two decimals'),
  })
  .refine(tier => (tier.scope === 'all') === (tier.ref === ''), {
    path: ['ref'],
    message: 'must name the vendor or category, and be empty for all',
  });
export type PriceTier = z.infer<typeof priceTierSchema>;

export const specialPriceSchema = z.strictObject({ variant: z.uuid(), price: moneySchema });

export const orBlank = (max: number, fault: (value: string) => string | null) =>
  text(max).superRefine((value, ctx) => {
    const message = value === '' ? null : fault(value);
    if (message) ctx.addIssue({ code: 'custom', message });
  });
export const stateField = text(40)
  .overwrite(value => stateCode(value) ?? value)
  .superRefine((value, ctx) => {
    if (value !== '' && !stateCode(value))
      ctx.addIssue({ code: 'custom', message: 'is not a state of the US' });
  });
/** Methods that may be preferred; freight comes with a quote. */
export const preferredMethod = z.enum(SHIPPING_METHODS).exclude(['freight']).nullable();

/** Everything of a company that can be said; who may say which field: `refusedCompanyFields`. */
const companyFields = {
  email: z.union([z.literal(''), emailSchema]),
  phone: orBlank(40, phoneFault),
  address: text(200),
  city: text(120),
  state: stateField,
  zip: orBlank(20, zipFault),
  preferredPayment: z.enum(PAYMENT_TYPES).nullable(),
  preferredShipping: preferredMethod,
  shippingMethod: preferredMethod,
  poRequired: z.boolean(),
  accountNumber: text(60)
    .overwrite(value => value.trim())
    .nullable(),
  quickbooksId: text(60).nullable(),
  salesman: text(120),
  taxExempt: z.boolean(),
  taxId: text(40),
  termsDays: z.int().min(0).max(365).nullable(),
  creditLimit: moneySchema,
};

/** POST /companies. A customer makes their own, without `users`; staff name who is in it, the first its Primary. */
export const createCompanySchema = z
  .strictObject({ name: companyNameSchema, users: z.array(idSchema).max(100), ...companyFields })
  .partial()
  .required({ name: true });
export type CreateCompany = z.infer<typeof createCompanySchema>;

/**
 * PUT /companies. With `version` only while the company still has that one, else 409 `stale`. With `certificate` staff
 * say which one an exemption rests on; without it that is the newest.
 */
export const updateCompanySchema = z
  .strictObject({
    _id: idSchema,
    version: z.int().min(1),
    name: companyNameSchema,
    certificate: idSchema,
    ...companyFields,
  })
  .partial()
  .required({ _id: true });
export type UpdateCompany = z.infer<typeof updateCompanySchema>;

export const companyMemberSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(COMPANY_ROLES),
  /** The most they may spend on one order, null: no limit. Only for themselves, a Primary and staff. */
  spendingLimit: moneyOut.nullable().optional(),
});

export const associatedAccountSchema = z.object({ _id: idSchema, email: z.string(), name: z.string() });

/** A place that goods are sent to: a shop, or the site of a job. */
export const companyAddressSchema = z.object({
  _id: idSchema,
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
});
export type CompanyAddress = z.infer<typeof companyAddressSchema>;

export const certificateSchema = z.object({
  _id: idSchema,
  name: z.string(),
  bytes: z.int(),
  /** The last day of its term (2026-03-08), null where it names none. */
  expiresOn: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  state: z.enum(['waiting', 'accepted', 'expired', 'replaced']),
  createdAt: z.string(),
});

/** Details given of a certificate beside its file. */
export const certificateFormSchema = z.strictObject({
  expiresOn: z
    .union([z.literal(''), z.iso.date('is not a date')])
    .default('')
    .transform(day => day || null),
});
export type CertificateForm = z.infer<typeof certificateFormSchema>;

/** Describes a company as its own people and staff see it. */
export const companySchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  accountNumber: z.string().nullable(),
  quickbooksId: z.string().nullable(),
  salesman: z.string(),
  preferredPayment: z.enum(PAYMENT_TYPES).nullable(),
  preferredShipping: z.enum(SHIPPING_METHODS).nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  taxExempt: z.boolean(),
  taxId: z.string(),
  creditLimit: moneyOut,
  termsDays: z.int().nullable(),
  poRequired: z.boolean(),
  version: z.int(),
  users: z.array(companyMemberSchema),
  /** The special-priced items. */
  products: z.array(z.object({ variant: idSchema, price: moneyOut })),
  /** The latest hundred, newest first; for a Primary and staff. */
  orders: z.array(idSchema),
  tiers: z.array(z.object({ scope: z.enum(TIER_SCOPES), ref: z.string(), percent: z.number() })),
  associatedAccounts: z.array(associatedAccountSchema),
  addresses: z.array(companyAddressSchema),
  /** Certificates handed in for the exemption from tax, newest first; for a Primary and staff. */
  certificates: z.array(certificateSchema),
});
export type Company = z.infer<typeof companySchema>;

export const companyByIdSchema = z.object({ id: idSchema });

export const COMPANY_SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;
export const companyListSchema = z.object({
  search: text(120).optional(),
  salesman: text(120).optional(),
  sort: z.enum(COMPANY_SORTS).default('name'),
  ...paging(ADMIN_PAGE_SIZE),
});
export type CompanyList = z.infer<typeof companyListSchema>;

/** A company in a list of staff. */
export const listedCompanySchema = companySchema
  .omit({
    users: true,
    products: true,
    orders: true,
    tiers: true,
    associatedAccounts: true,
    addresses: true,
    certificates: true,
  })
  .extend({ members: z.int(), specialPrices: z.int() });
export const companiesSchema = z.object({ companies: z.array(listedCompanySchema), total: z.int() });

export const limitedCompaniesQuerySchema = z.object({
  search: text(120).optional(),
  limit: q.int(z.int().min(1).max(50)).default(SEARCH_SUGGESTIONS_LIMIT),
});
export const limitedCompaniesSchema = z.array(
  companySchema.pick({ _id: true, name: true, accountNumber: true }),
);

const tiersField = z.array(priceTierSchema).max(200);
export const saveCompanyTiersSchema = z.strictObject({ _id: idSchema, tiers: tiersField });

export const addAssociatedAccountSchema = z.strictObject({
  company: idSchema,
  email: emailSchema,
  name: text(120).default(''),
});
export const removeAssociatedAccountSchema = z.strictObject({ company: idSchema, _id: idSchema });

/** PUT /companies/variant: prices for the companies of these users, or for those of them who have none. */
export const overwriteVariantsSchema = z.strictObject({
  variants: z
    .array(z.strictObject({ _id: idSchema, price: moneySchema }))
    .min(1)
    .max(COMPANY_VARIANT_BATCH),
  users: z.array(idSchema).min(1).max(500),
  sendEmail: z.boolean().default(false),
});
export type OverwriteVariants = z.infer<typeof overwriteVariantsSchema>;
export const overwrittenSchema = z.object({ updated: z.int() });

export const addSpecialItemSchema = z.strictObject({
  companyId: idSchema,
  variant: idSchema,
  /** The product, which the variant knows itself. */
  product: idSchema.optional(),
  price: moneySchema,
});
export const removeSpecialItemSchema = z.strictObject({ companyId: idSchema, variant: idSchema });

const companyUser = { companyId: idSchema, userId: idSchema };
export const addUserSchema = z.strictObject(companyUser);
export const removeUserSchema = z.object(companyUser);
export const cleanedSchema = z.object({ cleaned: z.int() });

export const companyProductsQuerySchema = z.object({
  companyId: idSchema,
  search: text(120).optional(),
  ...paging(ADMIN_PAGE_SIZE),
});

/** A special-priced variant, as its company buys it. */
export const specialVariantSchema = z.object({
  _id: idSchema,
  productNum: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  /** For one unit, all in all. */
  price: moneyOut,
  originalPrice: moneyOut,
  priceSource: z.enum(PRICE_SOURCES),
  /** The price that was agreed. */
  specialPrice: moneyOut,
  stock: z.int(),
  /** Whether any number can be had, whatever the stock. */
  unlimited: z.boolean(),
  pieceSize: z.int(),
  partNumber: z.string(),
});
export type SpecialVariant = z.infer<typeof specialVariantSchema>;

export const companyProductsSchema = z.object({
  products: z.array(
    z.object({
      _id: idSchema,
      title: z.string(),
      image: z.string().nullable(),
      vendor: z.string().nullable(),
      variants: z.array(specialVariantSchema),
    }),
  ),
  total: z.int(),
});

export const saveAddressSchema = z.strictObject({
  company: idSchema,
  /** Missing: a new one. */
  _id: idSchema.optional(),
  name: text(80, 1),
  address: text(200, 1),
  city: text(100, 1),
  state: stateField.refine(value => value !== '', 'is required'),
  zip: orBlank(20, zipFault).refine(value => value !== '', 'is required'),
});
export type SaveAddress = z.infer<typeof saveAddressSchema>;
export const removeAddressSchema = z.strictObject({ company: idSchema, _id: idSchema });

/** Everything that a checkout has to know of the buyer's company. */
export const companyCheckoutSchema = z.object({
  poRequired: z.boolean(),
  addresses: z.array(companyAddressSchema),
});

/** Our number and theirs; theirs empty: none any more. */
export const savePartNumbersSchema = z.strictObject({
  company: idSchema,
  rows: z
    .array(z.strictObject({ productNum: text(120, 1), partNumber: text(60) }))
    .min(1)
    .max(2000),
});
export type SavePartNumbers = z.infer<typeof savePartNumbersSchema>;
export const savedPartNumbersSchema = z.object({
  saved: z.int(),
  /** Rows that were not written, each with why. */
  issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })),
});
export type SavedPartNumbers = z.infer<typeof savedPartNumbersSchema>;
