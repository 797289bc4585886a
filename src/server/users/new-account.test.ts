import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionUser } from '#server/context.ts';
import { notifications } from '#server/notifications/tables.ts';
import { type Accounts, openAccounts } from '#server/test/accounts.ts';
import { makeCompany } from '#server/test/factories.ts';
import { users } from '#server/users/tables.ts';

let shop: Accounts;
let staff: SessionUser[];
beforeAll(async () => {
  shop = await openAccounts();
  staff = [
    await shop.person({ permissionLevel: 'Employee' }),
    await shop.person({ permissionLevel: 'Admin' }),
  ];
  await shop.person();
});
afterAll(() => shop.close());

const PASSWORD = 'ninety brass hinges';

async function toldOf(email: string) {
  const [made] = await shop.database.db.select().from(users).where(eq(users.email, email));
  return shop.database.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.type, 8), like(notifications.link, `%${made?._id}%`)));
}

it('staff are told of each account that customers make: retail, trade and by an invitation', async () => {
  const retail = { name: 'Nat Cooper', email: 'nat@example.com', password: PASSWORD };
  expect((await shop.call('auth.register', retail)).status).toBe(200);
  const place = { address: '1 Mill Lane', city: 'Austin', state: 'TX', zip: '78701' };
  const company = { name: 'Cooper Cabinets', ...place };
  const trade = { ...retail, email: 'trade@example.com', permissionLevel: 'Commercial', company };
  expect((await shop.call('auth.register', trade)).status).toBe(200);
  const confirmed = { emailConfirmedAt: '2026-01-02T00:00:00.000Z' };
  const primary = await shop.person({ company: await makeCompany(shop.database.db), ...confirmed });
  const cookie = await shop.signIn(primary.email);
  await shop.call('team.invite', { email: 'foreman@example.com' }, { cookie });
  const token = await shop.tokenTo('foreman@example.com', 'team-invitation');
  const invited = { token, name: 'Ira Foreman', password: PASSWORD };
  expect((await shop.call('team.register', invited)).status).toBe(200);

  for (const [email, title] of [
    ['nat@example.com', 'New account: Nat Cooper'],
    ['trade@example.com', 'New trade account: Cooper Cabinets'],
    ['foreman@example.com', 'New account: Ira Foreman'],
  ] as const) {
    const told = await toldOf(email);
    expect([email, told.map(({ user }) => user).sort()]).toEqual([email, staff.map(({ _id }) => _id).sort()]);
    expect(told[0]).toMatchObject({ title, details: email, read: false });
    expect(told[0]?.link).toMatch(/^\/admin\/users\/[\da-f-]{36}\/info$/);
  }
});

it('nobody is told of an account that was not made', async () => {
  const before = await shop.database.db.$count(notifications);
  const again = { name: 'Nat Cooper', email: 'nat@example.com', password: PASSWORD };
  expect((await shop.call('auth.register', again)).status).toBe(409);
  expect(await shop.database.db.$count(notifications)).toBe(before);
});

it('of those who register one address at once, one is told of', async () => {
  const asked = { name: 'Una Twice', email: 'twice@example.com', password: PASSWORD };
  const answers = await Promise.all(Array.from({ length: 4 }, () => shop.call('auth.register', asked)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await toldOf('twice@example.com')).toHaveLength(staff.length);
});
