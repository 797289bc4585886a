import { z } from 'zod';
import { emailSchema, moneyOut, prose, text } from '#shared/schemas/common.ts';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time like 08:00');

/** One day's hours: 24-hour clock in the shop's time zone, or closed. Index 0 is Sunday. */
export const hoursOfDaySchema = z.union([z.literal('closed'), z.strictObject({ open: clock, close: clock })]);
export type HoursOfDay = z.infer<typeof hoursOfDaySchema>;

/** A date on which the shop is closed, whatever its weekday, and why. */
export const closedDaySchema = z.object({ date: z.string(), note: z.string() });
export type ClosedDay = z.infer<typeof closedDaySchema>;

const shippingTierSchema = z.object({ price: moneyOut, cost: moneyOut });

/** The public part of the site settings. */
export const siteSettingsSchema = z.object({
  name: z.string(),
  hoursOfOperation: z.array(hoursOfDaySchema),
  closedNote: z.string(),
  /** Those of the next weeks. */
  closedDays: z.array(closedDaySchema),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  tax: z.number(),
  timeZone: z.string(),
  shippingTiers: z.array(shippingTierSchema),
  popularSearches: z.array(z.string()),
});
export type SiteSettings = z.infer<typeof siteSettingsSchema>;

export const siteAnswerSchema = z.object({ siteVersion: z.string(), site: siteSettingsSchema });

export const siteVersionSchema = z.object({ siteVersion: z.string() });
export const shippingTiersSchema = z.object({ tiers: z.array(shippingTierSchema) });
export const taxSchema = z.object({ tax: z.number() });

/** The contact form. */
export const contactSchema = z.strictObject({
  name: text(120, 1),
  email: emailSchema,
  phone: text(40).optional(),
  subject: text(200).optional(),
  message: prose(5000, 1),
});
export type ContactMessage = z.infer<typeof contactSchema>;
