import { asc, ne } from 'drizzle-orm';
import type { Cache } from '#server/cache.ts';
import type { App } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { contactMessage } from '#server/mail/templates/contact-message.ts';
import { SITE, shippingTiers, siteSettings } from '#server/site/tables.ts';
import { clock } from '#server/time-and-chance.ts';
import { DEFAULT_HOURS, DEFAULT_SHOP_NAME, DEFAULT_TAX_RATE, DEFAULT_TIME_ZONE } from '#shared/constants.ts';
import { closedDaysAhead, shopDate } from '#shared/rules/open-hours.ts';
import type { ContactMessage, SiteSettings } from '#shared/schemas/site.ts';

/** Holds until staff have said otherwise. */
export const SITE_DEFAULTS = {
  name: DEFAULT_SHOP_NAME,
  hoursOfOperation: DEFAULT_HOURS,
  closedNote: 'Closed on weekends',
  closedDays: [],
  phone: '',
  email: '',
  address: '',
  tax: String(DEFAULT_TAX_RATE),
  timeZone: DEFAULT_TIME_ZONE,
  popularSearches: [],
} satisfies typeof siteSettings.$inferInsert;

/** The closed days that the shop's pages tell of. */
const CLOSED_AHEAD = { days: 60, most: 5 };

/** The public part of the site settings. Kept for a minute at most, so that a closed day that is over goes. */
export function readSite(db: Db, cache: Cache): Promise<SiteSettings> {
  return cache.get(SITE, 'public', async () => {
    const [settings] = await db.select().from(siteSettings);
    const tiers = await db.select().from(shippingTiers).orderBy(asc(shippingTiers.position));
    const { tax, closedDays, ...stored } = settings ?? SITE_DEFAULTS;
    const today = shopDate(clock.now(), stored.timeZone);
    return {
      ...stored,
      closedDays: closedDaysAhead(closedDays, today, CLOSED_AHEAD),
      tax: Number(tax),
      shippingTiers: tiers.map(({ price, cost }) => ({ price, cost })),
    };
  });
}

/** Whether staff must sign in with a second factor. False: that is how it was already. */
export async function saveStaffNeedSecondFactor(tx: Db, staffNeedSecondFactor: boolean): Promise<boolean> {
  const changed = await tx
    .update(siteSettings)
    .set({ staffNeedSecondFactor })
    .where(ne(siteSettings.staffNeedSecondFactor, staffNeedSecondFactor))
    .returning({ only: siteSettings.only });
  return changed.length > 0;
}

/** Sends what a visitor wrote to the shop's own address; an answer goes to the visitor. */
export async function sendContactMessage(app: App, message: ContactMessage): Promise<void> {
  await app.db.transaction(async tx => {
    const site = await mailSite(app, tx);
    await queueMail(tx, app, {
      ...contactMessage(message, site),
      template: 'contact',
      to: site.email || senderAddress(app.env.mailFrom),
      replyTo: message.email,
    });
  });
}

const senderAddress = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from;
