import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partNumbers, priceTiers, specialPrices } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { tags } from '#server/tags/tables.ts';
import { makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { openShop, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { lastLog, makeTrade } from '#server/test/trade.ts';
import { users } from '#server/users/tables.ts';
import { variants } from '#server/variants/tables.ts';
import { COMPANY_NOTICES } from '#shared/messages.ts';
import type { PriceTier } from '#shared/schemas/companies.ts';

let shop: Selling;
let company: string;
let primary: SessionUser;
let member: SessionUser;
let employee: SessionUser;
let admin: SessionUser;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  ({ company, primary, member, employee, admin } = await makeTrade(shop.app.db));
});

describe('special prices', () => {
  it('are set, set anew and taken back by staff, each change logged; the listing of them is searched', async () => {
    const { db } = shop.app;
    const pull = await makeVariant(
      db,
      { price: usd(10), wholeSaleQtyOne: 12, wholeSalePriceOne: usd(8) },
      { title: 'Ash Pull' },
    );
    const knob = await makeVariant(db, { price: usd(3) }, { title: 'Beech Knob' });
    const as = shop.as(employee).companies;
    for (const price of [usd(7), usd(6.85)]) {
      await as.addSpecialItem({
        companyId: company,
        variant: pull.variantId,
        product: pull.productId,
        price,
      });
    }
    const { products } = await as.addSpecialItem({
      companyId: company,
      variant: knob.variantId,
      price: usd(4),
    });
    expect(products).toEqual(
      expect.arrayContaining([
        { variant: pull.variantId, price: 6.85 },
        { variant: knob.variantId, price: 4 },
      ]),
    );
    await db.insert(partNumbers).values({ company, variant: knob.variantId, partNumber: 'MY-77' });

    const list = await shop.as(member).companies.products({ companyId: company });
    expect(list.total).toBe(2);
    expect(list.products.map(({ title, variants: of }) => [title, of])).toEqual([
      [
        'Ash Pull',
        [
          expect.objectContaining({
            ...{
              _id: pull.variantId,
              price: 6.85,
              specialPrice: 6.85,
              originalPrice: 10,
              priceSource: 'special',
            },
          }),
        ],
      ],
      // Agreed on at a time when it cost more: what everyone pays is lower by now.
      [
        'Beech Knob',
        [expect.objectContaining({ price: 3, specialPrice: 4, priceSource: 'base', partNumber: 'MY-77' })],
      ],
    ]);
    for (const search of ['my-77', 'beech', knob.productNum.toLowerCase()]) {
      const found = await shop.as(member).companies.products({ companyId: company, search });
      expect(found.products.map(({ _id }) => _id)).toEqual([knob.productId]);
    }
    const second = await shop.as(member).companies.products({ companyId: company, limit: 1, page: 2 });
    expect([second.products[0]?._id, second.total]).toEqual([knob.productId, 2]);
    const behind = await shop.as(member).companies.products({ companyId: company, limit: 1, page: 9 });
    expect([behind.products, behind.total]).toEqual([[], 2]);

    const taken = await as.removeSpecialItem({ companyId: company, variant: knob.variantId });
    expect(taken.products).toEqual([{ variant: pull.variantId, price: 6.85 }]);
    expect(await lastLog(shop.app.db, company)).toMatchObject({
      type: 'price',
      before: { variant: knob.variantId, price: 4 },
      after: null,
    });
    await as.removeSpecialItem({ companyId: company, variant: knob.variantId });
    expect(COMPANY_NOTICES.savedItem(pull.productNum).text).toBe(`saved ${pull.productNum} to company`);
    expect(COMPANY_NOTICES.removedItem.text).toBe('removed product from company');
  });

  it('are refused for what is no variant, for another product, and for no company', async () => {
    const { variantId, productId } = await makeVariant(shop.app.db);
    const as = shop.as(employee).companies;
    const asked = { companyId: company, variant: variantId, price: usd(1) };
    const nothing = await refusal(as.addSpecialItem({ ...asked, variant: productId }));
    expect(nothing.issues?.[0]?.path).toEqual(['variant']);
    const other = await refusal(as.addSpecialItem({ ...asked, product: variantId }));
    expect(other.issues?.[0]?.path).toEqual(['product']);
    expect(await reasonOf(as.addSpecialItem({ ...asked, companyId: randomUUID() }))).toBe('not_found');
    await expect(as.addSpecialItem({ ...asked, price: 1.005 as never })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(await shop.app.db.$count(specialPrices, eq(specialPrices.company, company))).toBe(0);
  });

  it('are overwritten for several customers at once, who are told where that is asked for', async () => {
    const { db } = shop.app;
    const made = [await makeVariant(db), await makeVariant(db)];
    const alone = await makeUser(db);
    const asked = {
      variants: made.map(({ variantId }, index) => ({ _id: variantId, price: usd(2 + index) })),
      users: [primary._id, member._id, alone._id],
      sendEmail: true,
    };
    const as = shop.as(employee).companies;
    expect(await as.overwriteVariants(asked)).toEqual({ updated: 4 });
    expect(await as.overwriteVariants({ ...asked, sendEmail: false })).toEqual({ updated: 4 });
    const prices = (where: ReturnType<typeof eq>) => db.$count(specialPrices, where);
    expect([
      await prices(eq(specialPrices.company, company)),
      await prices(eq(specialPrices.user, alone._id)),
    ]).toEqual([2, 2]);
    const mails = await db.select().from(emails).where(eq(emails.template, 'new-prices'));
    expect(mails.map(({ to }) => to).sort()).toEqual([primary.email, member.email, alone.email].sort());
    expect(mails[0]?.text).toContain('$3.00');
    expect(await db.$count(notifications, eq(notifications.user, alone._id))).toBe(1);

    const unknown = await refusal(as.overwriteVariants({ ...asked, users: [primary._id, employee._id] }));
    expect(unknown.issues?.[0]?.path).toEqual(['users', 1]);
    const [first] = asked.variants;
    if (!first) throw new Error('nothing was made');
    const wrong = { ...asked, variants: [first, { ...first, _id: randomUUID() }] };
    expect((await refusal(as.overwriteVariants(wrong))).issues?.[0]?.path).toEqual(['variants', 1, '_id']);
    const many = {
      ...asked,
      variants: Array.from({ length: 26 }, () => ({ _id: randomUUID(), price: usd(1) })),
    };
    await expect(as.overwriteVariants(many)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('come as tiers, too, replaced as a whole and logged', async () => {
    await makeVariant(shop.app.db, {}, { vendor: 'Ironbridge' });
    const tiers = [{ scope: 'vendor' as const, ref: 'Ironbridge', percent: 12.5 }];
    expect((await shop.as(employee).companies.saveTiers({ _id: company, tiers })).tiers).toEqual(tiers);
    expect(await lastLog(shop.app.db, company)).toMatchObject({ type: 'price', before: [], after: tiers });
    expect(COMPANY_NOTICES.savedTiers.text).toBe('Successfully saved tiers');
    const wrong = shop
      .as(employee)
      .companies.saveTiers({ _id: company, tiers: [{ scope: 'all', ref: 'x', percent: 1 }] });
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await shop.as(employee).companies.byId({ id: company })).tiers).toEqual(tiers);
  });
});

describe('tiers', () => {
  it('are of vendors and categories that there are, by the names that they have', async () => {
    const { db } = shop.app;
    await makeVariant(db, {}, { vendor: 'Ironbridge' });
    const [category] = await db.insert(tags).values({ name: 'Pulls', type: 'Category' }).returning();
    const of = category?._id ?? '';
    const below = { name: 'Cup pulls', type: 'Subcategory' as const, category: of };
    const [subcategory] = await db.insert(tags).values(below).returning();
    const good = [
      { scope: 'vendor' as const, ref: 'IRONBRIDGE', percent: 5 },
      { scope: 'category' as const, ref: of.toUpperCase(), percent: 6 },
    ];
    const kept = good.map(tier => ({ ...tier, ref: tier.scope === 'vendor' ? 'Ironbridge' : of }));
    const as = shop.as(employee);
    const save = {
      company: async (tiers: PriceTier[]) => (await as.companies.saveTiers({ _id: company, tiers })).tiers,
      user: async (tiers: PriceTier[]) => (await as.users.saveTiers({ _id: member._id, tiers })).tiers,
    };
    for (const [owner, saved] of Object.entries(save)) {
      expect([owner, await saved(good)]).toEqual([owner, expect.arrayContaining(kept)]);
      for (const wrong of [
        { scope: 'vendor' as const, ref: 'Nobody', percent: 5 },
        { scope: 'category' as const, ref: randomUUID(), percent: 5 },
        { scope: 'category' as const, ref: subcategory?._id ?? '', percent: 5 },
        { scope: 'category' as const, ref: 'Pulls', percent: 5 },
      ]) {
        const { reason, issues } = await refusal(saved([good[0] ?? wrong, wrong]));
        expect([owner, wrong.ref, reason, issues]).toEqual([
          ...[owner, wrong.ref, 'invalid'],
          [{ path: ['tiers', 1, 'ref'], message: `is not a ${wrong.scope} we have` }],
        ]);
      }
    }
    expect((await as.companies.byId({ id: company })).tiers).toHaveLength(2);
    const stored = await db.select().from(priceTiers).where(eq(priceTiers.company, company));
    expect(stored.map(({ ref }) => ref).sort()).toEqual(kept.map(({ ref }) => ref).sort());
  });
});

describe('cleaning', () => {
  it('takes away what companies hold of what is gone, and nothing else', async () => {
    const { db } = shop.app;
    const kept = await makeVariant(db);
    const gone = await makeVariant(db);
    const deletedAt = new Date().toISOString();
    await db.insert(specialPrices).values([
      { company, variant: kept.variantId, price: usd(1) },
      { company, variant: gone.variantId, price: usd(1) },
    ]);
    await db.insert(partNumbers).values({ company, variant: gone.variantId, partNumber: 'X' });
    await db.insert(priceTiers).values([
      { company, scope: 'vendor', ref: 'Ironbridge', percent: 5 },
      { company, scope: 'vendor', ref: 'Nobody', percent: 5 },
      { company, scope: 'category', ref: randomUUID(), percent: 5 },
    ]);
    await db.update(variants).set({ deletedAt }).where(eq(variants._id, gone.variantId));
    await db.update(users).set({ deletedAt }).where(eq(users._id, member._id));
    expect(await shop.as(admin).companies.runClean({})).toEqual({ cleaned: 5 });
    expect(await shop.as(admin).companies.runClean({})).toEqual({ cleaned: 0 });
    const left = await shop.as(admin).companies.byId({ id: company });
    expect(left.products).toEqual([{ variant: kept.variantId, price: 1 }]);
    expect(left.tiers.map(({ ref }) => ref)).toEqual(['Ironbridge']);
    const [person] = await db.select().from(users).where(eq(users._id, member._id));
    expect(person?.company).toBeNull();
  });
});
