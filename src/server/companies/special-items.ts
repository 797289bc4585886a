import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  type PriceOwner,
  removeSpecialPrice,
  saveTiers,
  setSpecialPrices,
} from '#server/companies/companies.ts';
import { lockCompany, refuseOwnTerms } from '#server/companies/reach-company.ts';
import { priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { App, SessionUser } from '#server/context.ts';
import { type Db, retrying } from '#server/database/db.ts';
import { fieldError } from '#server/errors.ts';
import { recordLog } from '#server/logs/logs.ts';
import { queueMail } from '#server/mail/mail.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { newPrices } from '#server/mail/templates/new-prices.ts';
import { notifyCustomer } from '#server/notifications/notifications.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import type { Money } from '#shared/rules/money.ts';
import { isStaff } from '#shared/rules/permissions.ts';
import type { OverwriteVariants, PriceTier } from '#shared/schemas/companies.ts';

/** Sets a company's price of a variant, or sets it anew. `not_found`; `forbidden` to an Employee of it (rule A15). */
export async function addSpecialItem(
  db: Db,
  by: SessionUser,
  asked: { companyId: string; variant: string; product?: string | undefined; price: Money },
): Promise<void> {
  const { companyId: company, variant, product, price } = asked;
  refuseOwnTerms(by, company);
  await retrying(db, async tx => {
    const { name } = await lockCompany(tx, company);
    const [known] = await sellable(tx, [variant]);
    if (!known) throw fieldError('variant', 'is not one of our variants');
    if (product !== undefined && product !== known.product) {
      throw fieldError('product', 'is not the product of this variant');
    }
    const before = await priceOf(tx, company, variant);
    await setSpecialPrices(tx, { company }, [[variant, price]]);
    await recordLog(tx, by, {
      type: 'price',
      category: 'special price',
      name: `${known.productNum} for ${name}`,
      subject: company,
      before: { variant, price: before },
      after: { variant, price },
    });
  });
}

/** Takes a special price back; one that is not there is gone already. `not_found`: no such company. */
export async function removeSpecialItem(
  db: Db,
  by: SessionUser,
  { companyId: company, variant }: { companyId: string; variant: string },
): Promise<void> {
  refuseOwnTerms(by, company);
  await retrying(db, async tx => {
    const { name } = await lockCompany(tx, company);
    const before = await priceOf(tx, company, variant);
    if (before === null) return;
    await removeSpecialPrice(tx, { company }, variant);
    await recordLog(tx, by, {
      type: 'price',
      category: 'special price',
      name: `Special price removed for ${name}`,
      subject: company,
      before: { variant, price: before },
      after: null,
    });
  });
}

/** Replaces a company's tiers. `not_found`; `forbidden` to an Employee of it (rule A15). */
export async function saveCompanyTiers(
  db: Db,
  by: SessionUser,
  { _id, tiers }: { _id: string; tiers: readonly PriceTier[] },
): Promise<void> {
  refuseOwnTerms(by, _id);
  await retrying(db, async tx => {
    const { name } = await lockCompany(tx, _id);
    const before = await tx
      .select({ scope: priceTiers.scope, ref: priceTiers.ref, percent: priceTiers.percent })
      .from(priceTiers)
      .where(eq(priceTiers.company, _id));
    await saveTiers(tx, { company: _id }, tiers);
    await recordLog(tx, by, {
      type: 'price',
      category: 'tiers',
      name: `Tiers of ${name}`,
      subject: _id,
      before,
      after: tiers,
    });
  });
}

/**
 * Sets prices for the companies of these users, and for those who have none for themselves, in one transaction;
 * answers how many prices were set. With `sendEmail` each of the users is told.
 */
export async function overwriteVariants(
  app: App,
  by: SessionUser,
  { variants: asked, users: ids, sendEmail }: OverwriteVariants,
): Promise<number> {
  const prices = new Map(asked.map(({ _id, price }) => [_id, price]));
  return retrying(app.db, async tx => {
    const people = await tx
      .select()
      .from(users)
      .where(and(inArray(users._id, ids), isNull(users.deletedAt)));
    const unknown = ids.findIndex(id => !people.some(one => one._id === id && !isStaff(one)));
    if (unknown >= 0) throw fieldError(['users', unknown], 'is not a customer');
    const known = await sellable(tx, [...prices.keys()]);
    const missing = asked.findIndex(({ _id }) => !known.some(one => one._id === _id));
    if (missing >= 0) throw fieldError(['variants', missing, '_id'], 'is not one of our variants');

    const companies = [...new Set(people.flatMap(({ company }) => company ?? []))].toSorted();
    for (const company of companies) refuseOwnTerms(by, company);
    for (const company of companies) await lockCompany(tx, company);
    const owners: PriceOwner[] = [
      ...companies.map(company => ({ company })),
      ...people.filter(({ company }) => company === null).map(({ _id }) => ({ user: _id })),
    ];
    for (const owner of owners) {
      await setSpecialPrices(tx, owner, prices);
      await recordLog(tx, by, {
        type: 'price',
        category: 'special price',
        name: `${prices.size} special ${prices.size === 1 ? 'price' : 'prices'}`,
        subject: 'company' in owner ? owner.company : owner.user,
        after: asked,
      });
    }
    if (sendEmail) await tellOfPrices(app, tx, people, known, prices);
    return owners.length * prices.size;
  });
}

async function tellOfPrices(
  app: App,
  tx: Db,
  people: readonly (typeof users.$inferSelect)[],
  known: readonly { _id: string; productNum: string }[],
  prices: ReadonlyMap<string, Money>,
): Promise<void> {
  const site = await mailSite(app, tx);
  const list = known.flatMap(({ _id, productNum }) => {
    const price = prices.get(_id);
    return price === undefined ? [] : [{ productNum, price }];
  });
  for (const { _id, name, email } of people) {
    await notifyCustomer(tx, _id, {
      type: 9,
      title: 'New prices for you',
      details: `${list.length} ${list.length === 1 ? 'price' : 'prices'} changed`,
      link: '/user/special-pricing',
    });
    const mail = newPrices({ name, prices: list }, site);
    await queueMail(tx, app, { ...mail, template: 'new-prices', to: email, user: _id });
  }
}

async function priceOf(tx: Db, company: string, variant: string): Promise<Money | null> {
  const [found] = await tx
    .select({ price: specialPrices.price })
    .from(specialPrices)
    .where(and(eq(specialPrices.company, company), eq(specialPrices.variant, variant)));
  return found?.price ?? null;
}

const sellable = (tx: Db, ids: readonly string[]) =>
  tx
    .select({ _id: variants._id, productNum: variants.productNum, product: variants.product_id })
    .from(variants)
    .where(and(inArray(variants._id, [...ids]), isNull(variants.deletedAt)));
