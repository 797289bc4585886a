import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendResetLink } from '#server/auth/reset-password.ts';
import { oneTimeTokens, sessions } from '#server/auth/tables.ts';
import { tokenHash } from '#server/auth/tokens.ts';
import { LIMITS, limit } from '#server/http/rate-limits.ts';
import { logEntries } from '#server/logs/tables.ts';
import { emails } from '#server/mail/tables.ts';
import {
  type Accounts,
  cookiesOf,
  failure,
  openAccounts,
  PASSWORD,
  someAddress,
  userOf,
} from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { makeUser } from '#server/test/factories.ts';
import { jobCounts } from '#server/test/job-counts.ts';
import { users } from '#server/users/tables.ts';

const NEW = 'walnut dowel clamp';
const HOUR = 3600 * 1000;

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

async function linkFor(email: string): Promise<string> {
  expect((await shop.call('auth.resetPassword', { email })).status).toBe(200);
  return shop.tokenTo(email, 'reset-password');
}

describe.each(DOORS)('a forgotten password through %s', door => {
  it('is set anew by the link of the mail, which works once and signs everybody else out [ACC-05]', async () => {
    const user = await shop.person({ name: 'Ada Carver' });
    const elsewhere = await shop.signIn(user.email);
    const asked = await shop.call('auth.resetPassword', { email: ` ${user.email.toUpperCase()} ` }, { door });
    expect(asked).toMatchObject({ status: 200, body: { ok: true } });

    const mail = await shop.mailTo(user.email, 'reset-password');
    expect(mail?.text).toContain('Hello Ada Carver');
    expect(mail?.text).toContain('valid for 24 hours');
    const token = await shop.tokenTo(user.email, 'reset-password');
    expect(mail?.text).toContain(`http://shop.test/set-password#token=${token}`);
    expect(await shop.database.db.$count(oneTimeTokens, eq(oneTimeTokens.hash, token))).toBe(0);

    const check = () => shop.call('auth.verifyToken', { token }, { door });
    expect((await check()).body).toEqual({ valid: true });
    const answer = await shop.call('auth.setPassword', { token, password: NEW }, { door });
    expect(userOf(answer)).toMatchObject({ _id: user._id, emailConfirmed: true });
    expect((await shop.me(cookiesOf(answer)))?._id).toBe(user._id);
    expect(await shop.me(elsewhere)).toBeNull();

    expect((await check()).body).toEqual({ valid: false });
    const again = await shop.call('auth.setPassword', { token, password: `${NEW} 2` }, { door });
    expect(again).toMatchObject({
      status: 400,
      body: { message: 'Reset Password link is invalid.', reason: 'reset_link_invalid' },
    });
    expect(failure(await shop.call('auth.login', { email: user.email, password: PASSWORD }))).toEqual({
      status: 401,
      reason: 'wrong_login',
    });
    await shop.signIn(user.email, NEW);
    expect(await shop.mailTo(user.email, 'password-changed')).not.toBeNull();
    const [entry] = await shop.database.db.select().from(logEntries).where(eq(logEntries.subject, user._id));
    expect(entry).toMatchObject({ type: 'security', category: 'password' });
  });

  it('answers a password that will not do beside its field, and leaves the link good [ACC-05]', async () => {
    const user = await shop.person({ name: 'Marguerite' });
    const token = await linkFor(user.email);
    for (const password of ['short', 'Marguerite-2026', 'x'.repeat(129)]) {
      const answer = await shop.call('auth.setPassword', { token, password }, { door });
      expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields: ['password'] });
    }
    expect((await shop.call('auth.setPassword', { token, password: NEW }, { door })).status).toBe(200);
  });

  it.each([
    ['that nobody was sent', 'wrong'],
    ['with more than a link holds', 'x'.repeat(200)],
    ['of another kind', 'confirm'],
  ])('is not set by a token %s [ACC-05]', async (_, kind) => {
    const person = { name: 'Ada', email: `wrong-${door}-${kind.length}@example.com`, password: PASSWORD };
    await shop.call('auth.register', person);
    const token = kind === 'confirm' ? await shop.tokenTo(person.email, 'confirm-email') : kind;
    expect((await shop.call('auth.verifyToken', { token }, { door })).body).toEqual({ valid: false });
    const answer = await shop.call('auth.setPassword', { token, password: NEW }, { door });
    expect(failure(answer)).toEqual({ status: 400, reason: 'reset_link_invalid' });
  });
});

describe('a link', () => {
  it('is over after 24 hours [ACC-05]', async () => {
    const user = await shop.person();
    const ago = (ms: number) => new Date(Date.now() - ms);
    await sendResetLink(shop.parts, user.email, ago(24 * HOUR - 60_000));
    const good = await shop.tokenTo(user.email, 'reset-password');
    expect((await shop.call('auth.verifyToken', { token: good })).body).toEqual({ valid: true });
    await sendResetLink(shop.parts, user.email, ago(24 * HOUR + 1000));
    const late = await shop.tokenTo(user.email, 'reset-password');
    expect(late).not.toBe(good);
    expect((await shop.call('auth.verifyToken', { token: late })).body).toEqual({ valid: false });
    expect(failure(await shop.call('auth.setPassword', { token: late, password: NEW }))).toEqual({
      status: 400,
      reason: 'reset_link_invalid',
    });
  });

  it('followed in several tabs at once sets one password [ACC-05]', async () => {
    const user = await shop.person();
    const token = await linkFor(user.email);
    const passwords = ['first oak plank', 'second oak plank', 'third oak plank'];
    const answers = await Promise.all(
      passwords.map(password => shop.call('auth.setPassword', { token, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const set = answers.findIndex(({ status }) => status === 200);
    await shop.signIn(user.email, passwords[set]);
    expect(await shop.database.db.$count(sessions, eq(sessions.user, user._id))).toBe(2);
  });

  it('ends when another one was used, when the address changed, and when the account is gone', async () => {
    const user = await shop.person();
    const tokens = [await linkFor(user.email), await linkFor(user.email)] as const;
    expect((await shop.call('auth.setPassword', { token: tokens[1], password: NEW })).status).toBe(200);
    expect((await shop.call('auth.verifyToken', { token: tokens[0] })).body).toEqual({ valid: false });

    const moved = await shop.person();
    const before = await linkFor(moved.email);
    await shop.database.db
      .update(users)
      .set({ email: `moved-${moved.email}` })
      .where(eq(users._id, moved._id));
    const answer = await shop.call('auth.setPassword', { token: before, password: NEW });
    expect(failure(answer)).toEqual({ status: 400, reason: 'reset_link_invalid' });

    const gone = await shop.person();
    const last = await linkFor(gone.email);
    await shop.database.db
      .update(users)
      .set({ deletedAt: new Date().toISOString() })
      .where(eq(users._id, gone._id));
    expect((await shop.call('auth.verifyToken', { token: last })).body).toEqual({ valid: false });
    expect(failure(await shop.call('auth.setPassword', { token: last, password: NEW }))).toEqual({
      status: 400,
      reason: 'reset_link_invalid',
    });
  });

  it('gives whom staff or a company brought in a first password', async () => {
    const invited = await makeUser(shop.database.db);
    const token = await linkFor(invited.email);
    const answer = await shop.call('auth.setPassword', { token, password: NEW });
    expect(userOf(answer)).toMatchObject({ _id: invited._id, hasPassword: true });
  });
});

describe('asking for a link', () => {
  it('is answered alike for an address without an account, which gets no mail', async () => {
    const user = await shop.person();
    const waiting = async () => (await jobCounts(shop.database.db)).waiting;
    const asked = [];
    for (const email of [user.email, 'nobody-here@example.com']) {
      const before = await waiting();
      const { status, body } = await shop.call('auth.resetPassword', { email });
      asked.push({ status, body, jobs: (await waiting()) - before });
    }
    expect(asked[0]).toEqual({ status: 200, body: { ok: true }, jobs: 1 });
    expect(asked[1]).toEqual(asked[0]);
    await shop.parts.jobs.drain();
    const mails = shop.database.db.$count(emails, eq(emails.to, 'nobody-here@example.com'));
    expect(await mails).toBe(0);
  });

  it.each([
    ['', 'email'],
    ['nobody', 'email'],
    ['a\u0000@example.com', 'email'],
  ])('of %j names the field', async (email, field) => {
    const answer = await shop.call('auth.resetPassword', { email });
    expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields: [field] });
  });

  it('is slowed by account and by address, known or not', async () => {
    const user = await shop.person();
    for (const email of [user.email, 'also-nobody@example.com']) {
      for (let n = 0; n < 5; n++) expect((await shop.call('auth.resetPassword', { email })).status).toBe(200);
      const answer = await shop.call('auth.resetPassword', { email: email.toUpperCase() });
      expect(failure(answer)).toEqual({ status: 429, reason: 'too_many' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    }
    const ip = someAddress();
    for (let n = 0; n < 20; n++) {
      expect((await shop.call('auth.resetPassword', { email: `n${n}@example.com` }, { ip })).status).toBe(
        200,
      );
    }
    const answer = await shop.call('auth.resetPassword', { email: 'n20@example.com' }, { ip });
    expect(failure(answer)).toEqual({ status: 429, reason: 'too_many' });
  });

  it('keeps the token itself nowhere but in the mail', async () => {
    const user = await shop.person();
    const token = await linkFor(user.email);
    const [row] = await shop.database.db
      .select()
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.hash, tokenHash(token)));
    expect(row).toMatchObject({ purpose: 'reset-password', user: user._id, usedAt: null });
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

/** All that an account may be guessed at in a day, without the work of a hash each. */
async function manyGuesses(email: string): Promise<void> {
  const { most } = LIMITS.loginAccount;
  for (let n = 0; n < most; n++) {
    await limit(shop.database.db, `login-account:${email}`, LIMITS.loginAccount).catch(() => undefined);
  }
}

describe('guesses at a password', () => {
  it('by strangers do not lock the owner out of his own browser, and a link lets him in anywhere', async () => {
    const user = await shop.person();
    const own = await shop.signIn(user.email);
    expect((await shop.call('auth.login', { email: user.email, password: 'guess' })).status).toBe(401);
    await manyGuesses(user.email);
    const login = (how = {}) => shop.call('auth.login', { email: user.email, password: PASSWORD }, how);
    expect(failure(await login())).toEqual({ status: 429, reason: 'too_many' });
    expect((await login({ cookie: own })).status).toBe(200);
    // The mark is the account's own: with another's it is worth nothing.
    const stranger = await shop.signIn((await shop.person()).email);
    await manyGuesses(user.email);
    expect(failure(await login({ cookie: stranger }))).toEqual({ status: 429, reason: 'too_many' });

    const token = await linkFor(user.email);
    expect((await shop.call('auth.setPassword', { token, password: NEW })).status).toBe(200);
    expect((await shop.call('auth.login', { email: user.email, password: NEW })).status).toBe(200);
  });

  it('from a marked browser are slowed like any other', async () => {
    const user = await shop.person();
    const cookie = await shop.signIn(user.email);
    const guess = () => shop.call('auth.login', { email: user.email, password: 'guess' }, { cookie });
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(401);
    const answer = await guess();
    expect(failure(answer)).toEqual({ status: 429, reason: 'too_many' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
  });
});

describe.each(DOORS)('changing the password through %s', door => {
  const change = (cookie: string, input: object) =>
    shop.call(
      'auth.updatePassword',
      { currentPassword: PASSWORD, password: NEW, ...input },
      { cookie, door },
    );

  it('takes the one so far, ends all other sessions and says so by mail [ACC-06]', async () => {
    const user = await shop.person();
    const other = await shop.signIn(user.email);
    const cookie = await shop.signIn(user.email);
    const link = await linkFor(user.email);
    expect(await change(cookie, {})).toMatchObject({ status: 200, body: { ok: true } });
    expect((await shop.me(cookie))?._id).toBe(user._id);
    expect(await shop.me(other)).toBeNull();
    expect((await shop.call('auth.verifyToken', { token: link })).body).toEqual({ valid: false });
    expect(await shop.mailTo(user.email, 'password-changed')).not.toBeNull();
    await shop.signIn(user.email, NEW);
  });

  it.each([
    ['currentPassword', { currentPassword: 'not it' }],
    ['currentPassword', { currentPassword: '' }],
    ['password', { password: 'short' }],
    ['password', { password: 'password1234' }],
    ['repeated', { repeated: NEW }],
  ])('names the field %s in %j, and changes nothing [ACC-06]', async (field, input) => {
    const user = await shop.person();
    const cookie = await shop.signIn(user.email);
    expect(failure(await change(cookie, input))).toEqual({
      status: 400,
      reason: 'invalid',
      fields: [field],
    });
    await shop.signIn(user.email, PASSWORD);
  });

  it('slows guesses at the one so far', async () => {
    const user = await shop.person();
    const cookie = await shop.signIn(user.email);
    for (let n = 0; n < 10; n++) {
      expect((await change(cookie, { currentPassword: 'guess' })).status).toBe(400);
    }
    expect(failure(await change(cookie, {}))).toEqual({ status: 429, reason: 'too_many' });
  });
});
