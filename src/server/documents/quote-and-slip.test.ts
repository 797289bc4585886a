import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { carts } from '#server/carts/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { returning } from '#server/returns/returns.test-support.ts';
import { appRouter } from '#server/router.ts';
import { siteSettings } from '#server/site/tables.ts';
import { openDoors } from '#server/test/doors.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { close, readPdf } from '#server/test/read-pdf.ts';
import { lineOf, openShop, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import { addDays, shopDate } from '#shared/rules/open-hours.ts';
import { longDate } from '#shared/rules/order-facts.ts';

let shop: Selling;
let app: FastifyInstance;
let staff: SessionUser;
let knob: MadeVariant;
let pull: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
  const { db } = shop.app;
  staff = await makeUser(db, { permissionLevel: 'Employee' });
  knob = await makeVariant(db, { productNum: 'QK-2', price: usd(10), stock: 500 }, { title: 'Knob' });
  pull = await makeVariant(db, { productNum: 'BP-16', price: usd(4), stock: 500 }, { title: 'Pull' });
  const said = { address: '118 Foundry Street, Austin, TX 78702', phone: '(512) 555-0134' };
  await db
    .insert(siteSettings)
    .values({ hoursOfOperation: [], ...said })
    .onConflictDoUpdate({ target: siteSettings.only, set: said });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

async function ask(url: string, user: SessionUser | null) {
  const bearer = user && (await createApiKey(shop.app.db, user, { name: 'test', scopes: KEY_SCOPES })).key;
  return app.inject({ url, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
}

/** The text of the one page of a paper. */
async function pageOf(url: string, user: SessionUser): Promise<string> {
  const answer = await ask(url, user);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  expect(answer.headers).toMatchObject({
    ...{ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' },
  });
  const pages = readPdf(answer.rawPayload);
  expect(pages).toHaveLength(1);
  return close(pages[0]);
}

const expectSaid = (text: string, words: readonly string[]) => {
  for (const one of words) expect(text).toContain(close(one));
};

/** Four knobs in one room, two in another and two pulls, sent for prices by somebody of a company of this name. */
async function bid(name: string) {
  const { db } = shop.app;
  const company = await makeCompany(db, { name });
  const buyer = await makeUser(db, { company, name: 'Pat Lane', email: `pat-${randomUUID()}@lane.example` });
  const cart = [
    { ...lineOf(knob, 4), room: 'Island' },
    { ...lineOf(knob, 2), room: 'Pantry' },
    lineOf(pull, 2),
  ];
  const { _id, version } = await shop.as(buyer).carts.saveAsBid({ orderName: 'Smith kitchen', cart });
  return { _id, version, buyer, url: `/carts/${_id}/quote.pdf` };
}

it('a quote says its prices, its freight and its last day at the shop, until that is over', async () => {
  const { _id, version, buyer, url } = await bid('Lane Millwork');
  const day = addDays(new Date().toISOString().slice(0, 10), 3);
  await shop.as(staff).carts.quote({
    ...{ _id, version, prices: [{ variantId: knob.variantId, price: usd(7.5) }] },
    // Still the evening before at the shop.
    quotedUntil: `${day}T04:30:00.000Z`,
    ...{ quotedShipping: usd(18.4), quoteNotes: 'From stock, in one delivery.' },
  });
  // 4 × 7.50 + 2 × 7.50 + 2 × 4.00.
  const said = [
    'Quote',
    '118 Foundry Street, Austin, TX 78702 (512) 555-0134',
    `For Lane Millwork Pat Lane ${buyer.email}`,
    `Cart Smith kitchen Date ${longDate(shopDate(new Date(), 'America/Chicago'))} Valid until ${longDate(addDays(day, -1))}`,
    'Notes: From stock, in one delivery.',
    'Number Item Quantity Unit price Amount',
    'QK-2 Knob 4 $7.50 $30.00 Island QK-2 Knob 2 $7.50 $15.00 Pantry BP-16 Pull 2 $4.00 $8.00',
    'Goods, without tax $53.00 Freight $18.40 Goods and freight, without tax $71.40 Knurl',
    'page 1 of 1',
  ];
  const file = `attachment; filename="quote-smith-kitchen-${shopDate(new Date(), 'America/Chicago')}.pdf"`;
  expect((await ask(url, buyer)).headers['content-disposition']).toBe(file);
  for (const reader of [buyer, staff]) {
    const text = await pageOf(url, reader);
    expectSaid(text, said);
    expect(text).not.toContain(close('NOT BINDING'));
  }

  const over = new Date(Date.now() - 60_000).toISOString();
  await shop.app.db.update(carts).set({ quotedUntil: over }).where(eq(carts._id, _id));
  const text = await pageOf(url, staff);
  expectSaid(text, ['NOT BINDING', 'QK-2 Knob 4 $10.00 $40.00', 'Goods, without tax $68.00 Knurl']);
  for (const gone of ['Valid until', 'Freight', 'From stock']) expect(text).not.toContain(close(gone));
});

it('a return slip says where the goods go, and which of what order they are', async () => {
  const goods = returning(shop, staff);
  const { buyer, knob: sold, order } = await goods.bought();
  const { _id } = await goods.ask(buyer, order, sold, 2, { notes: 'In their own boxes' });
  const url = `/returns/${_id}/slip.pdf`;
  const line = order.cart[0];
  for (const reader of [buyer, staff]) {
    const text = await pageOf(url, reader);
    expectSaid(text, [
      `Return slip ${order.orderNumber}`,
      'Send or bring to',
      '118 Foundry Street, Austin, TX 78702',
      `From ${order.name} ${order.email}`,
      `Order ${order.orderNumber} Ordered ${longDate(shopDate(new Date(order.createdAt), 'America/Chicago'))}`,
      'Notes: In their own boxes',
      'Number Item Reason Quantity',
      `${line?.productNum} ${line?.name} Wrong finish 2`,
    ]);
    expect(text).not.toContain('$');
  }
});

it('both are for whose they are, and staff: nobody else learns that they exist', async () => {
  const goods = returning(shop, staff);
  const { buyer, knob: sold, order } = await goods.bought();
  const { _id } = await goods.ask(buyer, order, sold, 1);
  const { url } = await bid('Hollis Cabinetry');
  const stranger = await makeUser(shop.app.db);
  const none = randomUUID();
  for (const [path, reader] of [
    [url, stranger],
    [url, buyer],
    [`/returns/${_id}/slip.pdf`, stranger],
    [`/carts/${none}/quote.pdf`, staff],
    [`/returns/${none}/slip.pdf`, staff],
    ['/carts/x/quote.pdf', staff],
    ['/returns/x/slip.pdf', staff],
  ] as const) {
    const { statusCode, body } = await ask(path, reader);
    expect([path, statusCode, JSON.parse(body).reason]).toEqual([path, 404, 'not_found']);
  }
  for (const path of [url, `/returns/${_id}/slip.pdf`, `/returns/${none}/slip.pdf`]) {
    const { statusCode, body } = await ask(path, null);
    expect([path, statusCode, JSON.parse(body).reason]).toEqual([path, 401, 'signed_out']);
  }
});
