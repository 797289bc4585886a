import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdminLink } from '#server/auth/first-admin.ts';
import { issueToken } from '#server/auth/one-time-tokens.ts';
import { emailChanges, secondFactors } from '#server/auth/tables.ts';
import type { SessionUser } from '#server/context.ts';
import { siteSettings } from '#server/site/tables.ts';
import { type Accounts, cookiesOf, openAccounts, PASSWORD } from '#server/test/accounts.ts';
import type { Answer } from '#server/test/doors.ts';
import { makeCompany } from '#server/test/factories.ts';
import { CLIENT_ID, type FakeGoogle, startFakeGoogle } from '#server/test/fake-google.ts';
import { users } from '#server/users/tables.ts';
import { UNDO_LINK_MS } from '#shared/constants.ts';
import type { Undone } from '#shared/schemas/auth.ts';

let google: FakeGoogle;
let shop: Accounts;
beforeAll(async () => {
  google = await startFakeGoogle();
  shop = await openAccounts({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_KEYS_URL: google.keysUrl });
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

const db = () => shop.database.db;
const NEW = 'another walnut dowel';

async function resetLink({ email }: SessionUser): Promise<Answer> {
  await shop.call('auth.resetPassword', { email });
  const token = await shop.tokenTo(email, 'reset-password');
  return shop.call('auth.setPassword', { token, password: NEW });
}

/** The address that was taken from them is given back, which leads to a new password. */
async function undoLink({ _id, email }: SessionUser): Promise<Answer> {
  const newEmail = `taken-${_id}@example.com`;
  const doneAt = new Date().toISOString();
  const [change] = await db()
    .insert(emailChanges)
    .values({ user: _id, oldEmail: email, newEmail, askedAs: 'owner', state: 'done', doneAt })
    .returning();
  await db().update(users).set({ email: newEmail }).where(eq(users._id, _id));
  const about = { purpose: 'undo-email', user: _id, email, validMs: UNDO_LINK_MS } as const;
  const link = await issueToken(db(), { ...about, change: change?._id ?? null });
  const { token } = (await shop.call('auth.undoEmail', { token: link })).body as Undone;
  return shop.call('auth.setPassword', { token, password: NEW });
}

/** Every way in for somebody who has an account, whoever that is. */
const WAYS: Record<string, (user: SessionUser) => Promise<Answer>> = {
  'the password': ({ email }) => shop.call('auth.login', { email, password: PASSWORD }),
  'a link of a reset': resetLink,
  'an undo': undoLink,
  Google: ({ email }) =>
    shop.call('auth.google', { credential: google.token({ sub: email, email, name: 'Ada' }) }),
};

/** No session, whatever the browser now has. */
async function expectNoSession(answer: Answer): Promise<void> {
  expect(cookiesOf(answer)).not.toMatch(/\b(sid|token)=/);
  expect(await shop.me(cookiesOf(answer))).toBeNull();
}

const giveFactor = ({ _id }: SessionUser) =>
  db().insert(secondFactors).values({ user: _id, secret: 'sealed', confirmedAt: new Date().toISOString() });
const factorsOf = ({ _id }: SessionUser) => db().$count(secondFactors, eq(secondFactors.user, _id));

describe.each(Object.keys(WAYS))('%s', way => {
  const comeBy = (user: SessionUser) => (WAYS[way] as (typeof WAYS)[string])(user);
  const isForStaff = way !== 'Google';

  it('neither passes a second factor nor removes it', async () => {
    // Staff don't come by Google; whoever was of the staff keeps the factor.
    const user = await shop.person({
      permissionLevel: isForStaff ? 'Employee' : 'Retail',
      emailConfirmedAt: new Date().toISOString(),
    });
    await giveFactor(user);
    const answer = await comeBy(user);
    expect(answer).toMatchObject({ status: 200, body: { user: null, secondStep: 'code' } });
    await expectNoSession(answer);
    expect(await factorsOf(user)).toBe(1);
  });

  it('does not remove it either where nobody had confirmed the address', async () => {
    const user = await shop.person({ permissionLevel: isForStaff ? 'Employee' : 'Retail' });
    await giveFactor(user);
    await expectNoSession(await comeBy(user));
    expect(await factorsOf(user)).toBe(1);
  });

  it.runIf(isForStaff)('leads staff who must have one to set it up', async () => {
    await db().update(siteSettings).set({ staffNeedSecondFactor: true });
    const answer = await comeBy(await shop.person({ permissionLevel: 'Admin' }));
    expect(answer).toMatchObject({ status: 200, body: { user: null, secondStep: 'set-up' } });
    await expectNoSession(answer);
    await db().update(siteSettings).set({ staffNeedSecondFactor: false });
  });

  it('lets everybody else in', async () => {
    const user = await shop.person({ emailConfirmedAt: new Date().toISOString() });
    const answer = await comeBy(user);
    expect(answer).toMatchObject({ status: 200, body: { user: { _id: user._id }, secondStep: null } });
    expect(await shop.me(cookiesOf(answer))).toMatchObject({ _id: user._id });
  });
});

describe('ways in that make their account', () => {
  it('the first admin’s link leads to setting one up where it is demanded', async () => {
    await db().update(users).set({ permissionLevel: 'Employee' }).where(eq(users.permissionLevel, 'Admin'));
    await db().update(siteSettings).set({ staffNeedSecondFactor: true });
    const token = (await firstAdminLink(shop.parts))?.split('=')[1];
    const first = { token, name: 'Grace', email: 'grace@example.com', password: PASSWORD };
    const answer = await shop.call('auth.firstAdmin', first);
    expect(answer).toMatchObject({ status: 200, body: { user: null, secondStep: 'set-up' } });
    await expectNoSession(answer);
    await db().update(siteSettings).set({ staffNeedSecondFactor: false });
  });

  it('registering and accepting an invitation let customers in', async () => {
    await db().update(siteSettings).set({ staffNeedSecondFactor: true });
    const registered = await shop.call('auth.register', {
      ...{ name: 'Rita Moss', email: 'rita@example.com', password: PASSWORD },
    });
    expect(registered).toMatchObject({ status: 200, body: { secondStep: null } });
    expect(await shop.me(cookiesOf(registered))).toMatchObject({ email: 'rita@example.com' });
    const primary = await shop.person({
      company: await makeCompany(db()),
      emailConfirmedAt: new Date().toISOString(),
    });
    await shop.call(
      'team.invite',
      { email: 'joan@example.com' },
      { cookie: await shop.signIn(primary.email) },
    );
    const token = await shop.tokenTo('joan@example.com', 'team-invitation');
    const joined = await shop.call('team.register', { token, name: 'Joan', phone: '', password: PASSWORD });
    expect(joined).toMatchObject({ status: 200, body: { secondStep: null } });
    expect(await shop.me(cookiesOf(joined))).toMatchObject({ email: 'joan@example.com' });
    await db().update(siteSettings).set({ staffNeedSecondFactor: false });
  });
});

describe('a session', () => {
  const filesBelow = (folder: string): string[] =>
    readdirSync(folder).flatMap(name => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : [];
    });
  const callersOf = (name: string) =>
    filesBelow('src/server')
      .filter(path => !/\.test(-support)?\.ts$|\/test\//.test(path))
      .filter(path => new RegExp(`(?<!function )\\b${name}\\(`).test(readFileSync(path, 'utf8')))
      .map(path => path.replace('src/server/', ''))
      .sort();

  it('begins in the one place that asks for the second step; acting as a customer, and back, is no sign-in', () => {
    expect(callersOf('startSession')).toEqual(['auth/login-as.ts', 'auth/sign-in.ts']);
  });

  it('begins there for these ways in alone, each of which is walked above', () => {
    expect(callersOf('signIn')).toEqual([
      'auth/auth.ts',
      'auth/first-admin.ts',
      'auth/google.ts',
      'auth/reset-password.ts',
      'team/invitations.ts',
    ]);
    expect(callersOf('beginSession')).toEqual(['auth/second-factor-router.ts', 'auth/sign-in.ts']);
  });
});
