import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, numeric, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { money, now, updatedNow } from '#server/database/columns.ts';
import type { KeptKind } from '#shared/office-lists.ts';
import type { ClosedDay, HoursOfDay } from '#shared/schemas/site.ts';

/** The cache's name for what is kept of these tables; who writes them invalidates it. */
export const SITE = 'site';

/** Keeps the shop's own data, in one row (rule S2). */
export const siteSettings = pgTable(
  'site_settings',
  {
    only: boolean().primaryKey().default(true),
    /** The shop's name in mails and on papers. */
    name: text().notNull().default('Knurl'),
    hoursOfOperation: jsonb().$type<HoursOfDay[]>().notNull(),
    closedNote: text().notNull().default(''),
    /** Dates on which it is closed besides. */
    closedDays: jsonb().$type<ClosedDay[]>().notNull().default([]),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    address: text().notNull().default(''),
    /** Is a fraction: 0.0825 (rule T5). */
    tax: numeric({ precision: 7, scale: 6 }).notNull().default('0.0825'),
    timeZone: text().notNull().default('America/Chicago'),
    /** Names the two special accounts (rule A2); not part of the public answer. */
    specialAccounts: uuid().array().notNull().default(sql`'{}'`),
    termsDays: integer().notNull().default(30),
    /** The most that one visitor may hold in all without a payment for longer than two minutes. */
    heldLimit: money().notNull().default(sql`500000`),
    /** The most that an Employee gives back for one order, and in all on one day of the shop; null: no limit. */
    employeeOrderLimit: money(),
    employeeDayLimit: money(),
    popularSearches: text().array().notNull().default(sql`'{}'`),
    /** Product names in place of what people ask for; kept with the catalogue (CATALOGUE), and ends with it. */
    synonyms: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    /** Staff sign in with a second factor, or set one up. */
    staffNeedSecondFactor: boolean().notNull().default(false),
    /** For how many days what is kept, where that is not the standard (`kept-days.ts`). */
    keptDays: jsonb().$type<Partial<Record<KeptKind, number>>>().notNull().default({}),
    switches: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    version: integer().notNull().default(1),
    updatedAt: updatedNow(),
  },
  t => [
    check('site_settings_only', sql`${t.only}`),
    check('site_settings_tax', sql`${t.tax} >= 0 and ${t.tax} <= 0.25`),
    check('site_settings_special', sql`cardinality(${t.specialAccounts}) <= 2`),
    check('site_settings_held_limit', sql`${t.heldLimit} >= 0`),
    check('site_settings_employee_limits', sql`${t.employeeOrderLimit} >= 0 and ${t.employeeDayLimit} >= 0`),
    check('site_settings_terms_days', sql`${t.termsDays} between 0 and 365`),
  ],
);

/** Keeps the five shipping tiers (rule T4): a subtotal below the first `price` costs the first `cost`, and so on. */
export const shippingTiers = pgTable(
  'shipping_tiers',
  {
    position: smallint().primaryKey(),
    price: money().notNull(),
    cost: money().notNull(),
  },
  t => [
    check('shipping_tiers_position', sql`${t.position} between 1 and 5`),
    check('shipping_tiers_amounts', sql`${t.price} >= 0 and ${t.cost} >= 0`),
  ],
);

/** The terms that people searched for, with how much each found last (popular searches, searches without result). */
export const searchTerms = pgTable('search_terms', {
  term: text().primaryKey(),
  searches: integer().notNull().default(1),
  results: integer().notNull(),
  lastAt: now(),
});
