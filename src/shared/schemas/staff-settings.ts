import { z } from 'zod';
import {
  KEPT,
  KEPT_KINDS,
  type KeptKind,
  MAX_CLOSED_DAYS,
  MAX_KEPT_DAYS,
  MAX_POPULAR_SEARCHES,
  MAX_SYNONYMS,
} from '#shared/office-lists.ts';
import { formatMoney, isMoney, MAX_MONEY_CENTS, nearestMoney, toMoney } from '#shared/rules/money.ts';
import { validateHours } from '#shared/rules/open-hours.ts';
import { isoDate } from '#shared/schemas/checkout.ts';
import { emailSchema, idSchema, moneyOut, prose, text } from '#shared/schemas/common.ts';
import { closedDaySchema, hoursOfDaySchema, siteSettingsSchema } from '#shared/schemas/site.ts';

/** Everything that the site settings hold, for the Admins who edit them. */
const settingsSchema = siteSettingsSchema.extend({
  /** All of them, those that are over too. */
  closedDays: z.array(closedDaySchema),
  specialAccounts: z.array(idSchema),
  termsDays: z.int(),
  heldLimit: moneyOut,
  employeeOrderLimit: moneyOut.nullable(),
  employeeDayLimit: moneyOut.nullable(),
  /** In per cent. */
  employeePriceLimit: z.int().nullable(),
  synonyms: z.record(z.string(), z.array(z.string())),
  /** Gives them as they hold, the standard among them. */
  keptDays: z.record(z.enum(KEPT_KINDS), z.int()),
  version: z.int(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsAnswerSchema = z.object({
  site: settingsSchema,
  /** The accounts that can be special ones. */
  staff: z.array(z.object({ _id: idSchema, name: z.string(), email: z.string() })),
});

export const savedSettingsSchema = z.object({ siteVersion: z.string(), site: settingsSchema });

const MOST = toMoney(MAX_MONEY_CENTS);

const amount = z
  .number('is not an amount')
  .min(0, 'can’t be negative')
  .max(MAX_MONEY_CENTS / 100, { error: `can be at most ${formatMoney(MOST)}`, abort: true })
  .refine(isMoney, 'has more than two decimals')
  .transform(nearestMoney);

const days = (least: number, most: number) =>
  z
    .int('is not a whole number of days')
    .min(least, `must be at least ${least} days`)
    .max(most, `can be at most ${most.toLocaleString('en-US')} days`);

const word = text(60, 1);
const isDistinct = (list: readonly string[]) =>
  new Set(list.map(one => one.toLowerCase())).size === list.length;

/** Whether clocks know it; that the database does is asked of it (`save-site.ts`). An offset is no zone: it has no summer. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return /^[a-z]/i.test(name);
  } catch {
    return false;
  }
}

const hoursSchema = z
  .array(hoursOfDaySchema)
  .max(7)
  .superRefine((hours, ctx) => {
    for (const { path, message } of validateHours(hours)) {
      // Named from the field on, where the schema of the field is asked from its index on.
      ctx.addIssue({ code: 'custom', path: path.slice(1), message });
    }
  });

const closedDaysSchema = z
  .array(z.strictObject({ date: isoDate, note: text(80) }))
  .max(MAX_CLOSED_DAYS, `can be at most ${MAX_CLOSED_DAYS}`)
  .superRefine((closed, ctx) => {
    const seen = new Set<string>();
    for (const [index, { date }] of closed.entries()) {
      if (seen.has(date)) ctx.addIssue({ code: 'custom', path: [index, 'date'], message: 'is there twice' });
      seen.add(date);
    }
  });

const keptDaysSchema = z.strictObject(
  Object.fromEntries(
    KEPT_KINDS.map(kind => [kind, days(KEPT[kind].least, MAX_KEPT_DAYS).optional()]),
  ) as Record<KeptKind, z.ZodOptional<z.ZodInt>>,
);

/** The fields that are given are saved, the others stay; of `keptDays` too. */
export const saveSiteSchema = z.strictObject({
  version: z.int().optional(),
  site: z
    .strictObject({
      name: text(80, 1),
      phone: text(40),
      email: z.union([z.literal(''), emailSchema]),
      address: prose(300),
      hoursOfOperation: hoursSchema,
      closedNote: text(200),
      closedDays: closedDaysSchema,
      timeZone: text(60, 1).refine(isZone, 'is not known; one is America/Chicago'),
      specialAccounts: z
        .array(idSchema)
        .max(2, 'can be two at most')
        .refine(isDistinct, 'are the same account twice'),
      termsDays: days(0, 365),
      heldLimit: amount,
      employeeOrderLimit: amount.nullable(),
      employeeDayLimit: amount.nullable(),
      employeePriceLimit: z.int().min(0).max(100).nullable(),
      popularSearches: z
        .array(word)
        .max(MAX_POPULAR_SEARCHES, `can be at most ${MAX_POPULAR_SEARCHES}`)
        .refine(isDistinct, 'have the same one twice'),
      synonyms: z
        .record(
          word,
          z.array(word).min(1, 'need a product name each').max(10, 'can have at most 10 names each'),
        )
        .refine(all => Object.keys(all).length <= MAX_SYNONYMS, `can be at most ${MAX_SYNONYMS}`),
      keptDays: keptDaysSchema,
    })
    .partial(),
});
export type SaveSite = z.infer<typeof saveSiteSchema>;
