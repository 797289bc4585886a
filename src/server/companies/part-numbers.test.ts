import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { setSpecialPrices } from '#server/companies/companies.ts';
import type { SessionUser } from '#server/context.ts';
import { rows } from '#server/database/db.ts';
import { invoiceOf } from '#server/documents/invoice.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { type MadeVariant, makeVariant, usd } from '#server/test/factories.ts';
import { readPdf } from '#server/test/read-pdf.ts';
import { guest, lineOf, openShop, refusal, type Selling } from '#server/test/selling.ts';
import { makeTrade, type Trade } from '#server/test/trade.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

let shop: Selling;
let app: FastifyInstance;
let trade: Trade;
let knob: MadeVariant;
let pull: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
});
afterAll(async () => {
  await app.close();
  await shop.close();
});
beforeEach(async () => {
  const { db } = shop.app;
  trade = await makeTrade(db);
  knob = await makeVariant(db, { price: usd(10) }, { title: 'Avalon Knob' });
  pull = await makeVariant(db, { price: usd(20) }, { title: 'Bexley Pull' });
});

const save = (rows: { productNum: string; partNumber: string }[], by = trade.primary) =>
  shop.as(by).companies.savePartNumbers({ company: trade.company, rows });
const suggest = async (user: SessionUser | null, search: string) =>
  (await shop.as(user).search.suggest({ search })).suggestions.map(({ variant, partNumber }) => [
    variant,
    partNumber,
  ]);

it("a company's own numbers are found by its people alone, whatever the capitals and by how they begin", async () => {
  const number = `Kitchen-${randomUUID().slice(0, 8)}`;
  expect(await save([{ productNum: knob.productNum.toLowerCase(), partNumber: number }])).toEqual({
    saved: 1,
    issues: [],
  });
  for (const search of [number, number.toUpperCase(), number.slice(0, -2)]) {
    expect(await suggest(trade.member, search)).toContainEqual([knob.variantId, number]);
    for (const other of [null, trade.stranger, trade.employee]) {
      expect(await suggest(other, search)).not.toContainEqual([knob.variantId, number]);
    }
  }
});

it('two that are one number to the database, whatever its letters, are answered as such', async () => {
  const { db } = shop.app;
  const pairs = [
    ['ΟΔΟΣ', 'οδοσ'],
    ['ΟΔΟΣ', 'οδος'],
    ['İ-7', 'i̇-7'],
    ['Kitchen', 'KITCHEN'],
  ] as const;
  for (const [one, two] of pairs) {
    const [same] = await db
      .execute(sql`select lower(${one}::text) = lower(${two}::text) as "isOne"`)
      .then(found => rows<{ isOne: boolean }>(found));
    const { saved, issues } = await save([
      { productNum: knob.productNum, partNumber: one },
      { productNum: pull.productNum, partNumber: two },
    ]);
    expect([one, two, saved, issues.map(({ path }) => path)]).toEqual(
      same?.isOne ? [one, two, 1, [['rows', 1, 'partNumber']]] : [one, two, 2, []],
    );
    await save([knob, pull].map(({ productNum }) => ({ productNum, partNumber: '' })));
  }
});

it('rows that say something wrong are answered each, and the others are written; two exchange their numbers', async () => {
  const { issues, saved } = await save([
    { productNum: knob.productNum, partNumber: 'A-1' },
    { productNum: 'NO-SUCH', partNumber: 'A-2' },
    { productNum: pull.productNum, partNumber: 'a-1' },
  ]);
  expect(saved).toBe(1);
  expect(issues).toEqual([
    { path: ['rows', 1, 'productNum'], message: 'is not one of our numbers' },
    { path: ['rows', 2, 'partNumber'], message: 'is already used for another item' },
  ]);
  await save([{ productNum: pull.productNum, partNumber: 'A-2' }]);
  const exchanged = [
    { productNum: knob.productNum, partNumber: 'A-2' },
    { productNum: pull.productNum, partNumber: 'A-1' },
  ];
  expect(await save(exchanged)).toEqual({ saved: 2, issues: [] });
  expect(await suggest(trade.member, 'A-2')).toContainEqual([knob.variantId, 'A-2']);
  expect(await save([{ productNum: knob.productNum, partNumber: '' }])).toEqual({ saved: 1, issues: [] });
  expect(await suggest(trade.member, 'A-2')).not.toContainEqual([knob.variantId, 'A-2']);
  const rows = [{ productNum: knob.productNum, partNumber: 'X' }];
  expect((await refusal(save(rows, trade.member))).reason).toBe('forbidden');
  expect((await refusal(save(rows, trade.stranger))).reason).toBe('not_found');
});

it('an order bears them as they were, and so do its documents', async () => {
  await save([{ productNum: knob.productNum, partNumber: 'MY-77' }]);
  const asked = { cart: [lineOf(knob, 1)], shippingMethod: 'local' as const };
  const { total } = await shop.as(trade.member).orders.getCost(asked);
  const { _id } = await shop.as(trade.member).orders.submit({
    ...guest,
    ...asked,
    total,
    paymentType: 'Terms',
    idempotencyKey: randomUUID(),
  });
  await save([{ productNum: knob.productNum, partNumber: 'NEW-1' }]);
  const order = await shop.as(trade.member).orders.byId({ id: _id });
  expect(order.cart[0]?.partNumber).toBe('MY-77');
  const site = {
    name: 'Knurl',
    publicUrl: '',
    phone: '',
    email: '',
    address: '',
    counter: null,
    timeZone: 'America/Chicago',
  };
  expect(invoiceOf(order, site, '').groups[0]?.lines[0]?.details).toEqual(['Your number MY-77']);
});

it('the price list is a file for the people of the company: every agreed price, by our number and theirs', async () => {
  const { db } = shop.app;
  await setSpecialPrices(db, { company: trade.company }, [
    [knob.variantId, usd(6.85)],
    [pull.variantId, usd(19)],
  ]);
  await save([{ productNum: knob.productNum, partNumber: '=MY-77' }]);
  const get = async (kind: 'csv' | 'pdf', user: SessionUser | null) => {
    const key = user && (await createApiKey(db, user, { name: 'test', scopes: KEY_SCOPES })).key;
    return app.inject({
      url: `/user/price-list.${kind}`,
      headers: key ? { authorization: `Bearer ${key}` } : {},
    });
  };
  const csv = await get('csv', trade.member);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.body.split('\r\n')).toEqual([
    'productNum,partNumber,name,vendor,listPrice,price',
    `${knob.productNum},"'=MY-77",Avalon Knob,Ironbridge,10.00,6.85`,
    `${pull.productNum},,Bexley Pull,Ironbridge,20.00,19.00`,
  ]);
  const pdf = await get('pdf', trade.primary);
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  });
  const [text = ''] = readPdf(pdf.rawPayload);
  for (const said of ['Price list', knob.productNum, '$6.85', '$19.00']) expect(text).toContain(said);
  expect((await get('csv', null)).statusCode).toBe(401);
  expect((await get('pdf', trade.employee)).statusCode).toBe(403);
  expect((await get('csv', trade.stranger)).body).not.toContain(knob.productNum);
});
