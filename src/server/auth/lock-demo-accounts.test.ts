import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DEMO_ACCOUNTS, EVERYBODYS_PASSWORD } from '#demo/demo-accounts.ts';
import { demoId } from '#demo/demo-id.ts';
import { firstAdminLink } from '#server/auth/first-admin.ts';
import { lockDemoAccounts } from '#server/auth/lock-demo-accounts.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { recoveryCodes, secondFactors, sessions, waitingSignIns } from '#server/auth/tables.ts';
import { logEntries } from '#server/logs/tables.ts';
import { type Accounts, cookiesOf, openAccounts } from '#server/test/accounts.ts';
import { users } from '#server/users/tables.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

const { admin: ADMIN, trade: TRADE } = DEMO_ACCOUNTS;
const OWN = 'a password of its own';

let shop: Accounts;
beforeEach(async () => {
  shop = await openAccounts();
});
afterEach(() => shop.close());

async function person(email: string, password: string | null, more: Partial<typeof users.$inferInsert> = {}) {
  const passwordHash = password === null ? null : await hashPassword(password);
  return shop.person({ email, passwordHash, ...more });
}

const lock = (...named: string[]) => lockDemoAccounts(shop.parts.db, named);
const isIn = async (cookie: string) => (await shop.me(cookie)) !== null;
const says = (lines: string[], email: string) => lines.find(line => line.startsWith(`${email}: `));

it('ends a session in which the demo’s Admin acts as a customer, also where the password was taken before', async () => {
  await person(ADMIN.email, ADMIN.password, { permissionLevel: 'Admin' });
  const { _id } = await person('ann@example.com', OWN);
  const acts = async () => {
    const cookie = await shop.signIn(ADMIN.email, ADMIN.password);
    const acting = cookiesOf(await shop.call('auth.loginAs', { _id }, { cookie }));
    expect((await shop.me(acting))?._id).toBe(_id);
    return acting;
  };
  const taken = await acts();
  await lock();
  expect((await shop.call('auth.loginBack', {}, { cookie: taken })).status).toBe(401);
  expect(await isIn(taken)).toBe(false);

  // The password alone, as somebody would take it by hand.
  const passwordHash = await hashPassword(ADMIN.password);
  await shop.parts.db.update(users).set({ passwordHash }).where(eq(users.email, ADMIN.email));
  const later = await acts();
  await shop.parts.db.update(users).set({ passwordHash: null }).where(eq(users.email, ADMIN.email));
  expect(says(await lock(), ADMIN.email)).toBe(`${ADMIN.email}: This ended 1 sign-in.`);
  expect(await isIn(later)).toBe(false);
  expect(await shop.parts.db.$count(sessions)).toBe(0);
});

it('ends keys, waiting sign-ins and the second factor, tells what it did, and finds nothing the second time', async () => {
  await person('own@shop.test', OWN, { permissionLevel: 'Admin' });
  const { _id: user } = await person(TRADE.email.toUpperCase(), TRADE.password);
  const cookie = await shop.signIn(TRADE.email, TRADE.password);
  const made = await shop.call('apiKeys.create', { name: 'till', scopes: KEY_SCOPES }, { cookie });
  const bearer = String((made.body as { key: string }).key);
  const reads = async () => (await shop.call('notifications.list', {}, { bearer })).status;
  expect(await reads()).toBe(200);
  const { db } = shop.parts;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  await db.insert(secondFactors).values({ user, secret: 'sealed', confirmedAt: expiresAt });
  await db.insert(recoveryCodes).values({ user, hash: 'code' });
  await db.insert(waitingSignIns).values({ user, hash: 'waits', expiresAt });

  const words =
    'This ended the old password, 1 sign-in, and the API key till. Its second factor was removed.';
  expect(await lock()).toEqual([
    `${TRADE.email.toUpperCase()}: ${words}`,
    'One account was locked.',
    'Staff now: own@shop.test (Admin).',
  ]);
  expect([await isIn(cookie), await reads()]).toEqual([false, 401]);
  for (const table of [secondFactors, recoveryCodes, waitingSignIns]) expect(await db.$count(table)).toBe(0);
  const { email, password } = TRADE;
  expect((await shop.call('auth.login', { email, password })).status).toBe(401);
  expect(await db.select().from(logEntries).where(eq(logEntries.description, words))).toMatchObject([
    { type: 'security', category: 'account', subject: user, user: null },
  ]);
  expect(await lock()).toEqual(['There was nothing to lock.', 'Staff now: own@shop.test (Admin).']);
});

it('finds one whose address was changed, and leaves who has a password of their own unless named', async () => {
  const moved = { _id: demoId('user', 'eli@hollis.example') };
  await person('eli@elsewhere.test', EVERYBODYS_PASSWORD, moved);
  await person('rae@home.example', OWN);
  await person('dana@elsewhere.test', null, { _id: demoId('user', TRADE.email), googleSub: 'dana' });
  await person('ann@example.com', EVERYBODYS_PASSWORD, { permissionLevel: 'Admin' });
  const rae = await shop.signIn('rae@home.example', OWN);
  await expect(lock('rae@home.example', 'ann@example.com')).rejects.toThrow(
    'ann@example.com is not an account of the demo shop. Nothing was done.',
  );
  const staff = 'Staff now: ann@example.com (Admin).';
  expect(await lock()).toEqual([
    'eli@elsewhere.test: This ended the old password. Whoever reads mail to this address can set a new password: an Admin can delete the account.',
    'One account was locked.',
    'Left as they are, with a password of their own: rae@home.example.',
    staff,
  ]);
  expect(await isIn(rae)).toBe(true);
  expect(await lock('Rae@home.example')).toEqual([
    'rae@home.example: This ended the old password and 1 sign-in.',
    'One account was locked.',
    staff,
  ]);
  expect(await isIn(rae)).toBe(false);
});

it('leads to an Admin of the shop’s own where the demo had the only ones', async () => {
  await person(ADMIN.email, ADMIN.password, { permissionLevel: 'Admin' });
  await person('employee@knurl.example', EVERYBODYS_PASSWORD, { permissionLevel: 'Employee' });
  expect(await firstAdminLink(shop.parts)).toBeNull();
  expect((await lock()).slice(-2)).toEqual([
    '2 accounts were locked.',
    'No Admin can sign in now: the next start of the live shop logs a link by which one is made, as for a new shop.',
  ]);
  const token = (await firstAdminLink(shop.parts))?.split('=')[1];
  const own = { token, name: 'Own', email: 'own@shop.test', password: OWN };
  expect((await shop.call('auth.firstAdmin', own)).status).toBe(200);
  expect((await lock()).at(-1)).toBe('Staff now: own@shop.test (Admin).');
});
