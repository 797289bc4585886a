import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/database/db.ts';
import { layouts } from '#server/layouts/tables.ts';
import { products } from '#server/products/tables.ts';
import { mountRobots } from '#server/site/site-files-door.ts';
import { tags } from '#server/tags/tables.ts';
import { closeTestDatabase, testDatabase } from '#server/test/database.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeVariant } from '#server/test/factories.ts';
import { probe } from '#server/test/probe-router.ts';

let database: Database;
let app: FastifyInstance;

beforeAll(async () => {
  database = await testDatabase();
  ({ app } = await openDoors(database, probe, {
    more: async scope =>
      mountRobots(scope, {
        publicUrl: 'http://shop.test',
        keptOut: async () => ['/checkout', '/orders/'],
      }),
  }));
});
afterAll(async () => {
  await app.close();
  await closeTestDatabase(database);
});

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);

describe('robots.txt', () => {
  it('keeps crawlers out of what pages name and of calls, and tells where the sitemap is', async () => {
    const answer = await app.inject('/robots.txt');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = answer.body.split('\n');
    for (const path of ['/checkout', '/orders/', '/api/', '/trpc/'])
      expect(lines).toContain(`Disallow: ${path}`);
    expect(lines).toContain('Sitemap: http://shop.test/sitemap.xml');
  });
});

describe('the sitemap', () => {
  it('has pages, categories and published products, each as its own page names it', async () => {
    const { db } = database;
    const [knob, hidden] = [await makeVariant(db), await makeVariant(db, {}, { publish: false })];
    const [category] = await db
      .insert(tags)
      .values({ name: 'Knobs & Pulls', type: 'Category' })
      .returning({ _id: tags._id });
    await db.insert(tags).values({ name: 'Ring "pulls"', type: 'Subcategory', category: category?._id });
    await db.insert(layouts).values([
      { template: 'Page', title: 'About', page: 'about' },
      { template: 'Page', title: 'About too', page: 'about' },
      { template: 'Page', title: 'Draft', page: 'draft', publish: false },
      { template: 'Banner', title: 'Retail', page: 'home' },
    ]);

    const index = await app.inject('/sitemap.xml');
    expect(index.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(addresses(index.body)).toEqual([
      'http://shop.test/sitemap-0.xml',
      'http://shop.test/sitemap-1.xml',
    ]);

    const pages = await app.inject('/sitemap-0.xml');
    expect(addresses(pages.body)).toEqual([
      'http://shop.test/',
      'http://shop.test/products',
      'http://shop.test/categories',
      'http://shop.test/categories/Knobs%20%26%20Pulls',
      'http://shop.test/category-products?type=normal&#38;categories=Knobs+%26+Pulls',
      'http://shop.test/category-products?type=normal&#38;categories=Knobs+%26+Pulls&#38;subcategories=Ring+%22pulls%22',
      'http://shop.test/about',
    ]);
    expect(pages.body).toMatch(/about<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);

    const sold = await app.inject('/sitemap-1.xml');
    expect(addresses(sold.body)).toEqual([`http://shop.test/product/${knob.productId}`]);
    expect(sold.body).not.toContain(hidden.productId);
    expect(sold.body).toMatch(/<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>/);
  });

  it.each([
    '/sitemap-2.xml',
    '/sitemap-99999999999.xml',
    '/sitemap-x.xml',
    '/sitemap-.xml',
    '/sitemap-1.xml.gz',
  ])('%s is not there', async url => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it('splits more products than one part holds, none twice and none left out', async () => {
    const { db } = database;
    const more = Array.from({ length: 5000 }, (_, n) => ({
      title: `Hook ${n}`,
      type: 'Hook',
      publish: true,
    }));
    const made: string[] = [];
    for (let from = 0; from < more.length; from += 1000) {
      const inserted = await db
        .insert(products)
        .values(more.slice(from, from + 1000))
        .returning({ _id: products._id });
      made.push(...inserted.map(({ _id }) => _id));
    }
    await db.execute(sql`
      insert into product_search (
        product_id, type, published, sort_title, tags, facets, min_price, max_price, in_stock, any_out)
      select id, type, publish, title, '{}', '{}', 0, 0, false, true from products on conflict do nothing`);
    expect(addresses((await app.inject('/sitemap.xml')).body)).toHaveLength(3);
    const first = addresses((await app.inject('/sitemap-1.xml')).body);
    const second = addresses((await app.inject('/sitemap-2.xml')).body);
    expect([first.length, new Set([...first, ...second]).size]).toEqual([5000, first.length + second.length]);
    for (const _id of made) expect([...first, ...second]).toContain(`http://shop.test/product/${_id}`);
  });

  it('takes its turn, so that whoever asks for all of it at once leaves time for others', async () => {
    const { app: loaded } = await openDoors(database, probe, { isLoaded: () => true });
    for (const url of ['/sitemap.xml', '/sitemap-0.xml']) {
      const answers = await Promise.all(Array.from({ length: 80 }, () => loaded.inject(url)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
    }
    await loaded.close();
  });
});
