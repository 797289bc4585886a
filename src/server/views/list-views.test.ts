import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { accountEntries } from '#server/payments/tables.ts';
import { makeCompany, makeUser, usd } from '#server/test/factories.ts';
import { openShop, paidOrder, reasonOf, refusal, type Selling } from '#server/test/selling.ts';
import { savedViews } from '#server/views/tables.ts';
import { LIST_COLUMNS, type ListScreen, MAX_COUNTED_OF_VIEW } from '#shared/office-lists.ts';
import type { SavedCounts } from '#shared/schemas/staff-views.ts';

let shop: Selling;
let clerk: SessionUser;
let admin: SessionUser;
let eve: SessionUser;

beforeAll(async () => {
  shop = await openShop();
  const { db } = shop.app;
  clerk = await makeUser(db, { permissionLevel: 'Employee', email: 'cleo@knurl.test' });
  eve = await makeUser(db, { permissionLevel: 'Employee', email: 'eve@knurl.test' });
  admin = await makeUser(db, {
    ...{ permissionLevel: 'Admin', email: 'ada@knurl.test', phone: '(512) 555-0199' },
  });
  const company = await makeCompany(db, { name: 'Hollis', creditLimit: usd(100) });
  await makeCompany(db, { name: 'Alder', creditLimit: usd(100) });
  await makeCompany(db, { name: 'Birch', taxExempt: true });
  await makeUser(db, { company, email: 'dana@hollis.test' });
  await makeUser(db, { email: 'guy@example.com', phone: '(512) 555-0199' });
  await db.insert(accountEntries).values({ company, kind: 'charge', amount: usd(100.01) });
  await paidOrder(shop);
  await paidOrder(shop);
  await db.delete(emails);
  const mail = (to: string, said: Partial<typeof emails.$inferInsert> = {}) => ({
    ...{ to, template: 'staff-message', subject: 'Your pulls', html: '', text: '' },
    ...{ messageId: randomUUID(), status: 'sent' as const, ...said },
  });
  await db
    .insert(emails)
    .values([
      mail('dana@hollis.test', { createdAt: '2026-01-05T12:00:00Z' }),
      mail('dana@hollis.test', { status: 'failed' }),
      mail('guy@example.com', { template: 'invoice' }),
      mail('ada@knurl.test', { toStaff: true, user: admin._id }),
    ]);
});
beforeEach(async () => {
  await shop.app.db.delete(savedViews);
});
afterAll(() => shop.close());

type Query = Record<string, unknown>;

/** Asks each list for its rows and for the counts of its views. */
const ASK: Record<
  ListScreen,
  {
    total: (user: SessionUser, query: Query) => Promise<{ total: number }>;
    counts: (user: SessionUser | null, cursor?: number) => Promise<SavedCounts>;
  }
> = {
  orders: {
    total: (user, query) => shop.as(user).orders.desk(query),
    counts: (user, cursor) => shop.as(user).orders.savedCounts({ cursor }),
  },
  users: {
    total: (user, query) => shop.as(user).users.desk(query),
    counts: (user, cursor) => shop.as(user).users.savedCounts({ cursor }),
  },
  companies: {
    total: (user, query) => shop.as(user).companies.desk(query),
    counts: (user, cursor) => shop.as(user).companies.savedCounts({ cursor }),
  },
  mailbox: {
    total: (user, query) => shop.as(user).mailbox.list(query),
    counts: (user, cursor) => shop.as(user).mailbox.savedCounts({ cursor }),
  },
};

const SCREENS = Object.keys(ASK) as ListScreen[];

const save = (user: SessionUser, screen: ListScreen, query: Query, said: object = {}) =>
  shop.as(user).views.save({ screen, name: randomUUID(), query, ...said });

describe('the count of a saved view', () => {
  it.each<[ListScreen, query: Query, clerk: number, admin: number]>([
    ['orders', { view: 'toPick', sort: '-date' }, 2, 2],
    ['orders', { view: 'all', from: '2999-01-01' }, 0, 0],
    ['users', { permissionLevel: 'Admin' }, 1, 1],
    ['users', { permissionLevel: 'Employee', sort: '-email' }, 2, 2],
    ['users', { inCompany: true }, 1, 1],
    ['users', { inCompany: false, search: 'example.com' }, 1, 1],
    // A number tells an Employee nothing of whose of the staff it is.
    ['users', { search: '555-0199' }, 1, 2],
    ['companies', { sort: 'owed' }, 3, 3],
    ['companies', { credit: 'over' }, 1, 1],
    ['companies', { credit: 'with', taxExempt: false }, 2, 2],
    ['companies', { search: 'birch', taxExempt: true }, 1, 1],
    // Those to the staff are the Admins'.
    ['mailbox', {}, 3, 4],
    ['mailbox', { status: 'failed' }, 1, 1],
    ['mailbox', { template: 'invoice' }, 1, 1],
    ['mailbox', { search: 'hollis', from: '2026-01-05', to: '2026-01-05' }, 1, 1],
    ['mailbox', { search: 'ada@knurl.test' }, 0, 1],
  ])('of %s, asked for %j, is what the list has: %i to an Employee, %i to an Admin', async (...row) => {
    const [screen, query, toClerk, toAdmin] = row;
    const { _id } = await save(clerk, screen, query, { shared: true });
    for (const [user, count] of [
      [clerk, toClerk],
      [admin, toAdmin],
    ] as const) {
      expect((await ASK[screen].total(user, query)).total).toBe(count);
      expect(await ASK[screen].counts(user)).toEqual({ counts: { [_id]: count }, cursor: null });
    }
  });

  it('goes no further than a tab tells', async () => {
    await shop.app.db.execute(sql`
      insert into emails (id, template, "to", subject, html, text, message_id)
      select gen_random_uuid(), 'return', 'many@example.com', 'Many', '', '', '<' || n || '@many>'
      from generate_series(1, ${MAX_COUNTED_OF_VIEW + 5}::int) n`);
    const { _id } = await save(clerk, 'mailbox', { template: 'return' });
    expect((await ASK.mailbox.counts(clerk)).counts).toEqual({ [_id]: MAX_COUNTED_OF_VIEW + 1 });
    await shop.app.db.delete(emails).where(eq(emails.template, 'return'));
  });

  it('is told of five views at a time', async () => {
    const views: string[] = [];
    for (let n = 0; n < 7; n++) views.push((await save(clerk, 'companies', {}))._id);
    const first = await ASK.companies.counts(clerk);
    expect(first.cursor).toBe(5);
    const rest = await ASK.companies.counts(clerk, 5);
    expect(rest.cursor).toBeNull();
    expect(Object.keys(first.counts)).toHaveLength(5);
    expect(Object.keys({ ...first.counts, ...rest.counts }).sort()).toEqual(views.sort());
    expect(await ASK.companies.counts(clerk, 500)).toEqual({ counts: {}, cursor: null });
    await expect(ASK.companies.counts(clerk, -1)).rejects.toThrow('cursor');
  });

  it.each(SCREENS)('of %s is told of the views that somebody sees, and to staff alone', async screen => {
    const own = await save(clerk, screen, {});
    const shared = await save(admin, screen, {}, { shared: true });
    await save(eve, screen, {});
    const { counts } = await ASK[screen].counts(clerk);
    expect(Object.keys(counts).sort()).toEqual([own._id, shared._id].sort());
    await shop.app.db.delete(savedViews).where(eq(savedViews.by, eve._id));
    await shop.app.db.delete(savedViews).where(eq(savedViews.by, admin._id));
    expect(await ASK[screen].counts(eve)).toEqual({ counts: {}, cursor: null });
    expect(await reasonOf(ASK[screen].counts(await makeUser(shop.app.db)))).toBe('forbidden');
    expect(await reasonOf(ASK[screen].counts(null))).toBe('signed_out');
  });
});

describe('a saved view', () => {
  it.each<[ListScreen, query: Query]>([
    ['users', { permissionLevel: 'Retail', inCompany: false, search: 'oak', sort: '-createdAt' }],
    ['companies', { credit: 'over', taxExempt: true, search: 'oak', sort: '-owed' }],
    [
      'mailbox',
      { status: 'failed', template: 'invoice', search: 'oak', from: '2026-01-01', to: '2026-01-31' },
    ],
  ])('of %s keeps all that the list is narrowed by, and its columns', async (screen, query) => {
    const columns = [...LIST_COLUMNS[screen]].reverse();
    const saved = await save(clerk, screen, query, { columns, density: 'compact' });
    expect(saved).toMatchObject({ query, columns, density: 'compact', dropped: [] });
    const { views } = await shop.as(clerk).views.list({ screen });
    expect(views).toEqual([saved]);
  });

  it.each<[ListScreen, wrong: Query, paths: string[]]>([
    ['users', { level: 'Retail', inCompany: 'yes', page: 2 }, ['inCompany', 'level', 'page']],
    ['companies', { credit: 'some', limit: 100, view: 'all' }, ['credit', 'limit', 'view']],
    ['mailbox', { template: 'love-letter', sort: 'to', from: 'May' }, ['from', 'sort', 'template']],
  ])('of %s is refused where its list does not understand it', async (screen, wrong, paths) => {
    const { reason, issues } = await refusal(save(clerk, screen, wrong, { columns: ['number'] }));
    expect(reason).toBe('invalid');
    expect([...new Set(issues?.map(({ path }) => path.join('.')))].sort()).toEqual([
      'columns.0',
      ...paths.map(path => `query.${path}`),
    ]);
  });

  it.each(SCREENS)('of %s is no view of another list', async screen => {
    const { _id } = await save(clerk, screen, {});
    for (const other of SCREENS) {
      const { views } = await shop.as(clerk).views.list({ screen: other });
      expect(views.map(view => view._id)).toEqual(other === screen ? [_id] : []);
      expect((await ASK[other].counts(clerk)).counts).toEqual(
        other === screen ? { [_id]: expect.any(Number) } : {},
      );
    }
  });
});
