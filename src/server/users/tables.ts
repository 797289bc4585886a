import { and, inArray, isNull, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { companies } from '#server/companies/tables.ts';
import { id, instant, money, now, oneOf, updatedNow } from '#server/database/columns.ts';
import { variants } from '#server/variants/tables.ts';
import {
  COMPANY_ROLES,
  PAYMENT_TYPES,
  type PaymentType,
  PERMISSION_LEVELS,
  SHIPPING_METHODS,
  type ShippingMethod,
} from '#shared/enumerations.ts';

export const users = pgTable(
  'users',
  {
    _id: id(),
    name: text().notNull().default(''),
    email: text().notNull(),
    emailConfirmedAt: instant(),
    /** Had a confirmed address or a company before: written as either is lost, and never taken back. */
    wasUsed: boolean().notNull().default(false),
    phone: text().notNull().default(''),
    permissionLevel: text().$type<(typeof PERMISSION_LEVELS)[number]>().notNull().default('Retail'),
    role: text().$type<(typeof COMPANY_ROLES)[number]>(),
    /** Members leave before their company goes: a role without a company would make no sense. */
    company: uuid().references((): AnyPgColumn => companies._id, { onDelete: 'restrict' }),
    /** A Member's order above it waits for a Primary's approval; null: no limit. */
    spendingLimit: money(),
    shippingAddress: text().notNull().default(''),
    shippingCity: text().notNull().default(''),
    shippingState: text().notNull().default(''),
    shippingZip: text().notNull().default(''),
    billingAddress: text().notNull().default(''),
    billingCity: text().notNull().default(''),
    billingState: text().notNull().default(''),
    billingZip: text().notNull().default(''),
    paymentType: text().$type<PaymentType>(),
    shippingMethod: text().$type<ShippingMethod>(),
    registeredFully: boolean().notNull().default(false),
    passwordHash: text(),
    googleSub: text().unique(),
    avatar: text(),
    /** The gateway's customer, for saved cards. */
    gatewayCustomer: text(),
    notify: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: now(),
    updatedAt: updatedNow(),
    deletedAt: instant(),
  },
  t => [
    uniqueIndex('users_email').on(sql`lower(${t.email})`).where(sql`${t.deletedAt} is null`),
    index('users_company').on(t.company),
    index('users_name').on(t.name),
    /** For lists of staff: `KEYS` and `peopleFound` (`list-users.ts`) say exactly this. */
    index('users_listed').on(sql`lower(${t.name})`, t._id).where(sql`${t.deletedAt} is null`).concurrently(),
    index('users_created').on(t.createdAt, t._id).where(sql`${t.deletedAt} is null`).concurrently(),
    index('users_text')
      .using(
        'gin',
        sql`(${t.name} || E'\n' || ${t.email} || E'\n' || ${t.phone} || E'\n' || translate(${t.phone}, ' ().-+', '')) gin_trgm_ops`,
      )
      .concurrently(),
    /**
     * For staff who look for somebody in ASCII: `find-people.ts` says exactly this. Neither serves both: letters beyond
     * ASCII, which the list finds by the one above, are in small letters in neither, and a word that thousands have takes
     * the palette half as long again or more by ILIKE as by this.
     */
    index('users_words')
      .using(
        'gin',
        sql`lower((' ' || ${t.name} || ' ' || ${t.email} || ' ' || ${t.phone}) collate "C") gin_trgm_ops`,
      )
      .concurrently(),
    oneOf('users_permission_level', t.permissionLevel, PERMISSION_LEVELS),
    oneOf('users_role', t.role, COMPANY_ROLES),
    oneOf('users_payment_type', t.paymentType, PAYMENT_TYPES),
    oneOf('users_shipping_method', t.shippingMethod, SHIPPING_METHODS),
    check('users_role_needs_company', sql`(${t.company} is null) = (${t.role} is null)`),
    check('users_email_present', sql`${t.email} <> ''`),
  ],
);

/** Names an account, by its email address where it has no name. */
export const userName = sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`;

/** Leaves the accounts of Admins and Employees that are not deleted. */
export const isOfStaff = and(inArray(users.permissionLevel, ['Admin', 'Employee']), isNull(users.deletedAt));

export const favorites = pgTable(
  'favorites',
  {
    user: uuid()
      .notNull()
      .references(() => users._id, { onDelete: 'cascade' }),
    variant: uuid()
      .notNull()
      .references(() => variants._id, { onDelete: 'cascade' }),
    createdAt: now(),
  },
  t => [primaryKey({ columns: [t.user, t.variant] })],
);
