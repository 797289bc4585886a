import { z } from 'zod';
import { TIER_SCOPES } from '#shared/enumerations.ts';
import { moneySchema, text } from '#shared/schemas/common.ts';

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
export type NewCompany = z.infer<typeof newCompanySchema>;

/** Percent off the base price of everything, of a vendor (its name) or of a category (its `_id`). */
export const priceTierSchema = z
  .strictObject({
    scope: z.enum(TIER_SCOPES),
    ref: text(160).default(''),
    percent: z.number().min(0).max(100).multipleOf(0.01, 'has more than two decimals'),
  })
  .refine(tier => (tier.scope === 'all') === (tier.ref === ''), {
    path: ['ref'],
    message: 'names the vendor or category, and is empty for all',
  });
export type PriceTier = z.infer<typeof priceTierSchema>;

export const specialPriceSchema = z.strictObject({ variant: z.uuid(), price: moneySchema });
export type SpecialPrice = z.infer<typeof specialPriceSchema>;
