import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { confirmAddress } from '#server/auth/confirm-email.ts';
import type { Context } from '#server/context.ts';
import { emails } from '#server/mail/tables.ts';
import { type Accounts, cookiesOf, failure, openAccounts, PASSWORD, userOf } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';

const DAY = 24 * 3600 * 1000;

let shop: Accounts;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

let people = 0;
async function newcomer() {
  const email = `confirm-${++people}@example.com`;
  const answer = await shop.call('auth.register', { name: 'Ada', email, password: PASSWORD });
  return { email, cookie: cookiesOf(answer), user: userOf(answer) };
}

const confirm = (token: string) => shop.call('auth.confirmEmail', { token });

describe('the address of a new account', () => {
  it('is confirmed once by the link of the mail', async () => {
    const { email, cookie, user } = await newcomer();
    expect(user).toMatchObject({ emailConfirmed: false, hasPassword: true });
    const mail = await shop.mailTo(email, 'confirm-email');
    expect(mail?.subject).toBe('Welcome to Knurl');
    const token = await shop.tokenTo(email, 'confirm-email');
    expect(mail?.text).toContain(`http://shop.test/confirm-email#token=${token}`);
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email, waiting: false } });
    expect(await shop.me(cookie)).toMatchObject({ emailConfirmed: true });
    expect(failure(await confirm(token))).toEqual({ status: 400, reason: 'link_invalid' });
    expect(failure(await confirm('wrong'))).toEqual({ status: 400, reason: 'link_invalid' });
  });

  it('is confirmed by the last link that was sent, for three days', async () => {
    const { email, cookie } = await newcomer();
    const first = await shop.tokenTo(email, 'confirm-email');
    expect((await shop.call('auth.sendConfirmation', {}, { cookie })).status).toBe(200);
    const second = await shop.tokenTo(email, 'confirm-email');
    expect(second).not.toBe(first);
    expect(failure(await confirm(first))).toEqual({ status: 400, reason: 'link_invalid' });
    const ctx = { app: shop.parts, db: shop.parts.db, ip: '192.0.2.7' } as Context;
    await expect(confirmAddress(ctx, second, new Date(Date.now() + 3 * DAY + 1000))).rejects.toMatchObject({
      reason: 'link_invalid',
    });
    expect((await confirm(second)).status).toBe(200);
    await shop.call('auth.sendConfirmation', {}, { cookie });
    expect(await shop.tokenTo(email, 'confirm-email')).toBe(second);
  });

  it('is asked for again only so often', async () => {
    const { cookie } = await newcomer();
    const again = () => shop.call('auth.sendConfirmation', {}, { cookie });
    for (let n = 0; n < 5; n++) expect((await again()).status).toBe(200);
    expect(failure(await again())).toEqual({ status: 429, reason: 'too_many' });
  });
});

describe.each(DOORS)('another address through %s', door => {
  const update = (cookie: string, input: object) =>
    shop.call('users.updateProfile', { ...input }, { cookie, door });

  it('takes effect once it is confirmed there; the old one is told of both', async () => {
    const { email, cookie } = await newcomer();
    const wanted = `new-${email}`;
    const reset = async () => {
      await shop.call('auth.resetPassword', { email });
      return shop.tokenTo(email, 'reset-password');
    };
    const link = await reset();
    const answer = await update(cookie, { email: wanted, name: 'Ada Carver' });
    expect(answer.body).toMatchObject({ email, name: 'Ada Carver' });
    expect((await shop.mailTo(email, 'email-change'))?.text).toContain(wanted);
    expect((await shop.mailTo(wanted, 'confirm-email'))?.subject).toContain('new e-mail address');
    await shop.signIn(email);

    expect((await confirm(await shop.tokenTo(wanted, 'confirm-email'))).body).toEqual({
      email: wanted,
      waiting: false,
    });
    expect(await shop.me(cookie)).toMatchObject({ email: wanted, emailConfirmed: true });
    expect((await shop.mailTo(email, 'email-change'))?.text).toContain('is no longer used for it');
    expect((await shop.call('auth.verifyToken', { token: link })).body).toEqual({ valid: false });
    await shop.signIn(wanted);
    expect((await shop.call('auth.login', { email, password: PASSWORD })).status).toBe(401);
  });

  it('of another account is refused, when it is asked for and when it is confirmed', async () => {
    const { email, cookie } = await newcomer();
    const other = await newcomer();
    const answer = await update(cookie, { email: other.email.toUpperCase(), name: 'Never' });
    expect(failure(answer)).toEqual({ status: 409, reason: 'email_taken' });
    expect(await shop.me(cookie)).toMatchObject({ email, name: 'Ada' });

    const wanted = `rival-${email}`;
    await update(cookie, { email: wanted });
    const token = await shop.tokenTo(wanted, 'confirm-email');
    await shop.call('auth.register', { name: 'Rival', email: wanted, password: PASSWORD });
    expect(failure(await confirm(token))).toEqual({ status: 409, reason: 'email_taken' });
    expect(await shop.me(cookie)).toMatchObject({ email });
  });

  it('is not asked for with a key, nor by an admin who acts as the user', async () => {
    const user = await shop.person();
    const { key } = await createApiKey(shop.parts.db, user, { name: 'script', scopes: KEY_SCOPES });
    const wanted = { email: `stolen-${user.email}` };
    const byKey = await shop.call('users.updateProfile', wanted, { bearer: key, door });
    expect(failure(byKey)).toEqual({ status: 403, reason: 'forbidden' });
    const admin = await shop.person({ permissionLevel: 'Admin' });
    const acting = cookiesOf(
      await shop.call('auth.loginAs', { _id: user._id }, { cookie: await shop.signIn(admin.email) }),
    );
    expect(failure(await update(acting, wanted))).toEqual({ status: 403, reason: 'forbidden' });
    expect(await shop.database.db.$count(emails, eq(emails.to, wanted.email))).toBe(0);
    // Everything else may be mended for the customer.
    expect((await update(acting, { email: user.email, phone: '512 555 0101' })).body).toMatchObject({
      phone: '512 555 0101',
    });
  });
});
