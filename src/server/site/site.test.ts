import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layouts } from '#server/layouts/tables.ts';
import { logEntries } from '#server/logs/tables.ts';
import { reviews } from '#server/reviews/tables.ts';
import { siteSettings } from '#server/site/tables.ts';
import { makeUser, makeVariant } from '#server/test/factories.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { LOG_TYPES } from '#shared/enumerations.ts';

let shop: Selling;

beforeAll(async () => {
  shop = await openShop();
  await shop.app.db.update(siteSettings).set({
    email: 'shop@example.com',
    phone: '512 555 0100',
    specialAccounts: ['00000000-0000-7000-8000-000000000001'],
  });
});

afterAll(() => shop.close());

describe('site', () => {
  it('answers its settings, tax and shipping tiers, and nothing that is not public', async () => {
    const { site, siteVersion } = await shop.as(null).site.get({});
    expect(site).toMatchObject({ tax: 0.0825, phone: '512 555 0100', timeZone: 'America/Chicago' });
    expect(site.shippingTiers).toHaveLength(5);
    expect(site.shippingTiers[0]).toEqual({ price: 50, cost: 9.95 });
    expect(JSON.stringify(site)).not.toMatch(/special|00000000-0000-7000/);
    expect(await shop.as(null).site.version({})).toEqual({ siteVersion });
    expect(await shop.as(null).settings.taxGet({})).toEqual({ tax: 0.0825 });
    expect((await shop.as(null).settings.shippingGet({})).tiers).toEqual(site.shippingTiers);
  });

  it('forgets old settings when they are written', async () => {
    const { cache, db } = shop.app;
    await shop.as(null).settings.taxGet({});
    await db.transaction(async tx => {
      await tx.update(siteSettings).set({ tax: '0.09' });
      await cache.invalidate(tx, 'site');
    });
    expect(await shop.as(null).settings.taxGet({})).toEqual({ tax: 0.09 });
  });

  it('keeps log entries under the name of the session, never of the body', async () => {
    const user = await makeUser(shop.app.db, { permissionLevel: 'Employee' });
    const entry = { type: 'security' as const, category: 'desk', name: 'Failed', description: 'no chunk' };
    const { _id } = await shop
      .as(user)
      .logs.add({ ...entry, userEmail: 'boss@example.com', date: '1999-01-01' });
    const [stored] = await shop.app.db.select().from(logEntries).where(eq(logEntries._id, _id));
    expect(stored).toMatchObject({ ...entry, userEmail: user.email, user: user._id });
    expect(Date.parse(stored?.date ?? '')).toBeGreaterThan(Date.parse('2020-01-01'));
    await expect(shop.as(null).logs.add({ ...entry, description: 'x'.repeat(5000) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it.each(LOG_TYPES)('keeps what a guest or a customer calls %s as their browser’s', async type => {
    const asked = { type, category: 'payment', name: 'Order 10001 was paid', description: '' };
    for (const user of [null, await makeUser(shop.app.db)]) {
      const { _id } = await shop.as(user).logs.add(asked);
      const [stored] = await shop.app.db.select().from(logEntries).where(eq(logEntries._id, _id));
      expect(stored).toMatchObject({ type: 'user', category: 'browser', name: asked.name });
    }
  });

  it('shows published layouts by page and template, sanitised', async () => {
    await shop.app.db.insert(layouts).values([
      { template: 'Banner', title: 'Retail: free shipping', page: 'home', position: 2 },
      { template: 'Banner', title: 'Commercial: net 30', page: 'home', position: 1 },
      { template: 'Page', title: 'About', page: 'about', content: '<p>Us</p><script>x</script>' },
      { template: 'Page', title: 'Draft', page: 'about', publish: false },
    ]);
    const titles = async (asked: object) =>
      (await shop.as(null).layouts.list(asked)).map(layout => layout.title);
    expect(await titles({ template: 'Banner' })).toEqual(['Commercial: net 30', 'Retail: free shipping']);
    expect(await shop.as(null).layouts.list({ page: 'about' })).toMatchObject([
      { title: 'About', content: '<p>Us</p>' },
    ]);
    expect(await titles({ page: 'nowhere' })).toEqual([]);
  });

  it('shows the information section to the special accounts alone, whoever asks how [HOME-05]', async () => {
    const { db } = shop.app;
    await db.insert(layouts).values({ template: 'Information', title: 'This week', page: 'home' });
    await shop.app.cache.invalidate(db, 'layouts');
    const employee = await makeUser(db, { permissionLevel: 'Employee' });
    const admin = await makeUser(db, { permissionLevel: 'Admin' });
    for (const user of [null, employee, admin, { ...(await makeUser(db)), special: true }]) {
      for (const asked of [{ template: 'Information' as const }, { page: 'home' }, {}]) {
        const shown = await shop.as(user).layouts.list(asked);
        expect(shown.map(({ title }) => title)).not.toContain('This week');
      }
    }
    expect(
      await shop.as({ ...employee, special: true }).layouts.list({ template: 'Information' }),
    ).toMatchObject([{ title: 'This week' }]);
  });
});

describe('reviews', () => {
  it('are listed with their average; hidden ones to their writer alone, no name in full', async () => {
    const { db } = shop.app;
    const { productId: product } = await makeVariant(db);
    const [ada, ben, eve] = [
      await makeUser(db, { name: 'Ada Carver' }),
      await makeUser(db, { name: 'Ben' }),
      await makeUser(db, { name: 'Eve Hall' }),
    ];
    await db.insert(reviews).values([
      { product, user: ada._id, rating: 5, title: 'Solid', text: 'Heavy' },
      { product, user: ben._id, rating: 4 },
      { product, user: eve._id, rating: 1, approved: false },
    ]);
    const seen = await shop.as(null).reviews.list({ product });
    expect(seen).toMatchObject({ total: 2, average: 4.5 });
    expect(seen.reviews.map(review => [review.author, review.own]).sort()).toEqual([
      ['Ada C.', false],
      ['Ben', false],
    ]);
    expect(JSON.stringify(seen)).not.toContain(ada.email);
    const own = await shop.as(eve).reviews.list({ product });
    expect([own.total, own.average, own.reviews.filter(review => review.own)]).toMatchObject([
      3,
      4.5,
      [{ rating: 1 }],
    ]);
    expect((await shop.as(null).reviews.list({ user: eve._id })).total).toBe(0);
    expect((await shop.as(null).reviews.list({ product, page: 1_000_000 })).reviews).toEqual([]);
  });
});
