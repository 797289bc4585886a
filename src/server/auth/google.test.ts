import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import type { SessionUser } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { notifications } from '#server/notifications/tables.ts';
import { type Accounts, cookiesOf, failure, openAccounts, PASSWORD, userOf } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { CLIENT_ID, type FakeGoogle, startFakeGoogle } from '#server/test/fake-google.ts';
import { users } from '#server/users/tables.ts';
import { findUserByEmail } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

let google: FakeGoogle;
let shop: Accounts;
let staff: SessionUser;
beforeAll(async () => {
  google = await startFakeGoogle();
  shop = await openAccounts({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_KEYS_URL: google.keysUrl });
  staff = await shop.person({ permissionLevel: 'Employee' });
});
afterAll(async () => {
  await shop.close();
  await google.close();
});

let people = 0;
const someone = () => ({
  sub: `sub-${++people}`,
  email: `google-${people}@gmail.example`,
  name: 'Ada Carver',
});
const confirmed = { emailConfirmedAt: new Date().toISOString() };

describe.each(DOORS)('signing in by Google through %s', door => {
  const signIn = (credential: string) => shop.call('auth.google', { credential }, { door });
  const by = (claims: Record<string, unknown>) => signIn(google.token(claims));

  it('makes an account, which is not fully registered, and finds it again by Google’s number [ACC-04] [ACC-15]', async () => {
    const person = someone();
    const answer = await by(person);
    expect(userOf(answer)).toMatchObject({
      email: person.email,
      name: 'Ada Carver',
      permissionLevel: 'Retail',
      registeredFully: false,
      emailConfirmed: true,
      hasPassword: false,
    });
    expect((await shop.me(cookiesOf(answer)))?._id).toBe(userOf(answer)?._id);
    const again = await by({ ...person, email: `moved-${person.email}` });
    expect(userOf(again)).toMatchObject({ _id: userOf(answer)?._id, email: person.email });
    expect(await shop.database.db.$count(emails, eq(emails.to, person.email))).toBe(0);
    const link = `/admin/users/${userOf(answer)?._id}/info`;
    const told = await shop.database.db.select().from(notifications).where(eq(notifications.link, link));
    const note = { user: staff._id, type: 8, details: person.email };
    expect(told.filter(({ user }) => user === staff._id)).toMatchObject([note]);
  });

  it('enters the account of the address, whose password stays where the address is confirmed [ACC-04]', async () => {
    const user = await shop.person(confirmed);
    const cookie = await shop.signIn(user.email);
    const answer = await by({ ...someone(), email: user.email.toUpperCase() });
    expect(userOf(answer)).toMatchObject({ _id: user._id, registeredFully: true, hasPassword: true });
    expect((await shop.me(cookie))?._id).toBe(user._id);
    await shop.signIn(user.email);
  });

  it('throws out whoever made an account with an address that was never confirmed [ACC-04]', async () => {
    const victim = someone();
    const squat = await shop.call('auth.register', {
      ...{ name: 'Mallory', email: victim.email, password: PASSWORD },
    });
    const mallory = await findUserByEmail(shop.parts.db, victim.email);
    if (!mallory) throw new Error('no account was made');
    const { key } = await createApiKey(shop.parts.db, mallory, { name: 'back door', scopes: KEY_SCOPES });
    const answer = await by(victim);
    expect(userOf(answer)).toMatchObject({ email: victim.email, hasPassword: false, emailConfirmed: true });
    expect(await shop.me(cookiesOf(squat))).toBeNull();
    const login = await shop.call('auth.login', { email: victim.email, password: PASSWORD });
    expect(failure(login)).toEqual({ status: 401, reason: 'wrong_login' });
    const byKey = await shop.call('notifications.newest', {}, { bearer: key });
    expect(byKey.status).toBe(401);
  });

  it('lets no staff in, nor a second Google account into one that has its own [ACC-04]', async () => {
    const refused = { status: 401, reason: 'google_failed' };
    for (const permissionLevel of ['Admin', 'Employee'] as const) {
      const staff = await shop.person({ permissionLevel, ...confirmed });
      expect(failure(await by({ ...someone(), email: staff.email }))).toEqual(refused);
      const promoted = await shop.person({
        permissionLevel,
        googleSub: `promoted-${door}-${permissionLevel}`,
      });
      expect(
        failure(
          await by({ ...someone(), sub: `promoted-${door}-${permissionLevel}`, email: promoted.email }),
        ),
      ).toEqual(refused);
    }
    const person = someone();
    await by(person);
    expect(failure(await by({ ...someone(), email: person.email }))).toEqual(refused);
  });

  it('takes each credential once, and says the same of all that will not do [ACC-04]', async () => {
    const credential = google.token(someone());
    expect((await signIn(credential)).status).toBe(200);
    const answers = [
      await signIn(credential),
      await signIn('not a token'),
      await by({ ...someone(), email_verified: false }),
      await by({ ...someone(), aud: 'other.apps.googleusercontent.com' }),
      await signIn(google.token(someone(), { alg: 'none' })),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 401,
        body: { message: 'There was an error Logging in', reason: 'google_failed' },
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([{}, { credential: '' }, { credential: 5 }, { credential: 'x'.repeat(5001) }])(
    'names the field in %j',
    async input => {
      const answer = await shop.call('auth.google', input, { door });
      expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields: ['credential'] });
    },
  );
});

it('two windows that come first at the same moment make one account', async () => {
  const person = someone();
  const answers = await Promise.all(
    [1, 2, 3].map(n => shop.call('auth.google', { credential: google.token({ ...person, jti: n }) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await shop.database.db.$count(users, eq(users.email, person.email))).toBe(1);
});

it('says that it failed while Google’s keys can’t be had, and has no such call without a client id', async () => {
  const down = await openAccounts({ GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_KEYS_URL: 'http://127.0.0.1:1/' });
  expect(await down.call('auth.google', { credential: google.token(someone()) })).toMatchObject({
    status: 502,
    body: { message: 'There was an error Logging in', reason: 'google_unavailable' },
  });
  await down.close();
  const without = await openAccounts();
  expect(failure(await without.call('auth.google', { credential: google.token(someone()) }))).toEqual({
    status: 404,
    reason: 'not_found',
  });
  await without.close();
});
