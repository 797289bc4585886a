import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '#server/auth/api-keys.ts';
import { sessions } from '#server/auth/tables.ts';
import { undoEmail } from '#server/auth/undo-email.ts';
import type { Context } from '#server/context.ts';
import { logEntries } from '#server/logs/tables.ts';
import { emails } from '#server/mail/tables.ts';
import { type Accounts, cookiesOf, failure, openAccounts, PASSWORD } from '#server/test/accounts.ts';
import { DOORS } from '#server/test/doors.ts';
import { mailsTo, tokensIn } from '#server/test/mails.ts';
import { users } from '#server/users/tables.ts';
import { findUserById } from '#server/users/users.ts';
import { KEY_SCOPES } from '#shared/enumerations.ts';
import type { Undone } from '#shared/schemas/auth.ts';

const NEW = 'walnut dowel clamp';
const DAY = 24 * 3600 * 1000;

let shop: Accounts;
let people = 0;
beforeAll(async () => {
  shop = await openAccounts();
});
afterAll(() => shop.close());

const someone = (name = 'owner') => `${name}-${++people}@undo.example`;
const owner = (more = {}) =>
  shop.person({ email: someone(), emailConfirmedAt: new Date().toISOString(), ...more });
const emailOf = async ({ _id }: { _id: string }) => (await findUserById(shop.parts.db, _id))?.email;
const invalid = { status: 400, reason: 'link_invalid' };

/** All links of this page that went to an address, the latest last. */
const linksTo = async (email: string, page: string) => {
  await shop.parts.jobs.drain();
  return tokensIn(await mailsTo(shop.database.db, email), page);
};
const latest = async (email: string, page: string) => (await linksTo(email, page)).at(-1) ?? 'no link';
const confirm = (token: string) => shop.call('auth.confirmEmail', { token });
const undo = (token: string) => shop.call('auth.undoEmail', { token });
const login = async (email: string, password = PASSWORD) =>
  (await shop.call('auth.login', { email, password })).status;

/** Somebody who is signed in asks for another address. */
async function ask(cookie: string, email: string): Promise<string> {
  expect((await shop.call('users.updateProfile', { email }, { cookie })).status).toBe(200);
  return latest(email, 'confirm-email');
}
async function move(cookie: string, email: string): Promise<void> {
  expect((await confirm(await ask(cookie, email))).body).toEqual({ email, waiting: false });
}
const answerOf = (answer: { body: unknown }) => answer.body as Undone;

describe('the old address', () => {
  it('takes back what was changed, ends everything, and leads to a new password', async () => {
    const user = await owner();
    const thief = await shop.signIn(user.email);
    const { key } = await createApiKey(shop.parts.db, user, { name: 'back door', scopes: KEY_SCOPES });
    const evil = someone('evil');
    await move(thief, evil);
    expect(await emailOf(user)).toBe(evil);
    expect(await login(evil)).toBe(200);
    await shop.call('auth.resetPassword', { email: evil });
    const reset = await latest(evil, 'set-password');

    const token = await latest(user.email, 'undo-email');
    expect((await shop.call('auth.emailLink', { token })).body).toEqual({
      ...{ kind: 'undo', email: evil, newEmail: evil },
    });
    const undone = answerOf(await undo(token));
    expect(undone).toMatchObject({ outcome: 'undone', email: user.email });
    expect(undone.ended).toMatchObject({ password: true, sessions: 2, apiKeys: ['back door'], links: 1 });
    expect(await emailOf(user)).toBe(user.email);
    expect(await shop.me(thief)).toBeNull();
    expect((await shop.call('notifications.list', {}, { bearer: key })).status).toBe(401);
    expect(failure(await shop.call('auth.setPassword', { token: reset, password: NEW })).reason).toBe(
      'reset_link_invalid',
    );
    expect([await login(evil), await login(user.email)]).toEqual([401, 401]);
    expect(failure(await undo(token))).toEqual(invalid);

    const set = await shop.call('auth.setPassword', { token: undone.token, password: NEW });
    expect((await shop.me(cookiesOf(set)))?.email).toBe(user.email);
    expect(await login(user.email, NEW)).toBe(200);
    const mail = await shop.mailTo(user.email, 'email-undone');
    expect(mail?.text).toContain('the API key back door');
    const [entry] = await shop.database.db
      .select()
      .from(logEntries)
      .where(
        and(
          eq(logEntries.subject, user._id),
          eq(logEntries.name, `E-mail address given back to ${user.email}`),
        ),
      );
    expect(entry).toMatchObject({ type: 'security', category: 'email', before: { email: evil } });
  });

  it('gets back what it had before the first of several changes', async () => {
    const user = await owner();
    const thief = await shop.signIn(user.email);
    const [first, second] = [someone('evil'), someone('evil')];
    await move(thief, first);
    await move(thief, second);
    // The thief's own link gives nothing to the thief.
    const theirs = answerOf(await undo(await latest(first, 'undo-email')));
    expect(theirs).toMatchObject({ outcome: 'undone', email: user.email, token: null });
    expect(await emailOf(user)).toBe(user.email);
    expect(await linksTo(first, 'set-password')).toEqual([]);
    expect(await linksTo(user.email, 'set-password')).toHaveLength(1);
    // And takes nothing from the owner.
    const own = answerOf(await undo(await latest(user.email, 'undo-email')));
    expect(own).toMatchObject({ outcome: 'undone', email: user.email, token: expect.any(String) });
  });

  it('can do so for three days, whatever happened since', async () => {
    const user = await owner();
    const evil = someone('evil');
    await move(await shop.signIn(user.email), evil);
    const token = await latest(user.email, 'undo-email');
    await shop.call('auth.resetPassword', { email: evil });
    const reset = await latest(evil, 'set-password');
    const set = await shop.call('auth.setPassword', { token: reset, password: NEW });
    const change = { currentPassword: NEW, password: PASSWORD };
    const cookie = cookiesOf(set);
    expect((await shop.call('auth.updatePassword', change, { cookie })).status).toBe(200);
    // Nobody else takes the address meanwhile.
    const squat = await shop.call('auth.register', { name: 'M', email: user.email, password: PASSWORD });
    expect(failure(squat)).toEqual({ status: 409, reason: 'email_taken' });

    const ctx = { app: shop.parts, db: shop.parts.db, ip: '192.0.2.8' } as Context;
    const late = undoEmail(ctx, token, new Date(Date.now() + 3 * DAY + 1000));
    await expect(late).rejects.toMatchObject({ reason: 'link_invalid' });
    const undone = await undoEmail(ctx, token, new Date(Date.now() + 3 * DAY - 60_000));
    expect(undone).toMatchObject({ outcome: 'undone', email: user.email });
  });

  it('stops a change that waits', async () => {
    const user = await owner();
    const thief = await shop.signIn(user.email);
    const evil = someone('evil');
    const link = await ask(thief, evil);
    expect((await shop.me(thief))?.pendingEmail).toBe(evil);
    const undone = answerOf(await undo(await latest(user.email, 'undo-email')));
    expect(undone).toMatchObject({ outcome: 'undone', email: user.email, ended: { addresses: [evil] } });
    expect(failure(await confirm(link))).toEqual(invalid);
    expect(await shop.me(thief)).toBeNull();
    expect(await login(user.email)).toBe(401);
  });
});

describe.each(DOORS)('another address for oneself through %s', door => {
  const update = (cookie: string, input: object) =>
    shop.call('users.updateProfile', { ...input }, { cookie, door });
  const agedBy = async (user: { _id: string }, ms: number) => {
    const createdAt = new Date(Date.now() - ms).toISOString();
    await shop.database.db.update(sessions).set({ createdAt }).where(eq(sessions.user, user._id));
  };

  it('asks for the password once the sign-in is older than ten minutes', async () => {
    const user = await owner();
    const cookie = await shop.signIn(user.email);
    await agedBy(user, 10 * 60_000 - 30_000);
    const email = someone();
    expect((await update(cookie, { email })).body).toMatchObject({ email: user.email, pendingEmail: email });
    await agedBy(user, 10 * 60_000 + 1000);
    const next = someone();
    const without = await update(cookie, { email: next, name: 'Never' });
    expect(failure(without)).toEqual({ status: 400, reason: 'invalid', fields: ['currentPassword'] });
    const wrong = await update(cookie, { email: next, currentPassword: 'guess' });
    expect(failure(wrong)).toEqual({ status: 400, reason: 'invalid', fields: ['currentPassword'] });
    expect(await shop.me(cookie)).toMatchObject({ name: user.name, pendingEmail: email });
    expect((await update(cookie, { email: next, currentPassword: PASSWORD })).status).toBe(200);
    // Nothing from before waits any more.
    expect(failure(await confirm(await latest(email, 'confirm-email')))).toEqual(invalid);
    expect((await confirm(await latest(next, 'confirm-email'))).status).toBe(200);
  });

  it('counts no sign-in for going on as a customer and coming back', async () => {
    const user = await owner({ permissionLevel: 'Admin' });
    const cookie = await shop.signIn(user.email);
    await agedBy(user, 11 * 60_000);
    const customer = await shop.person();
    const acting = cookiesOf(await shop.call('auth.loginAs', { _id: customer._id }, { cookie }));
    const back = cookiesOf(await shop.call('auth.loginBack', {}, { cookie: acting }));
    expect((await shop.me(back))?._id).toBe(user._id);
    const answer = await update(back, { email: someone() });
    expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields: ['currentPassword'] });
  });

  it('asks who has no password to sign in again', async () => {
    const user = await owner();
    const cookie = await shop.signIn(user.email);
    await agedBy(user, 11 * 60_000);
    await shop.database.db.update(users).set({ passwordHash: null }).where(eq(users._id, user._id));
    const answer = await update(cookie, { email: someone() });
    expect(failure(answer)).toEqual({ status: 400, reason: 'invalid', fields: ['email'] });
  });
});

describe.each(DOORS)('a customer’s address that staff change through %s', door => {
  const asks = async (
    level: 'Employee' | 'Admin',
    user: { _id: string },
    email: string,
    more: object = {},
  ) => {
    const staff = await shop.person({ permissionLevel: level, name: `Erin ${++people}` });
    const cookie = await shop.signIn(staff.email);
    const input = { _id: user._id, email, ...more };
    const answer = await shop.call('users.adminUpdate', input, { cookie, door });
    return { staff, cookie, answer };
  };
  const byAdmin = async () => {
    const admin = await shop.person({ permissionLevel: 'Admin' });
    return { admin, cookie: await shop.signIn(admin.email) };
  };
  const decide = (cookie: string, _id: string, accept: boolean) =>
    shop.call('emailChanges.decide', { _id, accept }, { cookie });
  /** The change that a mail asks an Admin about. */
  const askedOf = async (email: string) => {
    const mail = await shop.mailTo(email, 'email-change-to-decide');
    const [, _id = ''] = /\/email-change\/([\da-f-]{36})/.exec(mail?.text ?? '') ?? [];
    return { _id, mail };
  };

  it('by an Employee waits for the new address and for the old one or an Admin, who sees who asked and why', async () => {
    const { admin, cookie: byThem } = await byAdmin();
    const user = await owner({ name: 'Rae Moss' });
    const email = someone();
    const without = await asks('Employee', user, email);
    expect(failure(without.answer)).toEqual({ status: 400, reason: 'invalid', fields: ['reason'] });
    const { staff, cookie, answer } = await asks('Employee', user, email, { reason: 'lost the old one' });
    expect(answer.body).toMatchObject({ email: user.email, pendingEmail: email });
    expect((await confirm(await latest(email, 'confirm-email'))).body).toEqual({ email, waiting: true });
    expect(await emailOf(user)).toBe(user.email);

    const { _id, mail } = await askedOf(admin.email);
    for (const part of [staff.name, 'lost the old one', email, user.email])
      expect(mail?.text).toContain(part);
    const shown = await shop.call('emailChanges.byId', { id: _id }, { cookie: byThem });
    expect(shown.body).toMatchObject({ askedBy: staff.name, reason: 'lost the old one', asks: 'approve' });
    for (const call of ['emailChanges.byId', 'emailChanges.decide']) {
      const input = call === 'emailChanges.byId' ? { id: _id } : { _id, accept: true };
      expect(failure(await shop.call(call, input, { cookie }))).toEqual({ status: 403, reason: 'forbidden' });
    }
    const { key } = await createApiKey(shop.parts.db, admin, { name: 'script', scopes: KEY_SCOPES });
    const byKey = await shop.call('emailChanges.decide', { _id, accept: true }, { bearer: key });
    expect(failure(byKey)).toEqual({ status: 403, reason: 'key_refused' });
    expect((await decide(byThem, _id, true)).body).toMatchObject({ state: 'done', decidedBy: admin.name });
    expect(await emailOf(user)).toBe(email);
    expect(failure(await decide(byThem, _id, true))).toEqual({ status: 409, reason: 'approval_state' });
  });

  it('by an Employee holds with the consent of the old address, and is refused by it', async () => {
    const user = await owner();
    const email = someone();
    await asks('Employee', user, email, { reason: 'asked' });
    const agree = await latest(user.email, 'confirm-email');
    expect((await shop.call('auth.emailLink', { token: agree })).body).toMatchObject({ kind: 'agree' });
    expect((await confirm(agree)).body).toEqual({ email, waiting: true });
    expect((await confirm(await latest(email, 'confirm-email'))).body).toEqual({ email, waiting: false });
    expect(await emailOf(user)).toBe(email);

    const other = await owner();
    const cookie = await shop.signIn(other.email);
    const wanted = someone();
    await asks('Employee', other, wanted, { reason: 'asked' });
    const refuse = await latest(other.email, 'undo-email');
    expect((await shop.call('auth.emailLink', { token: refuse })).body).toMatchObject({ kind: 'refuse' });
    expect(answerOf(await undo(refuse))).toMatchObject({ outcome: 'refused', token: null });
    expect(failure(await confirm(await latest(wanted, 'confirm-email')))).toEqual(invalid);
    expect((await shop.me(cookie))?.email).toBe(other.email);
  });

  it('by an Employee needs the new one alone while nobody ever used the account', async () => {
    const user = await shop.person({ email: someone() });
    const email = someone();
    expect((await asks('Employee', user, email)).answer.body).toMatchObject({ email: user.email });
    expect((await confirm(await latest(email, 'confirm-email'))).body).toEqual({ email, waiting: false });
    expect(await emailOf(user)).toBe(email);

    const used = await shop.person({ email: someone() });
    await createApiKey(shop.parts.db, used, { name: 'script', scopes: KEY_SCOPES });
    const answer = (await asks('Employee', used, someone(), { reason: 'asked' })).answer;
    expect(answer.status).toBe(200);
    expect(await latest(used.email, 'confirm-email')).not.toBe('no link');
  });

  it('by an Admin is laid before the Admins again by the old one, and only they give it back', async () => {
    const user = await owner();
    const cookie = await shop.signIn(user.email);
    const email = someone();
    const { cookie: byThem, staff } = await asks('Admin', user, email);
    expect(await latest(user.email, 'confirm-email')).toBe('no link');
    expect((await confirm(await latest(email, 'confirm-email'))).body).toEqual({ email, waiting: false });
    expect(await shop.me(cookie)).toBeNull();
    const now = await shop.signIn(email);

    const token = await latest(user.email, 'undo-email');
    expect((await shop.call('auth.emailLink', { token })).body).toMatchObject({ kind: 'object' });
    expect(answerOf(await undo(token))).toMatchObject({ outcome: 'asked', email, token: null });
    expect((await shop.me(now))?.email).toBe(email);
    const { _id, mail } = await askedOf(staff.email);
    expect(mail?.subject).toContain('objects');
    expect((await decide(byThem, _id, false)).body).toMatchObject({ state: 'undone', asks: null });
    expect(await emailOf(user)).toBe(user.email);
    expect(await shop.me(now)).toBeNull();
    expect((await linksTo(user.email, 'set-password')).length).toBe(1);
  });

  it('that an Admin approved before the new one confirmed it is the Admins’ as well', async () => {
    const { admin, cookie } = await byAdmin();
    const user = await owner();
    const email = someone();
    await asks('Employee', user, email, { reason: 'asked' });
    const { _id } = await askedOf(admin.email);
    expect((await decide(cookie, _id, true)).body).toMatchObject({ state: 'waiting', asks: null });
    expect(await emailOf(user)).toBe(user.email);
    expect((await confirm(await latest(email, 'confirm-email'))).body).toEqual({ email, waiting: false });
    expect(answerOf(await undo(await latest(user.email, 'undo-email'))).outcome).toBe('asked');
    expect((await decide(cookie, _id, true)).body).toMatchObject({ state: 'done', asks: null });
    expect(await emailOf(user)).toBe(email);
  });

  it('and undone after it by somebody else, leaves the first address its own undo', async () => {
    const user = await owner();
    const [first, second] = [someone('evil'), someone('evil')];
    await move(await shop.signIn(user.email), first);
    const token = await latest(user.email, 'undo-email');
    await asks('Admin', user, second);
    await confirm(await latest(second, 'confirm-email'));
    await move(await shop.signIn(second), someone('evil'));
    // The thief goes back to an address of theirs.
    const theirs = answerOf(await undo(await latest(second, 'undo-email')));
    expect(theirs).toMatchObject({ outcome: 'undone', email: second });
    expect(answerOf(await undo(token))).toMatchObject({ outcome: 'undone', email: user.email });
    expect(await emailOf(user)).toBe(user.email);
  });

  it('is not undone in the name of one that never took effect', async () => {
    const user = await owner();
    await ask(await shop.signIn(user.email), someone('evil'));
    const stop = await latest(user.email, 'undo-email');
    const email = someone();
    await asks('Admin', user, email);
    await confirm(await latest(email, 'confirm-email'));
    expect(answerOf(await undo(stop))).toMatchObject({ outcome: 'asked', email });
    expect(await emailOf(user)).toBe(email);
  });

  it('is asked for neither by a key nor for oneself', async () => {
    const { admin, cookie } = await byAdmin();
    const { key } = await createApiKey(shop.parts.db, admin, { name: 'script', scopes: KEY_SCOPES });
    const user = await owner();
    const input = { _id: user._id, email: someone() };
    const byKey = await shop.call('users.adminUpdate', input, { bearer: key, door });
    expect(failure(byKey)).toEqual({ status: 403, reason: 'forbidden' });
    const own = { _id: admin._id, email: someone() };
    expect(failure(await shop.call('users.adminUpdate', own, { cookie, door }))).toEqual({
      ...{ status: 400, reason: 'invalid', fields: ['email'] },
    });
    expect(await shop.database.db.$count(emails, eq(emails.to, input.email))).toBe(0);
    // Capitals are no other address.
    const capitals = { _id: user._id, email: user.email.toUpperCase() };
    const answer = await shop.call('users.adminUpdate', capitals, { cookie, door });
    expect(answer.body).toMatchObject({ email: capitals.email, emailConfirmed: true, pendingEmail: null });
  });
});
