import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { orders } from '#server/orders/tables.ts';
import { type MadeVariant, makeCompany, makeUser, makeVariant, usd } from '#server/test/factories.ts';
import { onTerms, openShop, reasonOf, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import type { FoundAnything } from '#shared/schemas/staff-find.ts';

let shop: Selling;
let clerk: SessionUser;
let admin: SessionUser;
let dana: SessionUser;
let pull: MadeVariant;

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee', name: 'Erin Field', phone: '512 555 0177' });
  admin = await makeUser(db, { permissionLevel: 'Admin', name: 'Ada Boss' });
  const company = await makeCompany(db, {
    ...{ name: 'Hollis & Daughters', accountNumber: 'HD-2207', creditLimit: usd(100_000), taxExempt: true },
  });
  dana = await makeUser(db, { company, name: 'Dana Hollis', email: 'dana@hd.test', phone: '(512) 555-0143' });
  await makeUser(db, { name: 'Abe Danaher', email: 'abe@school.test' });
  pull = await makeVariant(db, { productNum: 'HP-4410-BN' }, { title: 'Avalon bar pull', purchased: 3 });
  await makeVariant(db, { productNum: 'HP-4410-BN-X' }, { title: 'Avalon bar pull, long', purchased: 9 });
  await makeVariant(db, { productNum: 'HP-9-ZZ' }, { title: 'Hidden pull', publish: false });
  const knob = await makeVariant(db, { price: usd(10), stock: 100_000 });
  for (const [orderNumber, quantity, said] of [
    [4300, 43, { poNumber: 'PO-778', name: 'Dana Hollis' }],
    [4399, 7, { name: 'Ordway Pike', poNumber: 'Q7' }],
    [43_001, 2, { name: 'Lee Gordon' }],
    [77_777, 430, { name: 'Ann Marsh' }],
  ] as const) {
    const { poNumber = '', name } = { poNumber: '', ...said };
    const { _id } = await shop.as(dana).orders.submit({ ...onTerms(knob, quantity), name, poNumber });
    await db.update(orders).set({ orderNumber }).where(eq(orders._id, _id));
  }
});
afterAll(() => shop.close());

const find = (text: string, by = clerk): Promise<FoundAnything> => shop.as(by).office.find({ text });
const numbers = async (text: string) => (await find(text)).orders.map(({ orderNumber }) => orderNumber);
const people = async (text: string, by = clerk) => (await find(text, by)).people.map(({ name }) => name);

describe('an order is found', () => {
  it.each<[string, string, number[]]>([
    ['its number, before others that begin so', '4300', [4300, 43_001]],
    ['its number with a sign', '#4399', [4399]],
    ['the beginning of its number', '430', [43_001, 4300]],
    ['two digits that begin its number', '43', [43_001, 4399, 4300]],
    ['the PO', 'po-778', [4300]],
    ['a PO of two signs', 'q7', [4399]],
    ['the name', 'ordway', [4399]],
    ['two letters that begin a name, not those within one', 'or', [4399]],
    ['the total', '430.00', [4300]],
    ['the total in dollars', '$430', [4300]],
    ['the total as it is written', '$4,300.00', [77_777]],
    ['nothing that is there', 'zzz', []],
  ])('by %s', async (_, text, expected) => {
    expect(await numbers(text)).toEqual(expected);
  });

  it('by the company, six of them at most, the latest first', async () => {
    expect(await numbers('daughters')).toEqual([77_777, 43_001, 4399, 4300]);
    for (let n = 0; n < 3; n++) await shop.as(dana).orders.submit(onTerms(await makeVariant(shop.app.db), 1));
    const found = await find('daughters');
    expect(found.orders).toHaveLength(6);
    expect(found.orders[3]).toEqual({
      ...{ _id: expect.any(String), orderNumber: 77_777, name: 'Ann Marsh', company: 'Hollis & Daughters' },
      ...{ poNumber: '', status: 'Submitted', total: 4300 },
    });
  });

  it('by no number, and without a fault, where digits are no order’s', async () => {
    for (const text of ['999999999', '9999999999999', `$${'9'.repeat(60)}.00`, '0', '#', '%', '_', '\\'])
      expect((await find(text)).orders, text).toEqual([]);
  });
});

describe('somebody is found', () => {
  it.each<[string, string, string[]]>([
    ['their name, which begins so before others', 'dana', ['Dana Hollis', 'Abe Danaher']],
    ['words in any order', 'hollis dana', ['Dana Hollis']],
    ['two letters that begin a word', 'ho', ['Dana Hollis']],
    ['their address', 'abe@scho', ['Abe Danaher']],
    ['their phone', '555-0143', ['Dana Hollis']],
    ['their company', 'daughters', ['Dana Hollis']],
    ['letters that are not ASCII', 'dänä', []],
  ])('by %s', async (_, text, expected) => {
    expect(await people(text)).toEqual(expected);
  });

  it('with what tells them apart', async () => {
    expect((await find('dana@hd')).people).toEqual([
      {
        ...{ _id: dana._id, name: 'Dana Hollis', email: 'dana@hd.test', phone: '(512) 555-0143' },
        company: 'Hollis & Daughters',
      },
    ]);
  });

  it('of the staff by name and address alone: their phones are an Admin’s to see', async () => {
    expect((await find('erin field')).people[0]).toMatchObject({ name: 'Erin Field', phone: '' });
    expect((await find('erin field', admin)).people[0]).toMatchObject({ phone: '512 555 0177' });
    expect(await people('0177')).toEqual([]);
    expect(await people('0177', admin)).toEqual(['Erin Field']);
  });

  it('no more once the account is deleted', async () => {
    const gone = await makeUser(shop.app.db, { name: 'Gone Fisher' });
    expect(await people('fisher')).toEqual(['Gone Fisher']);
    await shop.app.db
      .update(users)
      .set({ deletedAt: new Date().toISOString() })
      .where(eq(users._id, gone._id));
    expect(await people('fisher')).toEqual([]);
  });
});

it.each(['daughters', 'hd-2207', 'ho'])('a company is found by “%s”', async text => {
  expect((await find(text)).companies).toEqual([
    { _id: dana.company, name: 'Hollis & Daughters', accountNumber: 'HD-2207' },
  ]);
});

describe('a product is found', () => {
  const titles = async (text: string) => (await find(text)).products.map(({ title }) => title);

  it.each<[string, string, string[]]>([
    ['words of its title, the most bought first', 'bar avalon', ['Avalon bar pull, long', 'Avalon bar pull']],
    ['its whole number before others', 'hp-4410-bn', ['Avalon bar pull', 'Avalon bar pull, long']],
    ['a number without its dashes', 'hp4410', ['Avalon bar pull, long', 'Avalon bar pull']],
    ['two letters that begin a word', 'av', ['Avalon bar pull, long', 'Avalon bar pull']],
    ['no letters within a word', 'va', []],
    ['no number of one that is not on sale, which has no page yet', 'HP-9-ZZ', []],
  ])('by %s', async (_, text, expected) => {
    expect(await titles(text)).toEqual(expected);
  });

  it('with the number that was looked for', async () => {
    await makeVariant(
      shop.app.db,
      { productNum: 'HP-4410-PC', position: 1 },
      { _id: pull.productId, title: 'Avalon bar pull' },
    );
    expect((await find('4410-pc')).products).toEqual([
      { _id: pull.productId, title: 'Avalon bar pull', productNum: 'HP-4410-PC' },
    ]);
  });
});

it('nothing is asked of no letters, and customers find nothing', async () => {
  await expect(find('  ')).rejects.toThrow('is required');
  await expect(find('x'.repeat(121))).rejects.toThrow('120');
  expect(await reasonOf(find('dana', dana))).toBe('forbidden');
  expect(await reasonOf(shop.as(null).office.find({ text: 'dana' }))).toBe('signed_out');
});
