import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#server/companies/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { PORTION } from '#server/list-file.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { appRouter } from '#server/router.ts';
import { openDoors } from '#server/test/doors.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { askFile, linesOf, onlyLine } from '#server/test/list-files.ts';
import { openShop, type Selling } from '#server/test/selling.ts';
import { KEY_SCOPES, type KeyScope } from '#shared/enumerations.ts';
import { COMPANY_COLUMNS, COMPANY_DESK_SORTS } from '#shared/office-lists.ts';

let shop: Selling;
let app: FastifyInstance;
let clerk: SessionUser;
let buyer: SessionUser;

const COUNT = 2 * PORTION + 7;

beforeAll(async () => {
  shop = await openShop();
  ({ app } = await openDoors(shop.database, appRouter));
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee' });
  const company = await makeCompany(db, {
    ...{ name: '=1+1 Works', accountNumber: 'A-300', creditLimit: usd(1000), salesman: 'Sal' },
    ...{ city: 'Austin', state: 'TX', zip: '78701', email: 'books@works.test', phone: '512 555 0100' },
    ...{ termsDays: 45, poRequired: true, preferredPayment: 'Terms', preferredShipping: 'ground' },
    ...{ taxExempt: true, createdAt: '2026-01-04T17:30:00Z' },
  });
  buyer = await makeUser(db, { company });
  // Many that say the same twice; some owe, some have something to their credit.
  const made = await db
    .insert(companies)
    .values(
      Array.from({ length: COUNT }, (_, n) => ({
        ...{ name: `Cabinets ${n}`, accountNumber: n % 2 ? `C-${n}` : null, creditLimit: usd((n % 5) * 50) },
        createdAt: `2026-01-0${1 + (n % 3)}T10:00:00.000Z`,
      })),
    )
    .returning();
  await db.insert(accountEntries).values([
    { company, kind: 'payment' as const, amount: usd(-5) },
    ...made.slice(0, 300).map(({ _id }, n) => ({
      ...{ company: _id, kind: 'charge' as const, amount: usd(1 + (n % 7) * 33.33) },
    })),
  ]);
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const ask = (
  query: Record<string, string>,
  user: SessionUser | null = clerk,
  scopes: readonly KeyScope[] = KEY_SCOPES,
) => askFile({ app, db: shop.app.db }, 'companies', { columns: 'company', ...query }, { user, scopes });

/** Goes through the pages of the list. */
async function listed(asked: Parameters<ReturnType<typeof shop.as>['companies']['desk']>[0]) {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { companies: found } = await shop.as(clerk).companies.desk({ ...asked, page, limit: 100 });
    names.push(...found.map(({ name }) => name));
    if (found.length < 100) return names;
  }
}
const namesIn = (body: string) =>
  linesOf(body)
    .slice(1)
    .map(([name = '']) => name.replace(/^'/, ''));

describe('the companies as a file', () => {
  it('has of each what its columns show', async () => {
    const answer = await ask({ columns: COMPANY_COLUMNS.join(','), search: 'A-300' });
    expect(answer.headers['content-disposition']).toMatch(/filename="companies-[\d-]+\.csv"/);
    expect(onlyLine(answer.body)).toEqual({
      ...{ Company: "'=1+1 Works", Owes: '0.00', 'In their favor': '5.00', Limit: '1000.00' },
      ...{ Account: 'A-300', People: '1' },
      ...{ City: 'Austin', State: 'TX' },
      ...{ 'Percent off': '', 'By vendor or category': '0', 'Special prices': '0', 'Tax exempt': 'yes' },
      ...{ Salesperson: 'Sal', Email: 'books@works.test', Phone: '512 555 0100', Town: 'Austin, TX 78701' },
      ...{ 'Terms in days': '45', 'PO required': 'yes', Pays: 'On account', Since: '2026-01-04 11:30' },
      Delivery: 'Ground shipping',
    });
  });

  it.each(COMPANY_DESK_SORTS)('has each once, by %s, over all portions', async sort => {
    const wanted = await listed({ sort });
    expect(wanted).toHaveLength(COUNT + 1);
    expect(namesIn((await ask({ sort })).body)).toEqual(wanted);
  });

  it('is narrowed as the list is, by the words of its address', async () => {
    const over = await listed({ credit: 'over', sort: '-owed' });
    expect(over.length).toBeGreaterThan(10);
    const query = { credit: 'over', sort: '-owed', page: '2', limit: '3' };
    expect(namesIn((await ask(query)).body)).toEqual(over);
    expect(namesIn((await ask({ taxExempt: 'yes' })).body)).toEqual(['=1+1 Works']);
    expect(namesIn((await ask({ taxExempt: 'no' })).body)).toHaveLength(COUNT);
  });

  it('is for staff, and for keys that read companies', async () => {
    const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).statusCode;
    expect(await statusOf({}, null)).toBe(401);
    expect(await statusOf({}, buyer)).toBe(404);
    expect(await statusOf({}, clerk, ['staff:read'])).toBe(403);
    expect(await statusOf({}, clerk, ['company:read'])).toBe(200);
    expect(await statusOf({ columns: 'company,taxId' })).toBe(400);
  });
});
