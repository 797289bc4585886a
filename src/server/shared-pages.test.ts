import { type AddressInfo, connect } from 'node:net';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LAYOUTS } from '#server/layouts/layouts.ts';
import { layouts } from '#server/layouts/tables.ts';
import { touchProducts } from '#server/listing/touch-products.ts';
import { appRouter } from '#server/router.ts';
import { SITE, siteSettings } from '#server/site/tables.ts';
import { type Accounts, openAccounts, PASSWORD } from '#server/test/accounts.ts';
import { openDoors } from '#server/test/doors.ts';
import { type MadeVariant, makeCompany, makeVariant, usd } from '#server/test/factories.ts';
import { variants } from '#server/variants/tables.ts';

const SHARED = /^public, max-age=0, s-maxage=15$/;
const OWN = 'private, no-cache';
const PERSONAL = 'private, no-store';

let shop: Accounts;
let knob: MadeVariant;
let paths: string[];
beforeAll(async () => {
  shop = await openAccounts({}, { pages: true });
  knob = await makeVariant(shop.database.db, { price: usd(12.34), stock: 50 });
  paths = [
    ...[
      '/',
      '/products',
      '/search?search=knob',
      '/category-products?category=Knob',
      '/compare',
      '/categories',
    ],
    ...[`/product/${knob.productId}`, '/about', '/privacy', '/return', '/contact'],
    ...['/learn-more-commercial', '/learn-more-retail', '/qb-info', '/commercial'],
  ];
});
afterAll(() => shop.close());

const open = (url: string, headers: Record<string, string> = {}, app: FastifyInstance = shop.app) =>
  app.inject({ url, headers });

async function listening(): Promise<AddressInfo> {
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  return shop.app.server.address() as AddressInfo;
}

describe('a page that guests share', () => {
  it('is never answered to somebody else, nor theirs to guests, whoever asked first', async () => {
    const company = await makeCompany(shop.database.db, { name: 'Hollis Joinery' });
    const own = 'Zedekiah Quince';
    const people = await Promise.all([
      shop.person({ name: own }),
      shop.person({ name: `${own} Trade`, company, permissionLevel: 'Commercial', role: 'Primary' }),
      shop.person({ name: `${own} Staff`, permissionLevel: 'Admin' }),
    ]);
    const states = [
      ...(await Promise.all(people.map(({ email }) => shop.signIn(email)))),
      // Sessions that ended, or never were.
      ...['sid=ended; token=1', 'token=1', 'sid=ended'],
    ];
    for (const path of paths) {
      for (const cookie of states) {
        const [before, theirs, after] = [await open(path), await open(path, { cookie }), await open(path)];
        expect([theirs.statusCode, theirs.headers['cache-control'], theirs.headers.etag]).toEqual([
          200,
          OWN,
          undefined,
        ]);
        if (!cookie.includes('ended') && cookie !== 'token=1') expect(theirs.body).toContain(own);
        for (const guests of [before, after]) {
          expect([guests.statusCode, guests.headers['cache-control']]).toEqual([
            200,
            expect.stringMatching(SHARED),
          ]);
          expect(guests.body).not.toMatch(/Zedekiah|Hollis/);
          expect(guests.headers).not.toHaveProperty('set-cookie');
          expect(guests.headers.vary).toBe('accept-encoding, cookie');
        }
        expect(after.body).toBe(before.body);
      }
    }
  });

  it('is theirs from the sign-in on, and a guest’s again after signing out', async () => {
    const { email } = await shop.person({ name: 'Ottoline Reed' });
    const guests = await open('/products');
    const cookie = await shop.signIn(email, PASSWORD);
    const known = { cookie, 'if-none-match': String(guests.headers.etag) };
    const theirs = await open('/products', known);
    expect([theirs.statusCode, theirs.body.includes('Ottoline Reed')]).toEqual([200, true]);
    await shop.call('auth.logout', {}, { cookie });
    // The browser has thrown the cookies away; whoever still sends them gets a page of their own.
    const stale = await open('/products', { cookie });
    expect([stale.headers['cache-control'], stale.body.includes('Ottoline')]).toEqual([OWN, false]);
    const again = await open('/products', { 'if-none-match': String(guests.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is not answered to a script with a key, whose cookies don’t count', async () => {
    const answer = await open('/products', { authorization: 'Bearer none' });
    expect(answer.headers['cache-control']).not.toMatch(/public/);
  });

  it('knows of its reader the chosen view alone', async () => {
    const list = await open('/products', { cookie: 'view=list; device=abc; stranger=1' });
    const grid = await open('/products', { cookie: 'stranger=2; view=grid' });
    const odd = await open('/products', { cookie: 'view=canary-7f3a' });
    const none = await open('/products');
    expect(list.body).not.toBe(grid.body);
    expect([none.body, odd.body]).toEqual([grid.body, grid.body]);
    for (const { headers } of [list, grid, odd, none]) expect(headers['cache-control']).toMatch(SHARED);
  });

  it('is asked for by its path, whatever host the request line names', async () => {
    const { port } = await listening();
    const lineOf = (address: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${address} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`);
        });
        let text = '';
        socket.on('data', chunk => {
          text += chunk;
        });
        socket.on('end', () => resolve(text.split('\r\n')[0] ?? '')).on('error', reject);
      });
    for (const address of ['/about', 'http://shop.test/about', 'http://elsewhere.test/about?x=1']) {
      expect(await lineOf(address), address).toBe('HTTP/1.1 200 OK');
    }
  });

  it('is named by what it says: rendered by another process, it is the same', async () => {
    const other = await openDoors(shop.database, appRouter, { pages: true });
    for (const path of paths) {
      const [here, there] = [await open(path), await open(path, {}, other.app)];
      expect(there.body).toBe(here.body);
      expect(there.headers.etag).toBe(here.headers.etag);
    }
    await other.app.close();
    await other.parts.cache.close();
  });

  it('shows a new price, banner or telephone number at once, also on another process', async () => {
    const { db } = shop.database;
    const other = await openDoors(shop.database, appRouter, { pages: true });
    const path = `/product/${knob.productId}`;
    const shows = async (text: string) => {
      for (const app of [shop.app, other.app]) {
        await vi.waitFor(async () => expect((await open(path, {}, app)).body).toContain(text), {
          timeout: 5000,
        });
      }
    };
    await shows('12.34');
    await db.transaction(async tx => {
      await tx
        .update(variants)
        .set({ price: usd(43.21) })
        .where(eq(variants._id, knob.variantId));
      await touchProducts(tx, [knob.productId], shop.parts.cache);
    });
    expect((await open(path)).body).toContain('43.21');
    await shows('43.21');
    await db.transaction(async tx => {
      await tx.update(siteSettings).set({ phone: '555-0199' });
      await shop.parts.cache.invalidate(tx, SITE);
    });
    await shows('555-0199');
    await db.transaction(async tx => {
      await tx.insert(layouts).values({ template: 'Banner', title: 'Knobs by the dozen' });
      await shop.parts.cache.invalidate(tx, LAYOUTS);
    });
    await shows('Knobs by the dozen');
    await other.app.close();
    await other.parts.cache.close();
  });
});

describe('a page of one’s own', () => {
  it.each([
    ...[
      '/orders/lookup',
      '/quick-order',
      '/shared-cart/none',
      '/invitation',
      '/set-password',
      '/confirm-email',
    ],
    ...['/undo-email', '/email-change/none', '/checkout', '/checkout/login', '/nowhere', '/product/none'],
  ])('is kept by nobody: %s', async path => {
    const answer = await open(path);
    // A product that is not there is nobody's own.
    const expected = path.startsWith('/product/') ? OWN : PERSONAL;
    expect(answer.headers['cache-control'] ?? expected).toBe(expected);
    expect(answer.headers).not.toHaveProperty('etag');
  });
});
