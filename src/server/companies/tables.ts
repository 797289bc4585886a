import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import {
  PAYMENT_TYPES,
  type PaymentType,
  SHIPPING_METHODS,
  type ShippingMethod,
  TIER_SCOPES,
  type TierScope,
} from '#shared/enumerations.ts';

import type { CertificateType } from '#shared/rules/certificates.ts';

export const companies = pgTable(
  'companies',
  {
    _id: id(),
    name: text().notNull(),
    /** Tells the name apart (`foldedName`); null until it is folded, or while an older company has it. */
    foldedName: text(),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    address: text().notNull().default(''),
    city: text().notNull().default(''),
    state: text().notNull().default(''),
    zip: text().notNull().default(''),
    accountNumber: text().unique(),
    quickbooksId: text(),
    salesman: text().notNull().default(''),
    preferredPayment: text().$type<PaymentType>(),
    preferredShipping: text().$type<ShippingMethod>(),
    shippingMethod: text().$type<ShippingMethod>(),
    taxExempt: boolean().notNull().default(false),
    taxId: text().notNull().default(''),
    /** Above 0: delayed payment is allowed, up to this much owed. */
    creditLimit: money().notNull().default(sql`0`),
    /** Overrides the site's terms days. */
    termsDays: integer(),
    /** Its orders are to bear a PO number. */
    poRequired: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('companies_name').on(sql`lower(${t.name})`),
    uniqueIndex('companies_folded_name').on(t.foldedName),
    check('companies_name_present', sql`${t.name} <> ''`),
    check('companies_credit_limit', sql`${t.creditLimit} >= 0`),
    oneOf('companies_preferred_payment', t.preferredPayment, PAYMENT_TYPES),
    oneOf('companies_preferred_shipping', t.preferredShipping, SHIPPING_METHODS),
    oneOf('companies_shipping_method', t.shippingMethod, SHIPPING_METHODS),
  ],
);

const owner = {
  company: () => uuid().references((): AnyPgColumn => companies._id, { onDelete: 'cascade' }),
  user: () => uuid().references((): AnyPgColumn => users._id, { onDelete: 'cascade' }),
};

/** Keeps special prices (rule P3) of a company, answered as its `products`, or of one user, as their `variants`. */
export const specialPrices = pgTable(
  'special_prices',
  {
    _id: id(),
    company: owner.company(),
    user: owner.user(),
    variant: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    price: money().notNull(),
    updatedAt: updatedNow(),
  },
  t => [
    uniqueIndex('special_prices_company').on(t.company, t.variant).where(sql`${t.company} is not null`),
    uniqueIndex('special_prices_user').on(t.user, t.variant).where(sql`${t.user} is not null`),
    index('special_prices_variant').on(t.variant),
    check('special_prices_owner', sql`(${t.company} is null) <> (${t.user} is null)`),
    check('special_prices_price', sql`${t.price} >= 0`),
  ],
);

/** Percent off the base price for everything, a vendor (by name) or a category (by its `_id`). */
export const priceTiers = pgTable(
  'price_tiers',
  {
    _id: id(),
    company: owner.company(),
    user: owner.user(),
    scope: text().$type<TierScope>().notNull(),
    ref: text().notNull().default(''),
    percent: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
  },
  t => [
    uniqueIndex('price_tiers_company').on(t.company, t.scope, t.ref).where(sql`${t.company} is not null`),
    uniqueIndex('price_tiers_user').on(t.user, t.scope, t.ref).where(sql`${t.user} is not null`),
    oneOf('price_tiers_scope', t.scope, TIER_SCOPES),
    check('price_tiers_owner', sql`(${t.company} is null) <> (${t.user} is null)`),
    check('price_tiers_percent', sql`${t.percent} between 0 and 100`),
    check('price_tiers_ref', sql`(${t.scope} = 'all') = (${t.ref} = '')`),
  ],
);

/** Other people's accounts that may buy for the company. */
export const associatedAccounts = pgTable(
  'associated_accounts',
  {
    _id: id(),
    company: owner.company().notNull(),
    user: owner.user(),
    email: text().notNull(),
    name: text().notNull().default(''),
    createdAt: now(),
  },
  t => [uniqueIndex('associated_accounts_email').on(sql`lower(${t.email})`)],
);

/** The places that a company has goods sent to: its shops and the sites of its jobs, each under a name. */
export const companyAddresses = pgTable(
  'company_addresses',
  {
    _id: id(),
    company: owner.company().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    createdAt: now(),
  },
  t => [uniqueIndex('company_addresses_name').on(t.company, sql`lower(${t.name})`)],
);

/** The papers that a company handed in for staff to judge whether it is exempt from tax. */
export const exemptionCertificates = pgTable(
  'exemption_certificates',
  {
    _id: id(),
    company: owner.company().notNull(),
    uploadedBy: uuid().references((): AnyPgColumn => users._id, { onDelete: 'set null' }),
    name: text().notNull(),
    contentType: text().$type<CertificateType>().notNull(),
    /** In base64. */
    content: text().notNull(),
    bytes: integer().notNull(),
    /** The last day that it says it holds, null: it names none. */
    expiresOn: date({ mode: 'string' }),
    /** Since when staff go by it. */
    acceptedAt: instant(),
    createdAt: now(),
  },
  t => [
    index('exemption_certificates_company').on(t.company, t.createdAt.desc()),
    check('exemption_certificates_bytes', sql`${t.bytes} > 0`),
  ],
);

/** A company's own number for a variant, known to nobody else. */
export const partNumbers = pgTable(
  'part_numbers',
  {
    company: owner.company().notNull(),
    variant: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    partNumber: text().notNull(),
    updatedAt: updatedNow(),
  },
  t => [
    primaryKey({ columns: [t.company, t.variant] }),
    uniqueIndex('part_numbers_number').on(t.company, sql`lower(${t.partNumber})`),
    index('part_numbers_variant').on(t.variant),
    check('part_numbers_present', sql`${t.partNumber} <> ''`),
  ],
);
