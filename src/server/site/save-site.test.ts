import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCache } from '#server/cache.ts';
import { CATALOGUE } from '#server/listing/facet-counts.ts';
import { logEntries } from '#server/logs/tables.ts';
import { mailSite } from '#server/mail/mail-site.ts';
import { readVocabulary } from '#server/search/vocabulary.ts';
import { saveSite } from '#server/site/save-site.ts';
import { readSite } from '#server/site/site.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { DOORS, expectFailure } from '#server/test/doors.ts';
import { usd } from '#server/test/factories.ts';
import type { FieldIssue } from '#shared/errors.ts';
import { KEPT } from '#shared/office-lists.ts';
import type { SaveSite, Settings } from '#shared/schemas/staff-settings.ts';

let shop: Accounts;
let cookies: Record<'Admin' | 'Employee', string>;
let employee: string;

beforeAll(async () => {
  shop = await openAccounts();
  const [admin, staff] = [
    await shop.person({ permissionLevel: 'Admin' }),
    await shop.person({ permissionLevel: 'Employee' }),
  ];
  employee = staff._id;
  cookies = { Admin: await shop.signIn(admin.email), Employee: await shop.signIn(staff.email) };
});
afterAll(() => shop.close());
beforeEach(() => db().delete(siteSettings));

const db = () => shop.database.db;
const read = async () =>
  ((await shop.call('site.settings', {}, { door: 'trpc', cookie: cookies.Admin })).body as { site: Settings })
    .site;
const stored = async () => (await db().select().from(siteSettings))[0];
const day = { open: '08:00', close: '17:00' };
const week = ['closed', day, day, day, day, day, 'closed'] as const;

describe.each(DOORS)('the site settings through %s', door => {
  const save = (site: SaveSite['site'], version?: number, cookie = cookies.Admin) =>
    shop.call('site.save', { site, ...(version !== undefined && { version }) }, { door, cookie });

  it('are an Admin’s to read and to change', async () => {
    expectFailure(await save({ phone: '1' }, undefined, ''), 'signed_out');
    expectFailure(await save({ phone: '1' }, undefined, cookies.Employee), 'forbidden');
    expectFailure(await shop.call('site.settings', {}, { door: 'trpc' }), 'signed_out');
    const asked = await shop.call('site.settings', {}, { door: 'trpc', cookie: cookies.Employee });
    expectFailure(asked, 'forbidden');
    expect((await read()).phone).toBe('');
  });

  it('save what is given, leave the rest, and say so in the log and to everybody', async () => {
    const before = await read();
    await readSite(db(), shop.parts.cache);
    const site = {
      ...{ name: 'Brass & Oak', phone: '512 555 0199', email: 'desk@example.com', address: '1 Mill Lane' },
      hoursOfOperation: [...week],
      closedNote: 'Closed on weekends',
      closedDays: [
        { date: '2999-12-25', note: 'Christmas' },
        { date: '2999-01-01', note: '' },
      ],
      ...{ timeZone: 'America/New_York', specialAccounts: [employee], termsDays: 45, heldLimit: usd(99.5) },
      ...{ employeeOrderLimit: usd(50), employeeDayLimit: null, popularSearches: ['cup pull'] },
      synonyms: { button: ['knob'] },
      keptDays: { log: 400 },
    };
    const answer = await save(site, before.version);
    expect(answer.status).toBe(200);
    const saved = (answer.body as { site: Settings; siteVersion: string }).site;
    expect(saved).toMatchObject({
      ...site,
      closedDays: [site.closedDays[1], site.closedDays[0]],
      keptDays: { log: 400, books: KEPT.books.standard },
      ...{ tax: before.tax, shippingTiers: before.shippingTiers, version: before.version + 1 },
    });
    expect(await read()).toEqual(saved);
    expect(await readSite(db(), shop.parts.cache)).toMatchObject({
      name: 'Brass & Oak',
      phone: '512 555 0199',
    });
    expect(await mailSite(shop.parts, db())).toMatchObject({ name: 'Brass & Oak', address: '1 Mill Lane' });
    const [entry] = await db().select().from(logEntries).orderBy(desc(logEntries._id)).limit(1);
    expect(entry).toMatchObject({
      type: 'settings',
      before: { phone: '', timeZone: 'America/Chicago', keptDays: {} },
      after: { phone: '512 555 0199', timeZone: 'America/New_York', keptDays: { log: 400 } },
    });
    expect(Object.keys(entry?.before as object)).not.toContain('tax');
  });

  it('with another version than the one that was read refuse, and change nothing', async () => {
    const { version } = await read();
    expect((await save({ phone: '1' }, version)).status).toBe(200);
    const late = await save({ phone: '2' }, version);
    expectFailure(late, 'stale');
    expect(late.body).toMatchObject({ details: { version: version + 1 } });
    expect((await read()).phone).toBe('1');
    // The same again is no change, and nobody else's draft becomes stale of it.
    expect((await save({ phone: '1' }, version + 1)).status).toBe(200);
    expect((await read()).version).toBe(version + 1);
  });

  it.each<[what: string, site: object, path: FieldIssue['path'], message: string | RegExp]>([
    ['no name', { name: ' ' }, ['name'], 'is required'],
    ['a bad address', { email: 'desk' }, ['email'], /./],
    [
      'a day that ends before it begins',
      { hoursOfOperation: ['closed', { open: '17:00', close: '08:00' }] },
      ['hoursOfOperation', 1, 'close'],
      'must be after the opening time',
    ],
    [
      'a time that is none',
      { hoursOfOperation: [{ open: '', close: '08:00' }] },
      ['hoursOfOperation', 0, 'open'],
      'is not a time like 08:00',
    ],
    ['an eighth day', { hoursOfOperation: Array(8).fill('closed') }, ['hoursOfOperation'], /./],
    [
      'a closed day without a date',
      { closedDays: [{ date: '', note: 'x' }] },
      ['closedDays', 0, 'date'],
      /./,
    ],
    [
      'a closed day twice',
      { closedDays: [1, 2].map(() => ({ date: '2026-12-25', note: '' })) },
      ['closedDays', 1, 'date'],
      'is there twice',
    ],
    ['a zone that is none', { timeZone: 'Mars/Olympus' }, ['timeZone'], /^is not known; one is/],
    ['an offset', { timeZone: '+05:30' }, ['timeZone'], /^is not known; one is/],
    [
      'a stranger',
      { specialAccounts: [crypto.randomUUID()] },
      ['specialAccounts', 0],
      'is not an account of the staff',
    ],
    [
      'three special accounts',
      { specialAccounts: [1, 2, 3].map(() => crypto.randomUUID()) },
      ['specialAccounts'],
      'can be two at most',
    ],
    ['terms of two years', { termsDays: 730 }, ['termsDays'], 'can be at most 365 days'],
    ['half a cent', { heldLimit: 0.005 }, ['heldLimit'], 'has more than two decimals'],
    ['a fortune', { employeeDayLimit: 1e9 }, ['employeeDayLimit'], 'can be at most .10,000,000\\.00'],
    ['a debt', { employeeDayLimit: -1 }, ['employeeDayLimit'], 'can’t be negative'],
    ['a search twice', { popularSearches: ['Pull', 'pull'] }, ['popularSearches'], 'have the same one twice'],
    ['a word for nothing', { synonyms: { button: [] } }, ['synonyms', 'button'], 'need a product name each'],
    ['too short a time', { keptDays: { log: 10 } }, ['keptDays', 'log'], 'must be at least 365 days'],
    ['a field of another call', { tax: 0.5 }, ['tax'], 'is not a known field'],
  ])('refuse %s beside its field', async (_, site, path, message) => {
    const before = await read();
    const answer = await save({ ...(site as SaveSite['site']), phone: 'lost?' });
    expectFailure(answer, 'invalid');
    const { issues } = answer.body as { issues: FieldIssue[] };
    expect(issues).toContainEqual({ path: ['site', ...path], message: expect.stringMatching(message) });
    expect(await read()).toEqual(before);
  });
});

it('a zone that the database does not know is refused beside its field', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const site = { timeZone: 'Nowhere/Else' };
  await expect(saveSite(shop.parts, admin, { site })).rejects.toMatchObject({
    reason: 'invalid',
    issues: [{ path: ['site', 'timeZone'], message: 'is not known to the database' }],
  });
});

it('two who save at once with the version that both read: one is told, and nothing is lost', async () => {
  const { version } = await read();
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const answers = await Promise.allSettled([
    saveSite(shop.parts, admin, { version, site: { phone: '1' } }),
    saveSite(shop.parts, admin, { version, site: { address: '2' } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await stored())?.version).toBe(version + 1);
});

it('closed days that are over or far off are no part of the public answer', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const today = Date.now();
  const at = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 10);
  const closedDays = [-3, 3, 5, 90].map(days => ({ date: at(days), note: '' }));
  await saveSite(shop.parts, admin, { site: { closedDays } });
  const { body } = await shop.call('site.get');
  expect((body as { site: Settings }).site.closedDays.map(({ date }) => date)).toEqual([at(3), at(5)]);
});

it('one who is no special account any more is none at once', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const variantsOf = () => shop.call('variants.list', {}, { door: 'trpc', cookie: cookies.Employee });
  await saveSite(shop.parts, admin, { site: { specialAccounts: [employee] } });
  expect((await variantsOf()).status).not.toBe(403);
  await saveSite(shop.parts, admin, { site: { specialAccounts: [] } });
  expectFailure(await variantsOf(), 'forbidden');
});

it('every other process forgets what it kept of them', async () => {
  const admin = await shop.person({ permissionLevel: 'Admin' });
  const other = await createCache(shop.database);
  expect((await readSite(db(), other)).phone).toBe('');
  await saveSite(shop.parts, admin, { site: { phone: '512 555 0111' } });
  await vi.waitFor(async () => expect((await readSite(db(), other)).phone).toBe('512 555 0111'));
  await other.close();
});

it('a search understands new synonyms at once', async () => {
  const { db: database, cache } = shop.parts;
  const admin = await shop.person({ permissionLevel: 'Admin' });
  expect((await readVocabulary(database, cache)).synonyms).toEqual({});
  const site = { synonyms: { stopper: ['bumper'] } };
  await saveSite(shop.parts, admin, { site }, { synonyms: CATALOGUE });
  expect((await readVocabulary(database, cache)).synonyms).toEqual(site.synonyms);
});
