import { randomUUID } from 'node:crypto';
import { eq, inArray, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldOldNames } from '#server/companies/fold-names.ts';
import { associatedAccounts, companies } from '#server/companies/tables.ts';
import { makeCompany, makeUser } from '#server/test/factories.ts';
import { openShop, refusal, type Selling } from '#server/test/selling.ts';
import { users } from '#server/users/tables.ts';

let shop: Selling;
const logged: string[] = [];
beforeAll(async () => {
  shop = await openShop({}, {}, line => logged.push(line));
});
afterAll(() => shop.close());

const signUp = (name: string) =>
  shop.as(null).auth.register({
    name: 'Ada Carver',
    email: `ada-${randomUUID()}@site.example`,
    password: 'planed oak 1947',
    permissionLevel: 'Commercial',
    company: { name },
  });

let made = 0;
/** A name that nobody has yet, with letters that others look like. */
const someName = () => `Brass Peak Hardware ${++made}`;

const DISGUISES: [how: string, (name: string) => string][] = [
  ['in capitals', name => name.toUpperCase()],
  ['with a zero-width space', name => name.replace('ra', 'r\u200Ba')],
  ['with an override of direction', name => `\u202E${name}`],
  ['with other blanks', name => name.replace(/ /g, '\u00A0\u2003')],
  [
    'in full width',
    name => name.replace(/[A-Za-z]/g, letter => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  ],
  ['with Cyrillic letters', name => name.replace('a', 'а').replace('e', 'е')],
  ['with a Greek letter', name => name.replace('B', 'Β')],
];

describe.each(DISGUISES)('the name of a company, %s', (_how, disguise) => {
  it('is refused to a trade account, to a company of a customer, and to a rename', async () => {
    const name = someName();
    await signUp(name);
    const before = await shop.app.db.$count(companies);
    const user = await makeUser(shop.app.db);
    const other = await makeUser(shop.app.db, { company: await makeCompany(shop.app.db) });
    const staff = shop.as(await makeUser(shop.app.db, { permissionLevel: 'Employee' }));
    for (const ask of [
      () => signUp(disguise(name)),
      () => shop.as(user).companies.create({ name: disguise(name) }),
      () => staff.companies.update({ _id: other.company ?? '', name: disguise(name) }),
    ]) {
      expect((await refusal(ask())).reason).toBe('company_exists');
    }
    expect(await shop.app.db.$count(companies)).toBe(before + 1);
  });
});

it('a company keeps its name, in other words or capitals too', async () => {
  const name = someName();
  const { user } = await signUp(name);
  const staff = shop.as(await makeUser(shop.app.db, { permissionLevel: 'Employee' }));
  const renamed = await staff.companies.update({ _id: user?.company ?? '', name: name.toUpperCase() });
  expect(renamed.name).toBe(name.toUpperCase());
  await staff.companies.update({ _id: user?.company ?? '', name: someName() });
  // Free again for others.
  expect((await signUp(name)).user?.company).not.toBe(user?.company);
});

it('a name wholly in another script stands beside the Latin one that it looks like', async () => {
  await signUp('COMA');
  const { user } = await signUp('СОМА');
  const [row] = await shop.app.db
    .select()
    .from(companies)
    .where(eq(companies._id, user?.company ?? ''));
  expect(row?.name).toBe('СОМА');
});

it('letters that show nothing or turn the direction are kept in no name', async () => {
  const bare = someName();
  const { user } = await shop.as(null).auth.register({
    name: '\u202EAda\u200B Carver\u2069',
    email: `ada-${randomUUID()}@site.example`,
    password: 'planed oak 1947',
    permissionLevel: 'Commercial',
    company: { name: `${bare}\u200F`, city: 'Aus\u00ADtin' },
  });
  const [person] = await shop.app.db
    .select()
    .from(users)
    .where(eq(users._id, user?._id ?? ''));
  const [row] = await shop.app.db
    .select()
    .from(companies)
    .where(eq(companies._id, user?.company ?? ''));
  expect([person?.name, row?.name, row?.city]).toEqual(['Ada Carver', bare, 'Austin']);
  await expect(signUp('\u200B\u2060\u202E')).rejects.toThrow('is required');
});

it('names from before are folded; of two that look the same the older one has it, and none is lost', async () => {
  const { db } = shop.app;
  const name = someName();
  const rows = await db
    .insert(companies)
    .values([
      { name, createdAt: '2020-01-01T00:00:00.000Z' },
      { name: name.replace('a', 'а'), createdAt: '2021-01-01T00:00:00.000Z' },
      { name: name.replace('ra', 'r\u200Ba'), createdAt: '2022-01-01T00:00:00.000Z' },
      { name: someName() },
    ])
    .returning({ _id: companies._id });
  const ids = rows.map(({ _id }) => _id);
  const folds = async () => {
    const found = await db.select().from(companies).where(inArray(companies._id, ids));
    return ids.map(id => found.find(({ _id }) => _id === id)?.foldedName ?? null);
  };
  await foldOldNames(shop.app);
  expect(await folds()).toEqual([name.toLowerCase(), null, null, `brass peak hardware ${made}`]);
  expect(logged.at(-1)).toContain(ids[1]);
  // Another start says the same, and changes nothing.
  await Promise.all([foldOldNames(shop.app), foldOldNames(shop.app)]);
  expect((await folds()).slice(1, 3)).toEqual([null, null]);
  expect((await refusal(signUp(name.replace('e', 'е')))).reason).toBe('company_exists');

  const staff = shop.as(await makeUser(db, { permissionLevel: 'Employee' }));
  await staff.companies.update({ _id: ids[0] ?? '', name: someName() });
  await foldOldNames(shop.app);
  expect((await folds()).slice(1, 3)).toEqual([name.toLowerCase(), null]);
});

it('names from before lose what shows nothing or turns the direction, but for one that is another’s then', async () => {
  const { db } = shop.app;
  const [name, taken] = [someName(), someName()];
  await makeCompany(db, { name: taken });
  const [bare, same] = [await makeCompany(db, { name: `\u202E${name}` }), `${taken}\u200B`];
  const [left] = await db.insert(companies).values({ name: same }).returning();
  const person = await makeUser(db, { name: '\u202EAda\u200B Carver\u2069' });
  const other = await makeUser(db, { name: 'Zoë Müller' });
  const [associate] = await db
    .insert(associatedAccounts)
    .values({ company: bare, email: `site-${randomUUID()}@site.example`, name: 'Sam\u200D Reed' })
    .returning();
  await foldOldNames(shop.app);
  const namesOf = async (
    table: typeof users | typeof companies | typeof associatedAccounts,
    ids: string[],
  ) => {
    const found = await db
      .select({ _id: table._id, name: table.name })
      .from(table)
      .where(inArray(table._id, ids));
    return ids.map(id => found.find(({ _id }) => _id === id)?.name);
  };
  expect(await namesOf(companies, [bare, left?._id ?? ''])).toEqual([name, same]);
  expect(await namesOf(users, [person._id, other._id])).toEqual(['Ada Carver', 'Zoë Müller']);
  expect(await namesOf(associatedAccounts, [associate?._id ?? ''])).toEqual(['Sam Reed']);
});

it('more old names than are cleaned at once are all cleaned', async () => {
  const { db } = shop.app;
  const rows = Array.from({ length: 1001 }, (_, n) => ({
    ...{ name: `Old\u200B ${n}`, email: `old-${n}@site.example` },
  }));
  await db.insert(users).values(rows);
  await foldOldNames(shop.app);
  expect(await db.$count(users, like(users.name, '%\u200B%'))).toBe(0);
  expect(await db.$count(users, like(users.name, 'Old %'))).toBe(1001);
});
