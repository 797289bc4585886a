import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { storeCreditEntries } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { PEOPLE_SORTS } from '#shared/office-lists.ts';

let shop: Selling;
let admin: SessionUser;
let clerk: SessionUser;
/** By their first names. */
let made: Record<'ada' | 'bo' | 'cy' | 'dee', SessionUser>;

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  admin = await makeUser(db, {
    ...{ permissionLevel: 'Admin', name: 'Zed Admin', email: 'zed@knurl.test' },
    ...{ phone: '512 555 0199', shippingCity: 'Austin', createdAt: '2026-01-09T00:00:00Z' },
    ...{ paymentType: 'Check', emailConfirmedAt: '2026-01-09T00:00:00Z' },
  });
  clerk = await makeUser(db, {
    ...{ permissionLevel: 'Employee', name: 'Yan Clerk', email: 'yan@knurl.test' },
    createdAt: '2026-01-08T00:00:00Z',
  });
  const company = await makeCompany(db, { name: 'Hollis & Daughters' });
  made = {
    ada: await makeUser(db, {
      ...{ name: 'ada Carver', email: 'x-ada@example.com', phone: '(512) 555-0100' },
      createdAt: '2026-01-04T00:00:00Z',
    }),
    bo: await makeUser(db, {
      ...{ name: 'Bo Hollis', email: 'bo@hollis.test', company },
      createdAt: '2026-01-03T00:00:00Z',
    }),
    cy: await makeUser(db, {
      ...{ name: 'Cy 100% Oak', email: 'cy@example.com', company, role: 'Member', spendingLimit: usd(50) },
      createdAt: '2026-01-02T00:00:00Z',
    }),
    dee: await makeUser(db, { name: '', email: 'dee@example.com', createdAt: '2026-01-01T00:00:00Z' }),
  };
  await makeUser(db, { name: 'Gone', deletedAt: '2026-01-05T00:00:00Z' });
});
afterAll(() => shop.close());

type Asked = Parameters<ReturnType<typeof shop.as>['users']['desk']>[0];
const nameOf = (_id: string) =>
  Object.entries({ ...made, admin, clerk }).find(([, user]) => user._id === _id)?.[0] ?? _id;
const listed = async (asked: Asked, reader = clerk) =>
  (await shop.as(reader).users.desk(asked)).users.map(({ _id }) => nameOf(_id));

describe('the list of users', () => {
  it('has everybody who is not deleted, in either order of what it can be sorted by', async () => {
    expect(await listed({})).toEqual(['dee', 'ada', 'bo', 'cy', 'clerk', 'admin']);
    expect(await listed({ sort: '-name' })).toEqual(['admin', 'clerk', 'cy', 'bo', 'ada', 'dee']);
    expect(await listed({ sort: 'email' })).toEqual(['bo', 'cy', 'dee', 'ada', 'clerk', 'admin']);
    expect(await listed({ sort: '-createdAt' })).toEqual(['admin', 'clerk', 'ada', 'bo', 'cy', 'dee']);
  });

  it('comes by pages, and counts all that match', async () => {
    const page = await shop.as(clerk).users.desk({ page: 2, limit: 4 });
    expect([page.users.map(({ _id }) => nameOf(_id)), page.total]).toEqual([['clerk', 'admin'], 6]);
    expect(await shop.as(clerk).users.desk({ page: 9, limit: 4 })).toEqual({ users: [], total: 6 });
  });

  it.each([
    ['a name', 'CARVER', ['ada']],
    ['an address', 'hollis.test', ['bo']],
    ['a company', 'daughters', ['bo', 'cy']],
    ['a phone as it is written', '(512) 555-0100', ['ada']],
    ['a phone written otherwise', '512.555.01', ['ada', 'admin']],
    ['letters that LIKE reads otherwise', '0% O', ['cy']],
    ['what is nowhere', '_', []],
  ])('is searched by %s', async (_, search, names) => {
    expect(await listed({ search }, admin)).toEqual(names);
  });

  it('is narrowed by level and by whether they are of a company', async () => {
    expect(await listed({ permissionLevel: 'Employee' })).toEqual(['clerk']);
    expect(await listed({ inCompany: true })).toEqual(['bo', 'cy']);
    expect(await listed({ inCompany: false, permissionLevel: 'Retail' })).toEqual(['dee', 'ada']);
  });

  it('tells of each their company and what they ordered', async () => {
    const { _id } = await paidOrder(shop, { buyer: made.bo });
    const { users: found } = await shop.as(clerk).users.desk({ search: 'hollis.test' });
    const { users: others } = await shop.as(clerk).users.desk({ search: 'oak' });
    expect(others[0]).toMatchObject({ spendingLimit: 50, emailConfirmed: false, role: 'Member' });
    expect(found[0]).toMatchObject({
      ...{ companyName: 'Hollis & Daughters', role: 'Primary', orders: 1 },
      lastOrderAt: (await shop.as(made.bo).orders.byId({ id: _id })).createdAt,
    });
  });

  it('shows an Employee of staff accounts no more than name, address and level (rule A3)', async () => {
    const seen = async (reader: SessionUser) =>
      (await shop.as(reader).users.desk({ permissionLevel: 'Admin' })).users[0];
    expect(await seen(clerk)).toMatchObject({
      ...{ name: 'Zed Admin', email: 'zed@knurl.test', phone: '' },
      ...{ shippingCity: '', paymentType: null, emailConfirmed: null },
    });
    expect(await seen(admin)).toMatchObject({
      ...{ phone: '512 555 0199', shippingCity: 'Austin', paymentType: 'Check', emailConfirmed: true },
    });
    // Nor does a number that they look for tell whose it is.
    expect(await listed({ search: '555 0199' })).toEqual([]);
    expect(await listed({ search: '555 0199' }, admin)).toEqual(['admin']);
  });

  it('is for staff alone, and refuses what it does not know', async () => {
    expect(await reasonOf(shop.as(made.bo).users.desk({}))).toBe('forbidden');
    expect(await reasonOf(shop.as(null).users.deskBeside({ id: made.bo._id }))).toBe('signed_out');
    await expect(shop.as(clerk).users.desk({ limit: 101 })).rejects.toThrow();
  });
});

describe('a user who was opened from the list', () => {
  const beside = async (_id: string, asked: Asked) => {
    const { before, after } = await shop.as(clerk).users.deskBeside({ ...asked, id: _id });
    return [before && nameOf(before._id), after && nameOf(after._id)];
  };

  it.each(PEOPLE_SORTS)('leads to those before and after them, sorted by %s', async sort => {
    const { users: found } = await shop.as(clerk).users.desk({ sort });
    const names = found.map(({ _id }) => nameOf(_id));
    for (const [at, { _id }] of found.entries()) {
      expect(await beside(_id, { sort })).toEqual([names[at - 1] ?? null, names[at + 1] ?? null]);
    }
  });

  it('leads on from where they stand, though they are not in it', async () => {
    expect(await beside(made.ada._id, { inCompany: true })).toEqual([null, 'bo']);
  });
});

describe('the record of a user', () => {
  const record = (user: SessionUser, reader = clerk) => shop.as(reader).users.record({ id: user._id });

  it('tells what staff need to know, and nothing that lets anybody in', async () => {
    await shop.app.db.insert(storeCreditEntries).values({
      ...{ user: made.ada._id, kind: 'granted' as const, amount: usd(12.5) },
    });
    expect(await record(made.ada)).toMatchObject({
      ...{ name: 'ada Carver', phone: '(512) 555-0100', company: null, storeCredit: 12.5 },
      ...{ createdAt: '2026-01-04T00:00:00.000Z', isLimited: false },
    });
    expect(await record(made.cy)).toMatchObject({ companyName: 'Hollis & Daughters', spendingLimit: 50 });
    expect(JSON.stringify(await record(made.ada))).not.toMatch(/hash|google|gateway/i);
  });

  it('of staff shows an Employee name, address and level, an Admin all of it (rule A3)', async () => {
    expect(await record(admin)).toMatchObject({
      ...{ name: 'Zed Admin', email: 'zed@knurl.test', permissionLevel: 'Admin', isLimited: true },
      ...{ phone: '', shippingCity: '', createdAt: '' },
    });
    expect(await record(admin, admin)).toMatchObject({
      ...{ phone: '512 555 0199', shippingCity: 'Austin', isLimited: false },
    });
  });

  it('is none for whoever is deleted, or no staff', async () => {
    const [gone] = await shop.app.db.select({ _id: users._id }).from(users).where(eq(users.name, 'Gone'));
    expect(await reasonOf(shop.as(admin).users.record({ id: gone?._id ?? '' }))).toBe('not_found');
    expect(await reasonOf(shop.as(made.bo).users.record({ id: made.bo._id }))).toBe('forbidden');
  });
});
