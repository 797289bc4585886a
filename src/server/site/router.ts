import { z } from 'zod';
import { addressKey, LIMITS, limit } from '#server/http/rate-limits.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import { sendStaffMessage } from '#server/orders/order-mails.ts';
import { searchValues } from '#server/products/search-products.ts';
import { readSettings, saveSite, staffAccounts } from '#server/site/save-site.ts';
import { readSite, sendContactMessage } from '#server/site/site.ts';
import { SITE_VERSION } from '#server/site/version.ts';
import { adminProcedure, out, publicProcedure, rest, router, staffProcedure } from '#server/trpc.ts';
import { okSchema } from '#shared/schemas/common.ts';
import { sendEmailSchema } from '#shared/schemas/mail.ts';
import {
  contactSchema,
  shippingTiersSchema,
  siteAnswerSchema,
  siteVersionSchema,
  taxSchema,
} from '#shared/schemas/site.ts';
import { savedSettingsSchema, saveSiteSchema, settingsAnswerSchema } from '#shared/schemas/staff-settings.ts';

export const siteRouter = router({
  get: publicProcedure
    .meta(
      rest('GET', '/site', {
        summary: "The shop's own data and version",
        does: 'Name, address, opening hours, tax and shipping tiers, and the version that tells a page to reload.',
      }),
    )
    .input(z.object({}))
    .output(out(siteAnswerSchema))
    .query(async ({ ctx }) => ({
      siteVersion: SITE_VERSION,
      site: await readSite(ctx.db, ctx.app.cache),
    })),

  settings: adminProcedure
    .input(z.object({}))
    .output(out(settingsAnswerSchema))
    .query(async ({ ctx: { db } }) => ({ site: await readSettings(db), staff: await staffAccounts(db) })),

  save: adminProcedure
    .meta(
      rest('POST', '/site', {
        summary: 'Change the site settings',
        does: 'Saves the fields of `site` that are given, with `version` only if nobody else changed them meanwhile, and answers all of them, those too that are not public. Tax and shipping tiers have calls of their own.',
        errors: ['stale'],
      }),
    )
    .input(saveSiteSchema)
    .output(out(savedSettingsSchema))
    .mutation(async ({ ctx, input }) => ({
      siteVersion: SITE_VERSION,
      // The words that a search understands are kept with the catalogue.
      site: await saveSite(ctx.app, ctx.user, input, { synonyms: CATALOGUE }),
    })),

  version: publicProcedure
    .meta({ poll: true })
    .input(z.object({}))
    .output(out(siteVersionSchema))
    .query(() => ({ siteVersion: SITE_VERSION })),

  getSearchValues: publicProcedure
    .meta(
      rest('GET', '/site/getSearchValues', {
        summary: 'Titles and product numbers to search in',
        does: 'All that a search field can complete, of published products.',
      }),
    )
    .input(z.object({}))
    .output(out(z.array(z.string())))
    .query(({ ctx }) => searchValues(ctx.db, ctx.app.cache)),

  contactUs: publicProcedure
    .meta(
      rest('POST', '/site/contactUs', {
        summary: 'Write to the shop',
        does: 'Mails a message to the shop. At most 10 an hour from one address.',
        errors: ['too_many'],
      }),
    )
    .input(contactSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await limit(ctx.db, `contact:${addressKey(ctx.ip)}`, LIMITS.contact);
      await sendContactMessage(ctx.app, input);
      return { ok: true as const };
    }),

  sendEmail: staffProcedure
    .meta(
      rest('POST', '/site/sendEmail', {
        summary: 'Mail somebody in one’s own words',
        does: 'Mails plain text in the frame of the shop; with `orderId` it belongs to that order and stands in its history. Asked again with the same `idempotencyKey`, it goes once. The mails that one of the staff sends are 60 an hour at most.',
        errors: ['not_found', 'too_many'],
      }),
    )
    .input(sendEmailSchema)
    .output(out(okSchema))
    .mutation(async ({ ctx, input }) => {
      await sendStaffMessage(ctx.app, ctx.user, input);
      return { ok: true as const };
    }),
});

export const settingsRouter = router({
  shippingGet: publicProcedure
    .meta(
      rest('GET', '/orders/shipping', {
        summary: 'The shipping tiers',
        does: 'Five steps: up to which subtotal shipping costs how much.',
      }),
    )
    .input(z.object({}))
    .output(out(shippingTiersSchema))
    .query(async ({ ctx }) => ({ tiers: (await readSite(ctx.db, ctx.app.cache)).shippingTiers })),

  taxGet: publicProcedure
    .meta(
      rest('GET', '/orders/taxRate', {
        summary: 'The tax rate',
        does: 'A fraction, such as 0.0825. Exempt companies pay none.',
      }),
    )
    .input(z.object({}))
    .output(out(taxSchema))
    .query(async ({ ctx }) => ({ tax: (await readSite(ctx.db, ctx.app.cache)).tax })),
});
