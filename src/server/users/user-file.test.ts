import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { PORTION } from '#server/list-file.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { askFile, linesOf, onlyLine } from '#server/test/list-files.ts';
import { openShop, paidOrder, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';
import { KEY_SCOPES, type KeyScope } from '#shared/enumerations.ts';
import { PEOPLE_SORTS, USER_COLUMNS } from '#shared/office-lists.ts';

let shop: Selling;
let app: FastifyInstance;
let clerk: SessionUser;
let admin: SessionUser;
let buyer: SessionUser;

const ALL = USER_COLUMNS.join(',');
const COUNT = 2 * PORTION + 7;

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee', name: 'Clerk', email: 'clerk@knurl.test' });
  admin = await makeUser(db, {
    ...{ permissionLevel: 'Admin', name: 'Ada Boss', email: 'ada@knurl.test', phone: '512 555 0199' },
    ...{ shippingCity: 'Austin', shippingState: 'TX', spendingLimit: usd(7), paymentType: 'Check' },
    emailConfirmedAt: '2026-01-04T00:00:00Z',
  });
  const company = await makeCompany(db, { name: '=HYPERLINK("http://x")' });
  buyer = await makeUser(db, {
    ...{ company, name: '@SUM(1)', email: 'bo@hollis.test', phone: '+1 512 555 0143' },
    ...{ spendingLimit: usd(75), paymentType: 'Terms', shippingMethod: 'local', shippingCity: 'Austin' },
    ...{ shippingState: 'TX', shippingZip: '78701', createdAt: '2026-01-04T17:30:00Z' },
    ...{ passwordHash: '$argon2id$secret', googleSub: 'google-secret', gatewayCustomer: 'cus_secret' },
    emailConfirmedAt: '2026-01-04T17:30:00Z',
  });
  // Many in one millisecond, and names that say the same twice, once without any.
  await db.insert(users).values(
    Array.from({ length: COUNT }, (_, n) => ({
      ...{ name: n % 3 ? `Ünal ${n % 9}` : '', email: `u${n}@example.com` },
      createdAt: `2026-01-0${1 + (n % 3)}T10:00:00.000Z`,
    })),
  );
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const ask = (
  query: Record<string, string>,
  user: SessionUser | null = clerk,
  scopes: readonly KeyScope[] = KEY_SCOPES,
) => askFile({ app, db: shop.app.db }, 'users', { columns: 'email', ...query }, { user, scopes });

/** Goes through the pages of the list. */
async function listed(sort: (typeof PEOPLE_SORTS)[number]): Promise<string[]> {
  const emails: string[] = [];
  for (let page = 1; ; page++) {
    const { users: found } = await shop.as(clerk).users.desk({ sort, page, limit: 100 });
    emails.push(...found.map(({ email }) => email));
    if (found.length < 100) return emails;
  }
}

describe('the users as a file', () => {
  it('has of each what its columns show, and nothing that lets anybody in', async () => {
    const { _id } = await paidOrder(shop, { buyer });
    const { createdAt } = await shop.as(buyer).orders.byId({ id: _id });
    const answer = await ask({ columns: ALL, search: 'hollis.test', name: 'Trade people' });
    expect(answer.headers['content-disposition']).toMatch(/filename="users-trade-people-[\d-]+\.csv"/);
    expect(onlyLine(answer.body)).toEqual({
      ...{ Name: "'@SUM(1)", 'Signed up': 'yes', Email: 'bo@hollis.test', Phone: "'+1 512 555 0143" },
      ...{ Level: 'Commercial', Company: '\'=HYPERLINK("http://x")', Role: 'Primary', Orders: '1' },
      ...{ 'Last order': expect.stringContaining(createdAt.slice(0, 7)), Since: '2026-01-04 11:30' },
      ...{ 'Email confirmed': 'yes', 'Spending limit': '75.00', 'Ships to': 'Austin, TX 78701' },
      ...{ Pays: 'On account', Delivery: 'Pick-up at the store' },
    });
    expect(answer.body).not.toMatch(/argon|secret/);
  });

  it.each(PEOPLE_SORTS)('has everybody once, by %s, over all portions', async sort => {
    const wanted = await listed(sort);
    expect(wanted).toHaveLength(COUNT + 3);
    const { body } = await ask({ sort });
    expect(linesOf(body).slice(1).flat()).toEqual(wanted);
  });

  it('is narrowed as the list is, by the words of its address', async () => {
    const count = async (query: Record<string, string>) =>
      linesOf((await ask({ ...query, page: '2', limit: '3' })).body).length - 1;
    expect(await count({ inCompany: 'yes' })).toBe(1);
    expect(await count({ inCompany: 'no' })).toBe(COUNT + 2);
    expect(await count({ permissionLevel: 'Admin' })).toBe(1);
    expect(await count({ search: 'ünal 4' })).toBeGreaterThan(10);
    expect(await count({ search: 'nobody like it' })).toBe(0);
  });

  it('tells an Employee of staff accounts no more than name, address and level (rule A3)', async () => {
    const seen = async (reader: SessionUser) =>
      onlyLine((await ask({ columns: ALL, search: 'ada@knurl' }, reader)).body);
    const { Name, Email, Level, ...rest } = await seen(clerk);
    expect([Name, Email, Level]).toEqual(['Ada Boss', 'ada@knurl.test', 'Admin']);
    expect(Object.values(rest).filter(cell => cell !== '')).toEqual([]);
    expect(await seen(admin)).toMatchObject({
      ...{ Phone: '512 555 0199', 'Ships to': 'Austin, TX', 'Spending limit': '7.00', Pays: 'Check' },
      'Email confirmed': 'yes',
    });
    expect(linesOf((await ask({ search: '555 0199' })).body)).toHaveLength(1);
  });

  it('is for staff, and for keys that read what is theirs', async () => {
    const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode;
    expect(await statusOf({}, null)).toBe(401);
    expect(await statusOf({}, buyer)).toBe(404);
    expect(await statusOf({}, clerk, ['orders:read'])).toBe(403);
    const wrong = await ask({ columns: 'email,passwordHash', inCompany: 'perhaps', sort: 'orders' });
    expect(wrong.statusCode).toBe(400);
    expect(
      wrong
        .json()
        .issues.map(({ path }: { path: string[] }) => path[0])
        .sort(),
    ).toEqual(expect.arrayContaining(['columns', 'inCompany', 'sort']));
  });
});
